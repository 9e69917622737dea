import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endJob, insertJob, startJob } from '../../../src/server/jobs/job-rows'
import { portal, twoCompanies } from '../../support/portal'

const { as, given, db } = await portal()
await twoCompanies({ given })
const maker = await as('CustomerMaker', { UserId: 'maker77' })
const own = { uniformNo: '90000017', userId: 'maker77' }

const end = async (id: number, error?: string) => {
  const run = await startJob(db, id)
  if (run) await endJob(db, run, { state: error ? 'failed' : 'done', error })
}

const job = (owner = own) => insertJob(db, { name: 'billImport', data: { SerialId: 1 }, owner })

test('users see their own jobs, newest first, unread from their end until they have looked', async () => {
  const first = await job()
  const second = await job()
  await end(await job({ uniformNo: '90000017', userId: 'somebody-else' }))
  await end(await job({ uniformNo: '90000012', userId: own.userId }))
  await end(first, '檔案無法讀取。')

  const { data } = await maker.get('/Ext/GetJobs')
  expect(data).toMatchObject([
    { JobId: second, State: 'waiting', Unread: false, FinishTime: null },
    { JobId: first, State: 'failed', Error: '檔案無法讀取。', Unread: true, Page: null, Title: '' },
  ])
  expect(data).toHaveLength(2)
  await end(second)

  expect(await maker.post('/Ext/ReadJobs', {})).toMatchObject({ code: '0000' })
  expect((await maker.get('/Ext/GetJobs')).data.filter(({ Unread }: { Unread: boolean }) => Unread)).toEqual([])
})

test('what nobody foresaw is told to people in a sentence of theirs, and kept for the operator', async () => {
  await end(await job(), 'Database error 23505 bill_vac_account_key')
  expect((await maker.get('/Ext/GetJobs')).data[0]).toMatchObject({ State: 'failed', Error: expect.stringContaining('系統發生錯誤，作業沒有完成') })
  const { rows } = await sql`select 1 from job where error = 'Database error 23505 bill_vac_account_key'`.execute(db)
  expect(rows).toHaveLength(1)
})
