import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { parserOf } from '../database/column-values'
import { DatabaseUnavailable, isSqlState, StatementCancelled } from '../database/errors'
import { codeOf, messageOf } from './operator-error'

/** Numbers of connections of a pool and of its waiting callers. */
export interface PoolState {
  readonly open: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  format === 'binary'
    ? pg.types.getTypeParser(oid, format)
    : parserOf(oid, (engineOid) => pg.types.getTypeParser(engineOid, 'text'))

/**
 * The options of all connections: values have the types of the database layer, and statements are sent before the
 * result of the previous one is known (see `executeTogether`).
 */
export const clientOptions = { types: { getTypeParser }, pipeline: true } as const

/** The options of a guarded pool. */
export interface GuardOptions {
  /** Returns the name with which a connection keeps a statement, so that the server parses it only once. */
  nameOf(text: string): string | undefined
  /** Called if the database lacks resources, such as space on its disk. */
  onLackOfResources?(error: DatabaseUnavailable): void
}

/**
 * Returns the pool as Kysely uses it.
 * Its connections throw `DatabaseUnavailable` if the server cannot be reached, and a broken connection is never reused.
 */
export const guardedPool = (pool: pg.Pool, options: GuardOptions): PostgresPool => {
  // An idle connection that breaks emits an event, which would end this process if it had no listener; the next query
  // reports the failure.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  return {
    connect: async () => guardedClient(await pool.connect().catch(throwUnavailable), options),
    end: () => pool.end(),
  }
}

const guardedClient = (
  client: pg.PoolClient,
  { nameOf, onLackOfResources = () => {} }: GuardOptions,
): PostgresPoolClient => {
  let mustClose = false
  const send = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    try {
      const result: pg.QueryResult | pg.QueryResult[] = await client.query({
        text,
        values: [...values],
        name: values.length > 0 ? nameOf(text) : undefined,
      })
      // A script has a result for each of its statements.
      return Array.isArray(result) ? result.at(-1) : result
    } catch (error) {
      if (isCancelled(error)) throw new StatementCancelled(messageOf(error), { cause: error })
      if (lacksResources(error)) {
        onLackOfResources(unavailable(error))
        return throwUnavailable(error)
      }
      mustClose ||= breaksConnection(error) || hasChangedResult(error)
      return breaksConnection(error) ? throwUnavailable(error) : Promise.reject(error)
    }
  }
  /** Why the current transaction has not begun. */
  let beginFailure: unknown
  let isEnding = false
  const query = async (text: string, values: readonly unknown[]) => {
    // Kysely accepts statements of a transaction until the server has confirmed its end.
    // They would be committed on their own.
    if (isEnding)
      throw new Error(
        'A statement was sent while its transaction was ending. Is each statement of the transaction awaited?',
      )
    if (beginFailure !== undefined) throw beginFailure
    const sent = send(text, values)
    // A transaction begins in the same round trip as its first statement.
    // Without a transaction, no other statement may follow.
    if (/^(begin|start transaction)\b/.test(text)) {
      sent.catch((error: unknown) => {
        beginFailure = error
        mustClose = true
      })
      return { command: 'BEGIN', rows: [] }
    }
    const endsTransaction = text === 'commit' || text === 'rollback'
    isEnding = endsTransaction
    const { command, rowCount, rows } = await sent.finally(() => {
      if (endsTransaction) isEnding = false
    })
    if (text === 'commit' && command !== 'COMMIT')
      throw new Error('The transaction was rolled back, because one of its statements had failed.')
    return { command, rowCount, rows }
  }
  // The interface of Kysely also has a form of `query` for cursors, which the portal does not use.
  return { query, release: () => client.release(mustClose) } as unknown as PostgresPoolClient
}

const unavailable = (cause: unknown): DatabaseUnavailable =>
  cause instanceof DatabaseUnavailable ? cause : new DatabaseUnavailable(messageOf(cause), { cause })

const throwUnavailable = (cause: unknown): never => {
  throw unavailable(cause)
}

/** Returns whether the server cancelled the statement because it took too long; the connection stays usable. */
const isCancelled = (error: unknown): boolean => codeOf(error) === '57014'

/** Returns whether the database lacks resources (class 53), such as space on its disk; the connection stays usable. */
const lacksResources = (error: unknown): boolean => /^53\w{3}$/.test(codeOf(error))

/**
 * Returns whether an error means that the connection is broken: class 08, a stopping or starting server (57P01 to
 * 57P03), and socket errors.
 * After all other errors, the connection can be used.
 */
const breaksConnection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  if (isSqlState(code)) return /^(08|57P0[123])/.test(code)
  return code !== '' || /connection|queryable|read timeout|terminat/i.test(error.message)
}

/**
 * Returns whether a prepared statement would now return other columns, because a table has changed since.
 * A new connection prepares it again.
 */
const hasChangedResult = (error: unknown): boolean => codeOf(error) === '0A000'
