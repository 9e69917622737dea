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
import type { RowVersion } from './row-versions'

/** A statement with the values of its parameters. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The rows that a statement returned, and the number of rows that it changed, which is undefined for statements that only read. */
export interface StatementResult {
  readonly rows: unknown[]
  readonly affectedRows?: number | undefined
}

/** Sends statements to the database in one message and returns their results. The first error rejects the promise, and no further statement runs. */
export type SendStatements = (statements: readonly Statement[], options: SendOptions) => Promise<readonly StatementResult[]>

/** How the embedded database executes statements. For PostgreSQL, the connection pool has this option (`plans`). */
export interface SendOptions {
  /** Whether a repeated statement is prepared once and keeps its plan. It must be false for imports, because the plan for an empty table is slow after an import has filled the table. */
  readonly keepsPlans: boolean
}

/** A connection that one caller uses until they release it. */
export interface HeldConnection {
  send(statements: readonly Statement[]): Promise<readonly StatementResult[]>
  release(): void
}

/** The connections to a database. */
export interface ConnectionSource {
  acquire(): Promise<HeldConnection>
  end(): Promise<void>
}

/** Returns the dialect of both engines. A transaction begins with its first statement, so that `begin` takes no extra round trip. */
export const batchDialect = (source: ConnectionSource): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => batchDriver(source),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
})

const batchDriver = (source: ConnectionSource): Driver => ({
  init: async () => {},
  destroy: () => source.end(),
  acquireConnection: async () => new BatchConnection(await source.acquire()),
  releaseConnection: async (connection: BatchConnection) => connection.held.release(),
  beginTransaction: async (connection: BatchConnection, settings) => connection.begin(settings),
  commitTransaction: (connection: BatchConnection) => connection.commit(),
  rollbackTransaction: (connection: BatchConnection) => connection.rollback(),
})

/** Queues a statement whose result nobody needs, and sends it in one message with the next statement or the commit of the transaction. Outside a transaction, sends the statement at once. */
export const executeWithNext = async (db: Db, query: CompiledQuery): Promise<void> => {
  if (db.isTransaction) await db.getExecutor().provideConnection(async (connection) => void batchConnection(connection).executeLater(query))
  else await db.executeQuery(query)
}

/** Executes the last statement of a transaction and commits the transaction in the same message. Nothing may be executed with `trx` afterwards. */
export const executeAndCommit = <Row>(trx: Db, query: CompiledQuery<Row>): Promise<QueryResult<Row>> =>
  trx.getExecutor().provideConnection((connection) => batchConnection(connection).executeAndCommit(query))

/** Executes statements in one round trip and returns their rows. */
export const executeTogether = async <Rows extends readonly unknown[] | readonly []>(
  db: Db,
  queries: { readonly [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
): Promise<{ readonly [Index in keyof Rows]: readonly Rows[Index][] }> => {
  const results = await db.getExecutor().provideConnection((connection) => batchConnection(connection).executeAll(queries))
  // The cast is needed, because `map` returns an array and not a tuple.
  return results.map(({ rows }) => rows) as { [Index in keyof Rows]: readonly Rows[Index][] }
}

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
        new Promise((release) => resolve({ send: (statements) => sendChecked(state, batchConnection(connection).held, statements), release }))
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

const batchConnection = (connection: DatabaseConnection): BatchConnection => {
  if (connection instanceof BatchConnection) return connection
  throw new Error('The connection was not opened by this dialect.')
}

const commitStatement = CompiledQuery.raw('commit')

interface WaitingStatement {
  readonly query: CompiledQuery
  resolve(result: QueryResult<never>): void
  reject(error: unknown): void
}

/** A connection that can queue statements, and sends them in one message with the next statement. */
class BatchConnection implements DatabaseConnection {
  #waiting: WaitingStatement[] = []
  /** `none` outside a transaction. A transaction that is `committed` has not yet been ended by Kysely. */
  #transaction: 'none' | 'beginning' | 'open' | 'committed' = 'none'

  constructor(readonly held: HeldConnection) {}

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = this.executeLater<Row>(query)
    this.#sendWaiting()
    return result
  }

  /** Queues a statement that is sent with the next one, and returns its result. If a statement of the message fails, all of them fail. */
  executeLater<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === 'committed') throw new Error('The transaction has already been committed.')
    const result = new Promise<QueryResult<Row>>((resolve, reject) => this.#waiting.push({ query, resolve, reject }))
    // Prevents an unhandled rejection if nobody waits for this result. The next statement reports the failure.
    result.catch(() => {})
    return result
  }

  /** Sends statements together and returns their results. */
  executeAll(queries: readonly CompiledQuery[]): Promise<readonly QueryResult<unknown>[]> {
    const results = queries.map((query) => this.executeLater<unknown>(query))
    if (results.length > 0) this.#sendWaiting()
    return Promise.all(results)
  }

  streamQuery(): never {
    throw new Error('There are no cursors; read in pages instead.')
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    this.#transaction = 'beginning'
    this.executeLater(CompiledQuery.raw(['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')))
  }

  /** Executes a statement and commits the transaction in the same message. */
  async executeAndCommit<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = this.executeLater<Row>(query)
    await this.executeQuery(commitStatement)
    this.#transaction = 'committed'
    return result
  }

  async commit(): Promise<void> {
    // If a transaction has no statements, its `begin` was never sent, so there is nothing to commit.
    if (this.#transaction === 'beginning' && this.#waiting.length === 1) this.#waiting = []
    else if (this.#transaction !== 'committed') await this.executeQuery(commitStatement)
    this.#transaction = 'none'
  }

  async rollback(): Promise<void> {
    for (const { reject } of this.#waiting) reject(new Error('The transaction was rolled back before this statement was sent.'))
    this.#waiting = []
    if (this.#transaction === 'open') await this.executeQuery(CompiledQuery.raw('rollback'))
    this.#transaction = 'none'
  }

  async #sendWaiting(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    if (this.#transaction === 'beginning') this.#transaction = 'open'
    try {
      const results = await this.held.send(batch.map(({ query }) => query))
      batch.forEach(({ resolve }, index) => {
        const { rows = [], affectedRows } = results[index] ?? {}
        // The caller chose the row type when it built the query.
        resolve({ rows: rows as never[], ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) })
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
