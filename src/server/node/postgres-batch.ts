import type pg from 'pg'
import type { StatementResult } from '../database/statements/batch-connection'
import type { ResultColumn, SentStatements } from '../database/statements/protocol'

/** Sends statements in one message and returns their results; rejects with the first error, after which no further statement runs. */
export const sendBatch = (client: pg.PoolClient, statements: SentStatements): Promise<readonly StatementResult[]> =>
  new Promise((resolve, reject) => {
    client.query(new StatementBatch(statements, (error, results) => (error ? reject(error) : resolve(results ?? []))))
  })

/** Statements that are sent with one Sync at the end; a submittable of `pg`, as its cursors are. */
class StatementBatch implements pg.Submittable {
  readonly #sent: SentStatements
  #error: Error | undefined

  constructor(
    statements: SentStatements,
    /** Public, because `pg` replaces it when the response takes too long. */
    public callback: (error: Error | null, results?: readonly StatementResult[]) => void,
  ) {
    this.#sent = statements
  }

  submit({ stream }: pg.Connection): void {
    stream.write(this.#sent.message)
  }

  handleRowDescription({ fields }: { readonly fields: readonly ResultColumn[] }): void {
    this.#sent.results.describe(fields)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#sent.results.addRow(fields)
    } catch (error) {
      // Thrown here, the error would end the process: `pg` has received the message in an event.
      this.#error ??= error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#sent.results.complete(text)
  }

  handleEmptyQuery(): void {
    this.#sent.results.complete('')
  }

  handleError(error: Error): void {
    this.#sent.results.fail()
    this.callback(error)
  }

  handleReadyForQuery(): void {
    if (this.#error) this.callback(this.#error)
    else this.callback(null, this.#sent.results.finish())
  }
}
