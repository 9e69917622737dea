import { type ParserOptions, type PGlite, types } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { parsedTypes, parserOf } from '../../../src/server/database/column-values'
import { connectionLocks, type Lock } from '../../../src/server/node/pglite/connection-locks'
import type { Db } from '../../../src/server/ports'

/** Returns two Kysely instances over a PGlite in this page. The driver of the server, `pg`, needs Node. */
export const databasesInPage = (pglite: PGlite): { readonly db: Db; readonly backgroundDb: Db } => {
  const { requests, background } = connectionLocks()
  return { db: databaseInPage(pglite, requests), backgroundDb: databaseInPage(pglite, background) }
}

const databaseInPage = (pglite: PGlite, lock: Lock): Db =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(connectionOf(pglite), lock),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    },
  })

const driverOf = (connection: DatabaseConnection, lock: Lock): Driver => ({
  init: async () => {},
  destroy: async () => {},
  acquireConnection: async () => {
    await lock.acquire()
    return connection
  },
  releaseConnection: async () => lock.release(),
  beginTransaction: async () => void (await connection.executeQuery(CompiledQuery.raw('begin'))),
  commitTransaction: async () => void (await connection.executeQuery(CompiledQuery.raw('commit'))),
  rollbackTransaction: async () => void (await connection.executeQuery(CompiledQuery.raw('rollback'))),
})

const connectionOf = (pglite: PGlite): DatabaseConnection => ({
  executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
    // A statement without parameters may be a script, which returns the result of its last statement.
    const result =
      parameters.length > 0
        ? await pglite.query(sql, [...parameters], { parsers })
        : (await pglite.exec(sql, { parsers })).at(-1)
    // The caller chose the row type when it built the query.
    return { rows: (result?.rows ?? []) as Row[], numAffectedRows: BigInt(result?.affectedRows ?? 0) }
  },
  streamQuery: () => {
    throw new Error('There are no cursors; read in pages instead.')
  },
})

const parsers: ParserOptions = Object.fromEntries(
  parsedTypes.map((oid) => [oid, parserOf(oid, (engineOid) => types.parsers[engineOid] ?? ((text) => text))]),
)
