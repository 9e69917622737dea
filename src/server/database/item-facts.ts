import { sql } from 'kysely'
import type { ItemFacts, RefusedValues, StoredRecords } from '../../schema/checks'
import { parseValue } from '../../schema/field-types'
import type { Field, ListField } from '../../schema/language/types'
import type { Db } from '../ports'
import { itemPartName, orphanedItemsPartName } from './checked-parts'
import {
  itemsIn,
  type JsonType,
  jsonConversionTo,
  jsonTypeOf,
  jsonTypeOfField,
  renamedItemFields,
  storedItemValue,
} from './item-fields'
import {
  hasValidatedValues,
  type LocatedRecords,
  type Refusal,
  recordsByReason,
  refusalsOf,
  withExamples,
} from './stored-values'

/** The column that stores the items of a list field, and what the facts about them need. */
export interface StoredItems {
  readonly table: string
  readonly column: string
  readonly list: ListField
  readonly today: string
  /** Returns whether a previous start has checked the part with this name, so that it need not be read again. */
  readonly isChecked: (part: string) => boolean
  /** Returns the key of the record at a physical location in the table. */
  readonly exampleAt: (location: string | null) => Promise<string>
}

/**
 * Returns the facts about the values in the items of a list, by name.
 * Of a name that belongs to no field, only the number of its values is known.
 */
export const itemFacts = async (db: Db, stored: StoredItems): Promise<Readonly<Record<string, ItemFacts>>> => {
  const { list, isChecked } = stored
  const facts = isChecked(orphanedItemsPartName(list.name)) ? [] : await orphanedNames(db, stored)
  for (const field of list.fields)
    if (field.type !== 'computed' && !isChecked(itemPartName(list.name, field.name)))
      facts.push([field.name, await fieldFacts(db, stored, field)])
  return Object.fromEntries(facts.filter(([, fact]) => Object.keys(fact).length > 0))
}

/** Returns the stored lists that have too few or too many items. */
export const refusedLengths = async (
  db: Db,
  { table, column, list, today, exampleAt }: StoredItems,
): Promise<readonly RefusedValues[]> => {
  const length = sql`case when jsonb_typeof(${sql.ref(column)}) = 'array' then jsonb_array_length(${sql.ref(column)}) end`
  return withExamples(
    await recordsByReason(db, { table, value: length }, (count) => lengthRefusals(list, Number(count), today)),
    exampleAt,
  )
}

// An empty list is a missing value, which only `required` rejects.
const lengthRefusals = (list: ListField, length: number, today: string): readonly Refusal[] => {
  const parsed = parseValue(list, Array(length).fill({}), today)
  if (length === 0 || !('error' in parsed)) return []
  const rule = length > list.max ? 'max' : 'any'
  return [{ rule, message: parsed.error, name: rule }]
}

/**
 * Counts the values in stored items that belong to no field.
 * A former name counts only in items that also have the new name: in all others, a start renames it.
 */
const orphanedNames = async (db: Db, { table, column, list }: StoredItems): Promise<[string, ItemFacts][]> => {
  const names = list.fields.map(({ name }) => name)
  const newNames = Object.fromEntries(renamedItemFields(list).map(({ name, was }) => [was, name]))
  const { rows } = await sql<{ name: string; filled: number }>`
    select v.key as name, count(*) as filled
    from ${sql.table(table)}
    cross join (select ${JSON.stringify(newNames)}::text::jsonb as new_names) as n
    cross join lateral ${itemsIn(column)} as i (item)
    cross join lateral jsonb_each(case when jsonb_typeof(item) = 'object' then item else '{}'::jsonb end) as v
    where jsonb_typeof(v.value) <> 'null' and v.key <> all(${names}::text[])
      and (new_names -> v.key is null or item -> (new_names ->> v.key) is not null)
    group by 1 order by 1`.execute(db)
  return rows.map(({ name, filled }) => [name, { filled: Number(filled) }])
}

/**
 * Why a stored value does not suit an item field: its rules refuse it, it has another JSON type, or it cannot be
 * converted to the type of the field without loss.
 */
type Reason =
  | (Refusal & { readonly kind: 'refused' })
  | { readonly kind: 'type'; readonly name: JsonType }
  | { readonly kind: 'lossy'; readonly name: 'lossy' }

