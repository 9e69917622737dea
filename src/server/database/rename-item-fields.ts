import { type RawBuilder, sql } from 'kysely'
import { hasTable } from '../../schema/language/resource'
import type { ListField } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Db } from '../ports'
import { itemPartName, type StoredPart } from './checked-parts'
import { itemsIn, type RenamedField, renamedItemFields } from './item-fields'

/** A column whose items may still have former names of their fields. */
export interface RenamedItems {
  readonly table: string
  readonly column: string
  /** The columns of the table's key. */
  readonly key: readonly string[]
  readonly renamed: readonly RenamedField[]
}

/** Returns the columns whose items may still have former names. A previous start has renamed those that it checked. */
export const renamedItems = (schemas: SchemaSet, checkedParts: readonly StoredPart[]): readonly RenamedItems[] =>
  schemas.resources.filter(hasTable).flatMap(({ table, key, fields }) =>
    fields
      .filter((field): field is ListField => field.type === 'rows')
      .flatMap((list) => {
        const isChecked = (name: string) =>
          checkedParts.some((part) => part.table === table && part.name === itemPartName(list.name, name))
        const renamed = renamedItemFields(list).filter(({ name }) => !isChecked(name))
        return renamed.length > 0 ? [{ table, column: columnName(list.name), key: key.map(columnName), renamed }] : []
      }),
  )

/** Returns whether an item has a former name. */
export const hasFormerNames = async (
  db: Db,
  { table, column, renamed }: Pick<RenamedItems, 'table' | 'column' | 'renamed'>,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from ${sql.table(table)} where ${needsRenaming(column, renamed)}) as found`.execute(db)
  return rows[0]?.found ?? false
}

const recordsPerStep = 1000

/**
 * Renames the values in items from the former names of their fields to the present ones, in steps.
 * Like the renaming of a column, it changes neither UpdateTime nor the audit trail.
 * An item that has both names stays as it is.
 * Every step is committed, and a start that follows an interrupted one continues.
 * Returns the number of changed records.
 */
export const renameInItems = async (db: Db, items: RenamedItems): Promise<number> => {
  let changed = 0
  let last: readonly unknown[] | undefined
  do {
    const step = await renameStep(db, items, last)
    changed += step.changed
    last = step.last
  } while (last)
  return changed
}

interface Step {
  readonly changed: number
  /** The key of the last record of the step; undefined if no record is left. */
  readonly last: readonly unknown[] | undefined
}

const renameStep = async (
  db: Db,
  { table, column, key, renamed }: RenamedItems,
  after: readonly unknown[] | undefined,
): Promise<Step> => {
  const keyColumns = sql.join(key.map((name) => sql.ref(name)))
  const following = after ? sql`(${keyColumns}) > (${sql.join(after)})` : sql`true`
  const isSameRecord = sql.join(
    key.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`step.${name}`)}`),
    sql` and `,
  )
  const { rows } = await sql<{ changed: number; last: readonly unknown[] | null }>`
    with step as (select ${keyColumns} from ${sql.table(table)} where ${following} order by ${keyColumns} limit ${recordsPerStep}),
      changed as (
        update ${sql.table(table)} as t set ${sql.ref(column)} = ${withPresentNames(`t.${column}`, renamed)}
        from step where ${isSameRecord} and ${needsRenaming(`t.${column}`, renamed)} returning 1
      )
    select (select count(*) from changed) as changed,
      (select jsonb_build_array(${keyColumns}) from step order by ${sql.join(key.map((name) => sql`${sql.ref(name)} desc`))} limit 1) as last`.execute(
    db,
  )
  return { changed: Number(rows[0]?.changed ?? 0), last: rows[0]?.last ?? undefined }
}

/** Returns the condition that an item of the column has a former name, and not the present one. */
const needsRenaming = (column: string, renamed: readonly RenamedField[]): RawBuilder<unknown> => sql`exists (
  select 1 from ${itemsIn(column)} as i (item) cross join ${renamings(renamed)} as r (was, name)
  where item -> r.was is not null and item -> r.name is null)`

/** Returns the SQL of a column's list with the present names in its items. */
const withPresentNames = (column: string, renamed: readonly RenamedField[]): RawBuilder<unknown> => sql`(
  select jsonb_agg(
    coalesce((
      select jsonb_object_agg(coalesce(r.name, v.key), v.value)
      from jsonb_each(case when jsonb_typeof(item) = 'object' then item else '{}'::jsonb end) as v
      left join ${renamings(renamed)} as r (was, name) on r.was = v.key and item -> r.name is null
    ), item) order by position
  )
  from jsonb_array_elements(${sql.ref(column)}) with ordinality as i (item, position))`

/** Returns a table of the former and the present names. */
const renamings = (renamed: readonly RenamedField[]): RawBuilder<unknown> =>
  sql`jsonb_each_text(${JSON.stringify(Object.fromEntries(renamed.map(({ name, was }) => [was, name])))}::text::jsonb)`
