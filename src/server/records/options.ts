import { sql } from 'kysely'
import type { SelectLists, SelectOption } from '../../contract/envelope'
import { maskedView } from '../../schema/access/record-view'
import type { Resource } from '../../schema/language/resource'
import type { Field, RecordValues, ReferenceField } from '../../schema/language/types'
import { displayer } from '../../schema/text/interpolate'
import { resourceView } from '../access/fields'
import { tenantCondition } from '../access/tenant'
import type { RecordContext } from './context'
import { columnOf, displayFields, fromTable } from './projection'

/** Returns the select options of every enum and reference that the session's role can see. References with too many records are omitted: their select boxes search. */
export const selectList = async (context: RecordContext, resource: Resource): Promise<SelectLists> => {
  const lists: Record<string, readonly SelectOption[]> = {}
  for (const field of resourceView(context, resource).fields.flatMap(itemFieldsOf)) {
    const options = await optionsOf(context, field)
    if (options) lists[field.name] = options
  }
  return lists
}

const maxOptions = 500

const itemFieldsOf = (field: Field): readonly Field[] => (field.type === 'rows' ? field.fields : [field])

const optionsOf = async (context: RecordContext, field: Field): Promise<readonly SelectOption[] | null> => {
  if ('options' in field) return field.options.map(([Value, Text]) => ({ Value, Text }))
  return 'to' in field ? referenceOptions(context, field) : null
}

/** Returns the records of a reference as options, with the fields in which both records must agree, because two agreements may use the same code. */
const referenceOptions = async ({ db, schemas, scope }: RecordContext, field: ReferenceField): Promise<readonly SelectOption[] | null> => {
  const other = schemas.get(field.to)
  const names = [...new Set([field.by, ...field.same, ...displayFields(other)])]
  const { rows } = await sql<RecordValues>`
    select ${sql.join(names.map((name) => sql`${columnOf(name)} as ${sql.id(name)}`))}
    ${fromTable(other)}
    where ${tenantCondition(other, scope)}
    order by ${columnOf(field.by)}
    limit ${maxOptions + 1}`.execute(db)
  if (rows.length > maxOptions) return null
  const [display, mask] = [displayer(other), maskedView(other)]
  return rows.map((row) => ({
    Value: String(row[field.by]),
    Text: display(mask(row)),
    ...Object.fromEntries(field.same.map((name) => [name, row[name]])),
  }))
}
