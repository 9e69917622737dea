import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import type { Ports } from '../../../src/server/ports'
import { registerJobs } from '../../../src/server/register-jobs'
import { purgeTables } from '../../../src/server/retention'
import type { Client } from '../../support/client'
import { retryNow } from '../../support/jobs'
import { outbox } from '../../support/outbox'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'

const november = {
  ApplyCode: '77001',
  ReportType: 'WriteOff',
  DateType: 'AccountDate',
  StartDate: '2026-11-01',
  EndDate: '2026-11-30',
  FileFormat: 'Csv',
}

const open = async (options = {}): Promise<{ readonly here: Portal; readonly viewer: Client }> => {
  const here = await portal(options)
  await twoCompanies(here)
  return { here, viewer: await here.as('CustomerViewer', { UserId: 'viewer01', Email: 'viewer@example.com' }) }
}

const reportOf = async (client: Client, serialId: number): Promise<RecordValues> =>
  (await client.get('/Report', { PageNo: 1, PageSize: 100 })).data.Items.find(
    (report: RecordValues) => report.SerialId === serialId,
  )

/** Requests a report and returns its record when its job has ended. */
const requested = async (here: Portal, client: Client, values: RecordValues = {}): Promise<RecordValues> => {
  const { code, message, data } = await client.post('/Report', { ...november, ...values })
  if (code !== '0000') throw new Error(`The report was refused: ${code} ${message}`)
  await here.ports.jobs.runUntilIdle()
  return reportOf(client, data.SerialId)
}

const fileOf = (client: Client, { SerialId }: RecordValues) => client.get(`/Report/${SerialId}/DownloadReport`)

/** Replaces the writer of PDFs by one that does something first. */
const beforePrinting = (here: Portal, work: () => Promise<void>): void => {
  const print: Ports['reports']['print'] = async function* (...report) {
    await work()
    yield* here.ports.reports.print(...report)
  }
  registerJobs({ ...here, ports: { ...here.ports, reports: { print } } })
}

test('a report is written in the background, with the lines of its page, and kept for 30 days', async () => {
  const { here, viewer } = await open()
  await here.given.line({ AccountDate: '2026-11-02', PayerName: '王大明' })
  await here.given.line({ AccountDate: '2026-11-03', WriteOffStatus: 'Exception', ExceptionType: 'OverPaid' })
  await here.given.line({ AccountDate: '2026-12-01' })
  const report = await requested(here, viewer)
  expect(report).toMatchObject({
    ReportName: '銷帳明細表_1151101-1151130',
    JobStatus: 'Done',
    RowCount: 2,
    RequestUser: 'viewer01',
    RequestTime: expect.stringContaining('2026-11-20T10:00'),
    ExpireDate: '2026-12-20',
    FinishTime: expect.any(String),
  })
  const file = await fileOf(viewer, report)
  expect(decodeURIComponent(file.headers.get('Content-Disposition') ?? '')).toContain('銷帳明細表_1151101-1151130.csv')
  expect(file.bytes).toHaveLength(Number(report.FileSize))
  const { ReportType: _, ...pageQuery } = november
  const page = await viewer.get('/Ext/ReportPrint/WriteOffReportFile', pageQuery)
  expect(file.text).toBe(page.text)
  expect(file.text).toContain('王○明')
})

test.each([
  ['WriteOff', { DateType: 'TradeDate' }, '2026-11-02'],
  ['TransactionDetails', { DateType: 'AccountDate' }, '2026-11-02'],
  ['Exception', { DateType: 'AccountDate' }, '2026-11-03'],
  ['DailyPaid', { StartDate: '2026-11-02', EndDate: '2026-11-02' }, '2026-11-02'],
  ['ChannelFee', {}, '統一超商'],
  ['Unpaid', { EndDate: '2026-12-31' }, 'B202611-000777'],
  ['BillProgress', { EndDate: '2026-12-31' }, 'B202611-000777'],
])('the type %s has a report of its own', async (ReportType, values, text) => {
  const { here, viewer } = await open()
  await here.given.billTerm()
  await here.given.bill({ BillNo: 'B202611-000777', PaymentEndDate: '2026-11-30' })
  await here.given.line({ TradeDate: '2026-11-02', AccountDate: '2026-11-02' })
  await here.given.line({
    TradeDate: '2026-11-03',
    AccountDate: '2026-11-03',
    WriteOffStatus: 'Exception',
    ExceptionType: 'OverPaid',
  })
  const report = await requested(here, viewer, { ReportType, ...values })
  expect(report).toMatchObject({ JobStatus: 'Done' })
  expect((await fileOf(viewer, report)).text).toContain(
    text.replaceAll('-', ReportType.match(/Unpaid|Bill/) ? '-' : '/'),
  )
})

