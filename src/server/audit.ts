import type { Db } from './ports'

/** One line of the audit trail: who did what to which record, from where, before and after. */
export interface AuditEntry {
  readonly at: Date
  readonly userId: string
  /** Company of the user; empty for the bank and for payers. */
  readonly uniformNo: string
  readonly ip: string
  readonly action: 'Create' | 'Update' | 'Delete' | 'View' | (string & {})
  readonly resource: string
  /** Values of the record's key, joined by a tilde. */
  readonly recordKey: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Writes the line in the caller's transaction, so that no change is without its line and no line without its change. */
export const audit = async (db: Db, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('audit_log')
    .values({
      at: entry.at.toISOString(),
      user_id: entry.userId,
      uniform_no: entry.uniformNo,
      ip: entry.ip,
      action: entry.action,
      resource: entry.resource,
      record_key: entry.recordKey,
      before: json(entry.before),
      after: json(entry.after),
    })
    .execute()
}

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))
