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
} from 'kysely'
import type { Db } from '../ports'
import { connectionLocks, type Lock } from './connection-locks'

/** A statement with the values of its parameters. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The rows that a statement returned, and the number of rows that it changed. */
export interface StatementResult {
  readonly rows: unknown[]
  readonly affectedRows?: number | undefined
}

/** The part of PGlite that the database layer needs. One implementation uses a PGlite in this thread, another one a PGlite in a worker thread. */
export interface PGlitePort {
  /** Executes statements one after the other and returns their results. The first error rejects the promise, and no further statement is executed. */
  send(statements: readonly Statement[]): Promise<readonly StatementResult[]>
}

/** Returns whether the statements begin a transaction. */
export const beginsTransaction = (statements: readonly Statement[]): boolean => statements.some(({ sql }) => /^begin\b/.test(sql))

/** Returns whether the statements end a transaction. */
export const endsTransaction = (statements: readonly Statement[]): boolean => /^(commit|rollback)$/.test(statements.at(-1)?.sql ?? '')

/** Returns two Kysely instances over the single connection of a PGlite. The connection serves one query or transaction at a time, and background work only when no request waits. */
export const pgliteDatabase = (port: PGlitePort): { readonly db: Db; readonly backgroundDb: Db; pools(): PoolStates } => {
  const { requests, background, state } = connectionLocks()
  const pools = (): PoolStates => {
    const current = state()
    const shared = { open: 1, idle: current.isUsed ? 0 : 1 }
    return { requests: { ...shared, waiting: current.requests }, background: { ...shared, waiting: current.background } }
  }
  return { db: new Kysely({ dialect: dialect(port, requests) }), backgroundDb: new Kysely({ dialect: dialect(port, background) }), pools }
}

/** The connections of requests and of background work; an embedded database has one for both. */
export interface PoolStates {
  readonly requests: PoolState
  readonly background: PoolState
}

/** Numbers of connections and of waiting callers. */
export interface PoolState {
  readonly open: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

const dialect = (port: PGlitePort, lock: Lock): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => pgliteDriver(port, lock),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
})

const pgliteDriver = (port: PGlitePort, lock: Lock): Driver => ({
  init: async () => {},
  destroy: async () => {},
  acquireConnection: async () => {
    await lock.acquire()
    return new PGliteConnection(port)
  },
  releaseConnection: async () => lock.release(),
  beginTransaction: async (connection, { isolationLevel, accessMode }) => {
    await connection.executeQuery(CompiledQuery.raw(['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')))
  },
  commitTransaction: async (connection: PGliteConnection) => {
    if (connection.hasFailed) throw new Error('The transaction was rolled back, because one of its statements had failed.')
    await connection.executeQuery(CompiledQuery.raw('commit'))
  },
  rollbackTransaction: async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  },
})

interface WaitingStatement {
  readonly query: CompiledQuery
  resolve(result: QueryResult<never>): void
  reject(error: unknown): void
}

/** A connection that sends the statements that are executed without waiting in one message. */
class PGliteConnection implements DatabaseConnection {
  #waiting: WaitingStatement[] = []
  /** Whether a statement has failed, after which PostgreSQL would answer a commit with a rollback. */
  hasFailed = false

  constructor(private readonly port: PGlitePort) {}

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject })
      if (this.#waiting.length === 1) queueMicrotask(() => this.#send())
    })
  }

  streamQuery(): never {
    throw new Error('There are no cursors; read in pages instead.')
  }

  async #send(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    try {
      const results = await this.port.send(batch.map(({ query: { sql, parameters } }) => ({ sql, parameters })))
      batch.forEach(({ resolve }, index) => {
        const { rows = [], affectedRows } = results[index] ?? {}
        // The caller chose the row type when it built the query.
        resolve({ rows: rows as never[], ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) })
      })
    } catch (error) {
      this.hasFailed = true
      for (const { reject } of batch) reject(error)
    }
  }
}
