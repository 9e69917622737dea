import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type EndpointId, endpoints } from '../../../src/contract/endpoints'
import type { RecordValues } from '../../../src/schema/language/types'
import { updateSamples } from '../../../src/server/downloads/samples'
import { createApp } from '../../../src/server/http/app'
import { type Client, sender } from '../../support/client'
import { newestOtp } from '../../support/outbox'
import { accountNo, whiteListRow } from '../../support/payments/white-list'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { goodMima } from '../accounts/flow'
import { givenUser, password, solvedCaptcha } from '../accounts/sign-in'
import { csv } from '../imports/files'
import { goodForm, header, plain } from '../imports/uploads'
import { type CallParts, formOf, recordedCalls } from './recorded-calls'

// Each call of the specification is made once with good data. The portal of tests compares every response with the
// OpenAPI document.

let here: Portal
let admin: Client
let maker: Client
let bank: Client
const { call, itemsOf, made } = recordedCalls()

beforeAll(async () => {
  here = await portal()
  await twoCompanies(here)
  await givenUser(here, { UserId: 'maker01' })
  admin = await here.as(await givenUser(here, { UserId: 'admin01', RoleId: 'CustomerAdmin' }))
  maker = await here.as('CustomerMaker')
  bank = await here.as('BankOperator', { ApplyCodes: [] })
})

/** Makes the calls of a resource for one record, with a change of one field. */
const walkRecord = async (
  controller: string,
  record: RecordValues,
  { key, list = {}, change }: { key: (record: RecordValues) => object; list?: object; change: RecordValues },
): Promise<void> => {
  const id = (name: string) => `${controller}.${name}` as EndpointId
  const { data: created } = await call(admin, id('create'), { body: record })
  await itemsOf(admin, id('list'), { ...list })
  const path = { ...key(created), id: created.SerialId }
  const { data: read } = await call(admin, id('get'), { path })
  await call(admin, id('update'), { path, body: { ...change, UpdateTime: read.UpdateTime } })
  await call(admin, id('delete'), { path })
}

const signedIn = async (fields: object): Promise<CallParts> => {
  const { ticket, answer } = await solvedCaptcha(here)
  return { body: { ...fields, VCode: answer }, headers: { VCode: ticket } }
}

const november = { ApplyCode: '77001', StartDate: '2026-11-01', EndDate: '2026-11-30' }
const lines = { ...november, DateType: 'AccountDate' }

test('the calls without a session', async () => {
  await call(here, 'Home.GetNotices')
  await call(here, 'Home.GetActivities')
  const { data } = await call(here, 'Home.GetVICode')
  await call(here, 'Home.GetCaptchaImage', { headers: { VCode: data.VCode } })
  await call(here, 'PayerArea.GetAllUniformNoField')
})

test('the calls of a company user who signs in, and of one who has forgotten the password', async () => {
  const user = { UniformNo: '90000017', UserId: 'maker01' }
  const { data } = await call(here, 'EnterpriseArea.Login', await signedIn({ ...user, Mima: password }))
  const signed = { token: data.JWTToken }
  for (const id of ['Common.GetApplyCode', 'Common.GetCustomerPortalRoles', 'Common.GetAllUserStatus'] as const)
    await call(here, id, signed)
  await call(here, 'Common.GetBillTerm', { ...signed, path: { id: '77001' } })
  const changed = await call(here, 'PortalUser.ChangeMima', {
    ...signed,
    body: { OldMima: password, NewMima: goodMima, ConfirmMima: goodMima },
  })
  await call(here, 'EnterpriseArea.Logout', { token: changed.data.JWTToken, body: {} })
  const asked = await call(here, 'EnterpriseArea.ForgetMima', await signedIn({ ...user, Channel: 'Email' }))
  const step = await call(here, 'EnterpriseArea.VerifyOTP', {
    body: { IdentifyCode: asked.data.IdentifyCode, OTP: await newestOtp(here) },
  })
  const NewMima = `${goodMima}7`
  await call(here, 'EnterpriseArea.ResetMima', {
    body: { IdentifyCode: step.data.IdentifyCode, NewMima, ConfirmMima: NewMima },
  })
  await givenUser(here, { UserId: 'newbie02', UserStatus: 'Pending' })
  const first = { UniformNo: '90000017', UserId: 'newbie02', Channel: 'Email' }
  await call(here, 'EnterpriseArea.EnabledUnformNo', await signedIn(first))
})

