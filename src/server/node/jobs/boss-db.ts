import { CompiledQuery } from 'kysely'
import type { Db } from '../../ports'
import { inTransaction } from '../../store/transaction'

/** What pg-boss asks of a database. */
export interface BossDb {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** The portal's database as pg-boss wants it, whichever engine: through our own connections, so that its statements can join our transactions. */
export const bossDb = (db: Db): BossDb => ({
  executeSql: (text, values = []) => (/^\s*BEGIN;/.test(text) ? runScript(db, text) : run(db, text, values)),
})

const run = async (db: Db, text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> => {
  // What pg-boss leaves undefined it means to be null.
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(
      text,
      values.map((value) => value ?? null),
    ),
  )
  return { rows }
}

/** A script with its own BEGIN and COMMIT, statement by statement: PGlite takes one at a time, and a failure leaves no half-open transaction in the pool. */
const runScript = (db: Db, text: string): Promise<{ rows: unknown[] }> =>
  inTransaction(db, async (trx) => {
    for (const statement of statementsOf(text)) if (!/^(BEGIN|COMMIT)$/.test(statement)) await run(trx, statement, [])
    return { rows: [] }
  })

/** Statements between semicolons; the body of a function, between `$$`, is part of its statement. */
export const statementsOf = (text: string): readonly string[] =>
  text
    .split('$$')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(';', '\0') : part))
    .join('$$')
    .split('\0')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
