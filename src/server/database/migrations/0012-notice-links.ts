import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds the links in notices of bills, and the addresses whose owners have unsubscribed from such notices. */
export const noticeLinks = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  // Tokens and addresses are stored only as digests. The table has no references to tables of schemas, because these are created later.
  `create table if not exists notice_link (
    token_hash text primary key,
    purpose text not null,
    channel text not null,
    bill_serial_id bigint not null,
    address_hash text not null,
    expire_time timestamptz not null
  )`,
  'create index if not exists notice_link_expire_time on notice_link (expire_time)',
  `create table if not exists notice_unsubscription (
    uniform_no text not null,
    address_hash text not null,
    unsubscribe_time timestamptz not null,
    primary key (uniform_no, address_hash)
  )`,
  // For the list of a company's runs.
  'create index if not exists bill_notice_run_company on bill_notice_run (uniform_no, run_id)',
]
