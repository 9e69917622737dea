import type { PGlite } from '@electric-sql/pglite'

/**
 * Sends messages of PostgreSQL's protocol to a PGlite and returns its messages.
 * `execProtocolRaw` would parse each value of a result as well, and keep the parsed rows until PGlite's own next query.
 */
export const exchangeMessages = async (
  pglite: Pick<PGlite, 'execProtocolRawStream'>,
  messages: Uint8Array,
): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  // A part is a view of PGlite's memory, which the next part overwrites.
  await pglite.execProtocolRawStream(messages, { onRawData: (part) => parts.push(part.slice()) })
  const answer = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let length = 0
  for (const part of parts) {
    answer.set(part, length)
    length += part.length
  }
  return answer
}
