import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../src/contract/endpoints'
import { extensions } from '../../src/contract/extensions'
import { takesRequestId } from '../../src/contract/request-id'

const all: [string, Endpoint][] = Object.entries(endpoints)
const address = ({ method, path }: Endpoint) => `${method} /api${path}`

/** Calls by controller, counted by hand in section 7 of the specification. */
const counted = {
  Common: 4,
  Home: 4,
  PayerArea: 9,
  EnterpriseArea: 6,
  PortalUser: 10,
  BillTerm: 6,
  BillCategory: 5,
  PayerUnit: 5,
  fee: 6,
  Payer: 7,
  BillImportList: 9,
  Bills: 12,
  MakePDFList: 5,
  SelfCollection: 4,
  TLDetail: 2,
  TLDetailExceptionHandling: 8,
  Report: 4,
  WhiteListImportList: 6,
  WhiteList: 7,
  VACLoadingList: 1,
  ImmediateClientNotify: 1,
  Customer: 2,
  ReportPrint: 8,
  BillDesignatedDebitExport: 2,
  FileManagement: 2,
  TransactionDetailQuery: 3,
  SKGPortal: 6,
}

test('the contract lists the 144 calls of the specification', () => {
  expect(all).toHaveLength(144)
  for (const [controller, calls] of Object.entries(counted)) {
    expect([controller, all.filter(([id]) => id.startsWith(`${controller}.`)).length]).toEqual([controller, calls])
  }
})

test('no two calls share method and path', () => {
  expect(new Set(all.map(([, endpoint]) => address(endpoint))).size).toBe(all.length)
})

test.each([
  ['EnterpriseArea.EnabledUnformNo', 'POST /api/EnterpriseArea/EnabledUnformNo'],
  ['PayerArea.DownLoadCertificate', 'GET /api/PayerArea/DownLoadCertificate'],
  ['fee.list', 'GET /api/fee'],
  ['BillTerm.list', 'GET /api/BillTerm/GetSearchData'],
  ['BillCategory.list', 'GET /api/BillCategory/GetSearchData'],
  ['PayerUnit.update', 'PUT /api/PayerUnit/:ApplyCode/:PayerUnitId'],
  ['Payer.multiDelete', 'DELETE /api/Payer/MultiDelete'],
  ['Payer.update', 'PUT /api/Payer/:id'],
  ['ReportPrint.ChannelFeeReportByI0O', 'GET /api/ReportPrint/ChannelFeeReportByI0O'],
  ['TLDetailExceptionHandling.ChangeVACAccount', 'PUT /api/TLDetailExceptionHandling/:id/ChangeVACAccount'],
  ['BillImportList.DownloadPLog', 'GET /api/BillImportList/DownloadPLog/:id'],
] as const)('%s is %s, as in the specification', (id, expected) => {
  expect(address(endpoints[id])).toBe(expected)
})

test('the public calls are those of the specification, letter by letter', () => {
  const isPublic = (id: string) => /^(Home|PayerArea|EnterpriseArea)\./.test(id)
  expect(all.filter(([id]) => isPublic(id)).map(([, endpoint]) => address(endpoint))).toEqual([
    ...['GetNotices', 'GetActivities', 'GetCaptchaImage', 'GetVICode'].map((name) => `GET /api/Home/${name}`),
    'POST /api/PayerArea/Login',
    'POST /api/PayerArea/Logout',
    'GET /api/PayerArea/GetAllUniformNoField',
    'POST /api/PayerArea/AccountLogin',
    'GET /api/PayerArea/DownloadPaymentPDF',
    'GET /api/PayerArea/DownLoadCertificate',
    'GET /api/PayerArea/DownloadCertificateByDetail',
    'GET /api/PayerArea/GetEBillLink',
    'GET /api/PayerArea/GetBankMobileLink',
    ...['Login', 'Logout', 'EnabledUnformNo', 'VerifyOTP', 'ResetMima', 'ForgetMima'].map(
      (name) => `POST /api/EnterpriseArea/${name}`,
    ),
  ])
})

test('every call with the right to create takes a RequestId, except those that create nothing', () => {
  const calls: [string, Endpoint][] = Object.entries({ ...endpoints, ...extensions })
  const creating = calls.filter(([, { method, right }]) => method === 'POST' && right === 'Create')
  const without = creating.filter(([id]) => !takesRequestId(id))
  expect(
    without.filter(([, { storesNothing }]) => !storesNothing).map(([id]) => id),
    'a retry, a release and a further file depend on what is stored, and a repetition is refused',
  ).toEqual([
    ...['BankFile.Retry', 'BankFile.Replace', 'BankFile.Append', 'BankFile.Release', 'BankFile.Refuse'],
    'BillDesignatedDebitExport.NewFile',
    'BillDesignatedDebitExport.NewAuthorization',
  ])
})

test('uploads are multipart, and only calls of the public areas need no session', () => {
  const uploads = all.filter(([, endpoint]) => endpoint.body === 'multipart').map(([id]) => id)
  expect(uploads).toEqual([
    'BillImportList.create',
    'BillImportList.PreviewPDF',
    'SelfCollection.UploadExcel',
    'WhiteListImportList.create',
  ])
  const open = all.filter(([, endpoint]) => endpoint.session === 'none').map(([id]) => id.split('.')[0])
  expect(new Set(open)).toEqual(new Set(['Home', 'PayerArea', 'EnterpriseArea']))
})
