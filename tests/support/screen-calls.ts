import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { endpoints } from '../../src/contract/endpoints'
import { extensions } from '../../src/contract/extensions'
import {
  actionCallId,
  bulkPreviewId,
  callIdOf,
  importCallId,
  importCalls,
  reportCallIds,
} from '../../src/schema/calls/endpoints'
import { isReference } from '../../src/schema/field-types'
import { hasList, isReport, type Resource } from '../../src/schema/language/resource'
import type { Field } from '../../src/schema/language/types'
import { sourceFiles } from '../../src/tools/metrics/imports'

/** The ids of the calls of the contract. */
export const contractIds: readonly string[] = Object.keys({ ...endpoints, ...extensions })

/** The modules that run in the browser. */
const screenModules = sourceFiles().filter(
  (file) => /^(src\/(site|browser|admin)|resources)\//.test(file) && !file.endsWith('/server.ts'),
)

/** Returns the ids, and the patterns of ids, in the modules that run in the browser. */
export const writtenIds = (): readonly string[] =>
  screenModules.flatMap((file) => idsIn(file, readFileSync(file, 'utf8')))

/**
 * Returns the ids of calls in a module, without types and without questions whether a call is served.
 * In an id that a template composes, `*` stands for each expression.
 */
export const idsIn = (file: string, text: string): readonly string[] => idsBelow(parseSync(file, text).program)

const idsBelow = (node: unknown): readonly string[] => {
  if (Array.isArray(node)) return node.flatMap(idsBelow)
  if (!isNode(node) || isType(node) || isQuestion(node)) return []
  const id = idOf(node)
  return [...(id !== undefined && isCallId(id) ? [id] : []), ...Object.values(node).flatMap(idsBelow)]
}

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string }

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Returns whether a node is a type; `as`, `satisfies` and `!` are parts of expressions. */
const isType = ({ type }: SyntaxNode): boolean => /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(type)

/** Returns whether a node asks about a call: whether it is served, or takes a RequestId. */
const isQuestion = ({ type, callee }: SyntaxNode): boolean => {
  if (type !== 'CallExpression' || !isNode(callee)) return false
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  return isNode(name) && ['useCapability', 'includes', 'requestIdFor'].includes(String(name.name))
}

/** Returns the text of a string, or the pattern of a template. */
const idOf = ({ type, value, quasis }: SyntaxNode): string | undefined => {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return undefined
  return quasis.map((quasi: { readonly value: { readonly cooked: string } }) => quasi.value.cooked).join('*')
}

/** Returns whether a text is the id of a call, or the pattern of one with its controller or its name. */
const isCallId = (text: string): boolean => {
  if (text === '*.*' || !/^[\w*]+\.[\w*]+$/.test(text)) return false
  const pattern = new RegExp(`^${text.replace('.', '\\.').replaceAll('*', '\\w+')}$`)
  return contractIds.some((id) => pattern.test(id))
}

/** Returns the calls that the generated screens of a resource make, and its screens that are built from their parts. */
export const generatedCalls = (resource: Resource): readonly string[] => [
  ...operationCalls(resource),
  ...resource.actions.flatMap((action) => [
    ...(action.call ? [action.call] : action.on.map((place) => actionCallId(resource, action, place === 'bulk'))),
    ...(action.on.includes('bulk') ? [bulkPreviewId(resource, action)] : []),
  ]),
  ...resource.fields.flatMap((field) => ('optionsFrom' in field && field.optionsFrom ? [field.optionsFrom] : [])),
  ...(importsFiles(resource) ? importCalls.map((call) => importCallId(resource, call)) : []),
]

const operationCalls = (resource: Resource): readonly string[] =>
  resource.page && hasList(resource)
    ? [
        ...resource.endpoints.operations
          .filter((operation) => operation !== 'selectList' || hasSelectInputs(resource.fields))
          .map((operation) => callIdOf(resource, operation)),
        ...(isReport(resource) ? reportCallIds(resource) : []),
      ]
    : []

/** Returns whether an input offers records that GetAllSelectList returns. */
const hasSelectInputs = (fields: readonly Field[]): boolean =>
  fields.some((field) =>
    field.type === 'rows' ? hasSelectInputs(field.fields) : isReference(field) && field.same.length === 0,
  )

/** Returns whether a resource has the generated import, or a screen that uses its steps. */
const importsFiles = (resource: Resource): boolean =>
  resource.import !== undefined ||
  screenModules.some(
    (file) => file.startsWith(`resources/${resource.name}/`) && /\buseImport\(/.test(readFileSync(file, 'utf8')),
  )
