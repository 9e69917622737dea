import { sql } from 'kysely'
import { maxBulkHandlings } from '../../../../contract/exceptions-limits'
import { isObject } from '../../../../schema/language/shapes/shape'
import type { RecordValues } from '../../../../schema/language/types'
import { throwIfFieldErrors } from '../../../context'
import type { RecordContext } from '../../../record-context'
import { keysOfQuery } from '../../../records/list/query-keys'
import { versionOf } from '../../../records/preview-version'
import type { LineVersion } from '../change-line'

/** The lines of a bulk handling. */
export interface ChosenLines {
  readonly lines: readonly LineVersion[]
  /** A digest of the lines and their versions: equal calls have equal digests until one of the lines changes. */
  readonly Version: string
}

/**
 * Returns the lines that the body of a bulk handling names: the records that a person chose, or those that a query
 * finds.
 * Throws a refusal (2002) if it names none, both, or too many.
 */
export const chosenLines = async (context: RecordContext, { Records, Query }: RecordValues): Promise<ChosenLines> => {
  if ((Records === undefined) === (Query === undefined))
    throwIfFieldErrors({ Records: '請選擇要處理的交易，或以查詢條件處理全部結果，兩者擇一。' })
  const lines = Query === undefined ? readRecords(Records) : await linesOfQuery(context, Query)
  if (lines.length === 0) throwIfFieldErrors({ Records: '沒有符合條件的交易，請重新選擇。' })
  if (lines.length > maxBulkHandlings)
    throwIfFieldErrors({
      Records: `一次最多 ${maxBulkHandlings.toLocaleString('en-US')} 筆，請縮小範圍後分次辦理。`,
    })
  return { lines, Version: await versionOf(await withStoredVersions(context, lines)) }
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

/** Returns the lines; those that were chosen without their UpdateTime have the one that is stored. */
const withStoredVersions = async (
  { db }: RecordContext,
  lines: readonly LineVersion[],
): Promise<readonly LineVersion[]> => {
  const ids = lines.flatMap(({ serialId, updateTime }) => (updateTime === undefined ? serialId : []))
  if (ids.length === 0) return lines
  const { rows } = await sql<{ id: number; time: string }>`
    select serial_id as id, update_time::text as time from transaction_line
    where serial_id = any(${ids}::bigint[])`.execute(db)
  const stored = new Map(rows.map(({ id, time }) => [id, time]))
  return lines.map(({ serialId, updateTime = stored.get(serialId) }) => ({ serialId, updateTime }))
}

/** Returns the lines that a query of the page finds, in the order of the list. */
const linesOfQuery = async (context: RecordContext, query: unknown): Promise<readonly LineVersion[]> => {
  const resource = context.schemas.get('TLDetailExceptionHandling')
  const found = await keysOfQuery(context, resource, query, maxBulkHandlings)
  return found.map(({ key, UpdateTime }) => ({ serialId: Number(key.SerialId), updateTime: String(UpdateTime) }))
}