test('the calls of the administration of users', async () => {
  const body = {
    UserId: 'newbie01',
    UserName: '林佳穎',
    RoleId: 'CustomerMaker',
    ApplyCodes: ['77001'],
    Email: 'newbie@example.com',
    Mobile: '0987654321',
    AdminMima: password,
  }
  const { data: user } = await call(admin, 'PortalUser.create', { body })
  const path = { SerialId: user.SerialId }
  await itemsOf(admin, 'PortalUser.list')
  const { data: read } = await call(admin, 'PortalUser.get', { path })
  const confirmed = { AdminMima: password }
  await call(admin, 'PortalUser.update', {
    path,
    body: { UserName: '林佳蓉', UpdateTime: read.UpdateTime, ...confirmed },
  })
  for (const name of ['Disabled', 'Enabled'] as const)
    await call(admin, `PortalUser.${name}`, { path, body: confirmed })
  const colleague = await here.given.user({ UserId: 'maker07' })
  await call(admin, 'PortalUser.ResetMima', { path: { SerialId: colleague.SerialId }, body: confirmed })
  await call(admin, 'PortalUser.GetAllSelectList')
  await call(admin, 'PortalUser.delete', { path, body: confirmed })
})

const serialKey = ({ SerialId }: RecordValues) => ({ SerialId })

test('the calls of the basic data', async () => {
  const ApplyCode = '77001'
  const category = { ApplyCode, BillCategoryCode: 'CAR', BillCategoryName: '停車費', BillTemplateId: 'A4Standard' }
  await walkRecord(
    'BillCategory',
    {
      ...category,
      Channels: ['06'],
      FeeBearType: 'Deduct',
      AllowPartial: false,
      AllowOverdue: false,
      CategoryStatus: 'Active',
    },
    { key: serialKey, change: { BillCategoryName: '停車位' } },
  )
  await walkRecord(
    'PayerUnit',
    { ApplyCode, PayerUnitId: 'B1', PayerUnitName: 'B棟', UnitStatus: 'Active' },
    { key: ({ PayerUnitId }) => ({ ApplyCode, PayerUnitId }), change: { PayerUnitName: 'B座' } },
  )
  await walkRecord(
    'fee',
    { ApplyCode, FeeCode: 'F01', FeeName: '管理費', DefaultAmount: 1000, SortNo: 1, FeeStatus: 'Active' },
    { key: serialKey, change: { FeeName: '清潔費' } },
  )
  await call(admin, 'fee.GetAllSelectList')
  const payer = { ApplyCode, PayerName: '王大明', PayerType: 'Normal', PayerStatus: 'Active' }
  await walkRecord(
    'Payer',
    { ...payer, PayerId: 'P1', PayerNo: '000001' },
    { key: serialKey, change: { PayerName: '王小明' } },
  )
  const { data } = await admin.post('/Payer', { ...payer, PayerId: 'P2', PayerNo: '000002' })
  await call(admin, 'Payer.multiDelete', { body: { SerialIds: [data.SerialId] } })
  await call(admin, 'Payer.GetAllSelectList')
  const term = {
    ApplyCode,
    BillTermName: '115年12月管理費',
    BillCategoryCode: 'MGT',
    BillTemplateId: 'A4Standard',
    BillChineseName: '十二月繳款單',
    PaymentStartDate: '2026-12-01',
    PaymentEndDate: '2026-12-31',
    FeeItems: [],
    TermStatus: 'Draft',
  }
  await walkRecord(
    'BillTerm',
    { ...term, BillTermId: '2026-12', BillTermNo: '27' },
    { key: serialKey, change: { BillTermName: '十二月' } },
  )
  await call(maker, 'BillTerm.PreviewPDF', { body: { ...term, BillTermId: '2027-01', BillTermNo: '28' } })
})

