import { sql } from 'kysely'
import type { Db } from '../../ports'

/** The views of lists that users have saved, and the columns that they have set, for the users of a company or the bank. */
export const savedViews = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

// `uniform_no` is empty for users of the bank.
const statements: readonly string[] = [
  `create table internal_saved_view (
    view_id bigint generated always as identity primary key,
    uniform_no text not null,
    user_id text not null,
    page text not null,
    name text not null,
    is_shared boolean not null,
    query jsonb not null,
    update_time timestamptz not null,
    constraint internal_saved_view_name unique (uniform_no, user_id, page, name)
  )`,
  `create table internal_list_layout (
    uniform_no text not null,
    user_id text not null,
    page text not null,
    columns jsonb not null,
    update_time timestamptz not null,
    primary key (uniform_no, user_id, page)
  )`,
]
