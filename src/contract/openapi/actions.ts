import { type ActionCall, actionCalls } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { bulkProperties, previewVersion } from './bulk-shapes'
import type { JsonSchema } from './json'
import { inputShape, updateTime } from './records'

/**
 * Returns the name of the schema for the body of an action's call: `coupon.Stop`, or `coupon.MultiStop` for several
 * records.
 */
export const actionShapeName = ({ name }: Pick<Resource, 'name'>, { id }: Pick<ActionCall, 'id'>): string =>
  `${name}.${id.split('.')[1]}`

/** Returns the bodies of actions whose calls are generated from the schema file, by {@link actionShapeName}. */
export const actionShapes = (resource: Resource): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    actionCalls(resource).map((call) => [
      actionShapeName(resource, call),
      { title: `${resource.label}：${call.action.label}${call.isBulk ? '多筆' : ''}的內容`, ...bodyOf(resource, call) },
    ]),
  )

const bodyOf = (resource: Resource, { action, isBulk }: ActionCall): JsonSchema =>
  isBulk
    ? inputShape(
        action.inputs,
        {
          ...bulkProperties(resource, action, '要處理的資料'),
          ...(action.overQuery ? { Version: previewVersion } : {}),
        },
        action.overQuery ? ['Records', 'Query', 'Version'] : [],
      )
    : inputShape(action.inputs, { UpdateTime: updateTime })