test('the calls of bills, their files and their slips', async () => {
  await here.given.billTerm()
  const file = csv([[...header], ...plain(2)])
  const form = { ...goodForm, OriFileName: 'bills.csv', BillImportPDFSetting: 'Merge', MergePDFCount: 2 }
  await call(maker, 'BillImportList.PreviewPDF', { form: formOf(form, 'bills.csv', file) })
  const { data: uploaded } = await call(maker, 'BillImportList.create', { form: formOf(form, 'bills.csv', file) })
  await here.ports.jobs.runUntilIdle()
  await itemsOf(maker, 'BillImportList.list')
  const path = { id: uploaded.SerialId }
  for (const name of ['get', 'DownloadFile', 'DownloadPDF'] as const)
    await call(maker, `BillImportList.${name}`, { path })
  await call(maker, 'BillImportList.GetAllSelectList')
  const bad = formOf({ ...form, ImportBatchName: '錯誤' }, 'bad.csv', csv([[...header], ['P9', '', '王大明', 'x']]))
  const { data: failed } = await maker.request('POST', '/BillImportList', { form: bad })
  await here.ports.jobs.runUntilIdle()
  await call(maker, 'BillImportList.DownloadPLog', { path: { id: failed.SerialId } })
  await call(maker, 'BillImportList.delete', { path: { id: failed.SerialId } })

  const [first] = await itemsOf(maker, 'Bills.list')
  const id = { id: first?.SerialId }
  await call(maker, 'Bills.get', { path: id })
  await call(maker, 'Bills.GetAllSelectList')
  const { data: bill } = await call(maker, 'Bills.create', {
    body: {
      ApplyCode: '77001',
      BillTermId: '2026-11',
      BillCategoryCode: 'MGT',
      PayerName: '王大明',
      PayerNo: '000099',
      Mobile: '0912345678',
      Email: 'wang@example.com',
      FeeItems: [{ SortNo: 1, FeeName: '管理費', Amount: 900 }],
      PaymentStartDate: '2026-11-01',
      PaymentEndDate: '2026-11-30',
    },
  })
  await call(maker, 'Bills.update', {
    path: { id: bill.SerialId },
    body: { Remark: '停車位', UpdateTime: bill.UpdateTime },
  })
  await call(maker, 'Bills.DownloadPaymentPDF', { path: id })
  await call(maker, 'Bills.DownloadExcel', { query: { ApplyCode: '77001' } })
  await call(maker, 'Bills.DownloadGroupPDF', { query: { SerialIds: [Number(first?.SerialId)], isGroup: true } })
  await call(maker, 'Bills.SendMailNotice', { body: { SerialIds: [bill.SerialId] } })
  await call(maker, 'Bills.SendMOTPNotice', { body: { SerialIds: [bill.SerialId] } })
  await call(maker, 'Bills.delete', { path: { id: bill.SerialId } })

  const batch = { ApplyCode: '77001', JobName: '補印', BillTermId: '2026-11', SortType: 'PayerId', MergePDFCount: 100 }
  const { data: slips } = await call(maker, 'MakePDFList.create', { body: batch })
  await here.ports.jobs.runUntilIdle()
  await itemsOf(maker, 'MakePDFList.list')
  await call(maker, 'MakePDFList.GetAllSelectList')
  await call(maker, 'MakePDFList.DownloadPDF', { path: { id: slips.SerialId } })
  await call(maker, 'MakePDFList.delete', { path: { id: slips.SerialId } })
})

test('the calls of own collections and of certificates', async () => {
  const ApplyCode = '77001'
  const collection = { CollectAmount: 1000, CollectDate: '2026-11-20', CollectMethod: 'Cash' }
  const bills = await itemsOf(maker, 'Bills.list', { BillStatus: 'Unpaid' })
  await call(maker, 'SelfCollection.create', { body: { ApplyCode, BillSerialId: bills[0]?.SerialId, ...collection } })
  await itemsOf(maker, 'SelfCollection.list')
  await call(maker, 'SelfCollection.GetAllSelectList')
  const rows = [
    ['帳單編號', '收款金額', '收款日期', '收款方式'],
    [String(bills[1]?.BillNo), '1000', '2026/11/20', '現金'],
  ]
  await call(maker, 'SelfCollection.UploadExcel', { form: formOf({ ApplyCode }, 'collections.csv', csv(rows)) })
  await call(maker, 'Bills.DownloadCertificatePDF', { path: { id: bills[0]?.SerialId } })
})

