import { readFileSync } from 'node:fs'
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { parserOf } from '../database/column-values'
import { DatabaseUnavailable, isSqlState } from '../database/errors'
import type { PoolState } from '../database/pglite-database'
import { codeOf, messageOf } from './operator-error'
import { statementNames } from './statement-names'

/** Timeouts for a server that does not respond. */
export interface DatabaseTimeouts {
  /** Maximum milliseconds to wait for a free or new connection. */
  readonly connect: number
  /** Maximum duration of a statement in milliseconds; 0 = no limit, for tools that write a million rows. */
  readonly statement: number
}

/** The options of an encrypted connection; the certificate of the server is always verified. */
export interface DatabaseTls {
  /** File with the certificate of the authority; undefined = the authorities that Node trusts. */
  readonly caFile: string | undefined
}

/** The options of a connection pool. */
interface PoolOptions {
  readonly maxConnections: number
  /**
   * How statements are planned. `auto`: the server decides and reuses the plan of a look-up by key. `force_custom_plan`: every execution is planned.
   * Imports need `force_custom_plan`: a cached plan for a small table would scan the whole table after an import has filled it.
   */
  readonly plans: 'auto' | 'force_custom_plan'
  /** Whether a pooler gives each transaction another connection to the server. Statements then have no names, and the settings of the server's role apply (see `requireSession`). */
  readonly isDatabasePooled?: boolean | undefined
  readonly databaseTls?: DatabaseTls | undefined
  readonly timeouts?: DatabaseTimeouts | undefined
}

/** Milliseconds that the server may take to cancel a statement after its timeout; after that the connection counts as broken. */
const cancelMs = 5000

/** Opens a pool of connections to a PostgreSQL server, with the types of the database layer and sessions in UTC; returns its Kysely dialect and a function that returns its state. */
export const postgresPool = (
  url: string,
  { maxConnections, plans, isDatabasePooled = false, databaseTls, timeouts = { connect: 10_000, statement: 0 } }: PoolOptions,
) => {
  const { connect, statement } = timeouts
  // No parallel workers, because requests already run in parallel; no JIT, because compiling an expression takes longer than reading one page of a list of a million records.
  const options = `-c TimeZone=UTC -c DateStyle=ISO -c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=${plans}`
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types: { getTypeParser },
    keepAlive: true,
    // Statements are sent before the result of the previous one is known (see `executeTogether`).
    pipeline: true,
    connectionTimeoutMillis: connect,
    ...(isDatabasePooled ? {} : { options, statement_timeout: statement }),
    query_timeout: statement === 0 ? 0 : statement + cancelMs,
    ...(databaseTls ? { ssl: databaseTls.caFile === undefined ? true : { ca: readFileSync(databaseTls.caFile, 'utf8') } } : {}),
  })
  const state = (): PoolState => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  const dialect: Dialect = new PostgresDialect({ pool: guardedPool(pool, isDatabasePooled ? () => undefined : statementNames()) })
  return { dialect, state }
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  format === 'binary' ? pg.types.getTypeParser(oid, format) : parserOf(oid, (engineOid) => pg.types.getTypeParser(engineOid, 'text'))

/** Returns the pool as Kysely uses it. Its connections throw `DatabaseUnavailable` if the server cannot be reached, and a broken connection is never reused. */
const guardedPool = (pool: pg.Pool, nameOf: (text: string) => string | undefined): PostgresPool => {
  // An idle connection that breaks emits an event, which would end this process if it had no listener; the next query reports the failure.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  return { connect: async () => guardedClient(await pool.connect().catch(throwUnavailable), nameOf), end: () => pool.end() }
}

const guardedClient = (client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient => {
  let mustClose = false
  const send = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    try {
      const result: pg.QueryResult | pg.QueryResult[] = await client.query({ text, values: [...values], name: values.length > 0 ? nameOf(text) : undefined })
      // A script has a result for each of its statements.
      return Array.isArray(result) ? result.at(-1) : result
    } catch (error) {
      if (isCancelled(error)) return throwUnavailable(error)
      mustClose ||= breaksConnection(error) || hasChangedResult(error)
      return breaksConnection(error) ? throwUnavailable(error) : Promise.reject(error)
    }
  }
  const query = async (text: string, values: readonly unknown[]) => {
    const sent = send(text, values)
    // A transaction begins in the same round trip as its first statement, which fails as well if the connection is broken.
    if (/^(begin|start transaction)\b/.test(text)) {
      sent.catch(() => {})
      return { command: 'BEGIN', rows: [] }
    }
    const { command, rowCount, rows } = await sent
    if (text === 'commit' && command !== 'COMMIT') throw new Error('The transaction was rolled back, because one of its statements had failed.')
    return { command, rowCount, rows }
  }
  // The interface of Kysely also has a form of `query` for cursors, which the portal does not use.
  return { query, release: () => client.release(mustClose) } as unknown as PostgresPoolClient
}

const throwUnavailable = (cause: unknown): never => {
  throw new DatabaseUnavailable(messageOf(cause), { cause })
}

/** Returns whether the server cancelled the statement because it took too long; the connection stays usable. */
const isCancelled = (error: unknown): boolean => codeOf(error) === '57014'

/** Returns whether an error means that the connection is broken: class 08, a stopping or starting server (57P01 to 57P03), and socket errors. After all other errors, the connection can be used. */
const breaksConnection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (isSqlState(code)) return /^(08|57P0[123])/.test(code)
  return code !== '' || /connection|queryable|read timeout|terminat/i.test(error.message)
}

/** Returns whether a prepared statement would now return other columns, because a table has changed since. A new connection prepares it again. */
const hasChangedResult = (error: unknown): boolean => codeOf(error) === '0A000'
