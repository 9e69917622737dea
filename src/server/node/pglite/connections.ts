import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Db } from '../../ports'
import { clientOptions, type GuardOptions, guardedPool, type PoolState } from '../guarded-pool'
import { statementNames } from '../statement-names'
import { connectionLocks, type Lock } from './connection-locks'
import { type PGliteSession, PGliteStream } from './stream'

/** The connections of requests and of background work; an embedded database has one for both. */
export interface PoolStates {
  readonly requests: PoolState
  readonly background: PoolState
}

interface EmbeddedConnections {
  readonly db: Db
  readonly backgroundDb: Db
  pools(): PoolStates
  close(): Promise<void>
}

interface EmbeddedOptions {
  /** Opens the session for a stream, and destroys the stream if the engine ends. */
  openSession(stream: PGliteStream): Promise<PGliteSession>
  onLackOfResources?(error: Error): void
}

/**
 * Returns two Kysely instances over the single session of a PGlite, with the driver of PostgreSQL.
 * The connection serves one query or transaction at a time, and background work only when no request waits.
 */
export const embeddedConnections = ({ openSession, ...options }: EmbeddedOptions): EmbeddedConnections => {
  const { requests, background, state } = connectionLocks()
  const pool = new pg.Pool({
    ...clientOptions,
    max: 1,
    idleTimeoutMillis: 0,
    ssl: false,
    user: 'postgres',
    stream: () => new PGliteStream(openSession),
  })
  // The engine keeps one session, so a new connection first removes what the one before has left.
  pool.on('connect', (client) => ['rollback', 'discard all'].forEach((text) => void client.query(text).catch(() => {})))
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= pool.end()
    return ended
  }
  const kysely = (lock: Lock, nameOf: GuardOptions['nameOf']): Db => {
    const { connect } = lockedPool(guardedPool(pool, { nameOf, ...options }), lock)
    return new Kysely({ dialect: new PostgresDialect({ pool: { connect, end } }) })
  }
  const db = kysely(requests, statementNames())
  // Without names, each statement is planned when it is executed, as on a server (see `plans` in `postgres.ts`).
  const backgroundDb = kysely(background, () => undefined)
  const pools = (): PoolStates => {
    const current = state()
    const shared = { open: 1, idle: current.isUsed ? 0 : 1 }
    return {
      requests: { ...shared, waiting: current.requests },
      background: { ...shared, waiting: current.background },
    }
  }
  const close = async () => {
    await Promise.all([db.destroy(), backgroundDb.destroy()])
  }
  return { db, backgroundDb, pools, close }
}

/** Returns a pool that gives its connection only to the holder of the lock. */
const lockedPool = (pool: PostgresPool, lock: Lock): Pick<PostgresPool, 'connect'> => ({
  connect: async () => {
    await lock.acquire()
    try {
      const { release, ...client } = await pool.connect()
      return {
        ...client,
        release: () => {
          release()
          lock.release()
        },
      }
    } catch (error) {
      lock.release()
      throw error
    }
  },
})
