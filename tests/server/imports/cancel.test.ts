import { expect, test } from 'vitest'
import { registerJobs } from '../../../src/server/register-jobs'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { csv } from './files'
import { waiting } from './processes'
import { header, plain, twoCompaniesWithTerms, upload } from './uploads'

const openPortal = async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  return { open, maker: await open.as('CustomerMaker') }
}

const theFile = csv([[...header], ...plain(1500)])
const jobs = async (maker: Client) => (await maker.get('/Ext/GetJobs')).data
const countOf = async ({ db }: Portal, table: string): Promise<number> =>
  (await db.selectFrom(table).selectAll().execute()).length

test('an import that is cancelled while its file is read leaves no data, and advises the user', async () => {
  const { open, maker } = await openPortal()
  const { sheets, there, goOn } = waiting(open.ports.sheets, 1100)
  registerJobs({ ...open, ports: { ...open.ports, sheets } })
  const { data } = await upload(maker, 'bills.csv', theFile)
  await there
  await expect.poll(() => countOf(open, 'staged_row')).toBeGreaterThan(0)
  const [job] = await jobs(maker)
  expect(job).toMatchObject({ State: 'running', Cancelling: false, Done: expect.any(Number) })
  expect((await maker.post(`/Ext/CancelJob/${job.JobId}`, {})).code).toBe('0000')
  goOn()
  await open.ports.jobs.runUntilIdle()

  const outcome = '匯入已取消，這個檔案沒有匯入任何資料；如仍需要，請重新上傳整個檔案。'
  expect(await jobs(maker)).toMatchObject([
    { JobId: job.JobId, State: 'cancelled', Cancelling: false, Unread: true, Error: outcome },
  ])
  const detail = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect(detail).toMatchObject({
    ImportStatus: 'Failed',
    SuccessCount: 0,
    ErrorLog: [{ ColumnName: '檔案', Message: outcome }],
  })
  expect([await countOf(open, 'bill'), await countOf(open, 'staged_row')]).toEqual([0, 0])
})
