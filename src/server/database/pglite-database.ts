import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Db } from '../ports'
import { connectionLocks, type Lock } from './connection-locks'

/** The part of a PGlite that the database layer needs; implemented by a PGlite in this thread and by the client of one in a worker. */
export interface PGlitePort {
  query(sql: string, params: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number | undefined }>
}

/** Returns two Kysely instances over the single connection of a PGlite. It serves one query or transaction at a time; background work is served when no request waits. */
export const pgliteDatabase = (port: PGlitePort): { readonly db: Db; readonly backgroundDb: Db; pools(): PoolStates } => {
  const { requests, background, state } = connectionLocks()
  const pools = (): PoolStates => {
    const current = state()
    const shared = { open: 1, idle: current.isHeld ? 0 : 1 }
    return { requests: { ...shared, waiting: current.requests }, background: { ...shared, waiting: current.background } }
  }
  return { db: new Kysely({ dialect: dialect(port, requests) }), backgroundDb: new Kysely({ dialect: dialect(port, background) }), pools }
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

const dialect = (port: PGlitePort, lock: Lock): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver(port, lock),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
})

const driver = (port: PGlitePort, lock: Lock): Driver => {
  const connection = connectionTo(port)
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => {
      await lock.acquire()
      return connection
    },
    releaseConnection: async () => lock.release(),
    beginTransaction: async (_, settings) => run(connection, begin(settings)),
    commitTransaction: async () => run(connection, 'commit'),
    rollbackTransaction: async () => run(connection, 'rollback'),
  }
}

const connectionTo = (port: PGlitePort): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const { rows, affectedRows } = await port.query(query.sql, [...query.parameters])
    // The caller chose the row type when it built the query.
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows ?? 0) }
  },
  streamQuery: () => {
    throw new Error('PGlite has no cursors; read in pages instead.')
  },
})

const run = async (connection: DatabaseConnection, sql: string): Promise<void> => {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

const begin = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
