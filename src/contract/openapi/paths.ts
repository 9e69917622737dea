import { rulesOf } from '../../schema/field-types'
import { type DocumentedCall, pathParameters } from './call'
import { type JsonSchema, text } from './json'
import { operationOf } from './operation'
import { jsonContext } from './records'

/** The parameters that all calls of a path share, and its calls by method. */
export interface PathItem {
  readonly parameters: readonly JsonSchema[]
  readonly [method: string]: JsonSchema | readonly JsonSchema[]
}

/** The calls by path. Calls of one path may name its parameters differently in the specification; here the first call's names count for all. */
export const pathsOf = (calls: readonly DocumentedCall[]): Readonly<Record<string, PathItem>> => {
  const groups = new Map<string, DocumentedCall[]>()
  for (const call of calls) {
    const place = call.endpoint.path.replace(/:\w+/g, ':')
    groups.set(place, [...(groups.get(place) ?? []), call])
  }
  return Object.fromEntries([...groups.values()].flatMap((group) => (group[0] ? [[templateOf(group[0]), itemOf(group[0], group)]] : [])))
}

const templateOf = ({ endpoint }: DocumentedCall): string => endpoint.path.replace(/:(\w+)/g, '{$1}')

const itemOf = (first: DocumentedCall, group: readonly DocumentedCall[]): PathItem => ({
  parameters: [...commonHeaders, ...pathParameters(first.endpoint).map((name, index) => parameterOf(first, name, index))],
  ...Object.fromEntries(group.map((call) => [call.endpoint.method.toLowerCase(), operationOf(call)])),
})

const commonHeaders = ['Source', 'ClientIP', 'RevServiceType'].map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** The parameters of a path are the record's key in its order, whatever the path calls them. */
const parameterOf = ({ resource, schemas }: DocumentedCall, name: string, index: number): JsonSchema => {
  const field = resource?.fields.find((one) => one.name === resource.key[index])
  const schema: JsonSchema = field ? { ...rulesOf(field.type).json(field, jsonContext(schemas)) } : text('主鍵')
  return { name, in: 'path', required: true, description: field?.label ?? '主鍵', schema }
}
