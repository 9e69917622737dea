import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { columnParsers } from '../../store/column-values'
import { guardedPool } from './guarded-pool'

/** How long to wait for a server that does not answer. */
export interface Patience {
  /** Milliseconds for a free connection, a new one included. */
  readonly connect: number
  /** Milliseconds for the answer to one statement; 0 = for ever, as tools need that move a million rows. */
  readonly answer: number
}

/** What a pool is for. */
export interface PoolUse {
  /** Connections at most. */
  readonly connections: number
  /** How statements are planned. `auto`: as the server likes, which keeps the plan of a look-up by key. `force_custom_plan`: anew for every
   * execution, as long work needs it: a plan kept from when a table was small would read all of it, row by row, once an import has filled it. */
  readonly plans: 'auto' | 'force_custom_plan'
}

/** Kysely over a PostgreSQL server, with values as the database layer promises and sessions in UTC. */
export const postgresDialect = (
  url: string,
  { connections, plans }: PoolUse,
  { connect, answer }: Patience = { connect: 10_000, answer: 0 },
): PostgresDialect => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: `-c TimeZone=UTC -c DateStyle=ISO -c plan_cache_mode=${plans}`,
    types: { getTypeParser },
    keepAlive: true,
    connectionTimeoutMillis: connect,
    query_timeout: answer,
  })
  return new PostgresDialect({ pool: guardedPool(pool) })
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  const own = columnParsers[oid]
  return own && format !== 'binary' ? own : pg.types.getTypeParser(oid, format)
}
