import { DatabaseUnavailable } from '../../database/errors'
import { startWorker } from '../worker-thread'
import { hasCluster } from './cluster'
import type { PGliteSession } from './stream'

/** A running engine, from its start to its shutdown or crash. */
export interface RunningEngine extends PGliteSession {
  /**
   * Runs a backup, which copies the files first and the write-ahead log afterwards; until it ends, no checkpoint
   * removes a part of the log.
   */
  duringBackup(work: BackupWork): Promise<void>
  /** Stops the engine without a checkpoint, as a crash would. */
  kill(reason: string): void
  close(): Promise<void>
}

/** The two steps of a backup of an engine that stays in use. */
export interface BackupWork {
  readonly copyFiles: () => Promise<void>
  readonly copyLog: (range: LogRange) => Promise<void>
}

/** The part of the write-ahead log that makes the copied files consistent. */
export interface LogRange {
  /** The content of the file `backup_label`, which names the first segment. */
  readonly label: string
  readonly lastSegment: string
}

/** The options of an engine. */
export interface EngineOptions {
  /**
   * Returns the maximum duration of a statement in milliseconds; 0 = no limit.
   * PGlite does not support statement_timeout.
   */
  readonly timeoutMs: () => number
  /**
   * Called once if an open engine ends without being closed; `terminated` resolves when its thread has released the
   * files.
   */
  readonly onCrash: (reason: string, terminated: Promise<unknown>) => void
}

/** Starts the worker and resolves when the database in the folder is open; creates it if there is none. */
export const startEngine = async (folder: string, { timeoutMs, onCrash }: EngineOptions): Promise<RunningEngine> => {
  if (!hasCluster(folder)) await createDatabase(folder)
  let isOpen = false
  const thread = startThread((reason, terminated) => {
    if (isOpen) onCrash(reason, terminated)
  })

  /** The maximum milliseconds of each request without a response; 0 = no limit. */
  const limits: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = (milliseconds = 0): void => {
    clearTimeout(timer)
    if (milliseconds > 0)
      timer = setTimeout(() => thread.end(`a statement took longer than ${milliseconds / 1000} s`), milliseconds)
  }
  const send = async (request: EngineRequest, milliseconds = timeoutMs()): Promise<EngineResult> => {
    limits.push(milliseconds)
    if (limits.length === 1) restartTimer(milliseconds)
    try {
      return await thread.send(request)
    } finally {
      limits.shift()
      // The engine begins the next message only now, so the time of that message starts now.
      restartTimer(limits[0])
    }
  }

  try {
    await send({ kind: 'open', folder }, 0)
  } catch (error) {
    await thread.end('the database could not be opened')
    throw error
  }
  isOpen = true
  return {
    exchange: async (messages) => (await send({ kind: 'messages', messages })) as Uint8Array,
    duringBackup: async ({ copyFiles, copyLog }) => {
      try {
        await send({ kind: 'beginBackup' })
        // A failed copy ends the backup mode as well, and its error is thrown.
        await copyFiles().catch((error: unknown) => send({ kind: 'endBackup' }).then(() => Promise.reject(error)))
        await copyLog((await send({ kind: 'endBackup' })) as LogRange)
      } finally {
        await send({ kind: 'resumeCheckpoints' })
      }
    },
    kill: (reason) => void thread.end(reason),
    close: async () => {
      try {
        await send({ kind: 'close' }, 0)
      } finally {
        // The thread is ended even after a failure; otherwise it would keep the process alive and the files open.
        isOpen = false
        await thread.end('the database is closed')
      }
    },
  }
}

/**
 * Creates the database in a thread of its own, because the programs that create it take hundreds of MB, which their
 * thread keeps until it ends.
 */
const createDatabase = async (folder: string): Promise<void> => {
  const thread = startThread(() => {})
  try {
    await thread.send({ kind: 'create', folder })
  } finally {
    await thread.end('the database is created')
  }
}

const startThread = (onEnd: (reason: string, terminated: Promise<unknown>) => void) =>
  startWorker<EngineRequest, EngineResult, EngineErrorFacts>('pglite', {
    errorOf,
    onEnd: (reason, terminated) => {
      onEnd(reason, terminated)
      return new DatabaseUnavailable(reason)
    },
    keepsAlive: true,
    // The thread passes on bytes and creates few objects.
    // With Node's default its heap would keep ten times as much memory.
    newObjectsMb: 3,
  })

/** Returns the error of a failed request. */
const errorOf = (facts: EngineErrorFacts): Error => Object.assign(new Error(facts.message), facts)

/**
 * A request to the worker.
 * `endBackup` ends the backup mode of PostgreSQL once the files are copied; `resumeCheckpoints` allows checkpoints
 * again once the log is copied.
 */
export type EngineRequest =
  | { readonly kind: 'create' | 'open'; readonly folder: string }
  | { readonly kind: 'messages'; readonly messages: Uint8Array }
  | { readonly kind: 'beginBackup' | 'endBackup' | 'resumeCheckpoints' | 'close' }

/**
 * The result of a request: the messages of the engine for `messages`, the range of the log for `endBackup`, and nothing
 * for the other kinds.
 */
export type EngineResult = Uint8Array | LogRange | undefined

/** The values of an error that are sent between threads. */
export interface EngineErrorFacts {
  readonly message: string
  readonly code?: string
}
