import { type CompiledQuery, type DatabaseConnection, Kysely } from 'kysely'
import type { Db } from '../../ports'
import { batchDialect, type HeldConnection, heldConnectionOf, type Statement, type StatementResult } from './batch-connection'
import { type RequiredRow, type RowVersion, requiredRows, requireQuery } from './row-versions'

/** What a handle assumes: that rows are still stored in the versions in which they were read. */
interface Assumption {
  readonly versions: readonly RowVersion[]
  /** Called when the assumption has proved true. */
  confirm(): void
}

/**
 * Returns a handle of the same database that checks an assumption together with its first statement, in one message. The result of that statement is returned, and
 * further statements are sent, only if the assumption is true; otherwise they fail. If the first statement may write, the check is sent before it.
 */
export const withAssumption = (db: Db, { versions, confirm }: Assumption): Db => {
  const required = requiredByVersions.get(versions) ?? requiredRows(versions, { locks: false })
  requiredByVersions.set(versions, required)
  const state: AssumptionState = { db, required, confirm, checked: undefined }
  const acquire = (): Promise<HeldConnection> =>
    new Promise((resolve, reject) => {
      // Kysely releases the connection when this promise is resolved.
      const hold = (connection: DatabaseConnection): Promise<void> =>
        new Promise((release) => resolve({ send: (statements) => sendChecked(state, heldConnectionOf(connection), statements), release }))
      db.getExecutor().provideConnection(hold).catch(reject)
    })
  const handle: Db = new Kysely({ dialect: batchDialect({ acquire, end: async () => {} }) })
  states.set(handle, state)
  return handle
}

/** A session has the same versions in all its calls. */
const requiredByVersions = new WeakMap<readonly RowVersion[], readonly RequiredRow[]>()

interface AssumptionState {
  readonly db: Db
  readonly required: readonly RequiredRow[]
  readonly confirm: () => void
  /** Set once the check is sent; rejects if the assumption is false. */
  checked: Promise<void> | undefined
}

const states = new WeakMap<Db, AssumptionState>()

const sendChecked = async (state: AssumptionState, held: HeldConnection, statements: readonly Statement[]): Promise<readonly StatementResult[]> => {
  // A transaction must end even if the assumption is false.
  if (statements[0]?.sql === 'rollback') return held.send(statements)
  if (state.checked) {
    await state.checked
    return held.send(statements)
  }
  const query = requireQuery(state.db, state.required)
  const isRead = statements.every(({ sql }) => /^\s*(select|begin)\b/.test(sql))
  const sent = held.send(isRead ? [query, ...statements] : [query])
  state.checked = sent.then(([result]) => confirmIfAny(state, result?.rows ?? []))
  await state.checked
  return isRead ? (await sent).slice(1) : held.send(statements)
}

const confirmIfAny = ({ confirm }: AssumptionState, rows: readonly unknown[]): void => {
  if (rows.length === 0) throw changedRowError()
  confirm()
}

const changedRowError = (): Error => new Error('A row has changed since it was last read.')

/** Returns the rows that the first statement of a handle may require itself, instead of being sent with the check (see `queryRequiring`); undefined if the check was sent, if the handle assumes nothing, or if the rows are so many that their conditions would make each statement slow. */
export const rowsToRequire = (db: Db): readonly RequiredRow[] | undefined => unchecked(db)?.required

const unchecked = (db: Db): AssumptionState | undefined => {
  const state = states.get(db)
  return state && !state.checked && state.required.length <= maxRequired ? state : undefined
}

/** A session has five rows, and one more for each further agreement of its user. */
const maxRequired = 10

/** Returns the rows that a statement must require: referenced records that were read without a lock, and `rowsToRequire`. */
export const rowsRequiredBy = (db: Db, references: readonly RowVersion[] = []): readonly RequiredRow[] => [
  ...requiredRows(references, { locks: true }),
  ...(rowsToRequire(db) ?? []),
]

/** Executes a statement that may write, requires `rowsRequiredBy` its database, and returns at least one row if they are stored. Throws an error if it returns none because of an assumption. */
export const executeRequiring = async <Row>(db: Db, query: CompiledQuery<Row>): Promise<readonly Row[]> => {
  const state = unchecked(db)
  // A statement that fails may have written before its connection broke, so the call must not run again.
  const rows = await queryRequiring(db, query).catch((error: unknown) => {
    state?.confirm()
    throw error
  })
  if (rows.length === 0 && state) throw changedRowError()
  return rows
}

/** Executes a statement that requires `rowsToRequire`, and returns its rows. If it returns none, the check has not been sent yet, because the statement may have found no row although the required ones are stored. */
export const queryRequiring = async <Row>(db: Db, query: CompiledQuery<Row>): Promise<readonly Row[]> => {
  const state = unchecked(db)
  if (!state) return (await db.executeQuery(query)).rows
  const { rows } = await state.db.executeQuery(query)
  if (rows.length > 0) {
    state.confirm()
    state.checked = Promise.resolve()
  }
  return rows
}

/** Returns the database of a handle that assumes something; any other database unchanged. */
export const databaseOf = (handle: Db): Db => states.get(handle)?.db ?? handle
