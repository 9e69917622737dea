import { type ActionCall, actionCalls } from '../../schema/calls/endpoints'
import { rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type JsonSchema, listOf, objectOf } from './json'
import { inputShape, jsonContext, updateTime } from './records'

/** Returns the name of the body of an action's call: `coupon.Stop`, for several records `coupon.MultiStop`. */
export const actionShapeName = ({ name }: Pick<Resource, 'name'>, { id }: Pick<ActionCall, 'id'>): string => `${name}.${id.split('.')[1]}`

/** Returns the bodies of the actions that a schema file describes completely, by name. */
export const actionShapes = (resource: Resource, schemas: SchemaSet): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    actionCalls(resource).map((call) => [
      actionShapeName(resource, call),
      { title: `${resource.label}：${call.action.label}${call.isBulk ? '多筆' : ''}的內容`, ...bodyOf(resource, call, schemas) },
    ]),
  )

const bodyOf = (resource: Resource, { action, isBulk }: ActionCall, schemas: SchemaSet): JsonSchema =>
  inputShape(action.inputs, schemas, isBulk ? { Records: listOf(recordKeyShape(resource, schemas), '要處理的資料') } : { UpdateTime: updateTime })

/** Describes what identifies a record and its version in a call for several records. */
const recordKeyShape = ({ fields, key }: Resource, schemas: SchemaSet): JsonSchema => {
  const keyProperties = fields
    .filter(({ name }) => key.includes(name))
    .map((field) => [field.name, { ...rulesOf(field.type).jsonSchema(field, jsonContext(schemas)), description: field.label }])
  return objectOf({ ...Object.fromEntries(keyProperties), UpdateTime: updateTime }, [...key, 'UpdateTime'])
}
