import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of Vite's manifest that this file reads: chunks by the path of their module. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

/**
 * Returns a function that returns the header `Link` for a page of the admin area.
 * The header names the scripts and the schemas that the page needs, so that the browser loads them together with the
 * first script, which would otherwise request them only after it has run.
 */
export const adminPreloads = (siteDir: string, schemasAddress: string): ((page: string) => string) => {
  const manifest = readManifest(siteDir)
  return (page) => {
    const content = page === '' ? 'src/admin/overview/OverviewCards.tsx' : `resources/${page}/index.tsx`
    const modules = ['src/admin/AdminArea.tsx', 'src/screens.ts', content]
    const scripts = filesOf(manifest, modules).map((file) => `</${file}>; rel=modulepreload`)
    return [...scripts, `<${schemasAddress}>; rel=preload; as=fetch; crossorigin`].join(', ')
  }
}

/** Returns the manifest of the built site; an empty one before the first build. */
const readManifest = (siteDir: string): Manifest => {
  try {
    return JSON.parse(readFileSync(join(siteDir, '.vite/manifest.json'), 'utf8')) as Manifest
  } catch {
    return {}
  }
}

/** Returns the files of the named chunks and of the chunks that they import, without those of the first page. */
const filesOf = (manifest: Manifest, names: readonly string[]): readonly string[] => {
  const chunks = new Set<string>()
  const visit = (name: string) => {
    if (chunks.has(name) || name === 'index.html') return
    chunks.add(name)
    manifest[name]?.imports?.forEach(visit)
  }
  names.forEach(visit)
  return [...chunks].flatMap((name) => manifest[name]?.file ?? [])
}
