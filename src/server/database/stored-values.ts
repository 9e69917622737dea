import { sql } from 'kysely'
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

/** Stored values that a field rejects for one reason, and the physical location (ctid) of the first record with one of them. */
type LocatedRefusedValues = Omit<RefusedValues, 'example'> & { readonly location: string }

/** Returns the stored values that violate the rules of their field, by reason. Equal values are validated together. */
export const refusedValues = async (db: Db, stored: ColumnToValidate): Promise<readonly LocatedRefusedValues[]> => {
  if (!validatedTypes.includes(stored.type) || unvalidatedGroups.includes(rulesOf(stored.field.type).group)) return []
  const byReason = new Map<string, LocatedRefusedValues>()
  await forEachDistinctValue(db, stored, ({ value, count, location }) => {
    const refused = refusalOf(stored, value)
    if (!refused) return
    const reason = refused.option ?? refused.rule
    // The first value with a reason provides the message and the location.
    const previous = byReason.get(reason)
    byReason.set(reason, { ...refused, location, ...previous, count: (previous?.count ?? 0) + Number(count) })
  })
  return [...byReason.values()]
}

const validatedTypes = ['text', 'bigint', 'numeric', 'date', 'jsonb']

// The values of a reference are validated as the key of its target. Computed values have no rules. List items and files are too large to compare.
const unvalidatedGroups: readonly FieldGroup[] = ['reference', 'computed', 'rows', 'fileOrData']

/** Returns the reason why the field rejects a value; undefined if the field accepts the value. */
const refusalOf = ({ field, today }: ColumnToValidate, value: unknown): Pick<RefusedValues, 'rule' | 'option' | 'message'> | undefined => {
  const parsed = parseValue(withoutMinToday(field), value, today)
  if (!('error' in parsed)) return undefined
  if ('options' in field && !isMultiValued(field)) return { rule: 'options', option: String(value), message: parsed.error }
  const exceedsMax = 'max' in field && field.max !== undefined && !('error' in parseValue(withoutMax(withoutMinToday(field)), value, today))
  return { rule: exceedsMax ? 'max' : 'any', message: parsed.error }
}

/** Removes a minimum of today from a field: stored dates may be in the past. */
const withoutMinToday = (field: Field): Field => ('min' in field && field.min === 'today' ? ({ ...field, min: undefined } as Field) : field)

const withoutMax = (field: Field): Field => ({ ...field, max: Number.MAX_SAFE_INTEGER }) as Field

interface StoredValue {
  readonly value: unknown
  readonly count: number
  readonly location: string
}

/** Pages of 8 KB that one query reads, so that no query runs long on a large table. */
const pagesPerQuery = 4096

/** Reads the distinct values of a column in each part of the table, in the order of their first records. A value may occur in several parts. */
const forEachDistinctValue = async (db: Db, { table, column }: ColumnToValidate, visit: (row: StoredValue) => void): Promise<void> => {
  const { rows: sizes } = await sql<{ pages: number }>`select pg_relation_size(${`"${table}"`}::regclass) / 8192 as pages`.execute(db)
  const pages = Number(sizes[0]?.pages ?? 0)
  for (let first = 0; first < pages; first += pagesPerQuery) {
    const { rows } = await sql<StoredValue>`
      select ${sql.ref(column)} as value, count(*) as count, min(ctid)::text as location
      from ${sql.table(table)}
      where ctid >= ${`(${first},0)`}::tid and ctid < ${`(${first + pagesPerQuery},0)`}::tid and ${sql.ref(column)} is not null
      group by 1 order by min(ctid)`.execute(db)
    rows.forEach(visit)
  }
}
