import type { RoleView } from '../../src/schema/language/resource'
import type { RecordValues } from '../../src/schema/language/types'
import type { Db } from '../../src/server/ports'
import { withoutTriggers } from './database/without-triggers'

/** Returns the audit lines of the creation and the changes of a record, the first one first. */
export const writeLines = async (db: Db, resource: string, key: string) => {
  const lines = await db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('resource', '=', resource)
    .where('record_key', '=', key)
    .where('action', 'in', ['Create', 'Update'])
    .orderBy('id')
    .execute()
  return lines as readonly {
    readonly action: string
    readonly before: RecordValues | null
    readonly after: RecordValues
  }[]
}

/**
 * Returns the record of a detail page as audit lines contain it: its fields without what only the page adds, and labels
 * without those of list items.
 */
export const asAudited = ({ fields }: Pick<RoleView, 'fields'>, record: RecordValues): RecordValues => ({
  ...Object.fromEntries(fields.map(({ name }) => [name, record[name]])),
  Labels: Object.fromEntries(Object.entries(Object(record.Labels)).filter(([name]) => !name.includes('.'))),
})

/** Empties the audit trail, which its triggers refuse. */
export const emptyAuditTrail = (db: Db): Promise<void> =>
  withoutTriggers(db, (trx) => trx.deleteFrom('audit_log').execute())
