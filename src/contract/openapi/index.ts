import type { Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { allEndpoints } from '../all-endpoints'
import { apiBase } from '../endpoints'
import { signatureHeaders } from '../headers'
import { actionShapes } from './actions'
import { type DocumentedCall, documentedCall, pathParameters } from './call'
import { commonSchemas, errorResponses, headerParameters } from './envelope'
import { fieldJson } from './field-json'
import { integer, type JsonSchema, text } from './json'
import { operationOf, tagOf } from './operation'
import { recordShapes } from './records'
import { webhooks } from './webhooks'

/**
 * Returns the OpenAPI 3.1 document of all calls of a portal: the calls of the specification, the extensions, and the
 * calls that schemas declare.
 */
export const openApi = (schemas: SchemaSet, isServed: (id: string) => boolean): OpenApi => {
  const calls = Object.entries(allEndpoints(schemas)).map(([id, endpoint]) =>
    documentedCall(id, endpoint, { schemas, isServed: isServed(id) }),
  )
  return withoutUnusedComponents({
    openapi: '3.1.0',
    info,
    servers: [{ url: apiBase, description: '這個網站' }],
    tags: tagList([...new Set(calls.map(tagOf))], schemas),
    paths: pathsOf(calls),
    webhooks,
    components: {
      securitySchemes,
      parameters: headerParameters,
      responses: errorResponses,
      schemas: { ...commonSchemas, ...recordSchemas(schemas) },
    },
  })
}

/** The properties of an OpenAPI document that this project reads. */
export interface OpenApi {
  readonly openapi: string
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks: Readonly<Record<string, JsonSchema>>
  readonly components: Readonly<
    Record<'securitySchemes' | 'parameters' | 'responses' | 'schemas', Readonly<Record<string, JsonSchema>>>
  >
}

/** Returns the document without components that nothing refers to, such as the create body of a page without a form. */
const withoutUnusedComponents = (document: OpenApi): OpenApi => {
  const { components } = document
  const references = new Set(
    [...JSON.stringify(document).matchAll(/"#\/components\/([^"]+)"/g)].map(([, component]) => component),
  )
  const usedComponents = (kind: 'schemas' | 'responses' | 'parameters') =>
    Object.fromEntries(Object.entries(components[kind]).filter(([name]) => references.has(`${kind}/${name}`)))
  const pruned = {
    ...document,
    components: {
      ...components,
      schemas: usedComponents('schemas'),
      responses: usedComponents('responses'),
      parameters: usedComponents('parameters'),
    },
  }
  // Removing a component can make others unused.
  return componentCount(pruned) === componentCount(document) ? pruned : withoutUnusedComponents(pruned)
}

const componentCount = ({ components }: OpenApi): number =>
  Object.values(components).reduce((sum, byName) => sum + Object.keys(byName).length, 0)

const info: JsonSchema = {
  title: '代收繳費服務網 API',
  version: '1.0.0',
  summary: '銀行代收繳費服務網的前後端契約',
  description:
    '回覆一律為 {ReturnCode, ReturnMsg, OutData}，成功為 0000。業務上未受理是 HTTP 200 與其他代碼；401、403、404、413、429、500 是 HTTP 狀態，內容相同。' +
    '清單的條件以欄位為名，區間為 …From 與 …To，多個值以重複的參數表示。PUT 未帶的欄位不變，null 表示清除；UpdateTime 是樂觀鎖定的憑據。金額為幣別最小單位的整數。',
  contact: { name: '代收繳費服務網維護團隊' },
  license: { name: 'MIT', identifier: 'MIT' },
}

const securitySchemes: Readonly<Record<string, JsonSchema>> = {
  company: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: '企業戶或銀行人員的權杖，由 EnterpriseArea/Login 取得。',
  },
  bankSystem: {
    type: 'apiKey',
    in: 'header',
    name: signatureHeaders.signature,
    description:
      `代收銀行系統的簽章，不需登入：以雙方約定的密鑰計算 HMAC-SHA-256，為 64 位十六進位數字。簽章的內容依序為 ${signatureHeaders.timestamp}、大寫的 HTTP 方法、` +
      '網址的路徑（例如 /api/Ext/BankCredits）與送出的內容本身；前三者之後各接一個換行字元（0A）。',
  },
  payer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: '繳款人的權杖，由 PayerArea/Login 或 AccountLogin 取得。',
  },
}

