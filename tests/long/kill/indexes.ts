/** Runs a query, on either engine. */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, string>>[]>

/** Returns the indexes with a wrong order or without rows of their tables, as PostgreSQL's amcheck finds them. */
export const brokenIndexes = async (ask: Ask): Promise<readonly string[]> => {
  await ask('create extension if not exists amcheck')
  const problems: string[] = []
  for (const { name } of await ask(allIndexes)) {
    const problem = await ask(`select bt_index_check('${name}'::regclass, true)`).then(() => undefined, reasonOf)
    if (problem !== undefined) problems.push(`index ${name}: ${problem}`)
  }
  return problems
}

const allIndexes = `
  select c.oid::regclass::text as name
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisready and i.indisvalid`

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