test('the calls of a payer', async () => {
  const wang = { PayerId: 'A1-0501', PayerName: '王大明', IdNo: 'A123456789', Mobile: '0912345678' }
  await here.given.payer(wang)
  const open = await here.given.bill({ ...wang, VACAccount: '77001260001235' })
  const paid = await here.given.bill({ ...wang, PaidAmount: 1000, PayStatus: 'Paid' })
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(paid.SerialId)}, 1000, '2026-11-10T01:15:30Z', '06', 'R1')`.execute(here.db)
  await call(here, 'PayerArea.Login', await signedIn({ UniformNo: '90000017', VACAccount: '77001260001235' }))
  const { data } = await call(here, 'PayerArea.AccountLogin', await signedIn({ IdNo: wang.IdNo, Mobile: wang.Mobile }))
  const signed = { token: data.JWTToken }
  await call(here, 'PayerArea.DownloadPaymentPDF', { ...signed, query: { SerialId: String(open.SerialId) } })
  await call(here, 'PayerArea.DownLoadCertificate', { ...signed, query: { SerialId: String(paid.SerialId) } })
  await call(here, 'PayerArea.DownloadCertificateByDetail', { ...signed, query: { DetailId: 'D1' } })
  const channels = sql`channels || '["08", "17"]'::jsonb`
  for (const table of ['agreement', 'bill_category'])
    await sql`update ${sql.table(table)} set channels = ${channels}`.execute(here.db)
  const settings = {
    ...here.ports.settings,
    links: { eBill: 'https://e.example/{Account}/{Amount}', bankMobile: 'https://m.example/{Account}/{Amount}' },
  }
  const withLinks = { request: sender(createApp({ ...here.ports, settings }, here.schemas, here.modules)) }
  for (const id of ['PayerArea.GetEBillLink', 'PayerArea.GetBankMobileLink'] as const)
    await call(withLinks, id, { ...signed, query: { SerialId: String(open.SerialId) } })
  await call(here, 'PayerArea.Logout', { ...signed, body: {} })
})

test('the calls of the white list', async () => {
  const { data: entry } = await call(maker, 'WhiteList.create', { body: whiteListRow(50) })
  const path = { id: entry.SerialId }
  await itemsOf(maker, 'WhiteList.list')
  const { data: read } = await call(maker, 'WhiteList.get', { path })
  await call(maker, 'WhiteList.update', { path, body: { Remark: '補登', UpdateTime: read.UpdateTime } })
  await call(maker, 'WhiteList.GetAllSelectList')
  await call(maker, 'WhiteList.DownloadExcel', { query: { ApplyCode: '77001' } })
  await call(maker, 'WhiteList.delete', { path })
  const form = { ApplyCode: '77001', WhiteListFileType: 'Account', Description: '名單' }
  const file = csv([
    ['異動別', '虛擬帳號'],
    ['A', accountNo(1)],
    ['A', '123'],
  ])
  const { data: uploaded } = await call(maker, 'WhiteListImportList.create', { form: formOf(form, 'white.csv', file) })
  await here.ports.jobs.runUntilIdle()
  await itemsOf(maker, 'WhiteListImportList.list')
  const id = { id: uploaded.SerialId }
  await call(maker, 'WhiteListImportList.DownloadFile', { path: id })
  await call(maker, 'WhiteListImportList.DownloadLog', { path: id })
  await call(maker, 'WhiteListImportList.GetAllSelectList')
  await call(maker, 'WhiteListImportList.delete', { path: id })
})

test('the calls of lines, exceptions and notices', async () => {
  const exception = { WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound', TradeDate: '2026-11-10' }
  const exceptions: RecordValues[] = []
  for (let no = 0; no < 4; no++) exceptions.push(await here.given.line(exception))
  const ids = exceptions.map(({ SerialId }) => ({ id: SerialId, SerialId }))
  const bill = (amount: number) => here.given.bill({ ShouldPayAmount: amount })
  await itemsOf(maker, 'TLDetail.list', lines)
  await call(maker, 'TLDetail.GetAllSelectList')
  await itemsOf(maker, 'TLDetailExceptionHandling.list')
  await call(maker, 'TLDetailExceptionHandling.GetAllSelectList')
  await call(maker, 'TLDetailExceptionHandling.get', { path: ids[0] ?? {} })
  await call(maker, 'TLDetailExceptionHandling.GetChangeBills', { path: ids[0] ?? {} })
  const Reason = '更正'
  const parts = [await bill(400), await bill(600)].map(({ SerialId, ShouldPayAmount }) => ({
    BillSerialId: SerialId,
    Amount: ShouldPayAmount,
  }))
  await call(maker, 'TLDetailExceptionHandling.Divide', { path: ids[0] ?? {}, body: { Items: parts, Reason } })
  const other = await bill(1000)
  const third = await here.given.bill({ VACAccount: accountNo(7) })
  await call(maker, 'TLDetailExceptionHandling.ChangeBill', {
    path: ids[1] ?? {},
    body: { BillSerialId: other.SerialId, Reason },
  })
  await call(maker, 'TLDetailExceptionHandling.ChangeVACAccount', {
    path: ids[2] ?? {},
    body: { VACAccount: third.VACAccount, Reason },
  })
  await call(maker, 'TLDetailExceptionHandling.Invalid', { path: ids[3] ?? {}, body: { Reason: '退款' } })
  await here.given.notice()
  await itemsOf(maker, 'ImmediateClientNotify.list', { ApplyCode: '77001' })
  await itemsOf(maker, 'VACLoadingList.list')
  await itemsOf(maker, 'TransactionDetailQuery.list', lines)
  await call(maker, 'TransactionDetailQuery.DownloadFile', { query: lines })
  await call(maker, 'TransactionDetailQuery.GetAllSelectList')
  const [customer] = await itemsOf(admin, 'Customer.list')
  await call(admin, 'Customer.update', {
    path: { UniformNo: '90000017' },
    body: { ContactName: '王經理', UpdateTime: customer?.UpdateTime },
  })
})

test('the calls of reports', async () => {
  const request = { ...lines, ReportType: 'WriteOff', FileFormat: 'Csv' }
  const { data: report } = await call(maker, 'Report.create', { body: request })
  await here.ports.jobs.runUntilIdle()
  await itemsOf(maker, 'Report.list')
  await call(maker, 'Report.GetAllSelectList')
  await call(maker, 'Report.DownloadReport', { path: { id: report.SerialId } })
  await call(maker, 'ReportPrint.GetAllSelectList')
  await itemsOf(maker, 'ReportPrint.WriteOffReport', lines)
  await itemsOf(maker, 'ReportPrint.DailyPaidReport', { ApplyCode: '77001', AccountDate: '2026-11-20' })
  await itemsOf(maker, 'ReportPrint.TransactionDetailsReport', lines)
})

test('the calls of the fees of channels', async () => {
  const { data } = await call(maker, 'ReportPrint.GetChannelFeeReportSearchData')
  expect(data.YearMonth.map(({ Value }: { Value: string }) => Value)).toContain('2026-11')
  const fees = { ApplyCode: '77001', YearMonth: '2026-11' }
  await itemsOf(maker, 'ReportPrint.ChannelFeeReport', fees)
  await itemsOf(maker, 'ReportPrint.ChannelFeeReportByI0O', fees)
  // A receipt is issued when its month has ended.
  await itemsOf(maker, 'ReportPrint.ChannelFeeReportByReceipt', { ...fees, YearMonth: '2026-10' })
})

test('the calls of direct debits', async () => {
  await call(maker, 'BillDesignatedDebitExport.GetAllSelectList')
  const debited = { PayerId: 'D-1', PayerNo: '000901', PayerType: 'Account', DebitAuthStatus: 'Authorized' }
  const account = { DebitBankCode: '999', DebitAccount: '100000000123', DebitIdNo: 'A123456789', DebitUserNo: 'U1' }
  await here.given.payer({ ...debited, ...account })
  await here.given.bill({ ...debited, DebitFlag: true })
  const query = { ApplyCode: '77001', BillTermId: '2026-11', DebitDate: '2026-11-27', MediaFormat: 'BankOwn' }
  await call(maker, 'BillDesignatedDebitExport.Export', { query: { ...query, IncludeExported: false } })
})

test('the calls of the published files', async () => {
  await updateSamples(here.ports, here.schemas)
  const [sample] = await itemsOf(maker, 'FileManagement.list')
  await call(maker, 'FileManagement.Download', { path: { id: sample?.SerialId } })
})

test("the calls of the bank's pages", async () => {
  const { StartDate, EndDate } = november
  const period = { DateType: 'TradeDate', StartDate, EndDate }
  const deadline = { PaymentEndDateFrom: StartDate, PaymentEndDateTo: EndDate }
  await call(bank, 'SKGPortal.GetAllSelectList')
  await itemsOf(bank, 'SKGPortal.SKGTLDetailQuery', period)
  await call(bank, 'SKGPortal.SKGTLDetailDownloadExcel', { query: period })
  await itemsOf(bank, 'SKGPortal.SKGBillQuery', deadline)
  await call(bank, 'SKGPortal.SKGBillDownloadExcel', { query: deadline })
  await itemsOf(bank, 'SKGPortal.SKGWriteOffReport', period)
})

test('no call of the 144 is left out', () => {
  const ids = Object.keys(endpoints)
  expect(ids).toHaveLength(144)
  expect(ids.filter((id) => !made.has(id as EndpointId))).toEqual([])
})
