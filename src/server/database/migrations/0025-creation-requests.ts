import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds a table of the creations that carried a RequestId, by user. A creation that is sent again finds the outcome of the first here. */
export const creationRequests = async (db: Db): Promise<void> => {
  // The content is stored only as a digest. The outcome is the key of the record, or the response of an import or of notices.
  await sql`
    create table if not exists creation_request (
      uniform_no text not null,
      user_id text not null,
      request_id text not null,
      call text not null,
      content_hash text not null,
      outcome jsonb,
      request_time timestamptz not null,
      primary key (uniform_no, user_id, request_id)
    )`.execute(db)
  await sql`create index if not exists creation_request_time on creation_request (request_time)`.execute(db)
}
