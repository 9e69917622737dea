import { type Dialect, Kysely } from 'kysely'
import type { Db } from '../ports'
import { batchDialect, type SendOptions, type SendStatements } from './batch-connection'
import { connectionLocks, type Lock } from './connection-locks'

/** The part of PGlite that the database layer needs; implemented for a PGlite in this thread and by the client of a PGlite in a worker. */
export interface PGlitePort {
  readonly send: SendStatements
}

/** Returns two Kysely instances over the single connection of a PGlite. The connection serves one query or transaction at a time, and background work only when no request waits. */
export const pgliteDatabase = (port: PGlitePort): { readonly db: Db; readonly backgroundDb: Db; pools(): PoolStates } => {
  const { requests, background, state } = connectionLocks()
  const pools = (): PoolStates => {
    const current = state()
    const shared = { open: 1, idle: current.isHeld ? 0 : 1 }
    return { requests: { ...shared, waiting: current.requests }, background: { ...shared, waiting: current.background } }
  }
  return {
    db: new Kysely({ dialect: dialect(port, requests, { keepsPlans: true }) }),
    backgroundDb: new Kysely({ dialect: dialect(port, background, { keepsPlans: false }) }),
    pools,
  }
}

/** The connections of requests and of background work; an embedded database has one for both. */
export interface PoolStates {
  readonly requests: PoolState
  readonly background: PoolState
}

/** Numbers of connections and of waiting callers. */
export interface PoolState {
  readonly open: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

const dialect = ({ send }: PGlitePort, lock: Lock, options: SendOptions): Dialect =>
  batchDialect({
    acquire: async () => {
      await lock.acquire()
      return { send: (statements) => send(statements, options), release: () => lock.release() }
    },
    end: async () => {},
  })
