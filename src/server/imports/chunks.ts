import type { SheetRow } from '../ports'

/** Returns the rows of a file some at a time. */
export const chunksOf = async function* (rows: AsyncIterable<SheetRow> | Iterable<SheetRow>, size: number): AsyncGenerator<readonly SheetRow[]> {
  let chunk: SheetRow[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
