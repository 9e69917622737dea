import { type RawBuilder, sql } from 'kysely'
import type { RefusedValues } from '../../schema/checks'
import { isMultiValued, parseValue, rulesOf } from '../../schema/field-types'
import type { FieldGroup } from '../../schema/field-types/field-type'
import type { Field } from '../../schema/language/types'
import type { Db } from '../ports'

/** A column, and the field by whose rules its values are validated. */
interface ColumnToValidate {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly field: Field
  readonly today: string
}

/**
 * The number of records with a value for which a reason was returned, and the physical location (ctid) of the first of
 * them.
 */
export interface LocatedRecords {
  readonly count: number
  readonly location: string
}

/** Returns the stored values that violate the rules of their field, by reason. */
export const refusedValues = async (
  db: Db,
  { table, column, type, field, today }: ColumnToValidate,
): Promise<readonly (Refusal & LocatedRecords)[]> => {
  if (!validatedTypes.includes(type) || !hasValidatedValues(field)) return []
  return recordsByReason(db, { table, value: sql.ref(column) }, (value) => refusalsOf(field, value, today))
}

const validatedTypes = ['text', 'bigint', 'numeric', 'date', 'jsonb']

/**
 * Checks whether single values of the field are validated.
 * The values of a reference are validated as the key of its target.
 * Computed values have no rules.
 * Files are too large to compare, and the items of a list are validated field by field.
 */
export const hasValidatedValues = ({ type }: Pick<Field, 'type'>): boolean =>
  !unvalidatedGroups.includes(rulesOf(type).group)

const unvalidatedGroups: readonly FieldGroup[] = ['reference', 'computed', 'rows', 'fileOrData']

/** The reason why a value is rejected; the `name` distinguishes it from other reasons. */
export type Refusal = Pick<RefusedValues, 'rule' | 'option' | 'message'> & { readonly name: string }

/** Returns the reason why the field rejects a value, in a list; an empty list if the field accepts the value. */
export const refusalsOf = (field: Field, value: unknown, today: string): readonly Refusal[] => {
  const refused = refusalOf(field, value, today)
  return refused ? [{ ...refused, name: refused.option ?? refused.rule }] : []
}

/** Replaces the locations of records by their keys. */
export const withExamples = async (
  refused: readonly (Refusal & LocatedRecords)[],
  exampleAt: (location: string) => Promise<string>,
): Promise<readonly RefusedValues[]> => {
  const examples: RefusedValues[] = []
  for (const { rule, option, count, message, location } of refused)
    examples.push({
      rule,
      ...(option === undefined ? {} : { option }),
      count,
      message,
      example: await exampleAt(location),
    })
  return examples
}

/**
 * Returns the records for whose value the function returns a reason, by the name of the reason.
 * Equal values are validated together.
 * A record counts once for each of its reasons.
 */
export const recordsByReason = async <Reason extends { readonly name: string }>(
  db: Db,
  source: ValueSource,
  reasonsOf: (value: unknown) => readonly Reason[],
): Promise<readonly (Reason & LocatedRecords)[]> => {
  const byName = new Map<string, Reason & LocatedRecords>()
  await forEachDistinctValue(db, source, ({ value, count, location }) => {
    for (const reason of reasonsOf(value)) {
      // The first value with a reason provides the message and the location.
      const previous = byName.get(reason.name)
      byName.set(reason.name, { ...reason, location, ...previous, count: (previous?.count ?? 0) + Number(count) })
    }
  })
  return [...byName.values()]
}

/** Returns the reason why the field rejects a value; undefined if the field accepts the value. */
const refusalOf = (
  field: Field,
  value: unknown,
  today: string,
): Pick<RefusedValues, 'rule' | 'option' | 'message'> | undefined => {
  const storedField = withoutImplicitBounds(field)
  const parsed = parseValue(storedField, value, today)
  if (!('error' in parsed)) return undefined
  if ('options' in field && !isMultiValued(field))
    return { rule: 'options', option: String(value), message: parsed.error }
  const exceedsMax =
    'max' in field && field.max !== undefined && !('error' in parseValue(withoutMax(storedField), value, today))
  return { rule: exceedsMax ? 'max' : 'any', message: parsed.error }
}

/**
 * Removes the bounds of a date that its file does not declare, and a minimum of today, because stored dates may be in
 * the past.
 */
const withoutImplicitBounds = (field: Field): Field => {
  if (field.type !== 'date' && field.type !== 'month') return field
  const { min, max } = field
  return {
    ...field,
    min: typeof min === 'string' && min !== 'today' ? min : '0001-01-01',
    max: typeof max === 'string' ? max : '9999-12-31',
  }
}

const withoutMax = (field: Field): Field => ({ ...field, max: Number.MAX_SAFE_INTEGER }) as Field

interface StoredValue {
  readonly value: unknown
  readonly count: number
  readonly location: string
}

/** Pages of 8 KB that one query reads, so that no query runs long on a large table. */
const pagesPerQuery = 4096

/** The values of a table: of one column, or of an expression over it. */
export interface ValueSource {
  readonly table: string
  readonly value: RawBuilder<unknown>
}

/**
 * Reads the distinct values in each part of the table, in the order of their first records.
 * A value may occur in several parts.
 */
const forEachDistinctValue = async (
  db: Db,
  { table, value }: ValueSource,
  visit: (row: StoredValue) => void,
): Promise<void> => {
  const { rows: sizes } = await sql<{
    pages: number
  }>`select pg_relation_size(${`"${table}"`}::regclass) / 8192 as pages`.execute(db)
  const pages = Number(sizes[0]?.pages ?? 0)
  for (let first = 0; first < pages; first += pagesPerQuery) {
    const { rows } = await sql<StoredValue>`
      select value, count(*) as count, min(location)::text as location
      from (
        select ${value} as value, ctid as location from ${sql.table(table)}
        where ctid >= ${`(${first},0)`}::tid and ctid < ${`(${first + pagesPerQuery},0)`}::tid
      ) as r
      where value is not null
      group by 1 order by min(location)`.execute(db)
    rows.forEach(visit)
  }
}
