import { Refusal, type ReturnCode } from '../../../domain/refusal'
import type { SheetRow, Sheets } from '../../ports'
import { workerOnDemand } from '../worker-thread'
import { streamSheet } from './stream'
import { writeSheet } from './write'

/**
 * Reads and writes sheets.
 * Reading runs in a separate thread, so that unpacking a large file blocks no request; the first upload starts the
 * thread.
 */
export const sheets = (): Sheets => ({
  async *read(file, limits) {
    const { send } = getWorker()
    const readId = ++lastReadId
    try {
      for (let next = send({ kind: 'open', readId, file, limits }); ; ) {
        const rows = await next
        if (rows.length === 0) return
        // The thread reads the next batch while these rows are processed.
        // A failure is thrown when its batch is awaited.
        next = send({ kind: 'more', readId })
        next.catch(() => {})
        yield* rows
      }
    } finally {
      send({ kind: 'close', readId }).catch(() => {})
    }
  },
  write: writeSheet,
  stream: streamSheet,
})

let lastReadId = 0

const getWorker = workerOnDemand<SheetRequest, SheetRows, SheetFailure>(
  'sheets',
  'The sheet cannot be read',
  (failure) => ('error' in failure ? failure.error : new Refusal(failure.code, failure.message, failure.fields)),
)

type ReadParameters = Parameters<Sheets['read']>

/** A request to the thread; `readId` identifies a file that is being read. */
export type SheetRequest =
  | {
      readonly kind: 'open'
      readonly readId: number
      readonly file: ReadParameters[0]
      readonly limits: ReadParameters[1]
    }
  | { readonly kind: 'more' | 'close'; readonly readId: number }

/** The next rows of a file; none at its end. */
export type SheetRows = readonly SheetRow[]

/** A failure in the thread: the content of a refusal, or an unexpected error. */
export type SheetFailure =
  | { readonly code: ReturnCode; readonly message: string; readonly fields: Refusal['fields'] }
  | { readonly error: Error }
