import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import { purgeTables } from '../../../../src/server/retention'
import { insurer } from '../../../support/portal'
import { batchOf, billsInPdf, goodBatch, printed, slipPortal, unzipped } from './batches'

test('a batch of one file is a PDF with a slip of each bill that may be printed, in the order of the upload', async () => {
  const { here, maker } = await slipPortal()
  const bills = []
  for (const payer of ['王大明', '李小美', '陳大文']) bills.push(await here.given.bill({ PayerName: payer }))
  await here.given.bill({ BillState: 'Void' })
  await here.given.bill({ PaidAmount: 1000, PayStatus: 'Paid' })
  await here.given.bill({ DebitFlag: true })
  const batch = await printed(here, maker)
  expect(batch).toMatchObject({
    JobStatus: 'Done',
    BillCount: 3,
    FileCount: 1,
    RequestUser: 'maker01',
    RequestTime: expect.stringContaining('2026-11-20T10:00'),
    ExpireDate: '2026-12-20',
    FinishTime: expect.any(String),
  })
  const file = await maker.get(`/MakePDFList/DownloadPDF/${batch.SerialId}`)
  expect(file.headers.get('Content-Type')).toBe('application/pdf')
  expect(decodeURIComponent(file.headers.get('Content-Disposition') ?? '')).toContain('繳款單_11月繳款單補印.pdf')
  expect(file.bytes).toHaveLength(batch.FileSize)
  expect(billsInPdf(file.bytes)).toEqual(bills.map(({ BillNo }) => BillNo))
})

test('several files come as an archive, each with as many slips as were asked for', async () => {
  const { here, maker } = await slipPortal()
  const bills: unknown[] = []
  for (let no = 0; no < 5; no++) bills.push((await here.given.bill()).BillNo)
  const { data: requested } = await maker.post('/MakePDFList', { ...goodBatch, MergePDFCount: 2 })
  expect(requested).toMatchObject({ JobStatus: 'Pending', BillCount: 5, FileCount: 3 })
  await here.ports.jobs.runUntilIdle()
  const batch = await batchOf(maker, requested.SerialId)
  expect(batch).toMatchObject({ JobStatus: 'Done', BillCount: 5, FileCount: 3 })
  const archive = await maker.get(`/MakePDFList/DownloadPDF/${batch.SerialId}`)
  expect(archive.headers.get('Content-Type')).toBe('application/zip')
  const files = unzipped(archive.bytes)
  expect(Object.keys(files)).toEqual(['繳款單_1-2.pdf', '繳款單_3-4.pdf', '繳款單_5-5.pdf'])
  expect(Object.values(files).map(billsInPdf)).toEqual([bills.slice(0, 2), bills.slice(2, 4), bills.slice(4)])
})

test('the conditions choose the bills, and the order is that of unit and payer, payer, postal code or upload', async () => {
  const { here, maker } = await slipPortal()
  for (const PayerUnitId of ['A1', 'B1']) await here.given.payerUnit({ PayerUnitId })
  const bill = (PayerUnitId: string | null, PayerId: string | null, ZipCode: string | null, values = {}) =>
    here.given.bill({ PayerUnitId, PayerId, ZipCode, ...values })
  const b1 = await bill('B1', 'P1', '300')
  const a9 = await bill('A1', 'P9', null)
  const a2 = await bill('A1', 'P2', '100', { PayStatus: 'PartialPaid', PaidAmount: 1 })
  const none = await bill(null, null, '200')
  const numbersOf = async (values: RecordValues) => {
    const { SerialId } = await printed(here, maker, values)
    return billsInPdf((await maker.get(`/MakePDFList/DownloadPDF/${SerialId}`)).bytes)
  }
  const numbers = (...chosen: { BillNo?: unknown }[]) => chosen.map(({ BillNo }) => BillNo)
  expect(await numbersOf({ SortType: 'UnitThenPayer' })).toEqual(numbers(a2, a9, b1, none))
  expect(await numbersOf({ SortType: 'PayerId' })).toEqual(numbers(b1, a2, a9, none))
  expect(await numbersOf({ SortType: 'ZipCode' })).toEqual(numbers(a2, none, b1, a9))
  expect(await numbersOf({ SortType: 'FileOrder' })).toEqual(numbers(b1, a9, a2, none))
  expect(await numbersOf({ PayerUnitId: 'A1' })).toEqual(numbers(a9, a2))
  expect(await numbersOf({ PayStatusFilter: ['PartialPaid'] })).toEqual(numbers(a2))
  expect(await numbersOf({ PayerIdFrom: 'P1', PayerIdTo: 'P2' })).toEqual(numbers(b1, a2))
  expect(await numbersOf({ PayerIdTo: 'P2' })).toEqual(numbers(b1, a2))
})

