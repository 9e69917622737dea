import { sql } from 'kysely'
import type { Resource } from '../../schema/resource'
import type { Row } from '../../schema/types'
import { isUnmasked, rowView } from '../access/fields'
import { tenantCondition } from '../access/tenant'
import { auditRecord, notFound, type RecordContext, type RecordKey } from './context'
import { withRowLabels } from './labels'
import { fromTable, keyCondition, selectFields } from './projection'
import { recordReader } from './rows'

/** One record with all its fields, masked as the session's role demands; a look at personal data in full leaves an audit line. */
export const getRecord = async (context: RecordContext, resource: Resource, key: RecordKey): Promise<Row> => {
  const record = await withRowLabels(context, resource, await findRecord(context, resource, key))
  if (isUnmasked(context, resource, 'get')) await auditRecord(context, resource, { action: 'View', key })
  return rowView(context, resource, 'get')(record)
}

/** The record, unmasked, for code that works on it; refuses with 404 where the session's company has none of that key. */
export const findRecord = async (context: RecordContext, resource: Resource, key: RecordKey, lock = false): Promise<Row> => {
  const { rows } = await sql<Row>`
    select ${selectFields(resource, resource.fields, context)}
    ${fromTable(resource)}
    where ${keyCondition(resource, key, context)} and ${tenantCondition(resource, context.scope)}
    ${lock ? sql`for update` : sql``}`.execute(context.db)
  const [row] = rows
  if (!row) throw notFound(resource)
  return recordReader(resource.fields, context)(row)
}

/** The record as an answer after a change by the same user. */
export const presentRecord = async (context: RecordContext, resource: Resource, record: Row): Promise<Row> =>
  rowView(context, resource, 'get')(await withRowLabels(context, resource, record))
