import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import type { Resource } from '../../schema/resource'
import { isRow } from '../../schema/row-columns'
import type { Row } from '../../schema/types'
import { requirePreconditions } from '../access/operations'
import { inTransaction } from '../database/transaction'
import { mostRecords, oneByOne, type RecordResult } from './bulk'
import { auditRecord, type RecordContext, type RecordKey, refuseWrong } from './context'
import { findRecord } from './get'
import { bodyRow } from './input'
import { onlyRecord, requireTouched } from './projection'
import { usesOf } from './uses'

/** Removes a record; refuses (2005) while other records refer to it, and says which. */
export const deleteRecord = (context: RecordContext, resource: Resource, key: RecordKey): Promise<null> =>
  inTransaction(context.db, async (db) => {
    const own = { ...context, db }
    const before = await findRecord(own, resource, key, true)
    requirePreconditions(own, resource, 'delete', before)
    await refuseUsed(own, resource, before)
    const { numAffectedRows } = await sql`delete from ${sql.table(resource.table)} as t where ${onlyRecord(resource, key, own)}`.execute(db)
    requireTouched(resource, numAffectedRows)
    await auditRecord(own, resource, { action: 'Delete', key, before })
    return null
  })

/** Removes several records, each for itself; a refusal of one does not stop the others. The body is `{SerialIds: […]}`, for composite keys `{Keys: [{…}]}`. */
export const deleteRecords = async (context: RecordContext, resource: Resource, body: unknown): Promise<{ Results: readonly RecordResult[] }> => {
  const keys = readKeys(resource, bodyRow(body))
  return { Results: await oneByOne(keys, (key) => deleteRecord(context, resource, key)) }
}

const readKeys = (resource: Resource, body: Row): readonly RecordKey[] => {
  const [only = ''] = resource.key
  const list = resource.key.length === 1 ? `${only}s` : 'Keys'
  const given = body[list]
  const keys = Array.isArray(given) ? given.map((one) => readKey(resource, one)) : []
  if (keys.length === 0 || keys.includes(null)) refuseWrong({ [list]: '請至少選擇一筆要刪除的資料。' })
  if (keys.length > mostRecords) refuseWrong({ [list]: `一次最多刪除 ${mostRecords} 筆，請分次刪除。` })
  return keys.filter((key) => key !== null)
}

/** The key in one entry of a list of keys; null where it is none. */
export const readKey = (resource: Resource, given: unknown): RecordKey | null => {
  const values = resource.key.map((name) => (isRow(given) ? given[name] : given))
  const parts = values.map((value) => (typeof value === 'string' || typeof value === 'number' ? value : null))
  return parts.includes(null) ? null : Object.fromEntries(resource.key.map((name, index) => [name, parts[index] ?? '']))
}

const refuseUsed = async (context: RecordContext, resource: Resource, record: Row): Promise<void> => {
  const uses = await usesOf(context, resource, record)
  if (uses.length === 0) return
  throw new Refusal('2005', `還有 ${uses.join('、')}使用這${resource.unit}${resource.noun}，不能刪除；不再使用時請改為停用。`)
}