test('a workbook has real numbers and dates; a report without rows has only its head and titles', async () => {
  const { here, viewer } = await open()
  const empty = await requested(here, viewer, { FileFormat: 'Xlsx' })
  expect(empty).toMatchObject({ JobStatus: 'Done', RowCount: 0 })
  await here.given.line({ AccountDate: '2026-11-02', Amount: 1234 })
  const report = await requested(here, viewer, { FileFormat: 'Xlsx' })
  const { sheets } = await readXlsx((await fileOf(viewer, report)).bytes)
  expect(sheets[0]?.rows.flat()).toContain(1234)
  expect(sheets[0]?.rows.flat()).toContainEqual(new Date('2026-11-02T00:00:00Z'))
})

test.each([
  ['an end before the start', { EndDate: '2026-10-31' }, 'EndDate', '起日'],
  ['93 days', { StartDate: '2026-11-01', EndDate: '2027-02-01' }, 'EndDate', '92'],
  ['two days of a daily report', { ReportType: 'DailyPaid' }, 'EndDate', '一次產製一天'],
  ['half a month of fees', { ReportType: 'ChannelFee', EndDate: '2026-11-15' }, 'EndDate', '2026/11/30'],
  ['no date type', { DateType: null }, 'DateType', '日期別'],
  ['an agreement of another company', { ApplyCode: '77003' }, 'ApplyCode', '77003'],
  ['no format', { FileFormat: 'Docx' }, 'FileFormat', '檔案格式'],
])('%s is refused with a sentence, and nothing is requested', async (_, values, field, text) => {
  const { here, viewer } = await open()
  const refused = await viewer.post('/Report', { ...november, ...values })
  expect(refused.code).not.toBe('0000')
  expect(refused.errors[field]).toContain(text)
  expect(await here.db.selectFrom('report').selectAll().execute()).toEqual([])
})

test('the requester gets an e-mail with a link, and neither the report nor its data', async () => {
  const { here, viewer } = await open()
  await here.given.line({ AccountDate: '2026-11-02', PayerName: '王大明' })
  const { SerialId } = await requested(here, viewer)
  const [message, ...others] = await outbox(here)
  expect(others).toEqual([])
  expect(message).toMatchObject({ recipient: 'viewer@example.com', subject: expect.stringContaining('報表產製完成') })
  expect(message?.body).toContain(`/admin/Report/${SerialId}/show`)
  expect(message?.body).toContain('銷帳明細表_1151101-1151130')
  expect(message?.body).not.toMatch(/王|77001260001235/)
})

test('a report whose writing fails is written again, and its requester is notified once', async () => {
  const { here, viewer } = await open()
  await here.given.line({ AccountDate: '2026-11-02' })
  let tries = 0
  beforePrinting(here, async () => {
    tries += 1
    if (tries === 1) throw new Error('The printer is broken.')
  })
  const report = await requested(here, viewer, { FileFormat: 'Pdf' })
  expect(report.JobStatus).toBe('Processing')
  expect((await fileOf(viewer, report)).message).toContain('正在產製中')
  await retryNow(here.db)
  await here.ports.jobs.runUntilIdle()
  expect(await reportOf(viewer, Number(report.SerialId))).toMatchObject({ JobStatus: 'Done', RowCount: 1 })
  expect(await here.db.selectFrom('file').select('kept').execute()).toEqual([{ kept: true }])
  expect(await outbox(here)).toHaveLength(1)
})

