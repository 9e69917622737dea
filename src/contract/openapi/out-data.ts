import { returnCodes } from '../../domain/refusal'
import { rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import type { Field, ReferenceField } from '../../schema/language/types'
import type { DocumentedCall } from './call'
import { shapeOfCall } from './calls'
import { listAnswer } from './envelope'
import { closed, type JsonSchema, listOf, nothing, oneOf, orNull, partial, shape, text } from './json'
import { jsonContext } from './records'

/** Describes the OutData of a call. */
export const outData = (call: DocumentedCall): JsonSchema => {
  const callShape = shapeOfCall(call)
  if (callShape) return callShape.data ?? unpublished
  const { resource, operation, action } = call
  if (resource && action) return action.several ? closed({ Results: listOf(recordResult(resource), '每一筆的結果') }) : shape(`${resource.name}.Record`)
  if (!resource || !operation) return operation === undefined ? unpublished : planned(operation)
  switch (operation) {
    case 'list':
      return listAnswer(shape(`${resource.name}.Row`))
    case 'delete':
      return nothing
    case 'multiDelete':
      return closed({ Results: listOf(recordResult(resource), '每一筆的結果') })
    case 'selectList':
      return choices(call, resource)
    default:
      return shape(`${resource.name}.Record`)
  }
}

const unpublished: JsonSchema = { description: '內容於提供此功能時公布' }

const planned = (operation: DocumentedCall['operation']): JsonSchema => {
  if (operation === 'list') return listAnswer({ type: 'object' })
  return operation === 'selectList' ? { type: 'object', additionalProperties: listOf(shape('SelectOption')) } : unpublished
}

const recordResult = ({ key }: Resource): JsonSchema =>
  closed({
    ...Object.fromEntries(key.map((name) => [name, { type: ['string', 'integer'], description: '主鍵' }])),
    ReturnCode: oneOf('代碼', Object.keys(returnCodes)),
    ReturnMsg: text('說明'),
  })

/** Describes the options of each enum and reference; references with too many records are absent. */
const choices = ({ schemas }: DocumentedCall, { fields }: Resource): JsonSchema => {
  const choiceFields = fields
    .flatMap((field) => (field.type === 'rows' ? field.fields : [field]))
    .flatMap((field): [Field, JsonSchema][] => {
      if ('options' in field) return [[field, shape('SelectOption')]]
      return 'to' in field ? [[field, choice(field, schemas.get(field.to), schemas)]] : []
    })
  const properties = Object.fromEntries(choiceFields.map(([{ name, label }, option]) => [name, listOf(option, label)]))
  return partial(properties, Object.keys(properties))
}

/** Describes a record as a select option, with the fields in which it must match the referring record. */
const choice = ({ same }: ReferenceField, target: Resource, schemas: DocumentedCall['schemas']): JsonSchema => {
  if (same.length === 0) return shape('SelectOption')
  const sharedFields = target.fields
    .filter(({ name }) => same.includes(name))
    .map((field) => [field.name, orNull({ type: rulesOf(field.type).jsonSchema(field, jsonContext(schemas)).type, description: field.label })])
  return closed({ Value: text('代碼'), Text: text('名稱'), ...Object.fromEntries(sharedFields) })
}
