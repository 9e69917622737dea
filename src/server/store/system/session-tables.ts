import { addColumn } from './alter'

/** Tables of signing in: sessions, captchas, password secrets, limits and the log of security events. */
export const sessionTables: readonly string[] = [
  `create table if not exists session (
    session_id text primary key,
    kind text not null,
    subject text not null,
    grants jsonb not null,
    login_time timestamptz not null,
    last_seen timestamptz not null,
    ip text not null,
    ended_at timestamptz,
    end_reason text
  )`,
  'create index if not exists session_subject on session (kind, subject) where ended_at is null',

  // The answer is derived from the ticket and the portal's key, so the row says only that the ticket may still be used.
  `create table if not exists captcha (
    ticket text primary key,
    expires_at timestamptz not null
  )`,
  'create index if not exists captcha_expires_at on captcha (expires_at)',

  `create table if not exists portal_user_secret (
    user_id bigint primary key,
    password_hash text not null,
    previous_hashes jsonb not null default '[]',
    wrong_count integer not null default 0,
    lock_count integer not null default 0,
    locked_until timestamptz
  )`,

  // When somebody else gave the password out; null once its owner has chosen one.
  addColumn('portal_user_secret', 'issued_at', 'timestamptz'),

  // A step of the first-use or forgotten-password flow: names digested, codes hashed. Stage verify waits for the code, stage reset for the new password.
  `create table if not exists one_time_password (
    step_key text primary key,
    flow text not null,
    stage text not null,
    uniform_no text not null,
    typed_user_id text not null,
    user_id bigint,
    channel text not null,
    code_hash text not null,
    code_expires_at timestamptz not null,
    tries integer not null default 0,
    sent_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index if not exists one_time_password_account on one_time_password (uniform_no, typed_user_id)',

  `create table if not exists rate_limit (
    limit_key text primary key,
    window_end timestamptz not null,
    hits integer not null
  )`,

  `create table if not exists security_log (
    log_id bigint generated always as identity primary key,
    log_time timestamptz not null,
    event text not null,
    kind text not null,
    uniform_no text,
    subject text,
    ip text not null,
    user_agent text not null
  )`,
  'create index if not exists security_log_time on security_log (log_time)',
  "create index if not exists security_log_payer_login on security_log (subject, log_time) where kind = 'payer' and event = 'login'",

  `create table if not exists payment (
    payment_id bigint generated always as identity primary key,
    detail_id text not null unique,
    bill_serial_id bigint not null,
    amount bigint not null,
    paid_time timestamptz not null,
    channel_id text not null,
    receipt_no text not null
  )`,
  'create index if not exists payment_bill on payment (bill_serial_id)',
]
