import { expect, test } from 'vitest'
import { registerJobHandlers } from '../../../src/server/jobs/handlers'
import type { Client } from '../../support/client'
import { retryNow } from '../../support/jobs'
import { type Portal, portal } from '../../support/portal'
import { csv } from './files'
import { leftByFormerVersion } from './former-version'
import { waiting } from './processes'
import { header, imported, plain, twoCompaniesWithTerms, upload } from './uploads'

const house = async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  return { open, maker: await open.as('CustomerMaker') }
}

const theFile = csv([[...header], ...plain(1500)])
const jobs = async (maker: Client) => (await maker.get('/Ext/GetJobs')).data
const countOf = async ({ db }: Portal, table: string): Promise<number> => (await db.selectFrom(table).selectAll().execute()).length

test('an import that is cancelled while its file is read leaves no data, and advises the user', async () => {
  const { open, maker } = await house()
  const { sheets, there, goOn } = waiting(open.ports.sheets, 1100)
  registerJobHandlers({ ...open.ports, sheets }, open.schemas)
  const { data } = await upload(maker, 'bills.csv', theFile)
  await there
  await expect.poll(() => countOf(open, 'staged_row')).toBeGreaterThan(0)
  const [job] = await jobs(maker)
  expect(job).toMatchObject({ State: 'running', Cancelling: false, Done: expect.any(Number) })
  expect((await maker.post(`/Ext/CancelJob/${job.JobId}`, {})).code).toBe('0000')
  goOn()
  await open.ports.jobs.runUntilIdle()

  const outcome = '匯入已取消，這個檔案沒有匯入任何資料；如仍需要，請重新上傳整個檔案。'
  expect(await jobs(maker)).toMatchObject([{ JobId: job.JobId, State: 'cancelled', Cancelling: false, Unread: true, Error: outcome }])
  const detail = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect(detail).toMatchObject({ ImportStatus: 'Failed', SuccessCount: 0, ErrorLog: [{ ColumnName: '檔案', Message: outcome }] })
  expect([await countOf(open, 'bill'), await countOf(open, 'staged_row')]).toEqual([0, 0])
})

test('an import of the previous version that is cancelled after it published some of its bills deletes them, except the paid ones, and reports their number', async () => {
  const open = await portal({ ownDatabase: true })
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const { SerialId } = await imported(open, maker, 'bills.csv', theFile)
  await leftByFormerVersion(open, { importId: SerialId, published: 500 })
  await open.db.updateTable('bill').set({ paid_amount: 1000 }).where('bill_no', 'in', ['B202611-000007', 'B202611-000008']).execute()
  const [job] = await jobs(maker)
  expect((await maker.post(`/Ext/CancelJob/${job.JobId}`, {})).code).toBe('0000')
  await retryNow(open.db)
  await open.ports.jobs.runUntilIdle()

  const outcome = '匯入已取消；已繳費的 2 筆帳單保留，其餘沒有匯入。若要匯入其餘資料，請從檔案中刪去這 2 筆後重新上傳。'
  expect(await jobs(maker)).toMatchObject([{ JobId: job.JobId, State: 'cancelled', Error: outcome }])
  const detail = (await maker.get(`/BillImportList/${SerialId}`)).data
  expect(detail).toMatchObject({ ImportStatus: 'PartialFailed', TotalCount: 1500, SuccessCount: 2, FailCount: 1498, TotalAmount: 2000 })
  expect(detail.ErrorLog[0].Message).toBe(outcome)
  expect([await countOf(open, 'bill'), await countOf(open, 'staged_row')]).toEqual([2, 0])
})
