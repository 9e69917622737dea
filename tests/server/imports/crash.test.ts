import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anyTables } from '../../../src/server/database/transaction'
import { jobRunner } from '../../../src/server/jobs/runner'
import type { Db, Sheets } from '../../../src/server/ports'
import { registerJobs } from '../../../src/server/register-jobs'
import { retryNow } from '../../support/jobs'
import { type Portal, portal } from '../../support/portal'
import { csv } from './files'
import { restart, stateOf, stoppingReader } from './processes'
import { header, plain, twoCompaniesWithTerms, upload } from './uploads'

const countIn = async (db: Db, table: string): Promise<number> =>
  (await anyTables(db).selectFrom(table).select(sql`1`.as('one')).execute()).length
const count = ({ db }: Portal, table: string): Promise<number> => countIn(db, table)

test('an import that was interrupted between staging and publishing is completed once after the restart', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const { sheets, stopped, endRead } = stoppingReader(open.ports.sheets, 1200)
  registerJobs({ ...open, ports: { ...open.ports, sheets } })
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(1500)]))
  await stopped
  const { state, done } = await open.db.selectFrom('job').select(['state', 'done']).executeTakeFirstOrThrow()
  expect(state).toBe('running')
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(1200)
  // A chunk is staged while the next one is read.
  await expect.poll(() => count(open, 'staged_row')).toBe(done)
  expect(await count(open, 'bill')).toBe(0)
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data.ImportStatus).toBe('Processing')
  expect(await maker.delete(`/BillImportList/${data.SerialId}`)).toMatchObject({ code: '2006' })

  await restart(open)
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({
    ImportStatus: 'Succeeded',
    SuccessCount: 1500,
  })
  expect(await count(open, 'bill')).toBe(1500)
  expect(await open.db.selectFrom('job').select(['state', 'done', 'total', 'tries']).execute()).toEqual([
    { state: 'done', done: 1500, total: 1500, tries: 2 },
  ])

  await restart(open)
  expect(await count(open, 'bill')).toBe(1500)

  // The dead process continues once more: it must not change the results of the new one.
  endRead()
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({
    ImportStatus: 'Succeeded',
    SuccessCount: 1500,
  })
  expect(await stateOf(open)).toBe('done')
  expect([await count(open, 'bill'), await count(open, 'staged_row')]).toEqual([1500, 0])
})

test('an import whose stage has lost a row publishes nothing, and its file is read again', async () => {
  const open = await portal({ ownDatabase: true })
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  await sql`create function lose_row() returns trigger language plpgsql as 'begin return null; end'`.execute(open.db)
  await sql`create trigger lose_row before insert on staged_row for each row when (new.row_no = 7) execute function lose_row()`.execute(
    open.db,
  )
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(20)]))
  await open.ports.jobs.runUntilIdle()
  expect([await stateOf(open), await count(open, 'bill')]).toEqual(['waiting', 0])
  await sql`drop trigger lose_row on staged_row`.execute(open.db)
  await retryNow(open.db)
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({
    ImportStatus: 'Succeeded',
    SuccessCount: 20,
  })
  expect(await count(open, 'bill')).toBe(20)
})

test('a cancelled import creates no bills and reports it', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(20)]))
  const job = await open.db.selectFrom('job').select('id').executeTakeFirstOrThrow()
  // The job may have started: then it stops before anything is published, or it has ended and cannot be cancelled.
  const cancelled = await open.ports.jobs.cancel(open.db, Number(job.id))
  await open.ports.jobs.runUntilIdle()
  const { ImportStatus } = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect([await stateOf(open), ImportStatus, await count(open, 'bill')]).toEqual(
    cancelled ? ['cancelled', 'Failed', 0] : ['done', 'Succeeded', 20],
  )
})

test('the update time of an import increases even if it ends on a machine whose clock is behind', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  registerJobs({ ...open, ports: { ...open.ports, clock: () => new Date(open.clock().getTime() - 3_600_000) } })
  const made = (await upload(maker, 'bills.csv', csv([[...header], ...plain(2)]))).data
  await open.ports.jobs.runUntilIdle()
  const { data } = await maker.get(`/BillImportList/${made.SerialId}`)
  expect(data.ImportStatus).toBe('Succeeded')
  expect(data.UpdateTime > made.UpdateTime).toBe(true)
})

