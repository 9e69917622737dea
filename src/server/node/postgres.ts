import { readFileSync } from 'node:fs'
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { clientOptions, guardedPool, type PoolState } from './guarded-pool'
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
  /** Milliseconds after which an unused connection is closed. */
  readonly idleMs?: number | undefined
  /**
   * How statements are planned.
   * `auto`: the server decides and reuses the plan of a look-up by key.
   * `force_custom_plan`: every execution is planned.
   * Imports need `force_custom_plan`: a cached plan for a small table would scan the whole table after an import has
   * filled it.
   */
  readonly plans: 'auto' | 'force_custom_plan'
  /**
   * Whether a pooler gives each transaction another connection to the server.
   * Statements then have no names, and the settings of the server's role apply (see `requireSession`).
   */
  readonly isDatabasePooled?: boolean | undefined
  readonly databaseTls?: DatabaseTls | undefined
  readonly timeouts?: DatabaseTimeouts | undefined
}

/**
 * Milliseconds that the server may take to cancel a statement after its timeout; after that the connection counts as
 * broken.
 */
const cancelMs = 5000

/**
 * Opens a pool of connections to a PostgreSQL server, with the types of the database layer and sessions in UTC; returns
 * its Kysely dialect and a function that returns its state.
 */
export const postgresPool = (
  url: string,
  {
    maxConnections,
    idleMs = 10_000,
    plans,
    isDatabasePooled = false,
    databaseTls,
    timeouts = { connect: 10_000, statement: 0 },
  }: PoolOptions,
) => {
  const { connect, statement } = timeouts
  // No parallel workers, because requests already run in parallel; no JIT, because compiling an expression takes longer
  // than reading one page of a list of a million records.
  const options = `-c TimeZone=UTC -c DateStyle=ISO -c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=${plans}`
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    idleTimeoutMillis: idleMs,
    ...clientOptions,
    keepAlive: true,
    connectionTimeoutMillis: connect,
    ...(isDatabasePooled ? {} : { options, statement_timeout: statement }),
    query_timeout: statement === 0 ? 0 : statement + cancelMs,
    ...(databaseTls
      ? { ssl: databaseTls.caFile === undefined ? true : { ca: readFileSync(databaseTls.caFile, 'utf8') } }
      : {}),
  })
  const state = (): PoolState => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  const dialect: Dialect = new PostgresDialect({
    pool: guardedPool(pool, { nameOf: isDatabasePooled ? () => undefined : statementNames() }),
  })
  return { dialect, state }
}
