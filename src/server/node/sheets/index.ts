import { Refusal, type ReturnCode } from '../../../domain/refusal'
import type { SheetRow, Sheets } from '../../ports'
import { startWorker } from '../worker-thread'
import { writeSheet } from './write'

/** Reads and writes sheets; reads in a thread of its own, started with the first upload, so that unpacking a large file blocks no request. */
export const sheets = (): Sheets => ({
  async *read(file, limits) {
    const batches = thread().open(file, limits)
    try {
      for (let next = batches.more(); ; ) {
        const rows = await next
        if (rows.length === 0) return
        // The thread reads the next batch while these rows are processed. A failure is thrown when its batch is awaited.
        next = batches.more()
        next.catch(() => {})
        yield* rows
      }
    } finally {
      batches.close()
    }
  },
  write: writeSheet,
})

interface PendingRead {
  readonly resolve: (rows: readonly SheetRow[]) => void
  readonly reject: (error: unknown) => void
}

let running: ReturnType<typeof startThread> | undefined
let lastId = 0

const thread = () => {
  running ??= startThread(() => {
    running = undefined
  })
  return running
}

const startThread = (onEnd: () => void) => {
  const worker = startWorker('sheets')
  const waiting = new Map<number, PendingRead>()
  const open = new Set<number>()
  let ended: Error | undefined
  const end = (error: Error): void => {
    ended ??= error
    onEnd()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (response: SheetResponse) => {
    const reader = waiting.get(response.id)
    waiting.delete(response.id)
    if ('rows' in response) reader?.resolve(response.rows)
    else reader?.reject('refusal' in response ? new Refusal(response.refusal.code, response.refusal.message) : response.error)
  })
  // A file that needs more memory than there is ends the thread, not the portal.
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread that reads sheets has ended.')))
  worker.unref()
  const post = (request: SheetRequest): void => worker.postMessage(request)

  return {
    open: (...[file, limits]: Read) => {
      const id = ++lastId
      open.add(id)
      worker.ref()
      post({ id, kind: 'open', file, limits })
      return {
        more: (): Promise<readonly SheetRow[]> =>
          new Promise((resolve, reject) => {
            if (ended) return reject(ended)
            waiting.set(id, { resolve, reject })
            post({ id, kind: 'more' })
          }),
        close: (): void => {
          open.delete(id)
          waiting.delete(id)
          post({ id, kind: 'close' })
          if (open.size === 0) worker.unref()
        },
      }
    },
  }
}

type Read = Parameters<Sheets['read']>

/** Requests to the thread; `id` identifies a read. */
export type SheetRequest =
  | { readonly id: number; readonly kind: 'open'; readonly file: Read[0]; readonly limits: Read[1] }
  | { readonly id: number; readonly kind: 'more' | 'close' }

/** The next rows of a read; none at its end. */
export type SheetResponse =
  | { readonly id: number; readonly rows: readonly SheetRow[] }
  | { readonly id: number; readonly refusal: { readonly code: ReturnCode; readonly message: string } }
  | { readonly id: number; readonly error: Error }
