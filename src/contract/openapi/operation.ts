import { rights } from '../../domain/access/roles'
import { enumText } from '../../domain/enums'
import { listWorkbookCallId } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed, type Operation } from '../../schema/language/types'
import { extensions } from '../extensions'
import { actionShapeName } from './actions'
import { keysBody } from './bulk-shapes'
import { anyFileType, type CallDescription, type DocumentedCall, pathParameters } from './call'
import { descriptionOfCall } from './calls'
import { fileId } from './calls/import-shapes'
import { confirmationBody } from './calls/record-additions'
import { type ErrorStatus, errorResponseRef, successSchema } from './envelope'
import { bytes, type JsonSchema, schemaRef, text } from './json'
import { listFileParameters, listParameters, type QueryParameter } from './list-parameters'
import { outData } from './out-data'
import { recordShapes } from './records'

/** Returns the OpenAPI operation of a call. */
export const operationOf = (call: DocumentedCall): JsonSchema => {
  const { id, endpoint, isServed } = call
  const callDescription = descriptionOfCall(call)
  const body = requestBody(call)
  return {
    operationId: id,
    tags: [tagOf(call)],
    summary: titleOf(call, callDescription),
    description: descriptionText(call, callDescription),
    parameters: [
      ...(callDescription?.captcha ? [{ $ref: '#/components/parameters/VCode' }] : []),
      ...(endpoint.session === 'bankSystem' ? [{ $ref: '#/components/parameters/BankTimestamp' }] : []),
      ...(endpoint.session === 'company' ? [{ $ref: '#/components/parameters/UniformNo' }] : []),
      ...queryOf(call, callDescription).map(({ name, schema, required }) => ({
        name,
        in: 'query',
        description: schema.description,
        ...(required ? { required } : {}),
        schema,
      })),
    ],
    ...(body ? { requestBody: body } : {}),
    security: endpoint.session === 'none' ? [] : [{ [endpoint.session]: [] }],
    ...(isServed ? {} : { 'x-served': false }),
    responses: {
      200: successResponse(call, callDescription),
      ...Object.fromEntries(errorStatuses(call, callDescription).map((status) => [status, errorResponseRef(status)])),
    },
  }
}

/** Returns the tag of a call: its controller, or `Ext` for extensions. */
export const tagOf = ({ controller, endpoint }: DocumentedCall): string =>
  endpoint.path.startsWith('/Ext/') ? 'Ext' : controller

const titles: Readonly<Record<Operation, string>> = {
  list: '查詢清單',
  get: '查詢單筆',
  create: '新增',
  update: '修改',
  delete: '刪除',
  multiDelete: '刪除多筆',
  selectList: '查詢選項',
}

const titleOf = (
  { operation, actionCall, resource, schemas, endpoint }: DocumentedCall,
  callDescription: CallDescription | undefined,
): string => {
  if (callDescription) return callDescription.title
  if (actionCall) return `${resource?.label ?? ''}：${actionCall.action.label}${actionCall.isBulk ? '多筆' : ''}`
  const label = resource?.label ?? schemas.resources.find(({ name }) => name === endpoint.page)?.label ?? ''
  return [label, operation ? titles[operation] : ''].filter(Boolean).join('：')
}

const descriptionText = (call: DocumentedCall, callDescription: CallDescription | undefined): string =>
  [callDescription?.text?.replace(/。$/, ''), rightText(call), call.isServed ? '' : '此伺服器尚未提供']
    .filter(Boolean)
    .map((sentence) => `${sentence}。`)
    .join('')

const rightText = ({ endpoint: { session, page, right }, actionCall, schemas }: DocumentedCall): string => {
  const roles = actionCall?.action.roles
  if (roles) return `供${roles.map((role) => enumText('PortalRole', role)).join('、')}使用`
  if (session === 'none') return '不需登入即可呼叫'
  if (session === 'payer') return '繳款人登入後使用'
  if (session === 'bankSystem') return '供代收銀行的系統以簽章呼叫'
  const label = page && (schemas.has(page) ? schemas.get(page).label : page)
  return label && right ? `須有「${label}」的「${rights[right]}」權限` : '企業戶或銀行人員登入後使用'
}

const queryOf = (
  { id, operation, resource, schemas }: DocumentedCall,
  callDescription: CallDescription | undefined,
): readonly QueryParameter[] => {
  const workbookResource = schemas.resources.find((candidate) => listWorkbookCallId(candidate) === id)
  if (workbookResource) return listFileParameters(workbookResource)
  if (callDescription) return callDescription.query ?? []
  if (operation !== 'list') return []
  return resource ? listParameters(resource) : []
}

