import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { Resource } from '../../../schema/language/resource'
import { isObject } from '../../../schema/language/shapes/shape'
import type { RecordValues } from '../../../schema/language/types'
import type { Call } from '../../call'
import { throwIfFieldErrors } from '../../context'
import type { RecordContext, RecordKey } from '../../record-context'
import { fromTable, projectionFunction, recordReader, sqlContextOf } from '../projection'
import { withBounds } from './list-bounds'
import { listCondition } from './list-condition'
import { orderOf } from './list-page'
import { listPlan } from './list-plan'
import { parseListQuery } from './list-query'

/** The key of a record, and its version when the key was read. */
export interface KeyWithVersion {
  readonly key: RecordKey
  readonly UpdateTime: unknown
}

/**
 * Returns the keys of all records that a query finds and that the session may read, in the order of the list.
 * The query is an object with the parameters of the list call, as the body of a call for several records contains it.
 * Throws a refusal (2002) if it is invalid, finds nothing, or finds more than `limit` records.
 */
export const keysOfQuery = async (
  context: RecordContext,
  resource: Resource,
  query: unknown,
  limit: number,
): Promise<readonly KeyWithVersion[]> => {
  const plan = listPlan(context, resource)
  const parsed = parseListQuery(plan, parametersOf(query))
  const fields = resource.fields.filter(({ name }) => resource.key.includes(name) || name === 'UpdateTime')
  const sqlContext = sqlContextOf(context)
  const { rows } = await sql<RecordValues>`
    select ${projectionFunction(resource, fields, context.schemas, [])(sqlContext)}
    ${fromTable(resource)}
    where ${listCondition(await withBounds({ context, plan, parsed }))}
    order by ${orderOf(plan.visible, parsed, sqlContext)}
    limit ${limit + 1}`.execute(context.db)
  if (rows.length === 0) throw new Refusal('2002', '查詢條件沒有符合的資料，請重新查詢後再辦理。')
  if (rows.length > limit) throw tooManyRefusal(resource, limit)
  const read = recordReader(fields, context)
  return rows.map((row) => {
    const record = read(row)
    return {
      key: Object.fromEntries(resource.key.map((name) => [name, record[name] as RecordKey[string]])),
      UpdateTime: record.UpdateTime,
    }
  })
}

const tooManyRefusal = ({ unit, noun }: Resource, limit: number): Refusal =>
  new Refusal('2002', `符合查詢條件的${noun}超過 ${limit.toLocaleString('en')} ${unit}，請縮小查詢條件，分次辦理。`)

/** Returns the parameters of a query in a body. */
const parametersOf = (query: unknown): Call['query'] => {
  const entries = isObject(query) ? Object.entries(query) : []
  const parameters = entries.map(([name, value]) => [name, [value].flat()] as const)
  if (!isObject(query) || !parameters.every(([, values]) => values.every(isScalar)))
    throwIfFieldErrors({ Query: '查詢條件的格式不正確。' })
  return Object.fromEntries(parameters.map(([name, values]) => [name, values.map(String)]))
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
