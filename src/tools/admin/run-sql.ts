import { readFileSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import type { Desk } from './desk'
import { AdminRefusal } from './refusal'

/** Runs the statements of a file, all or none: for what a start leaves to a person, also in the embedded database, which no other program can open. */
export const runSql = async ({ db, say }: Pick<Desk, 'db' | 'say'>, path: string | undefined): Promise<void> => {
  if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new AdminRefusal('sql needs a file with the statements that the start of the portal has printed, such as: npm run admin -- sql changes.sql')
  const statements = statementsIn(readFileSync(path, 'utf8'))
  await db.transaction().execute(async (trx) => {
    for (const [index, statement] of statements.entries()) {
      await sql
        .raw(statement)
        .execute(trx)
        .catch((error: unknown) => {
          const why = error instanceof Error ? error.message : String(error)
          throw new AdminRefusal(`Statement ${index + 1} failed, so that nothing was changed: ${why}.\n  ${statement}`)
        })
    }
  })
  say(`${statements.length} ${statements.length === 1 ? 'statement' : 'statements'} done.`)
}

// Each ends with a semicolon at the end of its line, behind which only a comment may stand.
const statementsIn = (text: string): readonly string[] =>
  text
    .split(/;[ \t]*(?:--.*)?(?:\r?\n|$)/)
    .map((one) => one.replace(/^\s*--.*$/gm, '').trim())
    .filter(Boolean)
