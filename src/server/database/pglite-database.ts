import { type Dialect, Kysely } from 'kysely'
import type { Db } from '../ports'
import { connectionLocks, type Lock } from './connection-locks'
import { batchDialect, type HeldConnection, type SendOptions, type SendStatements, type Statement } from './statements/batch-connection'

/** The part of PGlite that the database layer needs. One implementation uses a PGlite in this thread, another one a PGlite in a worker thread. */
export interface PGlitePort {
  /** Executes messages in the order of the calls. If a message that ends a transaction fails, rolls the transaction back before it executes the next message. */
  readonly send: SendStatements
}

/** Returns whether the statements of a message begin a transaction. */
export const beginsTransaction = (statements: readonly Statement[]): boolean => statements.some(({ sql }) => /^begin\b/.test(sql))

/** Returns whether the statements of a message end a transaction. */
export const endsTransaction = (statements: readonly Statement[]): boolean => /^(commit|rollback)$/.test(statements.at(-1)?.sql ?? '')

/** Returns two Kysely instances over the single connection of a PGlite. The connection serves one query or transaction at a time, and background work only when no request waits. */
export const pgliteDatabase = (port: PGlitePort): { readonly db: Db; readonly backgroundDb: Db; pools(): PoolStates } => {
  const { requests, background, state } = connectionLocks()
  const pools = (): PoolStates => {
    const current = state()
    const shared = { open: 1, idle: current.isUsed ? 0 : 1 }
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
  batchDialect({ acquire: async () => lockingConnection((statements) => send(statements, options), lock), end: async () => {} })

/** Returns a connection that holds the lock during a transaction, or else while it sends a message. */
const lockingConnection = (send: HeldConnection['send'], lock: Lock): HeldConnection => {
  let isInTransaction = false
  return {
    send: async (statements) => {
      // After a commit that failed there is nothing to roll back, and another caller may hold the lock.
      if (!isInTransaction && statements[0]?.sql === 'rollback') return []
      if (!isInTransaction) await lock.acquire()
      isInTransaction = (isInTransaction || beginsTransaction(statements)) && !endsTransaction(statements)
      if (isInTransaction) return send(statements)
      try {
        const response = send(statements)
        lock.handOver()
        return await response
      } finally {
        lock.release()
      }
    },
    release: () => {},
  }
}
