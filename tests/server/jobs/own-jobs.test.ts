import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { endJob } from '../../../src/server/jobs/job-rows'
import { parkedJob, startJob } from '../../support/jobs'
import { portal, twoCompanies } from '../../support/portal'

const { as, given, db } = await portal()
await twoCompanies({ given })
const maker = await as('CustomerMaker', { UserId: 'maker77' })
const own = { uniformNo: '90000017', userId: 'maker77' }

// The portal waits for its jobs at the end, and nobody runs these.
afterEach(async () => {
  await sql`update job set state = 'done', finish_time = now() where finish_time is null`.execute(db)
})

const end = async (id: number, error?: string) => {
  const run = await startJob(db, id)
  if (run) await endJob(db, run, { state: error ? 'failed' : 'done', error })
}

// No runner has a handler of this name, so none starts a job that is cancelled and therefore due.
const job = (owner = own) => parkedJob(db, { name: 'parked', data: {}, owner })

test('users see their own jobs, newest first, unread from their end until they are read', async () => {
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

test('an unexpected error is a plain message for users, and its details are kept for the operator', async () => {
  await end(await job(), 'Database error 23505 bill_vac_account_key')
  expect((await maker.get('/Ext/GetJobs')).data[0]).toMatchObject({
    State: 'failed',
    Error: expect.stringContaining('系統發生錯誤，作業沒有完成'),
  })
  const { rows } = await sql`select 1 from job where error = 'Database error 23505 bill_vac_account_key'`.execute(db)
  expect(rows).toHaveLength(1)
})

const cancel = (id: unknown) => maker.post(`/Ext/CancelJob/${id}`, {})

test('users cancel their own jobs, which then stop at their next step; the audit trail names the user who asked', async () => {
  const [waiting, running] = [await job(), await job()]
  await startJob(db, running)
  expect([(await cancel(waiting)).code, (await cancel(running)).code, (await cancel(running)).code]).toEqual([
    '0000',
    '0000',
    '0000',
  ])
  expect((await maker.get('/Ext/GetJobs')).data.slice(0, 2)).toMatchObject([
    { JobId: running, State: 'running', Cancelling: true },
    { JobId: waiting, State: 'waiting', Cancelling: true },
  ])
  const trail = db
    .selectFrom('audit_log')
    .select(['user_id', 'uniform_no', 'action', 'record_key'])
    .where('resource', '=', 'job')
  expect(await trail.where('record_key', '=', String(waiting)).execute()).toEqual([
    { user_id: 'maker77', uniform_no: '90000017', action: 'Cancel', record_key: String(waiting) },
  ])
})

test("a job that has ended cannot be cancelled, and another user's job is treated as missing", async () => {
  const ended = await job()
  await end(ended)
  expect(await cancel(ended)).toMatchObject({ code: '2006', message: expect.stringContaining('已經結束') })
  const others = [
    await job({ ...own, userId: 'somebody-else' }),
    await job({ uniformNo: '90000012', userId: own.userId }),
    await job({ uniformNo: '', userId: '' }),
  ]
  const answers = [
    await cancel(999_999),
    ...(await Promise.all(others.map(cancel))),
    await cancel('9'.repeat(30)),
    await cancel('x'),
  ]
  for (const answer of answers) expect([answer.status, answer.message]).toEqual([404, answers[0]?.message])
  const asked = db.selectFrom('job').select('id').where('cancel_time', 'is not', null)
  expect(await asked.where('id', 'in', [...others, ended]).execute()).toEqual([])
})

test('a job that waits for its next try shows why the last one failed', async () => {
  const id = await job()
  await sql`update job set error = 'The mail server is away.' where id = ${id}`.execute(db)
  const [first] = (await maker.get('/Ext/GetJobs')).data
  expect(first).toMatchObject({ JobId: id, State: 'waiting', Error: '前次處理時系統發生錯誤，稍後會自動再試一次。' })
})

test('an ended import tells how many rows it has written and rejected; a check and a running import tell nothing', async () => {
  const upload = await given.record('billImportList', {
    ApplyCode: '77001',
    ImportBatchNo: 'B-IMPORT-1',
    ImportBatchName: '十一月管理費',
    ImportStatus: 'PartialFailed',
    SuccessCount: 97,
    FailCount: 3,
  })
  const imported = await parkedJob(db, { name: 'billImport', data: { SerialId: upload.SerialId }, owner: own })
  const read = async (id: number) =>
    (await maker.get('/Ext/GetJobs')).data.find(({ JobId }: { JobId: number }) => JobId === id)
  expect(await read(imported)).toMatchObject({ SuccessCount: null, FailCount: null })
  await end(imported)
  expect(await read(imported)).toMatchObject({
    // Users know their files by name, so the name comes before the number.
    Title: '十一月管理費（B-IMPORT-1）',
    SuccessCount: 97,
    FailCount: 3,
  })

  const stored = async (mode: string | null, result: object) => {
    const data = { resource: 'payer', fileName: '繳款人.xlsx', mode }
    const id = await parkedJob(db, { name: 'recordImport', data, owner: own })
    await end(id)
    await sql`update job set result = ${JSON.stringify(result)}::text::jsonb where id = ${id}`.execute(db)
    return read(id)
  }
  const result = { GoodCount: 40, BadCount: 2 }
  expect(await stored('GoodRows', { ...result, Written: true })).toMatchObject({ SuccessCount: 40, FailCount: 2 })
  expect(await stored('AllOrNothing', { ...result, Written: false })).toMatchObject({ SuccessCount: 0, FailCount: 2 })
  expect(await stored(null, { ...result, Written: false })).toMatchObject({ SuccessCount: null, FailCount: null })
})
