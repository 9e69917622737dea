import { hasList, type Resource } from '../../schema/language/resource'
import type { Field, ReferenceField } from '../../schema/language/types'
import { recordResults } from './bulk-shapes'
import type { DocumentedCall } from './call'
import { descriptionOfCall } from './calls'
import { listOfRecords, listResponse } from './envelope'
import { fieldJson } from './field-json'
import { exactObject, type JsonSchema, listOf, nullValue, orNull, partialObject, schemaRef, text } from './json'

/** Describes the OutData of a call. */
export const outData = (call: DocumentedCall): JsonSchema => {
  const callDescription = descriptionOfCall(call)
  if (callDescription) return callDescription.data ?? unpublished
  const { resource, operation, actionCall } = call
  if (resource && actionCall) return actionCall.isBulk ? recordResults(resource) : schemaRef(`${resource.name}.Record`)
  if (!resource || !operation) return operation === undefined ? unpublished : unservedOutData(operation)
  switch (operation) {
    case 'list':
      return listOfRecords(resource)
    case 'delete':
      return nullValue
    case 'multiDelete':
      return recordResults(resource)
    case 'selectList':
      return selectLists(call)
    default:
      return schemaRef(`${resource.name}.Record`)
  }
}

/** The OutData of a call that the portal does not describe yet. */
const unpublished: JsonSchema = { description: '內容於提供此功能時公布' }

/** An option of a record, which may have the values that must be equal in the record that refers to it. */
const anyOption: JsonSchema = {
  ...exactObject({ Value: text('代碼'), Text: text('名稱') }),
  additionalProperties: { type: ['string', 'number', 'null'], description: '引用這筆資料時必須相同的值' },
}

/** Describes what is known about the OutData of a generic call that belongs to no single resource, or to one that the portal lacks. */
const unservedOutData = (operation: DocumentedCall['operation']): JsonSchema => {
  if (operation === 'list') return listResponse({ type: 'object' })
  return operation === 'selectList' ? { type: 'object', additionalProperties: listOf(anyOption) } : unpublished
}

/**
 * Describes the options of each enum and reference of the pages that share the controller.
 * No property is required, because the server omits references to resources with too many records.
 */
const selectLists = ({ schemas, controller }: DocumentedCall): JsonSchema => {
  const pages = schemas.resources.filter((page) => hasList(page) && page.endpoints.controller === controller)
  const optionFields = pages
    .flatMap(({ fields, list }) => [...fields, ...list.parameters])
    .flatMap((field) => (field.type === 'rows' ? field.fields : [field]))
    .flatMap((field): [Field, JsonSchema][] => {
      if ('options' in field) return [[field, schemaRef('SelectOption')]]
      return 'to' in field ? [[field, recordOption(field, schemas.get(field.to))]] : []
    })
  const properties = Object.fromEntries(optionFields.map(([{ name, label }, option]) => [name, listOf(option, label)]))
  return partialObject(properties, Object.keys(properties))
}

/**
 * Describes a record as a select option.
 * It contains the fields whose values must be equal in the record that refers to it.
 */
const recordOption = ({ same }: ReferenceField, target: Resource): JsonSchema => {
  if (same.length === 0) return schemaRef('SelectOption')
  const sharedFields = target.fields
    .filter(({ name }) => same.includes(name))
    .map((field) => [field.name, orNull({ type: fieldJson(field).type, description: field.label })])
  return exactObject({ Value: text('代碼'), Text: text('名稱'), ...Object.fromEntries(sharedFields) })
}
