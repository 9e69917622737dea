import pg from 'pg'

/** Sends statements in one message and returns their results; rejects with the first error, after which no further statement runs. */
export const queryBatch = (client: pg.PoolClient, statements: readonly pg.QueryConfig[]): Promise<readonly pg.QueryResult[]> =>
  new Promise((resolve, reject) => {
    client.query(new StatementBatch(statements, (error, results) => (error ? reject(error) : resolve(results ?? []))))
  })

/** A query of `pg`, with the members that the types of `pg` lack. */
interface PgQuery extends pg.Submittable {
  readonly name?: string
  readonly text: string
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
}

/** A connection of `pg`, with the member that the types of `pg` lack. */
interface PgConnection extends pg.Connection {
  readonly submittedNamedStatements: Record<string, string>
}

/** Several queries that are sent with one Sync at the end; a submittable of `pg`, as its cursors are. */
class StatementBatch implements pg.Submittable {
  readonly #queries: readonly PgQuery[]
  readonly #results: pg.QueryResult[] = []
  #current = 0

  constructor(
    statements: readonly pg.QueryConfig[],
    /** Public, because `pg` replaces it when the response takes too long. */
    public callback: (error: Error | null, results?: readonly pg.QueryResult[]) => void,
  ) {
    const collect = (error: Error | null, result: pg.QueryResult) => (error ? this.callback(error) : this.#results.push(result))
    this.#queries = statements.map((config) => new pg.Query({ ...config, queryMode: 'extended' } as pg.QueryConfig, collect as never) as unknown as PgQuery)
  }

  // `pg` reads the name and text of the current statement when the server has parsed it.
  get name(): string | undefined {
    return this.#queries[this.#current]?.name
  }

  get text(): string | undefined {
    return this.#queries[this.#current]?.text
  }

  submit(connection: pg.Connection): void {
    // Each query would send its own Sync; only the one at the end may be sent.
    const unsynced: pg.Connection = Object.create(connection, { sync: { value: () => {} } })
    connection.stream.cork()
    for (const query of this.#queries) query.submit(unsynced)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#current]?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#current]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#queries[this.#current]?.handleCommandComplete(message, connection)
    this.#current++
  }

  handleEmptyQuery(): void {
    this.#current++
  }

  handleError(error: Error, connection: PgConnection): void {
    // The server has not parsed the statements after the failed one, so `pg` must send them again before it uses their names.
    for (const { name } of this.#queries.slice(this.#current)) if (name) delete connection.submittedNamedStatements[name]
    this.callback(error)
  }

  handleReadyForQuery(connection: pg.Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection)
    this.callback(null, this.#results)
  }
}
