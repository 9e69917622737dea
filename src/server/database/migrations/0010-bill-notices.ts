import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Creates the tables of notices, which inform payers of their bills, and of runs, in which users request notices. */
export const billNotices = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  `create table if not exists bill_notice_run (
    run_id bigint generated always as identity primary key,
    channel text not null,
    uniform_no text not null,
    request_user text not null,
    request_time timestamptz not null
  )`,
  // The table has no references to tables of schemas, because those tables are created later. The recipient is masked.
  `create table if not exists bill_notice (
    notice_id bigint generated always as identity primary key,
    run_id bigint not null references bill_notice_run on delete cascade,
    bill_serial_id bigint not null,
    channel text not null,
    recipient text not null,
    notify_status text not null default 'Pending',
    tries integer not null default 0,
    reason text,
    finish_time timestamptz
  )`,
  'create index if not exists bill_notice_run_id on bill_notice (run_id)',
  'create index if not exists bill_notice_bill on bill_notice (bill_serial_id, notice_id)',
  // A bill has at most one unfinished notice for each channel, even if several are requested at the same time. A failed notice is unfinished, because it is retried.
  `create unique index if not exists bill_notice_unfinished on bill_notice (bill_serial_id, channel) where notify_status in ('Pending', 'Failed')`,
  'create index if not exists bill_notice_run_request_time on bill_notice_run (request_time)',
]
