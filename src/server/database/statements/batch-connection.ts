import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Db } from '../../ports'

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

/** Executes statements in one round trip and returns their rows. */
export const executeTogether = async <Rows extends readonly unknown[] | readonly []>(
  db: Db,
  queries: { readonly [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
): Promise<{ readonly [Index in keyof Rows]: readonly Rows[Index][] }> => {
  const results = await db.getExecutor().provideConnection((connection) => batchConnection(connection).executeAll(queries))
  // The cast is needed, because `map` returns an array and not a tuple.
  return results.map(({ rows }) => rows) as { [Index in keyof Rows]: readonly Rows[Index][] }
}

/** Returns the connection to which a connection of this dialect sends its statements. */
export const heldConnectionOf = (connection: DatabaseConnection): HeldConnection => batchConnection(connection).held

const batchConnection = (connection: DatabaseConnection): BatchConnection => {
  if (connection instanceof BatchConnection) return connection
  throw new Error('The connection was not opened by this dialect.')
}

interface WaitingStatement {
  readonly query: CompiledQuery
  resolve(result: QueryResult<never>): void
  reject(error: unknown): void
}

/** A connection that can queue statements, and sends them in one message with the next statement. */
class BatchConnection implements DatabaseConnection {
  #waiting: WaitingStatement[] = []
  #transaction: 'none' | 'beginning' | 'open' = 'none'

  constructor(readonly held: HeldConnection) {}

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = this.executeLater<Row>(query)
    this.#sendWaiting()
    return result
  }

  /** Queues a statement that is sent with the next one, and returns its result. If a statement of the message fails, all of them fail. */
  executeLater<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
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

  async commit(): Promise<void> {
    // If a transaction has no statements, its `begin` was never sent, so there is nothing to commit.
    if (this.#transaction === 'beginning' && this.#waiting.length === 1) this.#waiting = []
    else await this.executeQuery(CompiledQuery.raw('commit'))
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
