/**
 * The names of tables that no schema file may declare, because the portal keeps data of its own under them, such as
 * password hashes and sessions: the tables that migrations create.
 * A test compares this list with the migrated database.
 * The table of a new migration gets a name that begins with `internal_`, which no schema file may use, or is added
 * here.
 */
export const internalTables = [
  'accepted_rules',
  'accepted_tally',
  'audit_log',
  'bank_file_difference',
  'bill_by_state',
  'bill_notice',
  'bill_notice_run',
  'bill_tally',
  'captcha',
  'computed_state',
  'counter',
  'creation_request',
  'file',
  'file_chunk',
  'import_file',
  'import_mapping',
  'job',
  'known_time',
  'line_handling',
  'line_tally',
  'notice_link',
  'notice_unsubscription',
  'one_time_password',
  'outbox',
  'payment',
  'payment_tally',
  'portal_user_secret',
  'rate_limit',
  'record_import',
  'security_log',
  'session',
  'slip_file',
  'staged_row',
] as const

/**
 * The names of indexes that the code creates.
 * A table needs another name, because PostgreSQL keeps tables and indexes in one namespace.
 */
const internalIndexes = [
  'audit_log_company',
  'audit_log_record',
  'bank_file_difference_file',
  'bill_notice_bill',
  'bill_notice_run_company',
  'bill_notice_run_id',
  'bill_notice_run_request_time',
  'bill_notice_unfinished',
  'bill_tally_term',
  'captcha_expires_at',
  'creation_request_time',
  'import_file_content_hash',
  'internal_line_handling_job',
  'job_due',
  'job_owner',
  'job_running',
  'line_handling_current',
  'line_handling_line',
  'line_tally_account_date',
  'line_tally_expect_remit_date',
  'line_tally_trade_date',
  'line_tally_trans_date',
  'notice_link_expire_time',
  'one_time_password_account',
  'payment_bill',
  'payment_collection',
  'payment_counters',
  'payment_detail_id_key',
  'payment_line',
  'payment_tally_term',
  'portal_user_code',
  'security_log_company_login',
  'security_log_payer_login',
  'security_log_time',
  'session_subject',
  'slip_file_expire_date',
  'transaction_line_account',
  'transaction_line_amount',
  'transaction_line_exceptions',
  'transaction_line_file',
  'transaction_line_identity',
  'transaction_line_moved',
  'transaction_line_open',
  'transaction_line_remitted',
  'transaction_line_trade_date',
  'transaction_line_waiting',
] as const

/** Every name that no table of a schema file may have. */
export const reservedTableNames: readonly string[] = [...internalTables, ...internalIndexes]