const successResponse = (call: DocumentedCall, callDescription: CallDescription | undefined): JsonSchema => {
  if (call.endpoint.response !== 'file') {
    return {
      description: '成功；或業務上未受理',
      content: { 'application/json': { schema: { oneOf: [successSchema(outData(call)), schemaRef('Refusal')] } } },
    }
  }
  return {
    description: '檔案；或業務上未受理（JSON）',
    headers: { 'Content-Disposition': { description: '檔名', schema: { type: 'string' } } },
    content: {
      ...Object.fromEntries(
        [callDescription?.file ?? anyFileType]
          .flat()
          .map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
      'application/json': { schema: schemaRef('Refusal') },
    },
  }
}

const errorStatuses = (
  { endpoint, isServed }: DocumentedCall,
  callDescription: CallDescription | undefined,
): readonly ErrorStatus[] => {
  const { session, body } = endpoint
  // A session determines which records exist for the caller, and a captcha may have expired.
  const canReturnNotFound = session !== 'none' || callDescription?.captcha || pathParameters(endpoint).length > 0
  return [
    400,
    ...(session === 'none' ? [] : [401 as const]),
    ...(session === 'company' ? [403 as const] : []),
    ...(canReturnNotFound ? [404 as const] : []),
    ...(body ? [413 as const, 415 as const] : []),
    429,
    500,
    ...(isServed ? [] : [501 as const]),
    503,
  ]
}

/** Returns the request body of a call; undefined if the call has no body. */
const requestBody = (call: DocumentedCall): JsonSchema | undefined => {
  const schema = bodySchema(call)
  if (schema === undefined) return undefined
  const type = call.endpoint.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { required: schema !== unpublished && schema !== confirmationBody, content: { [type]: { schema } } }
}

/** The body of a call that the portal does not serve and the specification does not describe. */
const unpublished: JsonSchema = { type: 'object', description: '內容於提供此功能時公布' }

const bodySchema = (call: DocumentedCall): JsonSchema | undefined => {
  const { endpoint, operation, resource } = call
  const callDescription = descriptionOfCall(call)
  if (endpoint.body === undefined) return undefined
  if (endpoint.body === 'multipart' && resource && !callDescription)
    return multipartBody(resource, recordShapes(resource)[operation === 'update' ? 'update' : 'create'])
  if (call.actionCall && resource) return schemaRef(actionShapeName(resource, call.actionCall))
  if (callDescription) return callDescription.body ?? (callDescription.data || call.isServed ? undefined : unpublished)
  if (!resource) return unpublished
  switch (operation) {
    case 'create':
      return schemaRef(`${resource.name}.Create`)
    case 'update':
      return schemaRef(`${resource.name}.Update`)
    case 'delete':
      return confirmationBody
    default:
      return keysBody(resource, '要刪除的資料')
  }
}

/**
 * Describes a record as a multipart form, without the properties that the server ignores.
 * Files are bytes, and no value is null, because forms cannot express null.
 * If the upload has a preview, the form may contain the id of the stored file instead of the file, and a mapping.
 */
const multipartBody = ({ fields, endpoints: { controller } }: Resource, shape: JsonSchema): JsonSchema => {
  const properties = Object.entries(shape.properties as Readonly<Record<string, JsonSchema>>).filter(
    ([, json]) => json.readOnly !== true,
  )
  const isFile = (name: string): boolean => fieldNamed(fields, name)?.type === 'file'
  const hasPreview = `${controller}.PreviewImport` in extensions
  return {
    ...shape,
    properties: {
      ...Object.fromEntries(
        properties.map(([name, json]) => [
          name,
          isFile(name) ? { ...bytes, description: json.description } : withoutNull(json),
        ]),
      ),
      ...(hasPreview ? { FileId: fileId, Mapping: text('JSON：各欄位由檔案的第幾欄填入，見 CheckImport') } : {}),
    },
    ...(hasPreview && Array.isArray(shape.required)
      ? { required: shape.required.filter((name) => name !== 'File') }
      : {}),
  }
}

const withoutNull = (json: JsonSchema): JsonSchema => ({
  ...json,
  ...(Array.isArray(json.type) ? { type: json.type[0] } : {}),
  ...(Array.isArray(json.enum) ? { enum: json.enum.filter((code) => code !== null) } : {}),
})
