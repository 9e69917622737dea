import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Measurement } from './measure'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const login = ['index.html']
const firstList = [...login, 'src/admin/AdminArea.tsx', 'src/admin/list/GeneratedList.tsx']

/** Gzip of the JavaScript that the sign-in page loads, and of all until the first list of the admin area stands there. */
export const benchBundle = async (): Promise<readonly Measurement[]> => {
  const manifest = JSON.parse(readFileSync('dist/site/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
  const line = (what: string, entries: readonly string[], theirs: number) => ({
    what,
    ours: sizeOf(manifest, entries) / 1000,
    unit: 'kB gzip',
    reference: 'the bar',
    theirs,
    bar: '≤ 1',
  })
  return [line('JavaScript of the sign-in page', login, 126), line('JavaScript up to the first admin list', firstList, 402)]
}

/** Bytes of the named chunks and all that they import statically, each counted once. */
const sizeOf = (manifest: Record<string, Chunk>, entries: readonly string[]): number => {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/site/${file}`)).length, 0)
}
