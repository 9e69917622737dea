import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { SchemaSet } from '../../../schema/load/schema-set'
import type { NodeSettings } from '../settings/settings'
import { adminPreloads } from './admin-preloads'
import { schemasPath } from './backend-paths'
import { brandedPage } from './brand-page'
import { compressedOnce, encodingHeaders, encodingOf } from './compress'

/**
 * Returns the handler that serves the built site.
 * It serves only files that existed at the start, so no path leads out of the folder.
 * All other addresses return index.html, with status 404 if the application has no page at that address.
 * A missing script or other asset returns a short text with status 404.
 */
export const siteHandler = (settings: NodeSettings, isPage: (path: string) => boolean, schemasAddress: string) => {
  const files = listFiles(settings.siteDir)
  const linkHeaderOf = adminPreloads(settings.siteDir, schemasAddress)
  const compressedReaders = new Map<string, ReturnType<typeof compressedOnce>>()

  const assetResponse = async (file: string, request: Request): Promise<Response> => {
    const isCompressible = compressibleExtensions.has(extname(file))
    const encoding = isCompressible ? encodingOf(request) : undefined
    const readCompressed = compressedReaders.get(file) ?? compressedOnce(() => readFile(join(settings.siteDir, file)))
    compressedReaders.set(file, readCompressed)
    return new Response(await readCompressed(encoding), {
      headers: {
        'Content-Type': getMimeType(file) ?? 'application/octet-stream',
        'Cache-Control': file.startsWith('assets/') ? immutable : 'public, max-age=3600',
        ...(isCompressible ? encodingHeaders(encoding) : {}),
      },
    })
  }

  const pageResponse = async (path: string, status: number): Promise<Response> => {
    const [area, page = ''] = path.split('/')
    const nonce = randomBytes(16).toString('base64')
    const html = await readFile(join(settings.siteDir, 'index.html'), 'utf8')
    return new Response(withNonce(brandedPage(html, settings.site.brand), nonce), {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': sitePolicy(nonce, settings),
        ...(area === 'admin' ? { Link: linkHeaderOf(page) } : {}),
      },
    })
  }

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plainText(405, 'Method not allowed.')
    const { pathname } = new URL(request.url)
    const path = pathname.slice(1)
    if (path !== 'index.html' && files.has(path)) return assetResponse(path, request)
    if (!files.has('index.html')) return plainText(503, 'The site has not been built yet. Run: npm run build')
    // A missing script gets status 404.
    // If it got index.html instead, the browser would report a misleading error about its type.
    return isAsset(path) ? plainText(404, 'Not found.') : pageResponse(path, isPage(pathname) ? 200 : 404)
  }
}

const compressibleExtensions = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt'])

/**
 * Returns the paths of the built files, index.html included, without source maps and without files whose path contains
 * a name that starts with a dot.
 */
const listFiles = (folder: string): ReadonlySet<string> => {
  try {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    return new Set(
      names.filter((name) => !name.endsWith('.map') && !name.split('/').some((segment) => segment.startsWith('.'))),
    )
  } catch {
    // The site has not been built yet.
    return new Set()
  }
}

const isAsset = (path: string): boolean =>
  path.startsWith('assets/') || /\.(js|css|map|json|png|svg|ico|woff2|webp|jpg)$/.test(path)

const withNonce = (html: string, nonce: string): string =>
  html
    .replace(/(<meta name="csp-nonce" content=")[^"]*"/, `$1${nonce}"`)
    .replaceAll('<style nonce=""', `<style nonce="${nonce}"`)

const plainText = (status: number, text: string): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

/**
 * Returns the content security policy of the site: own scripts only, styles by nonce, calls to this server and to the
 * configured backend.
 */
const sitePolicy = (nonce: string, { site }: Pick<NodeSettings, 'site'>): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${site.baseAddress}`.trim(),
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/**
 * Returns the address of the compiled schemas and the handler that serves them as one file.
 * The address changes with the content, so browsers may cache the file forever.
 */
export const schemasHandler = ({ resources }: SchemaSet) => {
  const bytes = Buffer.from(JSON.stringify(resources))
  const address = `${schemasPath}/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.json`
  const readCompressed = compressedOnce(async () => bytes)
  const respond = async (request: Request): Promise<Response> => {
    // During a rolling update, the address may come from another process.
    const isCurrent = new URL(request.url).pathname === address
    const encoding = encodingOf(request)
    return new Response(await readCompressed(encoding), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': isCurrent ? immutable : 'no-store',
        ...encodingHeaders(encoding),
      },
    })
  }
  return { address, respond }
}

/** Cache header of a file whose address changes with its content. */
const immutable = 'public, max-age=31536000, immutable'
