import { sql } from 'kysely'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { isEntered } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { type DefaultContext, defaultOf, type Series, sequenceText, seriesOn } from '../../schema/rules/defaults'
import { tooLong } from '../../schema/rules/messages'
import { actorOf, companyOf, type Scoped } from '../access/caller'
import type { Db } from '../ports'
import { type RecordContext, refuseInvalid, todayOf } from './context'

/** Returns the values that the server gives a new record: those of its own fields, and of fields that default to the user. */
export const defaultValues = async (context: RecordContext, resource: Resource): Promise<RecordValues> => {
  const own = resource.fields.filter((field) => !isEntered(field) || isOfUser(field))
  const start = await startOf(context, own)
  return valuesOf(own, (field) => defaultOf(field, start))
}

/** Returns the running numbers of a new record, taken in its transaction: a concurrent transaction waits for the next one. */
export const runningNumbers = async (context: RecordContext, resource: Resource, record: RecordValues): Promise<RecordValues> => {
  const numbers: Record<string, string> = {}
  for (const field of resource.fields) {
    if (field.dynamicDefault && 'sequence' in field.dynamicDefault)
      numbers[field.name] = await runningNumber(context, resource, { field, pattern: field.dynamicDefault.sequence, record })
  }
  return numbers
}

const isOfUser = ({ dynamicDefault }: Field): boolean => dynamicDefault !== undefined && 'user' in dynamicDefault

const valuesOf = (fields: readonly Field[], find: (field: Field) => unknown): RecordValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = find(field)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

const startOf = async (context: RecordContext, fields: readonly Field[]): Promise<DefaultContext> => ({
  today: todayOf(context),
  now: context.clock().toISOString(),
  user: { id: actorOf(context.scope), name: fields.some(isOfUser) ? await userName(context) : '' },
})

interface RunningNumberRequest {
  readonly field: Field
  readonly pattern: string
  readonly record: RecordValues
}

interface SeriesRequest extends Pick<RunningNumberRequest, 'field' | 'pattern'> {
  /** The owner of the series; undefined where all companies share one. */
  readonly tenant: string | undefined
  readonly count: number
}

/** Returns the next number of a field's series in the record's company; a rollback releases it. */
const runningNumber = async (context: RecordContext, resource: Resource, { field, pattern, record }: RunningNumberRequest): Promise<string> => {
  const { series, first } = await takeNumbers(context, resource, { field, pattern, tenant: tenantOf(resource, record), count: 1 })
  return sequenceText(series, first)
}

/** Numbers of a series that belong to one transaction, from the first on. */
interface TakenNumbers {
  readonly series: Series
  readonly first: number
}

/** Takes `count` numbers of a field's series in one company. */
export const takeNumbers = async (context: RecordContext, resource: Resource, { field, pattern, tenant, count }: SeriesRequest): Promise<TakenNumbers> => {
  const series = seriesOn(pattern, todayOf(context))
  const name = `number/${resource.name}/${field.name}/${tenant ?? ''}/${series.before}#${series.after}`
  const last = (await nextOf(context.db, name, count)) ?? (await firstOf(context.db, { name, count }, highest(resource, field, series, tenant)))
  const number = sequenceText(series, last)
  if ('max' in field && typeof field.max === 'number' && number.length > field.max)
    refuseInvalid({ [field.name]: tooLong(field.label, field.max, number.length) })
  return { series, first: last - count + 1 }
}

/** Returns the owner of a record's series; undefined where all companies share one. */
const tenantOf = ({ tenant }: Resource, record: RecordValues): string | undefined => (tenant === 'shared' ? undefined : String(record[tenant] ?? ''))

const nextOf = async (db: Db, name: string, count: number): Promise<number | undefined> =>
  (await sql<{ value: number }>`update counter set value = value + ${count} where name = ${name} returning value`.execute(db)).rows[0]?.value

// Existing records may be older than the series, or imported. Of two transactions that start a series, the second waits for the first.
const firstOf = async (db: Db, { name, count }: { readonly name: string; readonly count: number }, from: ReturnType<typeof highest>): Promise<number> => {
  const { rows } = await sql<{ value: number }>`
    insert into counter (name, value) values (${name}, (${from}) + ${count})
    on conflict (name) do update set value = counter.value + ${count}
    returning value`.execute(db)
  return rows[0]?.value ?? count
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

/** Returns the name of the user who calls. Bank users belong to no company that the session names. */
const userName = async ({ db, scope }: Scoped & { readonly db: Db }): Promise<string> => {
  const user = actorOf(scope)
  const ofCompany = scope.kind === 'company' ? sql`uniform_no = ${companyOf(scope)}` : sql`role_id like 'Bank%'`
  const { rows } = await sql<{ name: string }>`select user_name as name from portal_user where user_id = ${user} and ${ofCompany}`.execute(db)
  return rows[0]?.name ?? user
}
