import type { Resource } from '../../schema/types'
import { actionShapeName } from './actions'
import type { DocumentedCall } from './call'
import { plannedBodies, shapeOfCall } from './calls'
import { bytes, closed, type JsonSchema, listOf, shape } from './json'
import { recordShapes } from './records'

/** The request body of a call; undefined where it takes none. */
export const requestBody = (call: DocumentedCall): JsonSchema | undefined => {
  const schema = bodySchema(call)
  if (schema === undefined) return undefined
  const type = call.endpoint.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { required: schema !== open, content: { [type]: { schema } } }
}

const open: JsonSchema = { type: 'object', description: '內容於提供此功能時公布' }

const bodySchema = (call: DocumentedCall): JsonSchema | undefined => {
  const { id, endpoint, operation, resource } = call
  const own = shapeOfCall(call)
  if (endpoint.body === undefined) return undefined
  if (endpoint.body === 'multipart' && resource && !own) return form(recordShapes(resource, call.schemas).create)
  if (call.action && resource) return shape(actionShapeName(resource, call.action))
  if (own) return own.body ?? (own.data || call.served ? undefined : open)
  if (!resource) return plannedBodies[id] ?? open
  switch (operation) {
    case 'create':
      return shape(`${resource.name}.Create`)
    case 'update':
      return shape(`${resource.name}.Update`)
    default:
      return keys(resource)
  }
}

const maxDeletes = 500

/** The body of MultiDelete. */
const keys = ({ key }: Resource): JsonSchema => {
  const value = { type: ['string', 'integer'] }
  const [only = ''] = key
  const list = (items: JsonSchema) => ({ ...listOf(items, '要刪除的資料'), minItems: 1, maxItems: maxDeletes })
  return key.length === 1
    ? closed<Record<string, unknown>>({ [`${only}s`]: list(value) })
    : closed<Record<string, unknown>>({ Keys: list(closed<Record<string, unknown>>(Object.fromEntries(key.map((name) => [name, value])))) })
}

/** A record as a form: files as bytes, and no null, for which a form has no sign. */
const form = (create: JsonSchema): JsonSchema => {
  const properties = Object.entries(create.properties as Readonly<Record<string, JsonSchema>>)
  return {
    ...create,
    properties: Object.fromEntries(properties.map(([name, json]) => [name, name === 'File' ? { ...bytes, description: json.description } : filled(json)])),
  }
}

const filled = (json: JsonSchema): JsonSchema => ({
  ...json,
  ...(Array.isArray(json.type) ? { type: json.type[0] } : {}),
  ...(Array.isArray(json.enum) ? { enum: json.enum.filter((code) => code !== null) } : {}),
})
