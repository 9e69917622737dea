import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import type { Endpoint } from '../../../src/contract/endpoints'
import { modules } from '../../../src/modules'
import { makeFileVisible, writeFile } from '../../../src/server/files'
import { handlerFor } from '../../../src/server/http/handlers'
import type { RequestOptions } from '../../support/client'
import { accountNo, uploadWhiteList } from '../../support/payments/white-list'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { csv } from '../imports/files'
import { header, plain, upload } from '../imports/uploads'

/** Tables of logs, sessions and limits, which contain no business state. */
const trails = ['audit_log', 'security_log', 'session', 'rate_limit', 'captcha', 'known_time']

/** Records every change of a row: the table, and for an update the columns. */
const recordWrites = async (here: Portal): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(here.db)
  await run('create table written (what text)')
  await run(`
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into written
      select tg_table_name || ' ' || lower(tg_op) || coalesce(' ' || (
        select string_agg(n.key, ',' order by n.key) from jsonb_each(to_jsonb(new)) n where tg_op = 'UPDATE' and n.value is distinct from to_jsonb(old) -> n.key), '');
      return null;
    end $$`)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely%' and tablename <> 'written'`.execute(
    here.db,
  )
  const watched = rows.filter(({ name }) => !trails.includes(name))
  expect(watched.length).toBeGreaterThan(25)
  for (const { name } of watched)
    await run(
      `create trigger note_write after insert or update or delete on "${name}" for each row execute function note_write()`,
    )
}

const writesOf = async ({ db }: Portal): Promise<readonly string[]> => {
  const { rows } = await sql<{
    what: string
  }>`with gone as (delete from written returning what) select distinct what from gone`.execute(db)
  return rows.map(({ what }) => what)
}

const storedFile = async ({ db }: Portal): Promise<string> => {
  const id = await writeFile(db, { name: 'a.txt', type: 'text/plain', bytes: new Uint8Array([49]), uniformNo: '' })
  await makeFileVisible(db, id)
  return id
}

