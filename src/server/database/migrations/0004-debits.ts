import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * Files with which the bank requests direct debits and authorizations of them.
 * The files of a batch have the same parameters.
 */
export const debits = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  // Authorizations (P02) belong to no term.
  `create table internal_debit_batch (
    batch_id bigint generated always as identity primary key,
    apply_code text not null,
    bill_term_id text,
    media_format text not null,
    debit_date date not null,
    tx_id text not null,
    constraint internal_debit_batch_parameters unique nulls not distinct (apply_code, bill_term_id, debit_date, media_format, tx_id)
  )`,
  `create table internal_debit_file (
    debit_file_id bigint generated always as identity primary key,
    batch_id bigint not null references internal_debit_batch,
    state text not null check (state in ('Proposed', 'Released', 'Refused')),
    includes_exported boolean not null,
    file_id text not null,
    record_count bigint not null,
    total_amount bigint not null,
    request_user text not null,
    request_time timestamptz not null,
    check_user text,
    check_time timestamptz,
    check_reason text
  )`,
  'create index internal_debit_file_batch on internal_debit_file (batch_id)',
  // `line_serial_id` is the line of a successful debit.
  // A reply names a record by its format, day, sequence number and reference: the account of a bill, or the user number of
  // an authorization. Its other values must be those that were sent.
  `create table internal_debit_record (
    debit_record_id bigint generated always as identity primary key,
    debit_file_id bigint not null references internal_debit_file,
    media_format text not null,
    debit_date date not null,
    seq bigint not null,
    reference text not null,
    apply_code text not null,
    bill_serial_id bigint,
    payer_serial_id bigint,
    amount bigint not null,
    sent jsonb not null,
    state text not null check (state in ('Proposed', 'Unanswered', 'Succeeded', 'Refused', 'Withdrawn')),
    result_code text,
    reply_file_serial_id bigint,
    line_serial_id bigint,
    answer_time timestamptz
  )`,
  'create index internal_debit_record_file on internal_debit_record (debit_file_id)',
  // A day's numbers are one series for all files of an agreement.
  'create unique index internal_debit_record_seq on internal_debit_record (apply_code, debit_date, seq)',
  'create index internal_debit_record_named on internal_debit_record (debit_date, seq)',
  `create index internal_debit_record_bill on internal_debit_record (bill_serial_id) where state in ('Proposed', 'Unanswered')`,
  `create index internal_debit_record_settled on internal_debit_record (bill_serial_id) where state = 'Succeeded'`,
  'create index internal_debit_record_payer on internal_debit_record (payer_serial_id) where payer_serial_id is not null',
  'create index internal_debit_record_reply on internal_debit_record (reply_file_serial_id) where reply_file_serial_id is not null',
]
