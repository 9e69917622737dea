import { parentPort } from 'node:worker_threads'
import { Refusal } from '../../../domain/refusal'
import type { SheetRow } from '../../ports'
import type { SheetRequest, SheetResponse } from './messages'
import { readSheet } from './read'

// Reading a large file blocks its thread for a second; here it blocks nobody else.
const readings = new Map<number, AsyncIterator<SheetRow>>()
const answer = (response: SheetResponse): void => parentPort?.postMessage(response)

const batchRows = 500

const nextRows = async (id: number): Promise<readonly SheetRow[]> => {
  const rows: SheetRow[] = []
  while (rows.length < batchRows) {
    const next = await readings.get(id)?.next()
    if (!next || next.done) break
    rows.push(next.value)
  }
  return rows
}

const failure = (id: number, error: unknown): SheetResponse => {
  if (error instanceof Refusal) return { id, refusal: { code: error.code, message: error.message } }
  return { id, error: error instanceof Error ? error : new Error(String(error)) }
}

parentPort?.on('message', (request: SheetRequest) => {
  const { id, kind } = request
  if (kind === 'open') readings.set(id, readSheet(request.file, request.limits)[Symbol.asyncIterator]())
  else if (kind === 'close') readings.delete(id)
  else
    nextRows(id)
      .then((rows): SheetResponse => ({ id, rows }))
      .catch((error: unknown) => failure(id, error))
      .then(answer)
})