/** A portal with a record of every kind, and a caller of every kind. */
const openPortal = async () => {
  const here = await portal({ ownDatabase: true })
  const { given, db } = here
  await twoCompanies(here)
  for (const table of ['agreement', 'bill_category'])
    await sql`update ${sql.table(table)} set channels = channels || '["07","08"]'`.execute(db)
  await given.payerUnit()
  await given.fee()
  await given.billTerm()
  await given.record('Activity', { Title: '繳費抽好禮', StartDate: '2026-11-01', Sort: 1 })
  await given.record('Notice', {
    Title: '系統維護',
    Category: 'System',
    Audience: 'All',
    Content: '週日',
    PublishDate: '2026-11-01',
    Pinned: false,
  })
  await given.record('noticeTemplate', {
    UniformNo: '90000017',
    MailSubject: '繳款通知',
    MailBody: '您好',
    SmsText: '您好',
  })
  await given.record('bankFile', { File: 'f', FileName: 'a.txt', FileHash: 'h', FileSize: 1, ImportStatus: 'Failed' })
  await given.publishedFile({ File: await storedFile(here) })
  await given.record('Bank', { BankCode: '004', BankName: '示範銀行' })
  await given.record('Holiday', { HolidayDate: '2026-01-01', HolidayName: '開國紀念日' })
  await given.record('PayerLoginField', {
    UniformNo: '90000017',
    Field: 'IdNo',
    Label: '身分證字號',
    Required: true,
    SortNo: 1,
  })
  const credit = {
    ApplyCode: '77001',
    ChannelId: '06',
    TradeDate: '2026-11-16',
    TradeTime: '101530',
    AccountDate: '2026-11-16',
    TxnSeq: '000001',
    VACAccount: '77001260001235',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    Amount: 1000,
  }
  await given.record('TLDetail', { ...credit, WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound' })
  await given.line({ AccountDate: '2026-10-16', TradeDate: '2026-10-15', ChannelFee: 10, FeeBearType: 'Deduct' })
  await given.record('feeReceipt', { ApplyCode: '77001', YearMonth: '2026-09', No: 1, ReceiptNo: '77001-11509-01' })
  await given.record('ImmediateClientNotify', {
    ...credit,
    NotifyMethod: 'WebService',
    NotifyStatus: 'Success',
    RetryCount: 0,
    ResendCount: 0,
    LineSerialId: 1,
  })
  const account = { DebitBankCode: '004', DebitAccount: '123456789012', DebitIdNo: 'A123456789' }
  const payer = await given.payer({ IdNo: 'A123456789', PayerType: 'Account', ...account })
  const own = { PayerId: payer.PayerId, PayerNo: payer.PayerNo }
  const paid = await given.bill({ ...own, PaidAmount: 1000, PayStatus: 'Paid' })
  await sql`insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(paid.SerialId)}, 1000, '2026-11-10T01:15:30Z', '06', 'R1')`.execute(db)
  const open = await given.bill(own)
  const maker = await here.as('CustomerMaker')
  await maker.post('/SelfCollection', {
    ApplyCode: '77001',
    BillSerialId: open.SerialId,
    CollectAmount: 1,
    CollectDate: '2026-11-20',
    CollectMethod: 'Cash',
  })
  await upload(maker, 'bills.csv', csv([[...header], ...plain(2)]), { BillImportPDFSetting: 'Merge', MergePDFCount: 2 })
  await uploadWhiteList(
    maker,
    csv([
      ['異動別', '虛擬帳號'],
      ['A', accountNo(1)],
    ]),
    { WhiteListFileType: 'Account' },
  )
  await here.ports.jobs.runUntilIdle()
  const batch = {
    ApplyCode: '77001',
    JobName: '補印',
    BillTermId: '2026-11',
    PayerIdFrom: 'P',
    SortType: 'PayerId',
    MergePDFCount: 100,
  }
  await maker.post('/MakePDFList', batch)
  await maker.post('/Report', { ApplyCode: '77001', ...period, ReportType: 'WriteOff', FileFormat: 'Csv' })
  await here.ports.jobs.runUntilIdle()
  const debited = { PayerId: 'D-1', PayerNo: '000901', PayerType: 'Account', DebitAuthStatus: 'Authorized' }
  await given.payer({ ...debited, DebitBankCode: '999', DebitAccount: '100000000123', DebitIdNo: 'A123456789' })
  await given.bill({ ...debited, DebitFlag: true })
  await maker.get('/BillDesignatedDebitExport/Export', debitFile)
  const callers = [
    maker,
    await here.as('CustomerAdmin'),
    await here.as('BankOperator', { ApplyCodes: [] }),
    await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: String(payer.PayerId) }], twoFactors: true }),
  ]
  return { here, callers, bills: [open, paid].map(({ SerialId }) => String(SerialId)) }
}

/** The keys of the records in paths; every other one is 1. */
const keys: Readonly<Record<string, string>> = {
  ApplyCode: '77001',
  BankCode: '004',
  Field: 'IdNo',
  HolidayDate: '2026-01-01',
  MarketItemCode: '7A1',
  PayerUnitId: 'A1',
  UniformNo: '90000017',
}

const pathOf = (id: string, { path }: Endpoint, bill: string): string => {
  const idKey = id.startsWith('Bills.') ? bill : id === 'Common.GetBillTerm' ? '77001' : '1'
  return path.replace(/:(\w+)/g, (_, name) => keys[name] ?? idKey)
}

const lineQueries = [
  'TLDetail.list',
  'TLDetail.GetFullList',
  'TransactionDetailQuery.list',
  'TransactionDetailQuery.DownloadFile',
  'SKGPortal.SKGTLDetailQuery',
  'SKGPortal.SKGTLDetailDownloadExcel',
]

const period = { DateType: 'AccountDate', StartDate: '2026-11-01', EndDate: '2026-11-30' }
const debitFile = {
  ApplyCode: '77001',
  BillTermId: '2026-11',
  DebitDate: '2026-11-27',
  MediaFormat: 'BankOwn',
  IncludeExported: 'false',
}
const fileFormat = (id: string) => (id.endsWith('File') ? { FileFormat: 'Csv' } : {})