test('a batch without bills, with too many, or with a wrong range is refused with a sentence, and writes nothing', async () => {
  const { here, maker } = await slipPortal()
  const none = await maker.post('/MakePDFList', goodBatch)
  expect(none).toMatchObject({ code: '2002', message: expect.stringContaining('沒有符合條件的帳單可以列印') })
  const { SerialId } = await here.given.bill()
  await sql`
    insert into bill
    select r.*
    from bill b, generate_series(1, 20000) n, jsonb_populate_record(b, jsonb_build_object('serial_id', 100000 + n, 'bill_no', 'X' || n, 'vac_account', null)) r
    where b.serial_id = ${SerialId}`.execute(here.db)
  const many = await maker.post('/MakePDFList', goodBatch)
  expect(many.errors.BillTermId).toBe(
    '符合條件的帳單有 20,001 張，超過一次 20,000 張的上限；請以代收單位或繳款人代號分批產製。',
  )
  const range = await maker.post('/MakePDFList', { ...goodBatch, PayerIdFrom: 'B', PayerIdTo: 'A' })
  expect(range.errors.PayerIdTo).toBe('繳款人代號（迄）「A」不可在繳款人代號（起）「B」之前，請更正。')
  expect((await maker.post('/MakePDFList', { ...goodBatch, MergePDFCount: 501 })).errors).toHaveProperty(
    'MergePDFCount',
  )
  expect((await maker.post('/MakePDFList', { ...goodBatch, JobName: 'a/b' })).errors).toHaveProperty('JobName')
  expect((await maker.get('/MakePDFList', { PageNo: 1, PageSize: 10 })).data.TotalCount).toBe(0)
  expect(await maker.get('/Ext/GetJobs')).toMatchObject({ data: [] })
})

test('a company can have 20 batches that wait, even if two users request the last one at once; those of other companies do not count', async () => {
  const { here, maker } = await slipPortal()
  await here.given.bill()
  const { SerialId } = await printed(here, maker)
  await sql`
    insert into make_pdf
    select r.*
    from make_pdf m, (select n, case when n <= 19 then '77001' else '77003' end as code from generate_series(1, 60) n) w,
      jsonb_populate_record(m, jsonb_build_object('serial_id', 100000 + n, 'apply_code', code, 'job_status', case when n % 2 = 0 then 'Pending' else 'Processing' end)) r
    where m.serial_id = ${SerialId}`.execute(here.db)
  const admin = await here.as('CustomerAdmin')
  const answers = await Promise.all([maker, admin].map((client) => client.post('/MakePDFList', goodBatch)))
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2006'])
  expect(answers.find(({ code }) => code === '2006')?.message).toBe(
    '貴公司已有 20 個批次等待產製，請等其中一個完成，或刪除不需要的批次後再申請。',
  )
  await here.ports.jobs.runUntilIdle()
  expect(await maker.post('/MakePDFList', goodBatch), 'after one of them has ended').toMatchObject({ code: '0000' })
})

test('the template of the batch takes precedence over that of the bills', async () => {
  const { here, maker } = await slipPortal()
  await here.given.bill()
  const sizes = []
  for (const BillTemplateId of [null, 'FoldedMailer'])
    sizes.push((await printed(here, maker, { BillTemplateId })).FileSize)
  expect(sizes[0]).not.toBe(sizes[1])
})

test('printing counts like a single download: prints, the mark for reprinting, and an audit line for each name in full', async () => {
  const { here, maker } = await slipPortal()
  const bill = await here.given.bill({ PrintCount: 1, ReprintNeeded: true })
  const company = await here.given.bill({ PayerName: '示範股份有限公司', IdNo: '90000017' })
  here.clock.advance({ minutes: 1 })
  const { SerialId } = await printed(here, maker)
  const stored = await here.db
    .selectFrom('bill')
    .select(['serial_id', 'print_count', 'reprint_needed'])
    .orderBy('serial_id')
    .execute()
  expect(stored).toEqual([
    { serial_id: bill.SerialId, print_count: 2, reprint_needed: false },
    { serial_id: company.SerialId, print_count: 1, reprint_needed: false },
  ])
  const lines = await here.db
    .selectFrom('audit_log')
    .select(['user_id', 'resource', 'record_key', 'ip'])
    .where('action', '=', 'MakePDF')
    .execute()
  expect(lines).toEqual([{ user_id: 'maker01', resource: 'bills', record_key: String(bill.SerialId), ip: '127.0.0.1' }])
  await maker.get(`/MakePDFList/DownloadPDF/${SerialId}`)
  const downloads = await here.db
    .selectFrom('audit_log')
    .select('record_key')
    .where('action', '=', 'DownloadPDF')
    .execute()
  expect(downloads).toEqual([{ record_key: String(SerialId) }])
})

