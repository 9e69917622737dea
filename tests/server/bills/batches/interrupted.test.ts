import { expect, test } from 'vitest'
import type { Ports } from '../../../../src/server/ports'
import { registerJobs } from '../../../../src/server/register-jobs'
import { retryNow } from '../../../support/jobs'
import type { Portal } from '../../../support/portal'
import { batchOf, billsInPdf, goodBatch, slipPortal, unzipped } from './batches'

const files = async ({ db }: Portal) => ({
  files: (await db.selectFrom('file').select('kept').execute()).map(({ kept }) => kept),
  slips: (await db.selectFrom('internal_job_file').selectAll().execute()).length,
})

/** Replaces the printer of the jobs by one that does something before the second file. */
const beforeSecondFile = (here: Portal, work: () => Promise<void>): void => {
  const print: Ports['slips']['print'] = async (slips) => {
    if (++count === 2) await work()
    return here.ports.slips.print(slips)
  }
  let count = 0
  registerJobs({ ...here, ports: { ...here.ports, slips: { print } } })
}

test('a batch whose printing fails is made again from the first bill, and leaves one file', async () => {
  const { here, maker } = await slipPortal()
  const bills: unknown[] = []
  for (let no = 0; no < 5; no++) bills.push((await here.given.bill()).BillNo)
  beforeSecondFile(here, async () => {
    expect(await files(here)).toEqual({ files: [false], slips: 1 })
    throw new Error('The printer is broken.')
  })
  const { data } = await maker.post('/MakePDFList', { ...goodBatch, MergePDFCount: 2 })
  await here.ports.jobs.runUntilIdle()
  expect(await files(here)).toEqual({ files: [], slips: 0 })
  expect(await batchOf(maker, data.SerialId)).toMatchObject({ JobStatus: 'Processing' })
  await retryNow(here.db)
  await here.ports.jobs.runUntilIdle()
  expect(await files(here)).toEqual({ files: [true], slips: 1 })
  const archive = await maker.get(`/MakePDFList/DownloadPDF/${data.SerialId}`)
  expect(Object.values(unzipped(archive.bytes)).flatMap(billsInPdf)).toEqual(bills)
  expect(await here.db.selectFrom('bill').select('print_count').distinct().execute()).toEqual([{ print_count: 1 }])
})

test('a batch that is cancelled while it is printed leaves no file, and says so', async () => {
  const { here, maker } = await slipPortal()
  for (let no = 0; no < 3; no++) await here.given.bill()
  beforeSecondFile(here, async () => {
    const [job] = (await maker.get('/Ext/GetJobs')).data
    expect(job).toMatchObject({
      Page: 'makePDFList',
      Title: expect.stringContaining('11月繳款單補印'),
      State: 'running',
      Done: 1,
      Total: 3,
    })
    expect((await maker.post(`/Ext/CancelJob/${job.JobId}`)).code).toBe('0000')
  })
  const { data } = await maker.post('/MakePDFList', { ...goodBatch, MergePDFCount: 1 })
  await here.ports.jobs.runUntilIdle()
  const outcome = '產製已取消，沒有產生任何檔案；如仍需要，請重新產製。'
  expect(await files(here)).toEqual({ files: [], slips: 0 })
  expect((await maker.get('/Ext/GetJobs')).data).toMatchObject([{ State: 'cancelled', Error: outcome, Unread: true }])
  expect(await maker.get(`/MakePDFList/DownloadPDF/${data.SerialId}`)).toMatchObject({
    code: '2006',
    message: `這個列印檔沒有產製成功：${outcome}`,
  })
  expect(await here.db.selectFrom('bill').select('print_count').distinct().execute()).toEqual([{ print_count: 0 }])
})

test('a batch whose bills are all paid before it is printed fails with a sentence', async () => {
  const { here, maker } = await slipPortal()
  await here.given.bill()
  const print = here.holdJobs()
  const { data } = await maker.post('/MakePDFList', goodBatch)
  await here.db.updateTable('bill').set({ paid_amount: 1000 }).execute()
  print()
  await here.ports.jobs.runUntilIdle()
  expect((await batchOf(maker, data.SerialId)).JobStatus).toBe('Failed')
  expect((await maker.get(`/MakePDFList/DownloadPDF/${data.SerialId}`)).message).toContain('沒有符合條件的帳單可以列印')
})
