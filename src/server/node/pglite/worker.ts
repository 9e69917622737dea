import { setFlagsFromString } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { handleRequests, type WorkerMessage } from '../worker-requests'
import { ensureCluster, openCluster } from './cluster'
import type { EngineErrorFacts, EngineRequest, EngineResult, LogRange } from './engine'
import { exchangeMessages } from './exchange'

// The functions of PostgreSQL are large, and each thread that optimizes one of them keeps the memory for it.
// One thread at a time is enough.
setFlagsFromString('--wasm-num-compilation-tasks=1')

// The database is open in this separate thread, because PGlite blocks its thread while a query runs.
let database: { readonly pglite: PGlite; readonly checkpoints: ReturnType<typeof startCheckpoints> } | undefined

const handle = async (request: EngineRequest): Promise<EngineResult> => {
  if (request.kind === 'create') {
    await ensureCluster(request.folder, endOnPanic)
    return undefined
  }
  if (request.kind === 'open') {
    const { pglite } = await openCluster(request.folder, endOnPanic)
    database = { pglite, checkpoints: startCheckpoints(pglite) }
    return undefined
  }
  if (!database) throw new Error('The database is not open.')
  const { pglite, checkpoints } = database
  switch (request.kind) {
    case 'messages':
      return pglite.runExclusive(() => exchangeMessages(pglite, request.messages))
    case 'beginBackup':
      checkpoints.pause()
      await pglite.query("select pg_backup_start('portal', true)")
      return undefined
    case 'endBackup': {
      const { rows } = await pglite.query<LogRange>(
        'select labelfile as label, pg_walfile_name(lsn) as "lastSegment" from pg_backup_stop(false)',
      )
      return rows[0]
    }
    case 'resumeCheckpoints':
      checkpoints.resume()
      return undefined
    case 'close':
      await pglite.exec('checkpoint')
      await pglite.close()
      return undefined
  }
}

/**
 * Ends the thread if the engine logs a panic, because PGlite would loop forever and its memory may be corrupt.
 * The next start of the engine recovers the data from the disk.
 * Returns false for any other line of the engine's log.
 */
const endOnPanic = (line: string): boolean => {
  const [, severity, reason] =
    /(PANIC|FATAL): +(.*)/.exec(line) ?? (line.startsWith('Aborted(') ? [line, 'PANIC', line] : [])
  if (severity === 'FATAL' && !database) openFailure = reason
  if (severity !== 'PANIC') return false
  parentPort?.postMessage({ crash: reason ?? line } satisfies WorkerMessage<never, never>)
  process.exit(1)
}

/** The reason that the engine logged when the database could not be opened; the error of PGlite does not contain it. */
let openFailure: string | undefined

/** Returns the values of an error that are sent to the main thread. */
const transferableFacts = (error: unknown): EngineErrorFacts => {
  const { message: ownMessage, code = fileErrorCode(error) }: Partial<EngineErrorFacts> =
    error instanceof Error ? error : { message: String(error) }
  const message = (database ? undefined : openFailure) ?? ownMessage ?? 'the file system returned an error'
  return { message, ...(code === undefined ? {} : { code }) }
}

/** Returns the code of a file system error, such as ENOSPC; Emscripten's errors contain only the number of the code. */
const fileErrorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'errno' in error ? fileErrorCodes[Number(error.errno)] : undefined
const fileErrorCodes: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
}

/**
 * Bytes of log after which a checkpoint is written.
 * This limits the size of the log and the duration of a start after a crash.
 * Queries wait for a checkpoint, so the limit is lowered after a slow checkpoint.
 */
const logBytes = { max: 16 * 1024 * 1024, initial: 8 * 1024 * 1024, min: 4 * 1024 * 1024 } as const
/** Target duration of a checkpoint in milliseconds. */
const checkpointMs = 40
/**
 * When this many milliseconds have passed since the last checkpoint, another one is written if anything has changed.
 */
const idleMs = 5 * 60_000
/** Minimum milliseconds between two checks after queries. */
const checkMs = 100

/** Starts to write checkpoints (see `logBytes` and `idleMs`), because PGlite has no background process for this. */
const startCheckpoints = (pglite: PGlite) => {
  let isPaused = false
  let limit: number = logBytes.initial
  let checkedAt = Date.now()
  let writtenAt = Date.now()

  const writeDueCheckpoint = async (): Promise<void> => {
    if (isPaused || pglite.isInTransaction()) return
    checkedAt = Date.now()
    const bytes = await logSinceCheckpoint(pglite)
    const minBytes = Date.now() - writtenAt > idleMs ? checkpointBytes : limit
    if (bytes < minBytes || isPaused) return
    const start = performance.now()
    await pglite.exec('checkpoint')
    // The amount of log that a checkpoint covers within the target duration, at the speed of this checkpoint.
    limit = Math.min(logBytes.max, Math.max(logBytes.min, (bytes * checkpointMs) / (performance.now() - start)))
    writtenAt = Date.now()
  }
  // If a checkpoint fails, the next query fails as well and reports the error.
  const writeIgnoringErrors = () => writeDueCheckpoint().catch(() => {})
  setInterval(writeIgnoringErrors, idleMs / 10).unref()

  return {
    afterQuery: async (): Promise<void> => {
      if (Date.now() - checkedAt > checkMs) await writeIgnoringErrors()
    },
    /** Stops checkpoints during a backup, because the backup needs the log since its start. */
    pause: (): void => {
      isPaused = true
    },
    resume: (): void => {
      isPaused = false
    },
  }
}

/** Bytes that a checkpoint itself adds to the log. */
const checkpointBytes = 1024

const logSinceCheckpoint = async (pglite: PGlite): Promise<number> => {
  const { rows } = await pglite.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  return rows[0]?.bytes ?? 0
}

handleRequests(handle, transferableFacts, async () => database?.checkpoints.afterQuery())
