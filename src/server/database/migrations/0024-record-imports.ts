import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds a table with the content hash of each file whose records were imported. The files themselves are deleted after the import. */
export const recordImports = async (db: Db): Promise<void> => {
  await sql`
    create table if not exists record_import (
      uniform_no text not null,
      resource text not null,
      content_hash text not null,
      import_time timestamptz not null,
      primary key (uniform_no, resource, content_hash)
    )`.execute(db)
}
