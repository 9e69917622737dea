import { DatabaseUnavailable } from '../../database/errors'
import type { PGlitePort } from '../../database/pglite-database'
import { startWorker } from '../worker-thread'

/** A running engine, from its start to its shutdown or crash. */
export interface RunningEngine extends PGlitePort {
  /** Keeps the log complete while the work copies first the files and then the log. */
  duringBackup(work: BackupWork): Promise<void>
  /** Stops it without a checkpoint, as a crash would. */
  kill(reason: string): void
  close(): Promise<void>
}

/** Reads the files of an engine that stays in use. */
export interface BackupWork {
  readonly files: () => Promise<void>
  readonly log: (log: BackupLog) => Promise<void>
}

/** The part of the log that makes the copied files consistent. */
interface BackupLog {
  readonly label: string
  readonly lastSegment: string
}

export interface EngineOptions {
  /** Maximum duration of a statement; 0 = no limit. PGlite does not support statement_timeout. */
  readonly timeoutMs: number
  /** Called once if the engine has ended by itself; `gone` resolves when its thread has released the files. */
  readonly onCrash: (reason: string, threadEnd: Promise<unknown>) => void
}

type WorkerAnswer = Extract<WorkerResponse, { ok: true }>
type RequestBody = WorkerRequest extends infer R ? (R extends WorkerRequest ? Omit<R, 'id'> : never) : never
interface PendingRequest {
  readonly resolve: (answer: WorkerAnswer) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout | undefined
}

/** Starts the worker and resolves when the database in the folder is open. */
export const startEngine = async (folder: string, { timeoutMs, onCrash }: EngineOptions): Promise<RunningEngine> => {
  const worker = startWorker('pglite', { folder })
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  let ended: Error | null = null

  const end = (reason: string): void => {
    if (ended) return
    ended = new DatabaseUnavailable(reason)
    const wasOpen = !pending.has(0)
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer)
      reject(ended)
    }
    pending.clear()
    const threadEnd = worker.terminate()
    if (wasOpen) onCrash(reason, threadEnd)
  }

  const wait = (id: number, milliseconds: number): Promise<WorkerAnswer> =>
    new Promise((resolve, reject) => {
      const timer = milliseconds > 0 ? setTimeout(() => end(`a statement took longer than ${milliseconds / 1000} s`), milliseconds) : undefined
      pending.set(id, { resolve, reject, timer })
    })
  const send = (request: RequestBody, milliseconds = timeoutMs): Promise<WorkerAnswer> => {
    if (ended) return Promise.reject(ended)
    const id = ++lastId
    worker.postMessage({ ...request, id })
    return wait(id, milliseconds)
  }

  worker.on('message', (message: WorkerResponse | WorkerCrash) => {
    if ('crash' in message) return end(message.crash)
    const waiting = pending.get(message.id)
    pending.delete(message.id)
    clearTimeout(waiting?.timer)
    if (message.ok) waiting?.resolve(message)
    else waiting?.reject(errorOf(message.error))
  })
  worker.on('error', (error) => end(error.message))
  worker.on('exit', () => end('its thread has ended'))

  try {
    await wait(0, 0)
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return {
    query: (sql, params) => send({ kind: 'query', sql, params }),
    duringBackup: async ({ files, log }) => {
      try {
        await send({ kind: 'beginBackup' })
        await files().catch((error: unknown) => send({ kind: 'endBackup' }).then(() => Promise.reject(error)))
        const { rows } = await send({ kind: 'endBackup' })
        await log(rows[0] as BackupLog)
      } finally {
        await send({ kind: 'leaveBackup' })
      }
    },
    kill: end,
    close: async () => {
      try {
        await send({ kind: 'close' }, 0)
      } finally {
        // In every case: a running thread would keep the process alive and the files open.
        ended ??= new Error('The database is closed.')
        await worker.terminate()
      }
    },
  }
}

/** Returns the error for a failed statement. Class 53 is a lack of resources, such as a full disk: not the fault of the statement. */
const errorOf = (facts: DatabaseErrorFacts): Error =>
  facts.code?.startsWith('53') ? new DatabaseUnavailable(facts.message) : Object.assign(new Error(facts.message), facts)

/** Requests to the worker. */
export type WorkerRequest =
  | { readonly id: number; readonly kind: 'query'; readonly sql: string; readonly params: unknown[] }
  | { readonly id: number; readonly kind: 'beginBackup' | 'endBackup' | 'leaveBackup' | 'close' }

/** Responses of the worker; id 0 is its own start. */
export type WorkerResponse =
  | { readonly id: number; readonly ok: true; readonly rows: unknown[]; readonly affectedRows: number }
  | { readonly id: number; readonly ok: false; readonly error: DatabaseErrorFacts }

/** The worker's last message: the engine stopped, as PostgreSQL does rather than lose data. */
export interface WorkerCrash {
  readonly crash: string
}

/** The parts of a database error that are passed between threads. */
export interface DatabaseErrorFacts {
  readonly message: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string
  readonly detail?: string
}
