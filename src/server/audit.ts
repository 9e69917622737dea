import { sql } from 'kysely'
import type { Db } from './ports'

/** One line of the audit trail: the user, the action and the record, with its values before and after the action. */
export interface AuditLine {
  readonly at: Date
  readonly userId: string
  /** Company of the user; empty for the bank and for payers. */
  readonly uniformNo: string
  readonly ip: string
  readonly action: string
  readonly resource: string
  /** Values of the record's key, joined by a tilde. */
  readonly recordKey: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Writes audit lines in the transaction of the changes that they describe. */
export const writeAuditLines = async (db: Db, ...lines: readonly AuditLine[]): Promise<void> => {
  if (lines.length === 0) return
  await sql`
    insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
    select at, "userId", "uniformNo", ip, action, resource, "recordKey", before, after
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb)
      as line (at timestamptz, "userId" text, "uniformNo" text, ip text, action text, resource text, "recordKey" text, before jsonb, after jsonb)`.execute(
    db,
  )
}
