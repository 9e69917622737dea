import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { maxBulkRecords, type RecordResult } from '../../contract/envelope'
import { Refusal } from '../../domain/refusal'
import { isMultiValued, isReference } from '../../schema/field-types'
import { hasTable, type Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { Field, RecordValues, ReferenceField } from '../../schema/language/types'
import { requirePreconditions } from '../access/operations'
import { tenantCondition } from '../access/tenant'
import { auditRecord, recordBody, throwIfFieldErrors } from '../context'
import { inRolledBackTransaction, inTransaction } from '../database/transaction'
import { hideFile } from '../files'
import type { RecordContext, RecordKey } from '../record-context'
import { forEachRecord } from './bulk'
import { fileFields } from './form-files'
import { findRecord } from './get'
import { agreesWith, allOf, anyOf, columnOf, fromTable, keyCondition } from './projection'

/**
 * Deletes a record, writes its audit line, and hides its files.
 * Throws a refusal (2005) if other records refer to it.
 */
export const deleteRecord = (context: RecordContext, resource: Resource, key: RecordKey): Promise<null> =>
  inTransaction(context.db, async (db) => {
    const trxContext = { ...context, db }
    const before = await findRecord(trxContext, resource, key, { lock: true })
    await requireDeletable(trxContext, resource, before)
    await sql`delete from ${sql.table(resource.table)} as t where ${keyCondition(resource, key)} and ${tenantCondition(resource, context.scope)}`.execute(
      db,
    )
    // Hiding is fast. The content of hidden files is deleted later, in the background.
    for (const { name } of fileFields(resource)) if (typeof before[name] === 'string') await hideFile(db, before[name])
    await auditRecord(trxContext, resource, { action: 'Delete', key, before })
    return null
  })

/**
 * Deletes several records, each in its own transaction, and returns the outcomes.
 * The body is `{SerialIds: […]}` for the key `SerialId`, and `{Keys: [{…}]}` for a key of several fields.
 */
export const deleteRecords = async (
  context: RecordContext,
  resource: Resource,
  body: unknown,
): Promise<{ Results: readonly RecordResult[] }> => {
  const keys = readKeys(resource, recordBody(body))
  return { Results: await forEachRecord(keys, (key) => deleteRecord(context, resource, key)) }
}

/**
 * Returns the outcome that the deletion of each record would have, without deleting any; what hooks write is rolled back.
 * The body is that of `deleteRecords`.
 */
export const previewDeletion = async (
  context: RecordContext,
  resource: Resource,
  body: unknown,
): Promise<{ Results: readonly RecordResult[] }> => {
  const keys = readKeys(resource, recordBody(body))
  return {
    Results: await forEachRecord(keys, (key) =>
      inRolledBackTransaction(context.db, async (db) => {
        const trxContext = { ...context, db }
        await requireDeletable(trxContext, resource, await findRecord(trxContext, resource, key))
      }),
    ),
  }
}

/** Throws a refusal if the state of the record, a record that refers to it or a hook does not allow the deletion. */
const requireDeletable = async (context: RecordContext, resource: Resource, record: RecordValues): Promise<void> => {
  requirePreconditions(context, resource, 'delete', record)
  await refuseReferenced(context, resource, record)
  await context.modules.get(resource.name).beforeDelete?.(context, record)
}

const readKeys = (resource: Resource, body: RecordValues): readonly RecordKey[] => {
  const [keyName = ''] = resource.key
  const listName = resource.key.length === 1 ? `${keyName}s` : 'Keys'
  const entries = body[listName]
  const keys = Array.isArray(entries) ? entries.map((entry) => readKey(resource, entry)) : []
  if (keys.length === 0 || keys.includes(null)) throwIfFieldErrors({ [listName]: '請至少選擇一筆要刪除的資料。' })
  if (keys.length > maxBulkRecords)
    throwIfFieldErrors({ [listName]: `一次最多刪除 ${maxBulkRecords} 筆，請分次刪除。` })
  return keys.filter((key) => key !== null)
}

/** Returns the key in an entry of the list of a request; null if the entry contains no complete key. */
export const readKey = (resource: Resource, entry: unknown): RecordKey | null => {
  const values = resource.key.map((name) => (isObject(entry) ? entry[name] : entry))
  const keyValues = values.map((value) => (typeof value === 'string' || typeof value === 'number' ? value : null))
  return keyValues.includes(null)
    ? null
    : Object.fromEntries(resource.key.map((name, index) => [name, keyValues[index] ?? '']))
}

const refuseReferenced = async (context: RecordContext, resource: Resource, record: RecordValues): Promise<void> => {
  const referrers = await referrersOf(context, resource, record)
  if (referrers.length === 0) return
  throw new Refusal(
    '2005',
    `還有 ${referrers.join('、')}使用這${resource.unit}${resource.noun}，不能刪除${deactivationAdvice(resource)}。`,
  )
}

/**
 * Returns the advice to deactivate or close a record instead of deleting it; empty if its resource has no state
 * `Inactive` or `Closed`.
 */
const deactivationAdvice = ({ fields }: Resource): string => {
  const states = fields.flatMap((field) =>
    field.type === 'enum' && field.required ? field.options.map(([code, text]) => ({ field, code, text })) : [],
  )
  const inactiveState = states.find(({ code }) => code === 'Inactive' || code === 'Closed')
  return inactiveState ? `；不再使用時請將${inactiveState.field.label}改為「${inactiveState.text}」` : ''
}

/** Returns the number of records in each resource that refer to this record, as texts such as 7 個代收期別. */
const referrersOf = async (
  { db, schemas }: RecordContext,
  resource: Resource,
  record: RecordValues,
): Promise<readonly string[]> => {
  const referrers: string[] = []
  for (const other of schemas.resources.filter(hasTable)) {
    const conditions = other.fields.flatMap((field) => referrerConditions(field, resource, record))
    if (conditions.length === 0) continue
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count ${fromTable(other)} where ${anyOf(conditions)}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) referrers.push(`${count} ${other.unit}${other.noun}`)
  }
  return referrers
}

const referrerConditions = (field: Field, resource: Resource, record: RecordValues): RawBuilder<SqlBool>[] => {
  if (field.virtual) return []
  if (field.type === 'rows')
    return field.fields
      .filter(isReference)
      .flatMap((itemField) =>
        itemField.to === resource.name ? [itemReferrerCondition(field.name, itemField, record)] : [],
      )
  if (!isReference(field) || field.to !== resource.name) return []
  const value = record[field.by]
  const match = isMultiValued(field)
    ? sql<SqlBool>`${columnOf(field.name)} @> ${JSON.stringify([value])}::jsonb`
    : sql<SqlBool>`${columnOf(field.name)} = ${value}`
  return [allOf([match, agreesWith(field, record)])]
}

const itemReferrerCondition = (
  listField: string,
  itemField: ReferenceField,
  record: RecordValues,
): RawBuilder<SqlBool> =>
  allOf([
    sql`${columnOf(listField)} @> ${JSON.stringify([{ [itemField.name]: record[itemField.by] }])}::jsonb`,
    agreesWith(itemField, record),
  ])
