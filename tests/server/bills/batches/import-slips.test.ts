import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import { purgeTables } from '../../../../src/server/retention'
import type { Client } from '../../../support/client'
import { insurer, type Portal } from '../../../support/portal'
import { csv } from '../../imports/files'
import { header, imported, plain, upload } from '../../imports/uploads'
import { billsInPdf, slipPortal, unzipped } from './batches'

const fileOf = (count: number) => csv([[...header], ...plain(count)])
const uploaded = (here: Portal, maker: Client, fields: RecordValues) =>
  imported(here, maker, 'bills.csv', fileOf(5), fields)
const download = (client: Client, { SerialId }: { SerialId: number }) =>
  client.get(`/BillImportList/DownloadPDF/${SerialId}`)
const numbers = ['000001', '000002', '000003', '000004', '000005'].map((no) => `B202611-${no}`)

test('merged slips of an upload are an archive of PDFs with so many slips each, in the order of the file', async () => {
  const { here, maker } = await slipPortal()
  const record = await uploaded(here, maker, { BillImportPDFSetting: 'Merge', MergePDFCount: 3 })
  expect(record).toMatchObject({ ImportStatus: 'Succeeded', PDFStatus: 'Done', MergePDFCount: 3 })
  const file = await download(maker, record)
  expect(decodeURIComponent(file.headers.get('Content-Disposition') ?? '')).toContain(
    `繳款單_${record.ImportBatchNo}.zip`,
  )
  expect(Object.values(unzipped(file.bytes)).map(billsInPdf)).toEqual([numbers.slice(0, 3), numbers.slice(3)])
  expect(await here.db.selectFrom('bill').select('print_count').distinct().execute()).toEqual([{ print_count: 1 }])
  expect(
    (await here.db.selectFrom('audit_log').select('record_key').where('action', '=', 'MakePDF').execute()).length,
  ).toBe(5)
  const jobs = (await maker.get('/Ext/GetJobs')).data
  expect(jobs).toMatchObject([
    { Page: 'billImportList', State: 'done', Title: expect.stringContaining('繳款單產製'), Done: 5, Total: 5 },
    { Page: 'billImportList', State: 'done', Title: expect.not.stringContaining('繳款單產製') },
  ])
})

test('slips of one file are a PDF', async () => {
  const { here, maker } = await slipPortal()
  const record = await uploaded(here, maker, { BillImportPDFSetting: 'Merge', MergePDFCount: 5 })
  const file = await download(maker, record)
  expect([file.headers.get('Content-Type'), billsInPdf(file.bytes)]).toEqual(['application/pdf', numbers])
})

test('single slips of an upload are an archive of a PDF for each bill, named after it', async () => {
  const { here, maker } = await slipPortal()
  const record = await uploaded(here, maker, { BillImportPDFSetting: 'Single' })
  const files = unzipped((await download(maker, record)).bytes)
  expect(Object.keys(files)).toEqual(numbers.map((no) => `繳款單_${no}.pdf`))
  expect(Object.values(files).flatMap(billsInPdf)).toEqual(numbers)
})

test('slips for later are made when they are first asked for, once', async () => {
  const { here, maker } = await slipPortal()
  const record = await uploaded(here, maker, { BillImportPDFSetting: 'Later' })
  expect(record.PDFStatus).toBe('Pending')
  expect(await download(maker, record)).toMatchObject({
    code: '2006',
    message: expect.stringContaining('開始產製 5 張繳款單'),
  })
  await here.ports.jobs.runUntilIdle()
  expect((await maker.get(`/BillImportList/${record.SerialId}`)).data.PDFStatus).toBe('Done')
  expect(billsInPdf((await download(maker, record)).bytes)).toEqual(numbers)
  expect((await maker.get('/Ext/GetJobs')).data).toHaveLength(2)
})

test('an upload without slips says where they are made, and one without bills has none', async () => {
  const { here, maker } = await slipPortal()
  const none = await uploaded(here, maker, { BillImportPDFSetting: 'None' })
  expect(none).toMatchObject({ PDFStatus: 'NotNeeded', MergePDFCount: null })
  expect(await download(maker, none)).toMatchObject({
    code: '2006',
    message: expect.stringContaining('請到批次產製繳款單列印檔產製'),
  })
  const refused = await uploaded(here, maker, { BillImportPDFSetting: 'Merge', MergePDFCount: 2 })
  expect(refused).toMatchObject({ ImportStatus: 'Failed', PDFStatus: 'NotNeeded' })
  expect(await download(maker, refused)).toMatchObject({
    code: '2006',
    message: expect.stringContaining('沒有匯入任何帳單'),
  })
})

