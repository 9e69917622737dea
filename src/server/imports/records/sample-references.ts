import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReferenceField, Row } from '../../../schema/types'
import type { RecordContext } from '../../records/context'
import { listRecords } from '../../records/list'
import { listPlan } from '../../records/list-plan'
import { columnOf } from '../../records/projection'
import { isReference } from '../../records/references'
import type { Declared } from './template'

/** A record that there is for each column that refers to one, so that the example of a template can be imported; nothing where the session sees none. */
export const sampleReferences = async (context: RecordContext, { resource, spec }: Declared): Promise<Row> => {
  const known: Record<string, unknown> = {}
  const columns = spec.columns.filter(({ sample }) => sample === undefined).map(({ field }) => field)
  for (const field of resource.fields.filter(isReference).filter(({ name }) => columns.includes(name))) {
    const value = await firstOf(context, field, known)
    if (value !== undefined) known[field.name] = field.type === 'referenceList' ? [value] : value
  }
  return known
}

const firstOf = async (context: RecordContext, { to, by, same }: ReferenceField, known: Row): Promise<unknown> => {
  const conditions = same.flatMap((name): RawBuilder<SqlBool>[] => (known[name] === undefined ? [] : [sql`${columnOf(name)} = ${known[name]}`]))
  const only = conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : undefined
  const { Items } = await listRecords(context, listPlan(context, context.schemas.get(to)), { PageSize: ['1'] }, only)
  return Items[0]?.[by] ?? undefined
}
