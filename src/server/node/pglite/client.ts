import { DatabaseUnavailable } from '../../database/errors'
import { beginsTransaction, endsTransaction, type PGlitePort } from '../../database/pglite-database'
import { messageOf } from '../operator-error'
import { type EngineOptions, type RunningEngine, startEngine } from './engine'

/** A PGlite on disk in a worker thread. `close` first writes a checkpoint, so that the next start is fast. */
export interface PGliteClient extends Omit<RunningEngine, 'kill'> {
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
  /** Minimum milliseconds before a crashed engine is started again, because every start reads the whole log since the last checkpoint. */
  readonly retryDelayMs?: number
}

/** Opens the database in the folder. After a crash, for example because of a full disk, the next query starts the engine again; no acknowledged data are lost. */
export const startPGlite = async (folder: string, { timeoutMs, report, retryDelayMs = 2000 }: ClientOptions): Promise<PGliteClient> => {
  let engine: Promise<RunningEngine> | null = null
  /** The engine once it is open. */
  let opened: RunningEngine | null = null
  let limitMs = timeoutMs
  let retryAt = 0
  /** Resolves when the thread of the previous engine has ended: two engines on one folder would destroy the data. */
  let previousEnd: Promise<unknown> = Promise.resolve()
  let isClosing = false
  let abandonReason: string | null = null
  let nextReportAt = 0
  /** `lost` = the engine crashed during the transaction, so its remaining statements must not be sent to the next engine. */
  let transaction: 'none' | 'open' | 'lost' = 'none'

  const onCrash: EngineOptions['onCrash'] = (reason, terminated) => {
    engine = null
    opened = null
    previousEnd = terminated
    retryAt = Date.now() + retryDelayMs
    if (transaction === 'open') transaction = 'lost'
    if (!isClosing) report(`The embedded database stopped: ${reason}. Nothing that it acknowledged is lost; it is opened again with the next request.`)
  }
  const open = (): Promise<RunningEngine> => previousEnd.then(() => startEngine(folder, { timeoutMs: () => limitMs, onCrash }))
  /** Returns the running engine; opens it again after a crash. */
  const runningEngine = async (): Promise<RunningEngine> => {
    if (abandonReason) throw new DatabaseUnavailable(abandonReason)
    if (isClosing) throw new Error('The database is closed.')
    if (Date.now() < retryAt) throw new DatabaseUnavailable('the embedded database is restarting after a failure')
    engine ??= open()
    try {
      const current = await engine
      if (!isClosing) opened = current
      return current
    } catch (error) {
      engine = null
      retryAt = Date.now() + retryDelayMs
      throw new DatabaseUnavailable(messageOf(error), { cause: error })
    }
  }

  const send: PGlitePort['send'] = async (statements) => {
    if (transaction === 'lost') {
      if (endsTransaction(statements)) transaction = 'none'
      // The driver sends a rollback after a failure; there is nothing left to roll back.
      if (statements[0]?.sql === 'rollback') return []
      throw new DatabaseUnavailable('the transaction was interrupted')
    }
    // Messages must be sent in the order of the calls, so an open engine gets them at once.
    const current = opened ?? (await runningEngine())
    if (beginsTransaction(statements)) transaction = 'open'
    if (endsTransaction(statements)) transaction = 'none'
    return current.send(statements).catch(reportLackOfResources)
  }
  /** Reports a lack of resources, such as a full disk, to the operator and rethrows the error; crashes are reported by `onCrash`. */
  const reportLackOfResources = (error: unknown): never => {
    if (error instanceof DatabaseUnavailable && engine && Date.now() > nextReportAt) {
      nextReportAt = Date.now() + 60_000
      report(`The embedded database lacks resources: ${error.message}. If the disk of the data folder is full, free some space on it.`)
    }
    throw error
  }

  engine = open()
  opened = await engine
  return {
    send,
    setStatementTimeout: (milliseconds) => {
      limitMs = milliseconds
    },
    duringBackup: async (work) => (await runningEngine()).duringBackup(work),
    abandon: (reason) => {
      isClosing = true
      opened = null
      abandonReason = reason
      report(
        `The embedded database stops: ${reason}. Nothing that it acknowledged is lost. Stop this portal, and make sure that only one portal uses the folder.`,
      )
      engine?.then((running) => running.kill(reason)).catch(() => {})
    },
    close: async () => {
      isClosing = true
      opened = null
      const lastEngine = await engine?.catch(() => null)
      await lastEngine
        ?.close()
        .catch((error: unknown) => report(`The embedded database was not closed cleanly: ${String(error)}. Its next start takes a little longer.`))
    },
  }
}
