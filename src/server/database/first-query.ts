import { type CompiledQuery, type DatabaseConnection, Kysely } from 'kysely'
import type { Db } from '../ports'
import { batchDialect, type HeldConnection, heldConnectionOf, type Statement, type StatementResult } from './batch-connection'
import type { RowVersion } from './row-versions'

/** A query that is sent together with the first statement of a handle. */
export interface FirstQuery {
  readonly query: Statement
  /** Receives the rows of the query; throws an error if the results of the handle's statements must not be used. */
  check(rows: readonly unknown[]): void
  /** The rows on which the result of the query depends, in the versions that `check` requires; undefined if a statement cannot require them. */
  readonly versions: readonly RowVersion[] | undefined
  /** Called instead of `check` when a statement that required these versions has run. */
  confirm(): void
}

/**
 * Returns a handle of the same database that sends a query in one message with its first statement. The result of that statement is returned, and further
 * statements are sent, only after the check of the query. If the first statement may write, the query is sent and checked before it.
 */
export const withFirstQuery = (db: Db, first: FirstQuery): Db => {
  const state: FirstQueryState = { db, first, checked: undefined }
  const acquire = (): Promise<HeldConnection> =>
    new Promise((resolve, reject) => {
      // Kysely releases the connection when this promise is resolved.
      const hold = (connection: DatabaseConnection): Promise<void> =>
        new Promise((release) => resolve({ send: (statements) => sendChecked(state, heldConnectionOf(connection), statements), release }))
      db.getExecutor().provideConnection(hold).catch(reject)
    })
  const handle: Db = new Kysely({ dialect: batchDialect({ acquire, end: async () => {} }) })
  firstQueryStates.set(handle, state)
  return handle
}

interface FirstQueryState {
  readonly db: Db
  readonly first: FirstQuery
  /** Set once the query is sent; rejects if its check fails. */
  checked: Promise<void> | undefined
}

const firstQueryStates = new WeakMap<Db, FirstQueryState>()

const sendChecked = async (state: FirstQueryState, held: HeldConnection, statements: readonly Statement[]): Promise<readonly StatementResult[]> => {
  // A transaction must end even if the check has failed.
  if (statements[0]?.sql === 'rollback') return held.send(statements)
  if (state.checked) {
    await state.checked
    return held.send(statements)
  }
  const { query, check } = state.first
  const isRead = statements.every(({ sql }) => /^\s*(select|begin)\b/.test(sql))
  const sent = held.send(isRead ? [query, ...statements] : [query])
  state.checked = sent.then(([result]) => check(result?.rows ?? []))
  await state.checked
  return isRead ? (await sent).slice(1) : held.send(statements)
}

/** Returns the row versions that the first statement of a handle may require instead of being sent with the first query (see `executeRequiring`); undefined if that query was sent, or if the handle has none. */
export const versionsToRequire = (db: Db): readonly RowVersion[] | undefined => {
  const state = firstQueryStates.get(db)
  return state?.checked ? undefined : state?.first.versions
}

/** Executes a write that requires `versionsToRequire` and returns at least one row if it has written. Throws an error if it has not written. */
export const executeRequiring = async <Row>(handle: Db, query: CompiledQuery<Row>): Promise<readonly Row[]> => {
  const state = firstQueryStates.get(handle)
  if (!state) throw new Error('The handle has no first query.')
  const { db, first } = state
  // A statement that fails has required the versions too. It may even have written, if the connection broke afterwards.
  const { rows } = await db.executeQuery(query).catch((error: unknown) => {
    first.confirm()
    throw error
  })
  if (rows.length === 0) throw new Error('A row has changed since it was last read.')
  state.checked = Promise.resolve()
  first.confirm()
  return rows
}

/** Returns the database of a handle with a first query; any other database unchanged. */
export const databaseOf = (handle: Db): Db => firstQueryStates.get(handle)?.db ?? handle