test('an unexpected error is logged with its place, and never with the value that a database quotes', async () => {
  const open = await portal({ ownDatabase: true })
  // Every job starts with its last try.
  await sql`alter table job alter column failures set default 5`.execute(open.db)
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const sheets: Sheets = {
    ...open.ports.sheets,
    // biome-ignore lint/correctness/useYield: it fails before the first row.
    async *read() {
      await sql`select ${'A123456789'}::text::bigint`.execute(open.db)
    },
  }
  registerJobs({ ...open, ports: { ...open.ports, sheets } })
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(2)]))
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({
    ImportStatus: 'Failed',
    ErrorLog: [{ ErrorCode: 'E112' }],
  })
  const line = open.log.lines.find(({ event }) => event === 'import failed')
  expect(line?.facts).toMatchObject({ import: data.SerialId, code: '22P02', stack: expect.stringContaining('at ') })
  expect(JSON.stringify(line)).not.toContain('A123456789')
})

const file = csv([[...header], ...plain(1500)])

test.each(['GoodRows', 'AllOrNothing'])(
  'an import (%s) that is interrupted while its rows become bills shows none of them, and creates all of them in its next try',
  async (ImportMode) => {
    const open = await portal()
    await twoCompaniesWithTerms(open)
    const maker = await open.as('CustomerMaker')
    let isCut = false
    const backgroundDb = open.ports.backgroundDb.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isCut || !result.rows.some(({ inserted }) => inserted === 1500)) return result
        isCut = true
        throw new Error('cut off')
      },
    })
    registerJobs({ ...open, ports: { ...open.ports, backgroundDb } })
    const { data } = await upload(maker, 'bills.csv', file, { ImportMode })
    await expect
      .poll(() => open.db.selectFrom('job').select(['state', 'tries']).executeTakeFirst())
      .toEqual({ state: 'waiting', tries: 1 })
    expect(isCut).toBe(true)
    expect([await count(open, 'bill'), await count(open, 'staged_row')]).toEqual([0, 0])
    expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({
      ImportStatus: 'Processing',
      SuccessCount: 0,
    })
    await retryNow(open.db)
    await expect.poll(() => stateOf(open)).toBe('done')
    expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({
      ImportStatus: 'Succeeded',
      SuccessCount: 1500,
      TotalAmount: 1_500_000,
    })
    const numbers = (await open.db.selectFrom('bill').select('bill_no').orderBy('bill_no').execute()).map(
      (row) => row.bill_no,
    )
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([1500, 'B202611-000001', 'B202611-001500'])
  },
)

test('a row whose account another bill takes after the search for duplicates is reported, and the other rows become bills', async () => {
  const open = await portal({ ownDatabase: true })
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const searches: unknown[] = []
  const backgroundDb = open.ports.backgroundDb.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes("account_state = 'InUse' limit 1")) searches.push(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (searches.length !== 1 || searches[0] !== queryId) return result
      await sql`
        insert into bill select b.* from staged_row s
        cross join lateral jsonb_populate_record(null::bill, s.record || '{"serial_id": 999, "apply_code": "77001", "bill_no": "X", "bill_state": "Active",
          "account_state": "InUse", "pay_status": "Unpaid", "create_user": "", "update_user": "",
          "create_time": "2026-11-20T00:00:00Z", "update_time": "2026-11-20T00:00:00Z"}') b
        where row_no = 3`.execute(open.db)
      return result
    },
  })
  registerJobs({ ...open, ports: { ...open.ports, backgroundDb } })
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(30)]))
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({
    ImportStatus: 'PartialFailed',
    SuccessCount: 29,
    TotalAmount: 29_000,
    ErrorLog: [{ RowNo: 3, ErrorCode: 'E110' }],
  })
  expect([searches.length, await count(open, 'bill'), await count(open, 'staged_row')]).toEqual([2, 30, 0])
})

test('an import whose process was killed in every try fails, with a message', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const { sheets, stopped, endRead } = stoppingReader(open.ports.sheets, 1200)
  registerJobs({ ...open, ports: { ...open.ports, sheets } })
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(1500)]))
  await stopped
  await expect.poll(() => count(open, 'staged_row')).toBeGreaterThan(0)
  // As after nineteen kills before this one.
  await sql`update job set deaths = 19`.execute(open.db)
  const nextProcess = jobRunner({ db: open.db, log: open.log, clock: open.clock, isOnlyProcess: true })
  registerJobs({ ...open, ports: { ...open.ports, jobs: nextProcess } })
  await nextProcess.start()
  expect(await stateOf(open)).toBe('failed')
  await nextProcess.runUntilIdle()
  const detail = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect(detail).toMatchObject({ ImportStatus: 'Failed', SuccessCount: 0, FinishTime: expect.any(String) })
  expect(detail.ErrorLog.map(({ Message }: { Message: string }) => Message)).toEqual([
    '系統發生錯誤，這個檔案沒有匯入任何資料，請稍後重新上傳。',
  ])
  expect(await count(open, 'bill')).toBe(0)
  expect((await maker.delete(`/BillImportList/${data.SerialId}`)).code).toBe('0000')
  await nextProcess.stop()
  endRead()
  await open.ports.jobs.runUntilIdle()
})
