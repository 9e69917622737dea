import type { PGlite } from '@electric-sql/pglite'

/** Bytes of log after which the tables are written: they bound the disk that the log takes, and how long a start after a crash lasts. Everybody waits for a checkpoint, so the log is the smaller the longer one took. */
const logBytes = { most: 16 * 1024 * 1024, first: 8 * 1024 * 1024, least: 4 * 1024 * 1024 } as const
const checkpointMs = 40
const idleMs = 5 * 60_000
const lookMs = 100

/** When the tables are written; PGlite has no background process that would do it. */
export interface Checkpoints {
  afterQuery(): Promise<void>
  /** While a backup reads the files, the log since its start must stay. */
  pause(): void
  resume(): void
}

/** Writes a checkpoint every 16 MB of log or less, and every five minutes in which something changed. */
export const keepCheckpoints = (pglite: PGlite): Checkpoints => {
  let paused = false
  let enough: number = logBytes.first
  let looked = Date.now()
  let written = Date.now()

  const look = async (): Promise<void> => {
    if (paused || pglite.isInTransaction()) return
    looked = Date.now()
    const bytes = await logSinceCheckpoint(pglite)
    if (bytes < (Date.now() - written > idleMs ? quiet : enough) || paused) return
    const start = performance.now()
    await pglite.exec('checkpoint')
    enough = Math.min(logBytes.most, Math.max(logBytes.least, (bytes * checkpointMs) / (performance.now() - start)))
    written = Date.now()
  }
  // A failure shows at the next query as well, where there is somebody to tell.
  const quietly = () => look().catch(() => {})
  setInterval(quietly, idleMs / 10).unref()

  return {
    afterQuery: async () => {
      if (Date.now() - looked > lookMs) await quietly()
    },
    pause: () => {
      paused = true
    },
    resume: () => {
      paused = false
    },
  }
}

/** Bytes that a checkpoint itself leaves in the log. */
const quiet = 1024

const logSinceCheckpoint = async (pglite: PGlite): Promise<number> => {
  const { rows } = await pglite.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  return rows[0]?.bytes ?? 0
}
