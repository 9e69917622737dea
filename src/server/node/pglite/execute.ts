import type { ParserOptions, PGlite } from '@electric-sql/pglite'
import { types } from '@electric-sql/pglite'
import { parsedTypes, parserOf } from '../../database/column-values'
import type { PGlitePort, Statement, StatementResult } from '../../database/pglite-database'

/** Returns a function that executes statements on a PGlite in this thread. This file also runs in browsers, so it imports nothing from Node. */
export const pgliteExecutor =
  (pglite: PGlite): PGlitePort['send'] =>
  async (statements) => {
    const results: StatementResult[] = []
    for (const statement of statements) results.push(await execute(pglite, statement))
    return results
  }

const execute = async (pglite: PGlite, { sql, parameters }: Statement): Promise<StatementResult> => {
  // A statement without parameters may be a script, which returns the result of its last statement.
  const result = parameters.length > 0 ? await pglite.query(sql, [...parameters], { parsers }) : (await pglite.exec(sql, { parsers })).at(-1)
  return { rows: result?.rows ?? [], affectedRows: result?.affectedRows }
}

const parsers: ParserOptions = Object.fromEntries(parsedTypes.map((oid) => [oid, parserOf(oid, (engineOid) => types.parsers[engineOid] ?? ((text) => text))]))
