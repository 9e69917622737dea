import { sql } from 'kysely'
import type { ColumnFacts } from '../../schema/checks'
import { columnName } from '../../schema/column-name'
import { rulesOf } from '../../schema/field-types'
import type { FieldGroup } from '../../schema/field-types/field-type'
import type { Resource } from '../../schema/resource'
import type { Field } from '../../schema/types'
import type { Db } from '../ports'

/** A column that is there, and the field that keeps it. */
export interface StoredColumn {
  readonly resource: Resource
  readonly field: Field
  readonly name: string
  readonly type: string
  readonly today: string
  /** The columns that the table has. */
  readonly columns: ReadonlySet<string>
}

/** What the rules of a field say of the values that its column holds. Every value is asked once, some at a time. */
export const ruleFacts = async (db: Db, column: StoredColumn): Promise<Pick<ColumnFacts, 'refused' | 'empty' | 'repeated'>> => {
  const { field } = column
  const refused = judgedTypes.includes(column.type) && !unjudged.includes(rulesOf(field.type).group) ? await refusedOf(db, column) : undefined
  const empty = field.required && !field.readOnly && !field.shownWhen ? await emptyOf(db, column) : 0
  const repeated = field.unique ? await repeatedOf(db, column, field.unique) : 0
  return { ...(refused ? { refused } : {}), ...(empty > 0 ? { empty } : {}), ...(repeated > 0 ? { repeated } : {}) }
}

// Columns whose values compare, and lists of codes.
const judgedTypes = ['text', 'bigint', 'numeric', 'date', 'jsonb']

// What refers is asked where it leads, what is made by the server has no rules, rows and files are too large to be told apart.
const unjudged: readonly FieldGroup[] = ['reference', 'computed', 'rows', 'data']

const step = 1000

const refusedOf = async (db: Db, { resource, field, name, type, today }: StoredColumn): Promise<ColumnFacts['refused']> => {
  const value = sql.ref(name)
  let count = 0
  let why = ''
  let last: unknown
  for (;;) {
    const { rows } = await sql<{ value: unknown }>`
      select distinct ${value} as value from ${sql.table(resource.table)}
      where ${value} is not null ${last === undefined ? sql`` : sql`and ${value} > ${type === 'jsonb' ? sql`${JSON.stringify(last)}::jsonb` : last}`}
      order by 1 limit ${step}`.execute(db)
    for (const row of rows) {
      const parsed = rulesOf(field.type).parse(row.value, timeless(field), { ...parseContext, today })
      if ('error' in parsed) {
        count++
        why ||= parsed.error
      }
    }
    if (rows.length < step) return count > 0 ? { count, why } : undefined
    last = rows.at(-1)?.value
  }
}

const parseContext = { rows: (_: unknown, row: Readonly<Record<string, unknown>>) => ({ value: row, errors: {} }) }

/** What was today once lies in the past by now, which is no mistake of the record. */
const timeless = (field: Field): Field => ('min' in field && field.min === 'today' ? ({ ...field, min: undefined } as Field) : field)

const emptyOf = async (db: Db, { resource, name }: StoredColumn): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(resource.table)} where ${sql.ref(name)} is null`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const repeatedOf = async (db: Db, { resource, field, name, columns }: StoredColumn, within: readonly string[]): Promise<number> => {
  const names = [...within.map(columnName), name]
  if (names.some((one) => !columns.has(one))) return 0
  const where = Object.entries(field.uniqueWhere ?? {}).filter(([other]) => columns.has(columnName(other)))
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table(resource.table)}
      where ${sql.join([sql`${sql.ref(name)} is not null`, ...where.map(([other, values]) => sql`${sql.ref(columnName(other))} in (${sql.join(values)})`)], sql` and `)}
      group by ${sql.join(names.map((one) => sql.ref(one)))}
      having count(*) > 1
    ) as twice`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
