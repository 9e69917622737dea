import { rights } from '../../domain/access/roles'
import { enumText } from '../../domain/enums'
import type { Resource } from '../../schema/language/resource'
import type { Operation } from '../../schema/language/types'
import { actionShapeName } from './actions'
import { anyFile, type CallShape, type DocumentedCall, pathParameters } from './call'
import { shapeOfCall } from './calls'
import { plannedBodies } from './calls/records'
import { type ErrorStatus, errorAnswer, success } from './envelope'
import { bytes, closed, type JsonSchema, listOf, shape } from './json'
import { listParameters, plainListParameters, type QueryParameter } from './list-parameters'
import { outData } from './out-data'
import { jsonContext, recordShapes } from './records'

/** Returns the OpenAPI operation of a call. */
export const operationOf = (call: DocumentedCall): JsonSchema => {
  const { id, endpoint, served } = call
  const callShape = shapeOfCall(call)
  const body = requestBody(call)
  return {
    operationId: id,
    tags: [tagOf(call)],
    summary: titleOf(call, callShape),
    description: descriptionOf(call, callShape),
    parameters: [
      ...(callShape?.captcha ? [{ $ref: '#/components/parameters/VCode' }] : []),
      ...(endpoint.session === 'company' ? [{ $ref: '#/components/parameters/UniformNo' }] : []),
      ...queryOf(call, callShape).map(({ name, schema, required }) => ({
        name,
        in: 'query',
        description: schema.description,
        ...(required ? { required } : {}),
        schema,
      })),
    ],
    ...(body ? { requestBody: body } : {}),
    security: endpoint.session === 'none' ? [] : [{ [endpoint.session]: [] }],
    ...(served ? {} : { 'x-served': false }),
    responses: { 200: successAnswer(call, callShape), ...Object.fromEntries(errorStatuses(call, callShape).map((status) => [status, errorAnswer(status)])) },
  }
}

/** Returns the tag of a call: its controller, or that of the extensions. */
export const tagOf = ({ controller, endpoint }: DocumentedCall): string => (endpoint.path.startsWith('/Ext/') ? 'Ext' : controller)

const titles: Readonly<Record<Operation, string>> = {
  list: '查詢清單',
  get: '查詢單筆',
  create: '新增',
  update: '修改',
  delete: '刪除',
  multiDelete: '刪除多筆',
  selectList: '查詢選項',
}

const titleOf = ({ operation, action, resource, schemas, endpoint }: DocumentedCall, callShape: CallShape | undefined): string => {
  if (callShape) return callShape.title
  if (action) return `${resource?.label ?? ''}：${action.action.label}${action.several ? '多筆' : ''}`
  const label = resource?.label ?? schemas.resources.find(({ name }) => name === endpoint.page)?.label ?? ''
  return [label, operation ? titles[operation] : ''].filter(Boolean).join('：')
}

const descriptionOf = (call: DocumentedCall, callShape: CallShape | undefined): string =>
  [callShape?.text?.replace(/。$/, ''), rightText(call), call.served ? '' : '此伺服器尚未提供']
    .filter(Boolean)
    .map((sentence) => `${sentence}。`)
    .join('')

const rightText = ({ endpoint: { session, page, right }, action, schemas }: DocumentedCall): string => {
  const roles = action?.action.roles
  if (roles) return `供${roles.map((role) => enumText('PortalRole', role)).join('、')}使用`
  if (session === 'none') return '不需登入即可呼叫'
  if (session === 'payer') return '繳款人登入後使用'
  const label = page && (schemas.has(page) ? schemas.get(page).label : page)
  return label && right ? `須有「${label}」的「${rights[right]}」權限` : '企業戶或銀行人員登入後使用'
}

const queryOf = ({ operation, resource, schemas }: DocumentedCall, callShape: CallShape | undefined): readonly QueryParameter[] => {
  if (callShape) return callShape.query ?? []
  if (operation !== 'list') return []
  return resource ? listParameters(resource, jsonContext(schemas)) : plainListParameters()
}

const successAnswer = (call: DocumentedCall, callShape: CallShape | undefined): JsonSchema => {
  if (call.endpoint.answer !== 'file') {
    return { description: '成功；或業務上未受理', content: { 'application/json': { schema: { oneOf: [success(outData(call)), shape('Refusal')] } } } }
  }
  return {
    description: '檔案；或業務上未受理（JSON）',
    headers: { 'Content-Disposition': { description: '檔名', schema: { type: 'string' } } },
    content: { [callShape?.file ?? anyFile]: { schema: { type: 'string', format: 'binary' } }, 'application/json': { schema: shape('Refusal') } },
  }
}

const errorStatuses = ({ endpoint, served }: DocumentedCall, callShape: CallShape | undefined): readonly ErrorStatus[] => {
  const { session, body } = endpoint
  const canBeMissing = session !== 'none' || callShape?.captcha || pathParameters(endpoint).length > 0
  return [
    400,
    ...(session === 'none' ? [] : [401 as const]),
    ...(session === 'company' ? [403 as const] : []),
    ...(canBeMissing ? [404 as const] : []),
    ...(body ? [413 as const, 415 as const] : []),
    429,
    500,
    ...(served ? [] : [501 as const]),
    503,
  ]
}

/** Returns the request body of a call; undefined where it takes none. */
const requestBody = (call: DocumentedCall): JsonSchema | undefined => {
  const schema = bodySchema(call)
  if (schema === undefined) return undefined
  const type = call.endpoint.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { required: schema !== unpublished, content: { [type]: { schema } } }
}

const unpublished: JsonSchema = { type: 'object', description: '內容於提供此功能時公布' }

const bodySchema = (call: DocumentedCall): JsonSchema | undefined => {
  const { id, endpoint, operation, resource } = call
  const callShape = shapeOfCall(call)
  if (endpoint.body === undefined) return undefined
  if (endpoint.body === 'multipart' && resource && !callShape) return multipartBody(recordShapes(resource, call.schemas).create)
  if (call.action && resource) return shape(actionShapeName(resource, call.action))
  if (callShape) return callShape.body ?? (callShape.data || call.served ? undefined : unpublished)
  if (!resource) return plannedBodies[id] ?? unpublished
  switch (operation) {
    case 'create':
      return shape(`${resource.name}.Create`)
    case 'update':
      return shape(`${resource.name}.Update`)
    default:
      return keysBody(resource)
  }
}

const maxDeletes = 500

/** Returns the body of MultiDelete. */
const keysBody = ({ key }: Resource): JsonSchema => {
  const value = { type: ['string', 'integer'] }
  const [only = ''] = key
  const list = (items: JsonSchema) => ({ ...listOf(items, '要刪除的資料'), minItems: 1, maxItems: maxDeletes })
  return key.length === 1 ? closed({ [`${only}s`]: list(value) }) : closed({ Keys: list(closed(Object.fromEntries(key.map((name) => [name, value])))) })
}

/** Returns the multipart body of a record: files are bytes, and no value is null, which forms cannot express. */
const multipartBody = (create: JsonSchema): JsonSchema => {
  const properties = Object.entries(create.properties as Readonly<Record<string, JsonSchema>>)
  return {
    ...create,
    properties: Object.fromEntries(properties.map(([name, json]) => [name, name === 'File' ? { ...bytes, description: json.description } : withoutNull(json)])),
  }
}

const withoutNull = (json: JsonSchema): JsonSchema => ({
  ...json,
  ...(Array.isArray(json.type) ? { type: json.type[0] } : {}),
  ...(Array.isArray(json.enum) ? { enum: json.enum.filter((code) => code !== null) } : {}),
})
