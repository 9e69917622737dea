import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/domain/refusal'
import { giveUpImport, withdrawImport } from '../../../src/server/imports/give-up'
import { billImportJob, importWithdrawalJob } from '../../../src/server/imports/job-names'
import { runBillImport } from '../../../src/server/imports/run'
import { nameHandlers } from '../../../src/server/jobs/handlers'
import { queueJobs } from '../../../src/server/node/jobs'
import type { Db, Sheets } from '../../../src/server/ports'
import { delayNextTries, hurryNextTries } from '../../support/next-tries'
import { type Portal, portal } from '../../support/portal'
import { csv } from './files'
import { header, plain, twoCompaniesWithTerms, upload } from './uploads'

/** A reader that stops in the middle of a file, as a process that dies: `stopped` resolves when it does, `bury` lets the test end. */
const dying = (sheets: Sheets, at: number) => {
  let bury = (_: Error): void => {}
  const end = new Promise<never>((_, reject) => {
    bury = reject
  })
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const read: Sheets['read'] = async function* (file, limits) {
    let no = 0
    for await (const row of sheets.read(file, limits)) {
      if (++no > at) {
        stop()
        await end
      }
      yield row
    }
  }
  return { sheets: { ...sheets, read }, stopped, bury: () => bury(new Error('too late')) }
}

/** A second process on the same database, until the jobs are done. */
const restart = async (open: Portal): Promise<void> => {
  const jobs = queueJobs({ db: open.db, log: open.log, alone: true, retry: { limit: 5, seconds: 1 } })
  nameHandlers({ ...open.ports, jobs }, open.schemas)
  await jobs.start()
  await expect.poll(() => stateOf(open)).toBe('done')
  await jobs.stop()
}

const stateOf = async (open: Portal): Promise<unknown> => (await open.db.selectFrom('job').select('state').orderBy('id').executeTakeFirst())?.state
const countIn = async (db: Db, table: string): Promise<number> => (await db.selectFrom(table).select(sql`1`.as('one')).execute()).length
const count = ({ db }: Portal, table: string): Promise<number> => countIn(db, table)

test('an import that was cut off between staging and publishing is done once after the restart', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const { sheets, stopped, bury } = dying(open.ports.sheets, 1200)
  nameHandlers({ ...open.ports, sheets }, open.schemas)
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(1500)]))
  await stopped
  const staged = await count(open, 'bill_import_row')
  expect(staged).toBeGreaterThan(0)
  expect(staged).toBeLessThan(1200)
  expect(await count(open, 'bill')).toBe(0)
  expect(await open.db.selectFrom('job').select(['state', 'done']).execute()).toEqual([{ state: 'running', done: staged }])
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data.ImportStatus).toBe('Processing')
  expect(await maker.delete(`/BillImportList/${data.SerialId}`)).toMatchObject({ code: '2006' })

  await restart(open)
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({ ImportStatus: 'Succeeded', SuccessCount: 1500 })
  expect([await count(open, 'bill'), await count(open, 'bill_import_row')]).toEqual([1500, 0])
  expect(await open.db.selectFrom('job').select(['state', 'done', 'total', 'tries']).execute()).toEqual([{ state: 'done', done: 1500, total: 1500, tries: 2 }])

  await restart(open)
  expect(await count(open, 'bill')).toBe(1500)

  // The dead process wakes up once more: it must not touch what the new one did.
  bury()
  await open.ports.jobs.idle()
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({ ImportStatus: 'Succeeded', SuccessCount: 1500 })
  expect(await stateOf(open)).toBe('done')
})

test('a cancelled import makes no bills and says so', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(20)]))
  const job = await open.db.selectFrom('job').select('id').executeTakeFirstOrThrow()
  // The job may have begun by now; either way it stops before anything is published, or it was done already and cannot be cancelled.
  const cancelled = await open.ports.jobs.cancel(open.db, Number(job.id))
  await open.ports.jobs.idle()
  const { ImportStatus } = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect([await stateOf(open), ImportStatus, await count(open, 'bill')]).toEqual(cancelled ? ['cancelled', 'Failed', 0] : ['done', 'Succeeded', 20])
})

