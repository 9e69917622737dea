import { sql } from 'kysely'
import type { SelectLists, SelectOption } from '../../contract/envelope'
import type { Resource } from '../../schema/language/resource'
import type { Field, RecordValues, ReferenceField } from '../../schema/language/types'
import { displayTextFunction } from '../../schema/text/interpolate'
import { resourceView } from '../access/fields'
import { maskedView } from '../access/masks'
import { hasRight } from '../access/operations'
import { tenantCondition } from '../access/tenant'
import type { RecordContext } from '../record-context'
import { columnOf, fromTable } from './projection'

/**
 * Returns the select options of each enum and reference field that is visible to the role, and of the list's parameters.
 * References with too many records are omitted: their inputs search records by keyword instead.
 */
export const selectList = async (context: RecordContext, resource: Resource): Promise<SelectLists> => {
  const lists: Record<string, readonly SelectOption[]> = {}
  const { fields, list } = resourceView(context, resource)
  for (const field of [...fields, ...list.parameters].flatMap(expandListField)) {
    const options = await optionsOf(context, field)
    if (options) lists[field.name] = options
  }
  return context.modules.get(resource.name).options?.(context, lists) ?? lists
}

/**
 * Returns the select options of several pages that share a controller, of those that the caller may use.
 * A field that two pages have has the same options on both.
 */
export const selectListOfPages = async (context: RecordContext, pages: readonly Resource[]): Promise<SelectLists> => {
  const lists: SelectLists[] = []
  for (const page of pages.filter((candidate) => hasRight(context, candidate, 'Use')))
    lists.push(await selectList(context, page))
  return Object.assign({}, ...lists)
}

const maxOptions = 500

/** Replaces a list field with the fields of its items; returns any other field unchanged. */
const expandListField = (field: Field): readonly Field[] => (field.type === 'rows' ? field.fields : [field])

const optionsOf = async (context: RecordContext, field: Field): Promise<readonly SelectOption[] | null> => {
  if ('options' in field) return field.options.map(([Value, Text]) => ({ Value, Text }))
  return 'to' in field ? referenceOptions(context, field) : null
}

/**
 * Returns the select options of a reference, one for each record to which it may refer; null if there are too many.
 * Each option also contains the values of the fields in `same`, so that a form can offer only the options of its
 * agreement: two agreements may use the same code.
 */
const referenceOptions = async (
  { db, schemas, scope }: RecordContext,
  field: ReferenceField,
): Promise<readonly SelectOption[] | null> => {
  const target = schemas.get(field.to)
  const names = [...new Set([field.by, ...field.same, ...target.displayFields])]
  const { rows } = await sql<RecordValues>`
    select ${sql.join(names.map((name) => sql`${columnOf(name)} as ${sql.id(name)}`))}
    ${fromTable(target)}
    where ${tenantCondition(target, scope)}
    order by ${columnOf(field.by)}
    limit ${maxOptions + 1}`.execute(db)
  if (rows.length > maxOptions) return null
  const [display, mask] = [displayTextFunction(target), maskedView(target)]
  return rows.map((row) => ({
    Value: String(row[field.by]),
    Text: display(mask(row)),
    ...Object.fromEntries(field.same.map((name) => [name, row[name]])),
  }))
}
