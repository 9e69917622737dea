import { sql } from 'kysely'
import type { Db } from '../../../src/server/ports'

/** Tables of sessions and limits, which every call may write. */
const ofSessions = ['session', 'rate_limit', 'known_time', 'security_log']

/**
 * Returns a digest of the rows of each table, audit lines included, so that a test can tell whether anything was
 * written.
 */
export const contentOf = async (db: Db): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely%' order by tablename`.execute(
    db,
  )
  const content: Record<string, string> = {}
  for (const { name } of rows.filter((table) => !ofSessions.includes(table.name))) {
    const { rows: digests } = await sql<{
      digest: string
    }>`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${sql.table(name)} t`.execute(
      db,
    )
    content[name] = digests[0]?.digest ?? ''
  }
  return content
}
