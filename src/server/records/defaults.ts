import { sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import { type Field, isEntered, type RecordValues } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { defaultOf, type NumberSeries, sequenceText, seriesOn } from '../../schema/rules/defaults'
import { tooLong } from '../../schema/rules/messages'
import { actorOf, companyOf, type Scoped } from '../access/caller'
import { throwIfFieldErrors, todayOf } from '../context'
import type { Db } from '../ports'
import type { RecordContext } from '../record-context'

/**
 * Returns the default values that the server sets in a new record: for fields that users cannot enter, and for fields
 * whose default is the current user.
 */
export const defaultValues = async (context: RecordContext, resource: Resource): Promise<RecordValues> => {
  const fields = resource.fields.filter((field) => !isEntered(field) || hasUserDefault(field))
  const user = { id: actorOf(context.scope), name: fields.some(hasUserDefault) ? await callerName(context) : '' }
  const defaults = { today: todayOf(context), now: context.clock().toISOString(), user }
  const values = fields.map((field) => [field.name, defaultOf(field, defaults)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/**
 * Reserves the sequence numbers of a new record in the transaction that creates it.
 * A concurrent transaction waits for the end of this one, and a rollback releases the numbers.
 */
export const reserveSequenceNumbers = async (
  context: RecordContext,
  resource: Resource,
  record: RecordValues,
): Promise<RecordValues> => {
  const numbers: Record<string, string> = {}
  for (const { field, pattern } of sequenceFields(resource)) {
    const tenant = resource.tenant === 'shared' ? undefined : String(record[resource.tenant] ?? '')
    const { series, first } = await reserveNumbers(context, resource, { field, pattern, tenant, count: 1 })
    numbers[field.name] = sequenceText(series, first)
  }
  return numbers
}

/** Returns the fields with sequence numbers, and their patterns. */
export const sequenceFields = ({ fields }: Resource): readonly { readonly field: Field; readonly pattern: string }[] =>
  fields.flatMap((field) =>
    field.dynamicDefault && 'sequence' in field.dynamicDefault
      ? [{ field, pattern: field.dynamicDefault.sequence }]
      : [],
  )

const hasUserDefault = ({ dynamicDefault }: Field): boolean => dynamicDefault !== undefined && 'user' in dynamicDefault

/** Describes the sequence numbers to reserve. */
interface NumbersRequest {
  readonly field: Field
  readonly pattern: string
  /** The company or agreement that has its own series; undefined if all share one series. */
  readonly tenant: string | undefined
  readonly count: number
}

/** Consecutive numbers of a series, reserved for one transaction. */
interface ReservedNumbers {
  readonly series: NumberSeries
  readonly first: number
}

/** Reserves `count` numbers in the series of a field. Throws a refusal if the last number is too long for the field. */
export const reserveNumbers = async (
  context: RecordContext,
  resource: Resource,
  { field, pattern, tenant, count }: NumbersRequest,
): Promise<ReservedNumbers> => {
  const series = seriesOn(pattern, todayOf(context))
  const name = `number/${resource.name}/${field.name}/${tenant ?? ''}/${series.prefix}#${series.suffix}`
  const last =
    (await advanceCounter(context.db, name, count)) ??
    (await startCounter(context.db, { name, count }, highestNumber(resource, field, series, tenant)))
  const number = sequenceText(series, last)
  if ('max' in field && typeof field.max === 'number' && number.length > field.max)
    throwIfFieldErrors({ [field.name]: tooLong(field.label, field.max, number.length) })
  return { series, first: last - count + 1 }
}

const advanceCounter = async (db: Db, name: string, count: number): Promise<number | undefined> =>
  (
    await db
      .updateTable('counter')
      .set('value', sql`value + ${count}`)
      .where('name', '=', name)
      .returning('value')
      .executeTakeFirst()
  )?.value

// A series starts after the highest number in the table, because records may have got their numbers before the series
// had a counter.
// If two transactions start a series, the second one waits for the first and then takes the branch `on conflict`.
const startCounter = async (
  db: Db,
  { name, count }: { readonly name: string; readonly count: number },
  highest: ReturnType<typeof highestNumber>,
): Promise<number> => {
  const { rows } = await sql<{ value: number }>`
    insert into counter (name, value) values (${name}, (${highest}) + ${count})
    on conflict (name) do update set value = counter.value + ${count}
    returning value`.execute(db)
  return rows[0]?.value ?? count
}

/**
 * Returns SQL for the highest number of a series in the table.
 * Only up to 15 digits are read: longer texts are not numbers of the series, and JavaScript could not represent them.
 */
const highestNumber = (
  { table, tenant: tenantField }: Resource,
  { name }: Field,
  { prefix, suffix }: NumberSeries,
  tenant: string | undefined,
) => {
  const column = sql.ref(columnName(name))
  const digits = sql`substr(${column}, ${prefix.length + 1}, length(${column}) - ${prefix.length + suffix.length})`
  return sql`
    select coalesce(max(case when ${digits} ~ '^[0-9]{1,15}$' then ${digits}::bigint end), 0)
    from ${sql.table(table)}
    where starts_with(${column}, ${prefix}) and right(${column}, ${suffix.length}) = ${suffix} and length(${column}) > ${prefix.length + suffix.length}
      ${tenant === undefined ? sql`` : sql`and ${sql.ref(columnName(tenantField))} = ${tenant}`}`
}

/**
 * Returns the name of the calling user.
 * A user id is unique only in its company.
 * The scope of a bank user has no company, so the bank's users are found by their roles.
 */
const callerName = async ({ db, scope }: Scoped & { readonly db: Db }): Promise<string> => {
  const user = actorOf(scope)
  const usersWithId = db.selectFrom('portal_user').select('user_name').where('user_id', '=', user)
  const callingUser =
    scope.kind === 'company'
      ? usersWithId.where('uniform_no', '=', companyOf(scope))
      : usersWithId.where('role_id', 'in', ['BankOperator', 'BankViewer'])
  return (await callingUser.executeTakeFirst())?.user_name ?? user
}