/** The query parameters that these calls require. */
const queryOf = (id: string, bill: string): RequestOptions['query'] => {
  if (lineQueries.includes(id))
    return { ApplyCode: '77001', DateType: 'TradeDate', StartDate: '2026-11-01', EndDate: '2026-11-30' }
  if (id.startsWith('SKGPortal.SKGBill')) return { PaymentEndDateFrom: '2026-11-01', PaymentEndDateTo: '2026-11-30' }
  if (id.includes('ChannelFeeReport')) return { YearMonth: '2026-10', ...fileFormat(id) }
  if (id.startsWith('ReportPrint.') || id.includes('SKGWriteOffReport'))
    return {
      ApplyCode: '77001',
      ...(id.includes('DailyPaid') ? { AccountDate: '2026-11-16' } : period),
      ...fileFormat(id),
    }
  if (id.startsWith('ExceptionReport.')) return { ApplyCode: '77001', ...period, ...fileFormat(id) }
  if (['UnpaidReport', 'BillProgressReport'].some((report) => id.startsWith(report)))
    return {
      ApplyCode: '77001',
      PaymentEndDateFrom: '2026-11-01',
      PaymentEndDateTo: '2026-11-30',
      ...fileFormat(id),
    }
  if (id === 'BillDesignatedDebitExport.Export') return debitFile
  if (/^TLDetailExceptionHandling\.Get(Proposals|Suggestions)$/.test(id)) return { SerialId: '1' }
  if (id === 'PayerArea.DownloadCertificateByDetail') return { DetailId: 'D1' }
  if (id === 'Bills.DownloadGroupPDF') return { SerialIds: bill }
  return id.startsWith('PayerArea.') ? { SerialId: bill } : {}
}

// Calls that need a run of notices, a bulk handling, a bank's setting, a link in a notice, a declared import or a printed certificate.
const refused = [
  'Bills.GetNoticeRun',
  'Ext.GetImportResult',
  'Home.CheckCertificate',
  'Home.GetSubscription',
  'PayerArea.GetBankMobileLink',
  'TLDetailExceptionHandling.GetBulkResult',
]

// A file of direct debits is made by the first call with its parameters, before the calls of this test;
// tests/server/payments/debits/export.test.ts has that.
// Slips of an upload that are not there are made when they are asked for;
// tests/server/bills/batches/import-slips.test.ts has that.
test('no GET changes business state except the prints of bills, the downloads of files and receipts of fees', async () => {
  const { here, callers, bills } = await openPortal()
  await recordWrites(here)
  const served = Object.entries(allEndpoints(here.schemas)).filter(
    ([id, { method }]) => method === 'GET' && handlerFor(id, here.schemas, modules),
  )
  expect(served.length).toBeGreaterThan(60)
  const { VCode } = (await here.request('GET', '/Home/GetVICode')).data
  const answered = new Set<string>()
  const writes = new Set<string>()
  for (const [id, endpoint] of served) {
    for (const caller of callers) {
      for (const bill of bills) {
        const answer = await caller.request('GET', pathOf(id, endpoint, bill), {
          query: queryOf(id, bill),
          headers: { VCode },
        })
        if (answer.status === 200 && ['0000', ''].includes(answer.code)) answered.add(id)
        for (const what of await writesOf(here)) writes.add(`${id}: ${what}`)
      }
    }
  }
  // A call that is refused for everybody would prove nothing.
  expect(
    served
      .map(([id]) => id)
      .filter((id) => !answered.has(id))
      .sort(),
  ).toEqual(refused)
  expect([...writes].sort()).toEqual([
    'BillDesignatedDebitExport.Download: internal_debit_file update download_count',
    'BillDesignatedDebitExport.Download: internal_debit_file update download_count,download_user',
    'BillDesignatedDebitExport.Export: internal_debit_file update download_count',
    'BillDesignatedDebitExport.Export: internal_debit_file update download_count,download_user',
    'Bills.DownloadGroupPDF: bill update print_count',
    'Bills.DownloadPaymentPDF: bill update print_count',
    'Bills.DownloadPaymentPDF: bill update print_count,reprint_needed',
    'FileManagement.Download: published_file update download_count',
    // The other call for the same receipt comes later, and finds it issued.
    'ReportPrint.ChannelFeeReportByReceiptFile: fee_receipt insert',
  ])
})
