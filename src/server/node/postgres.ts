import { PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { columnParsers } from '../database/column-values'
import { DatabaseUnavailable } from '../database/errors'
import type { Db } from '../ports'
import { OperatorError } from './operator-error'

/** How long to wait for a server that does not answer. */
export interface Patience {
  /** Milliseconds for a free connection, a new one included. */
  readonly connect: number
  /** Milliseconds for the answer to one statement; 0 = for ever, as tools need that move a million rows. */
  readonly answer: number
}

/** What a pool is for. */
interface PoolUse {
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

/** A pool that says plainly when the server is away, and never lends a broken connection twice. */
const guardedPool = (pool: pg.Pool): PostgresPool => {
  // A connection that breaks while nobody asks it anything tells so by an event, which without a listener would end this process; the next query meets the fact.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const nameOf = statementNames()
  return {
    connect: async () => guarded(await pool.connect().catch(unavailable), nameOf),
    end: () => pool.end(),
  }
}

const guarded = (client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient => {
  let broken = false
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query({ text, values: [...values], name: values.length > 0 ? nameOf(text) : undefined })
    } catch (error) {
      if (!isBroken(error)) throw error
      broken = true
      return unavailable(error)
    }
  }
  return {
    // Kysely names the row type where it built the query; cursors are not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken),
  }
}

const unavailable = (cause: unknown): never => {
  throw new DatabaseUnavailable(cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause), { cause })
}

/** Connection failures (class 08), a server that stops or starts (57P01 to 57P03) and errors of the socket; all else is an answer of the server. */
const isBroken = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (/^[0-9A-Z]{5}$/.test(code)) return /^(08|57P0[123])/.test(code)
  return code !== '' || /connection|queryable|read timeout|terminat/i.test(error.message)
}

/** Names the statements that come again, so that the server parses each of them once a connection. */
export const statementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const once = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size === mostNames || text.length > longestText) return name
    if (once.delete(text)) names.set(text, `portal_${names.size}`)
    else if (once.size < mostNames) once.add(text)
    else once.clear()
    return names.get(text)
  }
}

// Every connection of the server keeps the plans of all of them in its memory.
const mostNames = 200

/** Inserts of whole batches are longer, and seldom have the same number of rows twice. */
const longestText = 8000

interface Rights {
  readonly role: string
  readonly name: string
  readonly tables: boolean | null
}

/** Since version 15 PostgreSQL lets nobody but a database's owner make tables in it: told before the first one is tried. */
export const refuseWithoutRights = async (db: Db): Promise<void> => {
  const { rows } = await sql<Rights>`
    select current_user::text as role, current_database()::text as name, has_schema_privilege(current_schema(), 'create') as tables`.execute(db)
  const [rights] = rows
  if (!rights || rights.tables) return
  const { role, name } = rights
  throw new OperatorError(
    `The role ${role} of DATABASE_URL may not make tables in the database ${name}. Make it the owner: alter database "${name}" owner to "${role}";`,
  )
}
