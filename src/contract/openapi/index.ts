import type { SchemaSet } from '../../schema/schema-set'
import type { Resource } from '../../schema/types'
import { allEndpoints } from '../all-endpoints'
import { apiBase } from '../endpoints'
import { actionShapes } from './actions'
import { documentedCall } from './call'
import { commonSchemas, errorAnswers, headerParameters } from './envelope'
import type { JsonSchema } from './json'
import { tagOf } from './operation'
import { type PathItem, pathsOf } from './paths'
import { recordShapes } from './records'
import { tagList } from './tags'
import { withoutUnused } from './unused'

/** Every call of a portal as an OpenAPI 3.1 document: the specification's, the extensions, and what schemas add. It holds no secret; all of it follows from published code and schemas. */
export const openApi = (schemas: SchemaSet, isServed: (id: string) => boolean): OpenApi => {
  const calls = Object.entries(allEndpoints(schemas)).map(([id, endpoint]) => documentedCall(id, endpoint, { schemas, served: isServed(id) }))
  return withoutUnused({
    openapi: '3.1.0',
    info,
    servers: [{ url: apiBase, description: '這個網站' }],
    tags: tagList([...new Set(calls.map(tagOf))], schemas),
    paths: pathsOf(calls),
    components: {
      securitySchemes,
      parameters: headerParameters,
      responses: errorAnswers,
      schemas: { ...commonSchemas, ...recordSchemas(schemas) },
    },
  })
}

/** An OpenAPI document as far as its readers here look into it. */
export interface OpenApi {
  readonly openapi: string
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<'securitySchemes' | 'parameters' | 'responses' | 'schemas', Readonly<Record<string, JsonSchema>>>>
}

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
  company: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: '企業戶或銀行人員的權杖，由 EnterpriseArea/Login 取得。' },
  payer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: '繳款人的權杖，由 PayerArea/Login 或 AccountLogin 取得。' },
}

const recordSchemas = (schemas: SchemaSet): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(schemas.resources.filter(({ fields }) => fields.length > 0).flatMap((resource) => Object.entries(namedShapes(resource, schemas))))

const namedShapes = (resource: Resource, schemas: SchemaSet): Readonly<Record<string, JsonSchema>> => {
  const { record, row, create, update } = recordShapes(resource, schemas)
  const named = (json: JsonSchema, title: string) => ({ title: `${resource.label}：${title}`, ...json })
  return {
    [`${resource.name}.Record`]: named(record, '單筆資料'),
    [`${resource.name}.Row`]: named(row, '清單的一列；個人資料已遮罩'),
    [`${resource.name}.Create`]: named(create, '新增的內容'),
    [`${resource.name}.Update`]: named(update, '修改的內容'),
    ...actionShapes(resource, schemas),
  }
}
