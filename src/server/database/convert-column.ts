import { type RawBuilder, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { Field, ListField } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { Db } from '../ports'
import { existingColumnName, existingTableName, existingTables } from './existing-tables'
import { otherItemTypes } from './item-facts'
import { itemsIn, type JsonConversion, jsonConversionTo, jsonTypeOfField, storedItemValue } from './item-fields'
import { columnType, tableNames } from './table-definition'

/**
 * The result of a conversion: the types of the column, or of the values in list items, and the number of records whose
 * value would change.
 * If that number is not zero, nothing was converted.
 */
export interface ConvertedColumn {
  readonly from: string
  readonly to: string
  readonly lossyCount: number
}

/** A field whose values are converted. */
interface FieldToConvert {
  readonly resource: Resource
  readonly field: Field
}

/**
 * Converts the column of a field to the type of the field if every stored value stays the same; returns undefined if
 * the field has no column, or if no conversion between the types exists.
 */
export const convertColumn = (db: Db, { resource, field }: FieldToConvert): Promise<ConvertedColumn | undefined> =>
  db.transaction().execute(async (trx) => {
    const stored = await storedColumn(trx, { resource, field })
    const to = columnType(field)
    if (!stored || to === null) return undefined
    const { table, column, type: from } = stored
    if (from === to) return { from, to, lossyCount: 0 }
    const conversion = conversionOf(column, from, to)
    if (!conversion) return undefined
    await lockTable(trx, table)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} is not null and not (${conversion.isLossless})`.execute(
      trx,
    )
    const lossyCount = Number(rows[0]?.count ?? 0)
    if (lossyCount === 0)
      await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} type ${sql.raw(to)} using ${sql.raw(conversion.value)}`.execute(
        trx,
      )
    return { from, to, lossyCount }
  })

/**
 * Converts the values of a field of list items to the JSON type of the field, under the same conditions as
 * `convertColumn`.
 */
export const convertItemValues = (
  db: Db,
  { resource, list, field }: FieldToConvert & { readonly list: ListField },
): Promise<ConvertedColumn | undefined> =>
  db.transaction().execute(async (trx) => {
    const stored = await storedColumn(trx, { resource, field: list })
    if (!stored) return undefined
    await lockTable(trx, stored.table)
    const to = jsonTypeOfField(field)
    const { types, lossyCount } = await otherItemTypes(trx, stored, field)
    if (types.length === 0) return { from: to, to, lossyCount: 0 }
    const conversion = jsonConversionTo(to)
    if (!conversion || types.some((type) => type !== conversion.from)) return undefined
    if (lossyCount === 0) await convertItems(trx, stored, { field, conversion })
    return { from: conversion.from, to, lossyCount }
  })

const convertItems = (
  db: Db,
  { table, column }: StoredColumn,
  { field: { name, was = name }, conversion }: { readonly field: Field; readonly conversion: JsonConversion },
) => {
  // A value is converted under the name that it has, because only a start renames values.
  const storedName = sql`case when item -> ${name}::text is null then ${was}::text else ${name}::text end`
  const value = storedItemValue({ name, was })
  const isOther = sql`jsonb_typeof(${value}) = ${conversion.from}`
  return sql`
    update ${sql.table(table)} set ${sql.ref(column)} = (
      select jsonb_agg(case when ${isOther} then item || jsonb_build_object(${storedName}, ${conversion.converted(value)}) else item end order by position)
      from jsonb_array_elements(${sql.ref(column)}) with ordinality as i (item, position)
    )
    where exists (select 1 from ${itemsIn(column)} as i (item) where ${isOther})`.execute(db)
}

const lockTable = (db: Db, table: string) => sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db)

/** The column that stores the values of a field, perhaps under a former name. */
interface StoredColumn {
  readonly table: string
  readonly column: string
  readonly type: string
}

const storedColumn = async (db: Db, { resource, field }: FieldToConvert): Promise<StoredColumn | undefined> => {
  const existing = await existingTables(db)
  const table = existingTableName(tableNames(resource), existing)
  const columns = existing.tables.get(table ?? '')
  const column =
    columns && existingColumnName({ name: columnName(field.name), was: field.was && columnName(field.was) }, columns)
  const type = columns?.get(column ?? '')?.type
  return table === undefined || column === undefined || type === undefined ? undefined : { table, column, type }
}

/** The conversion of a column's values to another type, as SQL. */
export interface ColumnConversion {
  /** The converted value. */
  readonly value: string
  /** Whether converting back would give the stored value. */
  readonly isLossless: RawBuilder<boolean>
}

/**
 * Returns the conversion of a column from one type to another; undefined if there is no conversion that can be
 * lossless.
 */
export const conversionOf = (column: string, from: string, to: string): ColumnConversion | undefined => {
  const conversion = conversions[`${from} to ${to}`]
  if (!conversion) return undefined
  const interpolate = (text: string) => text.replaceAll('$', `"${column}"`)
  return {
    value: interpolate(conversion.value),
    isLossless: sql<boolean>`${sql.raw(interpolate(conversion.isLossless))}`,
  }
}

// $ is the column.
// No condition may raise an error for a stored value, so a text is cast only after its format has been checked.
// Every number of 18 digits fits into a bigint.
// The text -0 cannot be converted, because a numeric value has no negative zero.
// The check of dates adds days to the first of the month, because a cast of 02-30 would raise an error.
const conversions: Readonly<Record<string, { readonly value: string; readonly isLossless: string }>> = {
  'bigint to numeric': { value: '$::numeric', isLossless: 'true' },
  'bigint to text': { value: '$::text', isLossless: 'true' },
  'numeric to bigint': { value: '$::bigint', isLossless: '$ = trunc($) and abs($) < 1e18' },
  'numeric to text': { value: '$::text', isLossless: 'true' },
  'date to text': { value: "to_char($, 'YYYY-MM-DD')", isLossless: 'true' },
  'text to bigint': { value: '$::bigint', isLossless: "$ ~ '^(0|-?[1-9][0-9]{0,17})\\Z'" },
  'text to numeric': {
    value: '$::numeric',
    isLossless: "$ ~ '^-?(0|[1-9][0-9]{0,99})([.][0-9]{1,99})?\\Z' and $ !~ '^-[0.]+\\Z'",
  },
  'text to date': {
    value: '$::date',
    isLossless: `case when $ ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\\Z'
      then to_char((left($, 8) || '01')::date + (right($, 2)::int - 1), 'YYYY-MM-DD') = $ else false end`,
  },
}
