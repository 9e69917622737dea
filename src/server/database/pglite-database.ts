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
import { lease, type Turn } from './lease'

/** The part of a PGlite that the database layer needs: a PGlite in this thread has it, and so has the client of one in a worker. */
export interface PGlitePort {
  query(sql: string, params: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number | undefined }>
}

/** Kysely over one PGlite, twice: its only connection is lent to one query or transaction at a time, so that transactions never mix, and to background work when no request asks. */
export const pgliteDatabase = (port: PGlitePort): { readonly db: Db; readonly backgroundDb: Db } => {
  const { requests, background } = lease()
  return { db: new Kysely({ dialect: dialect(port, requests) }), backgroundDb: new Kysely({ dialect: dialect(port, background) }) }
}

const dialect = (port: PGlitePort, turn: Turn): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver(port, turn),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
})

const driver = (port: PGlitePort, turn: Turn): Driver => {
  const connection = connectionTo(port)
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => {
      await turn.take()
      return connection
    },
    releaseConnection: async () => turn.give(),
    beginTransaction: async (_, settings) => run(connection, begin(settings)),
    commitTransaction: async () => run(connection, 'commit'),
    rollbackTransaction: async () => run(connection, 'rollback'),
  }
}

const connectionTo = (port: PGlitePort): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const { rows, affectedRows } = await port.query(query.sql, [...query.parameters])
    // The caller named the row type when it built the query; this is the border where plain rows get it.
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