test('the number of slips in a file is required for merging, and cleared where it has no meaning', async () => {
  const { here, maker } = await slipPortal()
  const missing = await upload(maker, 'bills.csv', fileOf(1), { BillImportPDFSetting: 'Merge' })
  expect(missing.errors).toHaveProperty('MergePDFCount')
  expect(
    (await upload(maker, 'bills.csv', fileOf(1), { BillImportPDFSetting: 'Merge', MergePDFCount: 501 })).errors,
  ).toHaveProperty('MergePDFCount')
  const single = await imported(here, maker, 'bills.csv', fileOf(1), {
    BillImportPDFSetting: 'Single',
    MergePDFCount: 7,
  })
  expect(single.MergePDFCount).toBeNull()
})

test('slips that failed or expired are made again when they are asked for', async () => {
  const { here, maker } = await slipPortal()
  const record = await uploaded(here, maker, { BillImportPDFSetting: 'Merge', MergePDFCount: 5 })
  here.clock.advance({ days: 31 })
  await purgeTables(here.db, here.clock())
  const later = await here.as('CustomerMaker')
  expect((await later.get(`/BillImportList/${record.SerialId}`)).data.PDFStatus).toBe('Expired')
  expect(await here.db.selectFrom('internal_job_file').selectAll().execute()).toEqual([])
  expect((await download(later, record)).message).toContain('開始產製')
  await here.ports.jobs.runUntilIdle()
  expect(billsInPdf((await download(later, record)).bytes)).toEqual(numbers)
  await sql`update bill_import set pdf_status = 'Failed'`.execute(here.db)
  expect((await download(later, record)).message).toContain('開始產製')
})

test('slips are downloaded by those who see payers in full, of their own company', async () => {
  const { here, maker } = await slipPortal()
  const record = await uploaded(here, maker, { BillImportPDFSetting: 'Merge', MergePDFCount: 5 })
  expect((await download(await here.as('CustomerViewer'), record)).status).toBe(403)
  expect((await download(await here.as('CustomerChecker'), record)).status).toBe(403)
  expect((await download(await here.as('CustomerMaker', insurer), record)).status).toBe(404)
  expect((await download(await here.as('CustomerAdmin'), record)).status).toBe(200)
})

test('a deleted upload leaves neither its file nor its slips', async () => {
  const { here, maker } = await slipPortal()
  const record = await uploaded(here, maker, { BillImportPDFSetting: 'Merge', MergePDFCount: 2 })
  await sql`update bill_import set pdf_status = 'Processing'`.execute(here.db)
  expect(await maker.delete(`/BillImportList/${record.SerialId}`)).toMatchObject({
    code: '2006',
    message: expect.stringContaining('繳款單正在產製中'),
  })
  await sql`update bill_import set pdf_status = 'Done'`.execute(here.db)
  expect((await maker.delete(`/BillImportList/${record.SerialId}`)).code).toBe('0000')
  for (const table of ['file', 'file_chunk', 'internal_job_file'])
    expect(await here.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

// Locks need several connections; the embedded database has one.
test.runIf(inject('databaseUrl') !== '')(
  'slips that are finished while they are asked for are downloaded, not made again',
  async () => {
    const { here, maker } = await slipPortal()
    const record = await uploaded(here, maker, { BillImportPDFSetting: 'Merge', MergePDFCount: 5 })
    await sql`update bill_import set pdf_status = 'Processing'`.execute(here.db)
    const { answer } = await here.ports.backgroundDb.transaction().execute(async (trx) => {
      await sql`update bill_import set pdf_status = 'Done'`.execute(trx)
      const asked = download(maker, record)
      const waiting = sql<{ found: boolean }>`
      select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as found`
      await expect.poll(async () => (await waiting.execute(here.ports.backgroundDb)).rows[0]?.found).toBe(true)
      return { answer: asked }
    })
    expect(billsInPdf((await answer).bytes)).toEqual(numbers)
    expect((await maker.get('/Ext/GetJobs')).data).toHaveLength(2)
  },
)
