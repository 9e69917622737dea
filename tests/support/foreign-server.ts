import { HttpResponse, http, type RequestHandler } from 'msw'
import { apiBase, type EndpointId, endpoints } from '../../src/contract/endpoints'
import type { App } from '../../src/server/http/app'

/**
 * A bank's own backend, which answers what the specification names and nothing else: 404 for every call below /api/Ext,
 * and of the other answers only the named fields.
 * The data come from the real backend behind it, so that pages can be used in earnest.
 */
export const foreignServer = (app: () => App): RequestHandler[] => [
  http.all('*/api/Ext/*', () => HttpResponse.json(notFound, { status: 404 })),
  http.all('*/api/*', async ({ request }) => {
    const response = await app().fetch(request, { ip: '127.0.0.1' })
    const isData = response.headers.get('Content-Type')?.includes('json') === true
    const callId = isData && response.ok ? callOf(request) : undefined
    if (!callId) return response
    const envelope = valuesOf(await response.json())
    const OutData = envelope.ReturnCode === '0000' ? namedPart(callId, envelope.OutData) : envelope.OutData
    return HttpResponse.json({ ...envelope, OutData })
  }),
]

const notFound = { ReturnCode: '2004', ReturnMsg: '沒有這個功能。', OutData: null }

type Values = Readonly<Record<string, unknown>>

const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? { ...value } : {})

const callOf = ({ method, url }: Request): EndpointId | undefined => {
  const path = new URL(url).pathname.slice(apiBase.length)
  const matches = Object.entries(endpoints).filter(
    ([, endpoint]) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
  // A fixed path comes before one with a key.
  const [id] = matches.toSorted(([, a], [, b]) => keyCount(a) - keyCount(b))[0] ?? []
  return id as EndpointId | undefined
}

const keyCount = ({ path }: { readonly path: string }) => path.split(':').length

/** Returns the part of an answer whose fields the specification names. */
const namedPart = (callId: EndpointId, outData: unknown): unknown => {
  const named = namedParts[callId]
  if (named) return named(outData)
  const { method, response } = endpoints[callId]
  if (response === 'list') return listOf(outData)
  if (method !== 'GET') return null
  return Array.isArray(outData) ? outData.map(withoutOurs) : withoutOurs(outData)
}

const listOf = (outData: unknown) => {
  const { Items, TotalCount } = valuesOf(outData)
  return { Items: (Items as unknown[]).map(withoutOurs), TotalCount }
}

/** Returns a record without the fields that are the portal's own. */
const withoutOurs = (record: unknown): unknown =>
  Object.fromEntries(Object.entries(valuesOf(record)).filter(([name]) => !ours.includes(name)))

const ours = ['CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime', 'Labels', 'EntryState', 'CounterTime']

const picked =
  (...names: readonly string[]) =>
  (value: unknown): Values =>
    Object.fromEntries(Object.entries(valuesOf(value)).filter(([name]) => names.includes(name)))

const eachPicked =
  (...names: readonly string[]) =>
  (list: unknown): readonly Values[] =>
    (list as unknown[]).map(picked(...names))

const companySession = (outData: unknown) => {
  const { JWTToken, MenuInfos, UniformNo } = valuesOf(outData)
  const pages = (MenuInfos as Values[]).filter(({ Path }) => Path !== '')
  return { JWTToken, data: {}, MenuInfos: pages.map(({ MenuId }) => ({ MenuId })), UniformNo }
}

const payerSession = (outData: unknown) => {
  const { JWTToken, DataLists1, DataLists2 } = valuesOf(outData)
  return {
    JWTToken,
    data: {},
    DataLists1: eachPicked('SerialId', 'BillNo', 'BillTermId', 'ShouldPayAmount', 'PaymentEndDate')(DataLists1),
    DataLists2: eachPicked('SerialId', 'DetailId', 'BillNo', 'PaidAmount', 'PaidTime', 'ChannelId')(DataLists2),
  }
}

/** The answers whose fields the specification names itself, or of which it shows none but the key. */
const namedParts: Partial<Record<EndpointId, (outData: unknown) => unknown>> = {
  'EnterpriseArea.Login': companySession,
  'EnterpriseArea.EnabledUnformNo': picked('UniformNo', 'IdentifyCode'),
  'EnterpriseArea.ForgetMima': picked('UniformNo', 'IdentifyCode'),
  'EnterpriseArea.VerifyOTP': picked('IdentifyCode'),
  'PayerArea.Login': payerSession,
  'PayerArea.AccountLogin': (outData) => ({ ...payerSession(outData), ModelType: valuesOf(outData).ModelType }),
  'PayerArea.GetAllUniformNoField': eachPicked('UniformNo', 'CustomerName'),
  'PayerArea.GetEBillLink': (outData) => valuesOf(outData).Url,
  'PayerArea.GetBankMobileLink': (outData) => valuesOf(outData).Url,
  'Home.GetVICode': (outData) => valuesOf(outData).VCode,
  'Home.GetNotices': eachPicked('SerialId', 'Title', 'Content'),
  'Home.GetActivities': eachPicked('SerialId', 'Title'),
}
