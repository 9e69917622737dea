import { sql } from 'kysely'
import { maxBulkHandlings } from '../../../../contract/exceptions-limits'
import { isObject } from '../../../../schema/language/shapes/shape'
import type { RecordValues } from '../../../../schema/language/types'
import { throwIfFieldErrors } from '../../../context'
import type { RecordContext } from '../../../record-context'
import { listCondition } from '../../../records/list/list-condition'
import { listPlan } from '../../../records/list/list-plan'
import { parseListQuery } from '../../../records/list/list-query'
import { fromTable } from '../../../records/projection'
import type { LineVersion } from '../change-line'

/**
 * Returns the lines that the body of a bulk handling names: the records that a person chose, or those that a query
 * finds.
 * Throws a refusal (2002) if it names none, both, or too many.
 */
export const chosenLines = async (
  context: RecordContext,
  { Records, Query }: RecordValues,
): Promise<readonly LineVersion[]> => {
  if ((Records === undefined) === (Query === undefined))
    throwIfFieldErrors({ Records: '請選擇要處理的交易，或以查詢條件處理全部結果，兩者擇一。' })
  const lines = Query === undefined ? readRecords(Records) : await linesOfQuery(context, Query)
  if (lines.length === 0) throwIfFieldErrors({ Records: '沒有符合條件的交易，請重新選擇。' })
  if (lines.length > maxBulkHandlings)
    throwIfFieldErrors({
      Records: `一次最多 ${maxBulkHandlings.toLocaleString('en-US')} 筆，請縮小範圍後分次辦理。`,
    })
  return lines
}

const readRecords = (records: unknown): readonly LineVersion[] => {
  const entries: readonly unknown[] = Array.isArray(records) ? records : []
  const lines = entries.flatMap((entry): readonly LineVersion[] => {
    if (!isObject(entry)) return []
    const { SerialId, UpdateTime = null } = entry
    if (!Number.isSafeInteger(SerialId) || !(UpdateTime === null || typeof UpdateTime === 'string')) return []
    return [{ serialId: Number(SerialId), updateTime: UpdateTime ?? undefined }]
  })
  if (!Array.isArray(records) || lines.length < entries.length)
    throwIfFieldErrors({ Records: '選擇的交易不正確，請重新選擇。' })
  return [...new Map(lines.map((line) => [line.serialId, line])).values()]
}

/** Returns the lines that a query of the page finds, in the order in which they arrived. */
const linesOfQuery = async (context: RecordContext, query: unknown): Promise<readonly LineVersion[]> => {
  if (!isObject(query)) throwIfFieldErrors({ Query: '查詢條件不正確，請重新查詢。' })
  const resource = context.schemas.get('TLDetailExceptionHandling')
  const plan = listPlan(context, resource)
  const parameters = Object.entries(isObject(query) ? query : {}).map(([name, value]) => [
    name,
    [value].flat().map(String),
  ])
  const parsed = parseListQuery(plan, Object.fromEntries(parameters))
  const { rows } = await sql<{ id: number }>`
    select t.serial_id as id
    ${fromTable(resource)}
    where ${listCondition({ context, plan, parsed })}
    order by t.serial_id
    limit ${maxBulkHandlings + 1}`.execute(context.db)
  return rows.map(({ id }) => ({ serialId: id }))
}