test('a bill that is paid while others are printed gets no slip, and a changed one is marked for reprinting', async () => {
  const { here, maker } = await slipPortal()
  const paid = await here.given.bill()
  const changed = await here.given.bill()
  const print = here.holdJobs()
  const { data } = await maker.post('/MakePDFList', goodBatch)
  await sql`update bill set paid_amount = 1000, pay_status = 'Paid' where serial_id = ${Number(paid.SerialId)}`.execute(
    here.db,
  )
  await sql`update bill set update_time = update_time + interval '1 hour' where serial_id = ${Number(changed.SerialId)}`.execute(
    here.db,
  )
  print()
  await here.ports.jobs.runUntilIdle()
  expect(await batchOf(maker, data.SerialId)).toMatchObject({ JobStatus: 'Done', BillCount: 1, FileCount: 1 })
  expect(billsInPdf((await maker.get(`/MakePDFList/DownloadPDF/${data.SerialId}`)).bytes)).toEqual([changed.BillNo])
  expect(
    await here.db.selectFrom('bill').select(['print_count', 'reprint_needed']).orderBy('serial_id').execute(),
  ).toMatchObject([{ print_count: 0 }, { print_count: 1, reprint_needed: true }])
})

test('only roles that see payers in full request and download slips, and only their own company', async () => {
  const { here, maker } = await slipPortal()
  await here.given.bill()
  const { SerialId } = await printed(here, maker)
  for (const role of ['CustomerChecker', 'CustomerViewer']) {
    const other = await here.as(role)
    expect((await other.post('/MakePDFList', goodBatch)).status, role).toBe(403)
    expect((await other.get(`/MakePDFList/DownloadPDF/${SerialId}`)).status, role).toBe(403)
    expect((await other.delete(`/MakePDFList/${SerialId}`)).status, role).toBe(403)
    expect((await other.get('/MakePDFList', { PageNo: 1, PageSize: 10 })).data.TotalCount, role).toBe(1)
  }
  const otherCompany = await here.as('CustomerMaker', insurer)
  expect((await otherCompany.get(`/MakePDFList/DownloadPDF/${SerialId}`)).status).toBe(404)
  expect((await otherCompany.delete(`/MakePDFList/${SerialId}`)).status).toBe(404)
  expect((await otherCompany.post('/MakePDFList', goodBatch)).errors).toHaveProperty('ApplyCode')
  expect((await (await here.as('CustomerAdmin')).get(`/MakePDFList/DownloadPDF/${SerialId}`)).status).toBe(200)
})

test('a deleted batch leaves no file', async () => {
  const { here, maker } = await slipPortal()
  await here.given.bill()
  const { SerialId } = await printed(here, maker)
  await sql`update make_pdf set job_status = 'Processing'`.execute(here.db)
  expect(await maker.delete(`/MakePDFList/${SerialId}`)).toMatchObject({
    code: '2006',
    message: expect.stringContaining('正在產製中'),
  })
  await sql`update make_pdf set job_status = 'Done'`.execute(here.db)
  expect((await maker.delete(`/MakePDFList/${SerialId}`)).code).toBe('0000')
  for (const table of ['file', 'file_chunk', 'internal_job_file', 'make_pdf'])
    expect(await here.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

test('after 30 days the file is deleted, and the record stays as expired', async () => {
  const { here, maker } = await slipPortal()
  await here.given.bill()
  const { SerialId } = await printed(here, maker)
  here.clock.advance({ days: 30 })
  await purgeTables(here.db, here.clock())
  const later = await here.as('CustomerMaker')
  expect((await batchOf(later, SerialId)).JobStatus).toBe('Done')
  here.clock.advance({ days: 1 })
  await purgeTables(here.db, here.clock())
  const last = await here.as('CustomerMaker')
  expect(await batchOf(last, SerialId)).toMatchObject({ JobStatus: 'Expired', ExpireDate: '2026-12-20' })
  expect(await last.get(`/MakePDFList/DownloadPDF/${SerialId}`)).toMatchObject({
    code: '2006',
    message: '檔案已超過保存期限，請重新產製。',
  })
  for (const table of ['file', 'file_chunk', 'internal_job_file'])
    expect(await here.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  expect((await last.delete(`/MakePDFList/${SerialId}`)).code).toBe('0000')
})
