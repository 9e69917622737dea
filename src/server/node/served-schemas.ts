import { createHash } from 'node:crypto'
import type { SchemaSet } from '../../schema/load/schema-set'
import { encodingHeaders, encodingOf, packedOnce } from './http/compress'

/** The compiled schemas as one file for browsers. Its address changes with its content, so it can be cached for ever. */
export const servedSchemas = ({ resources }: SchemaSet) => {
  const bytes = Buffer.from(JSON.stringify(resources))
  const address = `${schemasPath}/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.json`
  const packed = packedOnce(async () => bytes)
  const answer = async (request: Request): Promise<Response> => {
    // While processes with old and new files run side by side, an address may come from another one.
    const current = new URL(request.url).pathname === address
    const encoding = encodingOf(request)
    return new Response(await packed(encoding), {
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': current ? forEver : 'no-store', ...encodingHeaders(encoding) },
    })
  }
  return { address, answer }
}

/** Folder of their address. */
export const schemasPath = '/schemas'

/** What caches may do with a file whose address changes with its content. */
export const forEver = 'public, max-age=31536000, immutable'
