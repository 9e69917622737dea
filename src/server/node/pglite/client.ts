import { DatabaseUnavailable } from '../../database/errors'
import { messageOf } from '../operator-error'
import { type BackupWork, type EngineOptions, type RunningEngine, startEngine } from './engine'
import type { PGliteSession, PGliteStream } from './stream'

/** A PGlite on disk in a worker thread. `close` first writes a checkpoint, so that the next start is fast. */
export interface PGliteClient {
  /**
   * Opens a session for the stream; destroys the stream if the engine ends.
   * The engine has one session, so opening one ends the one before.
   */
  openSession(stream: PGliteStream): Promise<PGliteSession>
  /** Reports a lack of resources, such as a full disk, to the operator, at most once a minute. */
  reportLackOfResources(error: Error): void
  duringBackup(work: BackupWork): Promise<void>
  close(): Promise<void>
  /** Stops the engine permanently; pending queries fail with the reason. */
  abandon(reason: string): void
  /** Changes the statement timeout; 0 = no timeout. */
  setStatementTimeout(milliseconds: number): void
}

/** The options of a client. */
export interface ClientOptions {
  /** Maximum duration of a statement in milliseconds; 0 = no limit. */
  readonly timeoutMs: number
  /** Receives the messages for the operator, for example about a crash or a full disk. */
  readonly report: (message: string) => void
  /**
   * Minimum milliseconds before a crashed engine is started again, because every start reads the whole log since the
   * last checkpoint.
   */
  readonly retryDelayMs?: number
}

/**
 * Opens the database in the folder.
 * After a crash, for example because of a full disk, the next query starts the engine again; no acknowledged data are
 * lost.
 */
export const startPGlite = async (
  folder: string,
  { timeoutMs, report, retryDelayMs = 2000 }: ClientOptions,
): Promise<PGliteClient> => {
  let engine: Promise<RunningEngine> | null = null
  /** The stream of the present session. */
  let current: PGliteStream | null = null
  let limitMs = timeoutMs
  let retryAt = 0
  /** Resolves when the thread of the previous engine has ended: two engines on one folder would destroy the data. */
  let previousEnd: Promise<unknown> = Promise.resolve()
  let isClosing = false
  let abandonReason: string | null = null
  let nextReportAt = 0

  const onCrash: EngineOptions['onCrash'] = (reason, terminated) => {
    engine = null
    previousEnd = terminated
    retryAt = Date.now() + retryDelayMs
    current?.destroy(new DatabaseUnavailable(reason))
    if (!isClosing)
      report(
        `The embedded database stopped: ${reason}. Nothing that it acknowledged is lost; it is opened again with the next request.`,
      )
  }
  const open = (): Promise<RunningEngine> =>
    previousEnd.then(() => startEngine(folder, { timeoutMs: () => limitMs, onCrash }))
  /** Returns the running engine; opens it again after a crash. */
  const runningEngine = async (): Promise<RunningEngine> => {
    if (abandonReason) throw new DatabaseUnavailable(abandonReason)
    if (isClosing) throw new Error('The database is closed.')
    if (Date.now() < retryAt) throw new DatabaseUnavailable('the embedded database is restarting after a failure')
    engine ??= open()
    try {
      return await engine
    } catch (error) {
      engine = null
      retryAt = Date.now() + retryDelayMs
      throw new DatabaseUnavailable(messageOf(error), { cause: error })
    }
  }

  const openSession = async (stream: PGliteStream): Promise<PGliteSession> => {
    const session = await runningEngine()
    current = stream
    return session
  }
  const reportLackOfResources = (error: Error): void => {
    if (Date.now() < nextReportAt) return
    nextReportAt = Date.now() + 60_000
    report(
      `The embedded database lacks resources: ${error.message}. If the disk of the data folder is full, free some space on it.`,
    )
  }

  engine = open()
  await engine
  return {
    openSession,
    reportLackOfResources,
    setStatementTimeout: (milliseconds) => {
      limitMs = milliseconds
    },
    duringBackup: async (work) => (await runningEngine()).duringBackup(work),
    abandon: (reason) => {
      isClosing = true
      abandonReason = reason
      report(
        `The embedded database stops: ${reason}. Nothing that it acknowledged is lost. Stop this portal, and make sure that only one portal uses the folder.`,
      )
      engine?.then((running) => running.kill(reason)).catch(() => {})
    },
    close: async () => {
      isClosing = true
      const lastEngine = await engine?.catch(() => null)
      await lastEngine
        ?.close()
        .catch((error: unknown) =>
          report(
            `The embedded database was not closed cleanly: ${String(error)}. Its next start takes a little longer.`,
          ),
        )
    },
  }
}