test('an import that ends on a machine whose clock is behind is newer than before all the same', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  nameHandlers({ ...open.ports, clock: () => new Date(open.clock().getTime() - 3_600_000) }, open.schemas)
  const made = (await upload(maker, 'bills.csv', csv([[...header], ...plain(2)]))).data
  await open.ports.jobs.idle()
  const { data } = await maker.get(`/BillImportList/${made.SerialId}`)
  expect(data.ImportStatus).toBe('Succeeded')
  expect(data.UpdateTime > made.UpdateTime).toBe(true)
})

test('what nobody foresaw is logged with its place, and never with the value that a database quotes', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const sheets: Sheets = {
    ...open.ports.sheets,
    // biome-ignore lint/correctness/useYield: it fails before the first row.
    async *read() {
      // No other try follows.
      await sql`update pgboss.job set retry_limit = retry_count`.execute(open.db)
      await sql`select ${'A123456789'}::text::bigint`.execute(open.db)
    },
  }
  nameHandlers({ ...open.ports, sheets }, open.schemas)
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(2)]))
  await open.ports.jobs.idle()
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({ ImportStatus: 'Failed', ErrorLog: [{ ErrorCode: 'E112' }] })
  const line = open.log.lines.find(({ event }) => event === 'import failed')
  expect(line?.facts).toMatchObject({ import: data.SerialId, code: '22P02', stack: expect.stringContaining('at ') })
  expect(JSON.stringify(line)).not.toContain('A123456789')
})

/** Imports that fail so after five hundred bills; `then` comes between the failure and its consequences. */
const failHalfWay = (open: Portal, error: Error, then: () => Promise<unknown> = async () => {}): void => {
  let failed = false
  open.ports.jobs.work(
    billImportJob,
    async ({ SerialId }, run) => {
      const confirm: typeof run.confirm = async (trx) => {
        if (!failed && (await countIn(trx, 'bill')) >= 500) {
          failed = true
          throw error
        }
        await run.confirm(trx)
      }
      try {
        await runBillImport({ ports: open.ports, schemas: open.schemas, run: { ...run, confirm } }, Number(SerialId))
      } catch (reason) {
        await then()
        throw reason
      }
    },
    (trx, { SerialId }, reason) => giveUpImport({ ...open.ports, db: trx }, Number(SerialId), reason),
  )
}

test('an import that was cut off in the middle of publishing goes on with the rows that are left', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  failHalfWay(open, new Error('cut off'), () => delayNextTries(open.db))
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(1500)]))
  const job = () => open.db.selectFrom('job').select(['state', 'tries']).executeTakeFirst()
  await expect.poll(job).toEqual({ state: 'waiting', tries: 1 })
  const published = await count(open, 'bill')
  expect(published).toBeGreaterThanOrEqual(500)
  expect(published).toBeLessThan(1500)
  const cut = { ImportStatus: 'Processing', TotalCount: 1500, SuccessCount: published }
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject(cut)
  await hurryNextTries(open.db)
  await expect.poll(() => stateOf(open)).toBe('done')
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data).toMatchObject({ ImportStatus: 'Succeeded', SuccessCount: 1500, TotalAmount: 1_500_000 })
  const numbers = (await open.db.selectFrom('bill').select('bill_no').orderBy('bill_no').execute()).map((row) => row.bill_no)
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([1500, 'B202611-000001', 'B202611-001500'])
  expect([await count(open, 'bill_import_row'), await open.db.selectFrom('job').select('tries').executeTakeFirst()]).toEqual([0, { tries: 2 }])
}, 60_000)

