import { sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import { tooLong } from '../../schema/sentences'
import { numberIn, type Series, seriesOn } from '../../schema/sequence'
import type { Field, Resource, Row } from '../../schema/types'
import type { Db } from '../ports'
import { type RecordContext, refuseWrong, todayOf } from './context'

interface Wanted {
  readonly field: Field
  readonly pattern: string
  readonly row: Row
}

/** The next number of a field's series in the record's company; a record that comes to nothing gives it back. */
export const runningNumber = async (context: RecordContext, resource: Resource, { field, pattern, row }: Wanted): Promise<string> => {
  const series = seriesOn(pattern, todayOf(context))
  const tenant = tenantOf(resource, row)
  const name = `${seriesPrefix(resource)}${field.name}/${tenant ?? ''}/${series.before}#${series.after}`
  const value = (await nextOf(context.db, name)) ?? (await firstOf(context.db, name, highest(resource, field, series, tenant)))
  const number = numberIn(series, value)
  if ('max' in field && typeof field.max === 'number' && number.length > field.max)
    refuseWrong({ [field.name]: tooLong(field.label, field.max, number.length) })
  return number
}

/** How far the series of a resource are, by their names. */
export type SeriesState = ReadonlyMap<string, number>

/** How far they are at this moment, of all companies or of those that some records belong to. */
export const seriesState = async (db: Db, resource: Resource, of?: readonly Row[]): Promise<SeriesState> => {
  if (!hasSeries(resource) || of?.length === 0) return new Map()
  const tenants = of && [...new Set(of.map((row) => tenantOf(resource, row) ?? ''))]
  const { rows } = await sql<{ name: string; value: number }>`
    select name, value from counter
    where starts_with(name, ${seriesPrefix(resource)})
      ${tenants ? sql`and split_part(name, '/', 4) in (${sql.join(tenants)})` : sql``}`.execute(db)
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Numbers that have been given out to rows on a stage: nobody gets them again before this transaction ends. */
export const reserveSeries = async (db: Db, from: SeriesState, to: SeriesState): Promise<void> => {
  for (const [name, value] of moved(from, to))
    await sql`
      insert into counter (name, value) values (${name}, ${value})
      on conflict (name) do update set value = greatest(counter.value, excluded.value)`.execute(db)
}

/** Takes those numbers for good; false where somebody has taken one of them meanwhile. */
export const takeSeries = async (db: Db, from: SeriesState, to: SeriesState): Promise<boolean> => {
  for (const [name, value] of moved(from, to)) {
    const before = from.get(name)
    const { rows } = await (before === undefined
      ? sql`insert into counter (name, value) values (${name}, ${value}) on conflict do nothing returning name`
      : sql`update counter set value = ${value} where name = ${name} and value = ${before} returning name`
    ).execute(db)
    if (rows.length === 0) return false
  }
  return true
}

const moved = (from: SeriesState, to: SeriesState): readonly (readonly [string, number])[] => [...to].filter(([name, value]) => from.get(name) !== value)

const hasSeries = ({ fields }: Resource): boolean => fields.some(({ begins }) => begins && 'sequence' in begins)

/** Whose series a record's numbers are of; undefined where all companies have one. */
const tenantOf = ({ tenant }: Resource, row: Row): string | undefined => (tenant === 'shared' ? undefined : String(row[tenant] ?? ''))

const seriesPrefix = ({ name }: Resource): string => `number/${name}/`

const nextOf = async (db: Db, name: string): Promise<number | undefined> =>
  (await sql<{ value: number }>`update counter set value = value + 1 where name = ${name} returning value`.execute(db)).rows[0]?.value

// Records may be older than the series, or come from elsewhere. Of two that begin a series, the second waits for the first.
const firstOf = async (db: Db, name: string, from: ReturnType<typeof highest>): Promise<number> => {
  const { rows } = await sql<{ value: number }>`
    insert into counter (name, value) values (${name}, (${from}) + 1)
    on conflict (name) do update set value = counter.value + 1
    returning value`.execute(db)
  return rows[0]?.value ?? 1
}

const highest = ({ table, tenant: of }: Resource, { name }: Field, { before, after }: Series, tenant: string | undefined) => {
  const column = sql.ref(columnName(name))
  const digits = sql`substr(${column}, ${before.length + 1}, length(${column}) - ${before.length + after.length})`
  return sql`
    select coalesce(max(case when ${digits} ~ '^[0-9]{1,15}$' then ${digits}::bigint end), 0)
    from ${sql.table(table)}
    where starts_with(${column}, ${before}) and right(${column}, ${after.length}) = ${after} and length(${column}) > ${before.length + after.length}
      ${tenant === undefined ? sql`` : sql`and ${sql.ref(columnName(of))} = ${tenant}`}`
}