const fieldFacts = async (db: Db, stored: StoredItems, field: Field): Promise<ItemFacts> => {
  const { today, exampleAt } = stored
  const found = await unsuitableValues(db, stored, { field, today })
  const [otherType] = otherTypesIn(found)
  // The rules do not apply to values of another type.
  if (otherType) return { otherType, ...(await conversionFacts(stored, field, found)) }
  const refusals = found.flatMap((reason) => (reason.kind === 'refused' ? [reason] : []))
  const empty = field.required && !field.shownWhen ? await recordsWithoutValue(db, stored, field) : undefined
  return {
    ...(refusals.length > 0 ? { refused: await withExamples(refusals, exampleAt) } : {}),
    ...(empty && empty.count > 0 ? { empty } : {}),
  }
}

/**
 * Returns the JSON types of an item field's stored values that differ from the type of the field, and the number of
 * records with a value that cannot be converted without loss.
 */
export const otherItemTypes = async (
  db: Db,
  stored: Pick<StoredItems, 'table' | 'column'>,
  field: Field,
): Promise<{ readonly types: readonly JsonType[]; readonly lossyCount: number }> => {
  // The day does not matter for types.
  const found = await unsuitableValues(db, stored, { field, today: '' })
  return { types: otherTypesIn(found), lossyCount: found.find(({ kind }) => kind === 'lossy')?.count ?? 0 }
}

const otherTypesIn = (found: readonly Reason[]): readonly JsonType[] =>
  found.flatMap((reason) => (reason.kind === 'type' ? [reason.name] : []))

const unsuitableValues = (
  db: Db,
  { table, column }: Pick<StoredItems, 'table' | 'column'>,
  { field, today }: { readonly field: Field; readonly today: string },
): Promise<readonly (Reason & LocatedRecords)[]> => {
  const value = storedItemValue(field)
  const distinctValues = sql`(select jsonb_agg(distinct ${value}) from ${itemsIn(column)} as i (item) where jsonb_typeof(${value}) <> 'null')`
  return recordsByReason(db, { table, value: distinctValues }, (values) => reasonsOf(field, values, today))
}

/** Returns the reasons for the values of one record, each once. */
const reasonsOf = (field: Field, values: unknown, today: string): readonly Reason[] => {
  const reasons = (Array.isArray(values) ? values : []).flatMap((value: unknown) => reasonsOfValue(field, value, today))
  return [...new Map(reasons.map((reason) => [reason.name, reason])).values()]
}

const reasonsOfValue = (field: Field, value: unknown, today: string): readonly Reason[] => {
  const [type, fieldType] = [jsonTypeOf(value), jsonTypeOfField(field)]
  if (type !== fieldType) {
    const isLossless = jsonConversionTo(fieldType)?.isLossless(value) ?? false
    return [{ kind: 'type', name: type }, ...(isLossless ? [] : [{ kind: 'lossy', name: 'lossy' } as const])]
  }
  return hasValidatedValues(field)
    ? refusalsOf(field, value, today).map((refusal) => ({ ...refusal, kind: 'refused' as const }))
    : []
}

const conversionFacts = async (
  { exampleAt }: StoredItems,
  field: Field,
  found: readonly (Reason & LocatedRecords)[],
): Promise<Pick<ItemFacts, 'changedByConversion'>> => {
  const conversion = jsonConversionTo(jsonTypeOfField(field))
  if (!conversion || otherTypesIn(found).some((type) => type !== conversion.from)) return {}
  const lossy = found.find(({ kind }) => kind === 'lossy')
  return { changedByConversion: { count: lossy?.count ?? 0, example: await exampleAt(lossy?.location ?? null) } }
}

const recordsWithoutValue = async (
  db: Db,
  { table, column, exampleAt }: StoredItems,
  field: Field,
): Promise<StoredRecords> => {
  const isMissing = sql`exists (
    select 1 from ${itemsIn(column)} as i (item) where coalesce(jsonb_typeof(${storedItemValue(field)}), 'null') = 'null')`
  const { rows } = await sql<LocatedRecords>`
    select count(*) as count, min(ctid)::text as location from ${sql.table(table)} where ${isMissing}`.execute(db)
  return { count: Number(rows[0]?.count ?? 0), example: await exampleAt(rows[0]?.location ?? null) }
}