test('an import that is given up in the middle of publishing takes its bills back, but none that somebody has paid', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const pay = () => open.db.updateTable('bill').set({ paid_amount: 1000 }).where('bill_no', '=', 'B202611-000007').execute()
  failHalfWay(open, new Refusal('2009', '讀不下去了。'), pay)
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(1500)]))
  await expect.poll(() => stateOf(open)).toBe('failed')
  await open.ports.jobs.idle()
  const detail = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect(detail).toMatchObject({ ImportStatus: 'PartialFailed', TotalCount: 1500, SuccessCount: 1, FailCount: 1499, TotalAmount: 1000 })
  expect(detail.ErrorLog[0].Message).toContain('已繳費的 1 筆帳單保留')
  expect(await open.db.selectFrom('bill').select('bill_no').execute()).toEqual([{ bill_no: 'B202611-000007' }])
}, 60_000)

test('an import whose process was killed in every try ends as failed, with a sentence', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  const { sheets, stopped, bury } = dying(open.ports.sheets, 1200)
  nameHandlers({ ...open.ports, sheets }, open.schemas)
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(1500)]))
  await stopped
  expect(await count(open, 'bill_import_row')).toBeGreaterThan(0)
  // As after five kills before this one.
  await sql`update pgboss.job set retry_count = retry_limit`.execute(open.db)
  const heir = queueJobs({ db: open.db, log: open.log, alone: true })
  nameHandlers({ ...open.ports, jobs: heir }, open.schemas)
  await heir.start()
  expect(await stateOf(open)).toBe('failed')
  await heir.idle()
  const detail = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect(detail).toMatchObject({ ImportStatus: 'Failed', SuccessCount: 0, FinishTime: expect.any(String) })
  expect(detail.ErrorLog.map(({ Message }: { Message: string }) => Message)).toEqual(['系統發生錯誤，這個檔案沒有匯入任何資料，請稍後重新上傳。'])
  expect([await count(open, 'bill'), await count(open, 'bill_import_row')]).toEqual([0, 0])
  expect((await maker.delete(`/BillImportList/${data.SerialId}`)).code).toBe('0000')
  await heir.stop()
  bury()
  await open.ports.jobs.idle()
}, 60_000)

test('taking back what a cancelled import had made goes on after it was cut off, and until its end the import counts as being processed', async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  const maker = await open.as('CustomerMaker')
  failHalfWay(open, new Refusal('2009', '讀不下去了。'))
  let tries = 0
  open.ports.jobs.work(importWithdrawalJob, async ({ SerialId, message }) => {
    await delayNextTries(open.db)
    const clock = () => {
      // The last step asks for the time: by then every bill is gone.
      if (++tries === 1) throw new Error('cut off')
      return open.clock()
    }
    await withdrawImport({ ...open.ports, clock }, { id: Number(SerialId), message: String(message), cancelled: false })
  })
  const { data } = await upload(maker, 'bills.csv', csv([[...header], ...plain(1500)]))
  await expect.poll(() => tries).toBe(1)
  expect((await maker.get(`/BillImportList/${data.SerialId}`)).data.ImportStatus).toBe('Processing')
  expect(await maker.delete(`/BillImportList/${data.SerialId}`)).toMatchObject({ code: '2006' })
  await expect.poll(() => open.db.selectFrom('job').select('tries').where('state', '=', 'waiting').execute()).toEqual([{ tries: 1 }])
  await hurryNextTries(open.db)
  await expect.poll(async () => (await maker.get(`/BillImportList/${data.SerialId}`)).data.ImportStatus).toBe('Failed')
  const detail = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect(detail).toMatchObject({ TotalCount: 1500, SuccessCount: 0, FailCount: 1500, TotalAmount: 0, ErrorLog: [{ Message: '讀不下去了。' }] })
  expect([await count(open, 'bill'), await count(open, 'bill_import_row')]).toEqual([0, 0])
}, 60_000)
