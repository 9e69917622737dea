import { returnCodes } from '../../domain/refusal'
import type { Resource } from '../../schema/language/resource'
import { currencyField } from '../../schema/text/value-text'
import type { Envelope, FieldErrors, ListResponse, ListTotal, SelectOption } from '../envelope'
import { headerNames, signatureHeaders } from '../headers'
import {
  type Described,
  exactObject,
  flag,
  integer,
  type JsonSchema,
  listOf,
  nullValue,
  oneOf,
  partialObject,
  schemaRef,
  text,
} from './json'

const refusalCode = oneOf(
  '代碼',
  Object.keys(returnCodes).filter((code) => code !== '0000'),
)

const envelope = <T>(ReturnCode: Described<string>, message: string, OutData: Described<T>): Described<Envelope<T>> =>
  exactObject({ ReturnCode, ReturnMsg: text(message), OutData })

/** Describes a successful response with its OutData. */
export const successSchema = (OutData: JsonSchema): JsonSchema => ({
  title: '成功',
  ...envelope({ type: 'string', const: '0000' }, '說明', OutData),
})

/** Describes one page of a list. */
export const listResponse = <T>(item: Described<T>): Described<ListResponse<T>> =>
  partialObject(
    {
      Items: listOf(item, '這一頁的資料'),
      TotalCount: integer('符合條件的總筆數', { minimum: 0 }),
      IsMinimum: flag(
        '總筆數是否只是下限，因資料很多而未數完；沒有時為確切的筆數，WithTotals 為 true 時必為確切的筆數',
      ),
      NotSortable: listOf(text('欄位'), '資料太多而不能依其排序的欄位；沒有時清單的排序欄位都可用'),
      PageNo: integer('頁碼，從 1 開始', { minimum: 1 }),
      PageSize: integer('每頁筆數', { minimum: 1 }),
    },
    ['IsMinimum', 'NotSortable'],
  )

/** Describes the number of records of a list in one currency, and their sums. */
export const listTotal = (resource: Resource): Described<ListTotal> =>
  exactObject({ Count: integer('筆數'), ...sumsOf(resource) })

/** Describes the same with the sums of the parts that the list declares. */
export const listTotalWithParts = (resource: Resource): Described<ListTotal> => {
  const sums = sumsOf(resource)
  const { [currencyField]: _, ...sumsOfPart } = sums
  const part = exactObject({ Label: text('名稱'), Count: integer('筆數'), ...sumsOfPart })
  return exactObject({
    Count: integer('筆數'),
    ...sums,
    ...(resource.list.totalRules?.parts ? { Parts: listOf(part, '部分結果的合計') } : {}),
  })
}

const sumsOf = ({ fields, list: { totals } }: Resource): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    fields
      .filter(({ name }) => totals.includes(name) || name === currencyField)
      .map(({ name, label }) => [name, name === currencyField ? text(label) : integer(`${label}合計`)]),
  )

const errors: Described<FieldErrors['Errors']> = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: '各欄位的錯誤說明，以欄位名稱為鍵；明細列如 FeeItems.0.Amount',
}

/** Schemas that many calls share. */
export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  Refusal: {
    title: '未受理',
    description: `業務上無法受理：HTTP 200 與 0000 以外的 ReturnCode。${Object.entries(returnCodes)
      .map(([code, meaning]) => `${code} ${meaning}`)
      .join('; ')}`,
    ...envelope(refusalCode, '給使用者看的說明', exactObject({ Errors: errors }) satisfies Described<FieldErrors>),
  },
  HttpError: {
    title: '錯誤',
    ...envelope(refusalCode, '給使用者看的說明', nullValue),
  },
  SelectOption: exactObject({ Value: text('代碼'), Text: text('名稱') }) satisfies Described<SelectOption>,
}

/** Describes the response of the list call of a resource, with the totals that it can contain. */
export const listOfRecords = (resource: Resource): JsonSchema => {
  const response = listResponse(schemaRef(`${resource.name}.Row`))
  if (resource.list.totals.length === 0) return response
  const totals = listOf(listTotalWithParts(resource), '全部結果的合計，每種幣別一項；要求時才有')
  return { ...response, properties: { ...propertiesOf(response), Totals: totals } }
}

const propertiesOf = ({ properties }: JsonSchema): object =>
  typeof properties === 'object' && properties !== null ? properties : {}

const statuses = {
  400: ['BadRequest', '送出的資料不是正確的 JSON 或表單'],
  401: ['Unauthorized', '未登入，或登入狀態已過期'],
  403: ['Forbidden', '沒有權限'],
  404: ['NotFound', '查無資料，或不屬於這家公司'],
  413: ['TooLarge', '資料超過大小上限'],
  415: ['UnsupportedType', '資料的格式（Content-Type）不受理'],
  429: ['TooMany', '次數過多，請稍後再試'],
  500: ['Failed', '系統發生錯誤；說明中有查詢用的代碼'],
  501: ['NotServed', '這個伺服器尚未提供此功能'],
  503: ['Unavailable', '暫時無法存取資料'],
} as const

/** An HTTP status of an error. */
export type ErrorStatus = keyof typeof statuses

/** Returns a reference to the description of the response with this status. */
export const errorResponseRef = (status: ErrorStatus): JsonSchema => ({
  $ref: `#/components/responses/${statuses[status][0]}`,
})

/** The responses of HTTP errors, by name. */
export const errorResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(statuses).map(([status, [name, description]]) => [
    name,
    {
      description,
      ...(status === '429' || status === '503'
        ? { headers: { 'Retry-After': { description: '幾秒後可再試', schema: { type: 'integer' } } } }
        : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/HttpError' } } },
    },
  ]),
)

const header = (name: string, description: string, required = false): JsonSchema => ({
  name,
  in: 'header',
  description,
  ...(required ? { required } : {}),
  schema: { type: 'string' },
})

/**
 * The request headers.
 * Source, ClientIP, RevServiceType and UniformNo are only informative: the token identifies the caller.
 */
export const headerParameters: Readonly<Record<string, JsonSchema>> = {
  Source: header(headerNames.source, '呼叫來源，例如 Web'),
  ClientIP: header(headerNames.clientIP, '使用者的 IP；僅供參考，伺服器不據以判斷'),
  RevServiceType: header(headerNames.serviceType, '服務類型'),
  UniformNo: header(headerNames.uniformNo, '登入公司的統一編號；僅供參考，伺服器以權杖為準'),
  BankTimestamp: header(
    signatureHeaders.timestamp,
    '送出的時間：自 1970 年起的秒數，10 位數字；與伺服器的時間相差不得超過 5 分鐘',
    true,
  ),
  VCode: header(headerNames.verificationCode, '圖形驗證碼的票證，由 GetVICode 取得', true),
}
