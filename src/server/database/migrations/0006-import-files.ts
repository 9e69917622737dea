import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds a table with the user and the content hash of each import file, and a table with the column mappings that users have corrected. */
export const importFiles = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  // The table has no reference to `file`: an older backup contains only `file`, and a reference would prevent its replacement.
  `create table if not exists import_file (
    file_id text primary key,
    resource text not null,
    user_id text not null,
    upload_time timestamptz not null,
    content_hash text not null
  )`,
  'create index if not exists import_file_content_hash on import_file (content_hash)',
  // `titles` is a digest of the titles of the files to which the mapping applies.
  `create table if not exists import_mapping (
    uniform_no text not null,
    resource text not null,
    titles text not null,
    mapping jsonb not null,
    update_time timestamptz not null,
    primary key (uniform_no, resource, titles)
  )`,
]
