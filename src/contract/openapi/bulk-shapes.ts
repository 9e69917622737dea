import { returnCodes } from '../../domain/refusal'
import type { Action } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import { maxBulkRecords, maxQueryRecords } from '../envelope'
import { fieldJson } from './field-json'
import { exactObject, type JsonSchema, listOf, objectOf, oneOf, text } from './json'
import { updateTime } from './records'

/** Returns the body of a call for several records: their keys. */
export const keysBody = ({ key }: Resource, description: string): JsonSchema => {
  const value = { type: ['string', 'integer'] }
  const [keyField = ''] = key
  const list = (items: JsonSchema) => ({ ...listOf(items, description), minItems: 1, maxItems: maxBulkRecords })
  return key.length === 1
    ? exactObject({ [`${keyField}s`]: list(value) })
    : exactObject({ Keys: list(exactObject(Object.fromEntries(key.map((name) => [name, value])))) })
}

/** Describes one record in the body of a call for several records: its key, and its version as UpdateTime. */
export const recordKeyShape = ({ fields, key }: Resource): JsonSchema => {
  const keyProperties = fields
    .filter(({ name }) => key.includes(name))
    .map((field) => [field.name, { ...fieldJson(field), description: field.label }])
  return objectOf({ ...Object.fromEntries(keyProperties), UpdateTime: updateTime }, [...key, 'UpdateTime'])
}

/**
 * Returns the properties that name the records of a declared bulk action: `Records` and, for an action that can be
 * applied to a query, `Query`. One of the two must be sent.
 */
export const bulkProperties = (
  resource: Resource,
  { overQuery }: Pick<Action, 'overQuery'>,
  description: string,
): Readonly<Record<string, JsonSchema>> => ({
  Records: listOf(recordKeyShape(resource), description),
  ...(overQuery
    ? {
        Query: {
          type: 'object',
          additionalProperties: true,
          description: `清單的查詢參數，取代 Records：處理所有符合的資料，最多 ${maxQueryRecords} 筆`,
        },
      }
    : {}),
})

/** Describes the version that a preview has returned. */
export const previewVersion = text('預覽回覆的 Version；資料在預覽後有異動時回覆 2009，不處理任何資料。省略時不檢查')

/** Describes the OutData of the preview of a declared bulk action: the result that each record would have. */
export const previewedResults = (resource: Resource): JsonSchema =>
  exactObject({ ...resultsShape(resource), Version: text('這些資料的版本，執行時帶回') })

/** Describes the OutData of a call for several records: the result of each. */
export const recordResults = (resource: Resource): JsonSchema => exactObject(resultsShape(resource))

const resultsShape = ({ key }: Resource): Readonly<Record<string, JsonSchema>> => ({
  Results: listOf(
    exactObject({
      ...Object.fromEntries(key.map((name) => [name, { type: ['string', 'integer'], description: '主鍵' }])),
      ReturnCode: oneOf('代碼', Object.keys(returnCodes)),
      ReturnMsg: text('說明'),
    }),
    '每一筆的結果',
  ),
})