const recordSchemas = (schemas: SchemaSet): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    schemas.resources
      .filter(({ fields }) => fields.length > 0)
      .flatMap((resource) => Object.entries(namedShapes(resource))),
  )

const namedShapes = (resource: Resource): Readonly<Record<string, JsonSchema>> => {
  const { record, row, create, update } = recordShapes(resource)
  const withTitle = (json: JsonSchema, title: string) => ({ title: `${resource.label}：${title}`, ...json })
  return {
    [`${resource.name}.Record`]: withTitle(record, '單筆資料'),
    [`${resource.name}.Row`]: withTitle(row, '清單的一列；個人資料已遮罩'),
    [`${resource.name}.Create`]: withTitle(create, '新增的內容'),
    [`${resource.name}.Update`]: withTitle(update, '修改的內容'),
    ...actionShapes(resource),
  }
}

/** Names of the controllers that belong to no page. */
const controllerNames: Readonly<Record<string, string>> = {
  Common: '共用選項',
  Home: '首頁與公告',
  PayerArea: '繳費專區',
  EnterpriseArea: '企業專區',
  ReportPrint: '報表列印',
  SKGPortal: '專區查詢',
  Ext: '擴充呼叫：規格之外，可以不提供',
}

/** Returns the tags with their descriptions, as the document lists them. */
const tagList = (
  tags: readonly string[],
  { resources }: Pick<SchemaSet, 'resources'>,
): readonly { readonly name: string; readonly description: string }[] =>
  tags.map((name) => ({
    name,
    description:
      controllerNames[name] ?? resources.find(({ endpoints }) => endpoints.controller === name)?.label ?? name,
  }))

/** The parameters that all calls of a path share, and its calls by method. */
interface PathItem {
  readonly parameters: readonly JsonSchema[]
  readonly [method: string]: JsonSchema | readonly JsonSchema[]
}

/**
 * Returns the calls by path.
 * The specification may name the parameters of a path differently for each method; the document uses the names of the
 * first call.
 */
const pathsOf = (calls: readonly DocumentedCall[]): Readonly<Record<string, PathItem>> => {
  const groups = new Map<string, DocumentedCall[]>()
  for (const call of calls) {
    const template = call.endpoint.path.replace(/:\w+/g, ':')
    groups.set(template, [...(groups.get(template) ?? []), call])
  }
  return Object.fromEntries(
    [...groups.values()].flatMap((group) =>
      group[0] ? [[pathTemplateOf(group[0]), pathItemOf(group[0], group)]] : [],
    ),
  )
}

const pathTemplateOf = ({ endpoint }: DocumentedCall): string => endpoint.path.replace(/:(\w+)/g, '{$1}')

const pathItemOf = (first: DocumentedCall, group: readonly DocumentedCall[]): PathItem => ({
  parameters: [
    ...commonHeaders,
    ...pathParameters(first.endpoint).map((name, index) => parameterOf(first, name, index)),
  ],
  ...Object.fromEntries(group.map((call) => [call.endpoint.method.toLowerCase(), operationOf(call)])),
})

const commonHeaders = ['Source', 'ClientIP', 'RevServiceType'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

/**
 * Describes a parameter of a path by the key field at the same position, because a parameter may have another name than
 * its field.
 */
const parameterOf = ({ resource }: DocumentedCall, name: string, index: number): JsonSchema => {
  const field =
    name in otherParameters ? undefined : resource?.fields.find((candidate) => candidate.name === resource.key[index])
  const schema: JsonSchema = field ? fieldJson(field) : (otherParameters[name] ?? text('主鍵'))
  return { name, in: 'path', required: true, description: field?.label ?? schema.description, schema }
}

/** Parameters of paths that are not key fields of a resource. */
const otherParameters: Readonly<Record<string, JsonSchema>> = { RunId: integer('寄送編號') }
