import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * Handlings of lines can be withdrawn, and store why they were refused, whether a user of the bank made them, and the
 * job that made them together with others.
 * Jobs have lanes.
 * Companies are told of credits by pushes.
 */
export const handlingsAndPushes = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  `alter table line_handling
    add column check_reason text,
    add column by_bank boolean not null default false,
    add column job_id bigint`,
  'alter table line_handling drop constraint line_handling_state_check',
  `alter table line_handling add constraint line_handling_state_check
    check (state in ('Proposed', 'Refused', 'Withdrawn', 'Done', 'Unmatched', 'Undone'))`,
  'create index internal_line_handling_job on line_handling (job_id) where job_id is not null',
  // Jobs of one name and lane run one after the other, those of different lanes at the same time.
  `alter table job add column lane text not null generated always as (coalesce(data ->> 'lane', '')) stored`,
  'drop index job_due',
  `create index job_due on job (name, lane, due_time) where state = 'waiting'`,
  // The secrets with which pushes to a company are signed, encrypted with a key that is derived from the portal's secret.
  // The former one also signs until its time.
  `create table internal_push_secret (
    apply_code text primary key,
    secret text not null,
    former_secret text,
    former_until timestamptz,
    change_time timestamptz not null
  )`,
  // The agreements whose administrators know that notices were given up, until the next one arrives.
  `create table internal_push_outage (
    apply_code text not null,
    notify_method text not null,
    tell_time timestamptz not null,
    primary key (apply_code, notify_method)
  )`,
  // The pushes that the receiver of a demo portal has got.
  `create table internal_demo_push (
    push_id bigint generated always as identity primary key,
    receive_time timestamptz not null,
    is_signed boolean not null,
    body text not null
  )`,
]
