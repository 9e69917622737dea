import { Refusal, type ReturnCode } from '../../../domain/refusal'
import type { SheetRow, Sheets } from '../../ports'
import { startWorker, type WorkerThread } from '../worker-thread'
import { writeSheet } from './write'

/** Reads and writes sheets; reads in a thread of its own, started with the first upload, so that unpacking a large file blocks no request. */
export const sheets = (): Sheets => ({
  async *read(file, limits) {
    const { send } = thread()
    const read = ++lastRead
    try {
      for (let next = send({ kind: 'open', read, file, limits }); ; ) {
        const rows = await next
        if (rows.length === 0) return
        // The thread reads the next batch while these rows are processed. A failure is thrown when its batch is awaited.
        next = send({ kind: 'more', read })
        next.catch(() => {})
        yield* rows
      }
    } finally {
      send({ kind: 'close', read }).catch(() => {})
    }
  },
  write: writeSheet,
})

let running: WorkerThread<SheetRequest, SheetRows> | undefined
let lastRead = 0

const thread = () => {
  running ??= startWorker<SheetRequest, SheetRows, SheetFailure>('sheets', {
    errorOf: (failure) => ('error' in failure ? failure.error : new Refusal(failure.code, failure.message)),
    // A file that needs more memory than available ends the thread, not the portal.
    onEnd: (reason) => {
      running = undefined
      return new Error(`The sheet cannot be read: ${reason}.`)
    },
    keepsAlive: false,
  })
  return running
}

type Read = Parameters<Sheets['read']>

/** A request to the thread; `read` identifies a file that is being read. */
export type SheetRequest =
  | { readonly kind: 'open'; readonly read: number; readonly file: Read[0]; readonly limits: Read[1] }
  | { readonly kind: 'more' | 'close'; readonly read: number }

/** The next rows of a file; none at its end. */
export type SheetRows = readonly SheetRow[]

export type SheetFailure = { readonly code: ReturnCode; readonly message: string } | { readonly error: Error }
