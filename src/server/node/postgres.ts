import { readFileSync } from 'node:fs'
import { type Dialect, sql } from 'kysely'
import pg from 'pg'
import { parserOf } from '../database/column-values'
import { DatabaseUnavailable, isSqlState } from '../database/errors'
import type { PoolState } from '../database/pglite-database'
import { batchDialect, type ConnectionSource, type Statement, type StatementResult } from '../database/statements/batch-connection'
import { statementProtocol } from '../database/statements/protocol'
import type { Db } from '../ports'
import { codeOf, messageOf, OperatorError } from './operator-error'
import { sendBatch } from './postgres-batch'
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
  readonly databaseTls?: DatabaseTls | undefined
  readonly timeouts?: DatabaseTimeouts | undefined
}

/** Milliseconds that the server may take to cancel a statement after its timeout; after that the connection counts as broken. */
const cancelMs = 5000

/** Opens a pool of connections to a PostgreSQL server, with the types of the database layer and sessions in UTC; returns its Kysely dialect and a function that returns its state. */
export const postgresPool = (url: string, { maxConnections, plans, databaseTls, timeouts = { connect: 10_000, statement: 0 } }: PoolOptions) => {
  const { connect, statement } = timeouts
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    // No parallel workers, because requests already run in parallel; no JIT, because compiling an expression takes longer than reading one page of a list of a million records.
    options: `-c TimeZone=UTC -c DateStyle=ISO -c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=${plans}`,
    types: { getTypeParser },
    keepAlive: true,
    connectionTimeoutMillis: connect,
    statement_timeout: statement,
    query_timeout: statement === 0 ? 0 : statement + cancelMs,
    ...(databaseTls ? { ssl: databaseTls.caFile === undefined ? true : { ca: readFileSync(databaseTls.caFile, 'utf8') } } : {}),
  })
  const state = (): PoolState => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  const dialect: Dialect = batchDialect(guardedPool(pool))
  return { dialect, state }
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  format === 'binary' ? pg.types.getTypeParser(oid, format) : parserOf(oid, (engineOid) => pg.types.getTypeParser(engineOid, 'text'))

/** Returns the connections of a pool. They throw `DatabaseUnavailable` if the server cannot be reached, and a broken connection is never reused. */
const guardedPool = (pool: pg.Pool): ConnectionSource => {
  // An idle connection that breaks emits an event, which would end this process if it had no listener; the next query reports the failure.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const nameOf = statementNames()
  const protocolOf = perClient(() =>
    statementProtocol(
      ({ sql, parameters }) => (parameters.length > 0 ? nameOf(sql) : undefined),
      (oid) => getTypeParser(oid, 'text'),
    ),
  )
  const acquire = async () => {
    const client = await pool.connect().catch(throwUnavailable)
    return guardedClient(client, protocolOf(client))
  }
  return { acquire, end: () => pool.end() }
}

/** Returns a function that creates a value once for each client of a pool. */
const perClient = <T>(create: () => T): ((client: pg.PoolClient) => T) => {
  const values = new WeakMap<pg.PoolClient, T>()
  return (client) => {
    const value = values.get(client) ?? create()
    values.set(client, value)
    return value
  }
}

const guardedClient = (client: pg.PoolClient, protocol: ReturnType<typeof statementProtocol>): Awaited<ReturnType<ConnectionSource['acquire']>> => {
  let isConnectionBroken = false
  const send = async (statements: readonly Statement[]): Promise<readonly StatementResult[]> => {
    try {
      if (!statements.some(isScript)) return await sendBatch(client, protocol(statements))
      const results: StatementResult[] = []
      for (const statement of statements)
        results.push(...(await (isScript(statement) ? sendScript(client, statement) : sendBatch(client, protocol([statement])))))
      return results
    } catch (error) {
      if (isCancelled(error)) return throwUnavailable(error)
      if (!breaksConnection(error)) throw error
      isConnectionBroken = true
      return throwUnavailable(error)
    }
  }
  return { send, release: () => client.release(isConnectionBroken) }
}

/** Returns whether a text has several statements, which the protocol does not allow in a message with other statements. */
const isScript = ({ sql, parameters }: Statement): boolean => parameters.length === 0 && /;\s*\S/.test(sql)

/** Sends a script. Its results are not used. */
const sendScript = async (client: pg.PoolClient, { sql }: Statement): Promise<readonly StatementResult[]> => [{ rows: (await client.query(sql)).rows ?? [] }]

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

/** Throws if the role has no right to create tables; since PostgreSQL 15, only the owner of a database has this right by default. */
export const requireTableRights = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ role: string; name: string; canCreate: boolean | null }>`
    select current_user::text as role, current_database()::text as name, has_schema_privilege(current_schema(), 'create') as "canCreate"`.execute(db)
  const [rights] = rows
  if (!rights || rights.canCreate) return
  const { role, name } = rights
  throw new OperatorError(
    `The role ${role} of DATABASE_URL has no right to create tables in the database ${name}. Make it the owner: alter database "${name}" owner to "${role}";`,
  )
}