test('a report for which the disk lacks space fails with a sentence and leaves no file; with space it is written', async () => {
  const { here, viewer } = await open({ ownDatabase: true })
  await here.given.line({ AccountDate: '2026-11-02' })
  await sql`
    create function refuse_chunk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
    here.db,
  )
  await sql`create trigger refuse_chunk before insert on file_chunk execute function refuse_chunk()`.execute(here.db)
  const { SerialId } = await requested(here, viewer)
  const report = () => reportOf(viewer, Number(SerialId))
  for (let tries = 1; (await report()).JobStatus === 'Processing'; tries++) {
    expect(tries).toBeLessThan(10)
    expect(await here.db.selectFrom('file').select('id').execute()).toEqual([])
    await retryNow(here.db)
    await here.ports.jobs.runUntilIdle()
  }
  expect(await fileOf(viewer, await report())).toMatchObject({
    code: '2006',
    message: '這份報表沒有產製成功：系統發生錯誤，沒有產生檔案，請稍後重新產製。',
  })
  expect(await here.db.selectFrom('file').select('id').execute()).toEqual([])
  expect(await outbox(here)).toEqual([])
  await sql`drop trigger refuse_chunk on file_chunk`.execute(here.db)
  expect(await requested(here, viewer)).toMatchObject({ JobStatus: 'Done', RowCount: 1 })
})

test('a report that is cancelled while it is written leaves no file, and says so', async () => {
  const { here, viewer } = await open()
  await here.given.line({ AccountDate: '2026-11-02' })
  beforePrinting(here, async () => {
    const [job] = (await viewer.get('/Ext/GetJobs')).data
    expect(job).toMatchObject({ Page: 'Report', State: 'running', Title: expect.stringContaining('銷帳明細表') })
    expect((await viewer.post(`/Ext/CancelJob/${job.JobId}`)).code).toBe('0000')
  })
  const report = await requested(here, viewer, { FileFormat: 'Pdf' })
  expect(report).toMatchObject({ JobStatus: 'Failed' })
  expect(await fileOf(viewer, report)).toMatchObject({
    code: '2006',
    message: '這份報表沒有產製成功：產製已取消，沒有產生檔案；如仍需要，請重新產製。',
  })
  expect(await here.db.selectFrom('file').select('id').execute()).toEqual([])
  expect(await outbox(here)).toEqual([])
})

test('a report that is cancelled while it waits ends before anything is read or written', async () => {
  const { here, viewer } = await open({ ownDatabase: true })
  await sql`
    create function refuse_file() returns trigger language plpgsql as $$ begin raise exception 'A file was begun.'; end $$`.execute(
    here.db,
  )
  await sql`create trigger refuse_file before insert on file execute function refuse_file()`.execute(here.db)
  const release = here.holdJobs()
  const { data } = await viewer.post('/Report', november)
  const [job] = (await viewer.get('/Ext/GetJobs')).data
  expect((await viewer.post(`/Ext/CancelJob/${job.JobId}`)).code).toBe('0000')
  release()
  await here.ports.jobs.runUntilIdle()
  expect(await reportOf(viewer, data.SerialId)).toMatchObject({ JobStatus: 'Failed' })
})

test('a bill that is paid while its report is written is not in it, and is not counted', async () => {
  const { here, viewer } = await open({ ownDatabase: true })
  await here.given.billTerm()
  for (const BillNo of ['B202611-000001', 'B202611-000002'])
    await here.given.bill({ BillNo, PaymentEndDate: '2026-11-30' })
  await sql`
    create function pay_bill() returns trigger language plpgsql as $$
    begin update bill set pay_status = 'Paid' where bill_no = 'B202611-000001'; return null; end $$`.execute(here.db)
  // The job stores its total after it has sorted the rows, before it reads them.
  await sql`
    create trigger pay_bill after update of total on job for each row when (new.total is not null)
    execute function pay_bill()`.execute(here.db)
  const report = await requested(here, viewer, { ReportType: 'Unpaid', EndDate: '2026-12-31' })
  expect(report).toMatchObject({ JobStatus: 'Done', RowCount: 1 })
  const { text } = await fileOf(viewer, report)
  expect([text.includes('B202611-000001'), text.includes('B202611-000002')]).toEqual([false, true])
})

test('after its last day a report is expired and its file is deleted', async () => {
  const { here, viewer } = await open()
  const report = await requested(here, viewer)
  await purgeTables(here.db, new Date('2026-12-20T12:00:00+08:00'))
  expect((await fileOf(viewer, report)).status).toBe(200)
  await purgeTables(here.db, new Date('2026-12-21T12:00:00+08:00'))
  expect(await reportOf(viewer, Number(report.SerialId))).toMatchObject({ JobStatus: 'Expired' })
  expect((await fileOf(viewer, report)).message).toContain('超過下載期限')
  expect(await here.db.selectFrom('file').select('id').execute()).toEqual([])
})

test('another company, and users without the agreement, find no report', async () => {
  const { here, viewer } = await open()
  const report = await requested(here, viewer)
  const stranger = await here.as('CustomerAdmin', insurer)
  expect((await stranger.get('/Report', { PageNo: 1, PageSize: 10 })).data.TotalCount).toBe(0)
  expect((await fileOf(stranger, report)).status).toBe(404)
  await here.given.agreement({ ApplyCode: '77002' })
  const colleague = await here.as('CustomerViewer', { ApplyCodes: ['77002'] })
  expect((await fileOf(colleague, report)).status).toBe(404)
  expect((await fileOf(await here.as('BankOperator'), report)).status).toBe(403)
})

test('a company may have 20 unfinished reports', async () => {
  const { here, viewer } = await open()
  here.holdJobs()
  for (let no = 0; no < 20; no++) expect((await viewer.post('/Report', november)).code).toBe('0000')
  expect(await viewer.post('/Report', november)).toMatchObject({
    code: '2006',
    message: expect.stringContaining('已有 20 份報表等待產製'),
  })
})
