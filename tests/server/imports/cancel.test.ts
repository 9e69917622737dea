import { expect, test } from 'vitest'
import { giveUpImport } from '../../../src/server/imports/give-up'
import { billImportJob } from '../../../src/server/imports/job-names'
import { runBillImport } from '../../../src/server/imports/run'
import { nameHandlers } from '../../../src/server/jobs/handlers'
import type { Sheets } from '../../../src/server/ports'
import type { Client } from '../../support/client'
import { delayNextTries, hurryNextTries } from '../../support/next-tries'
import { type Portal, portal } from '../../support/portal'
import { csv } from './files'
import { header, plain, twoCompaniesWithTerms, upload } from './uploads'

const house = async () => {
  const open = await portal()
  await twoCompaniesWithTerms(open)
  return { open, maker: await open.as('CustomerMaker') }
}

const theFile = csv([[...header], ...plain(1500)])
const jobs = async (maker: Client) => (await maker.get('/Ext/GetJobs')).data
const countOf = async ({ db }: Portal, table: string): Promise<number> => (await db.selectFrom(table).selectAll().execute()).length

const gate = () => {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

/** A reader that waits in the middle of a file until it may go on; `there` resolves when it waits. */
const waiting = (sheets: Sheets, at: number) => {
  const [there, goOn] = [gate(), gate()]
  const read: Sheets['read'] = async function* (file, limits) {
    let no = 0
    for await (const row of sheets.read(file, limits)) {
      if (++no === at) {
        there.open()
        await goOn.passed
      }
      yield row
    }
  }
  return { sheets: { ...sheets, read }, there: there.passed, goOn: goOn.open }
}

test('an import that is cancelled while its file is read leaves nothing behind, and says what to do', async () => {
  const { open, maker } = await house()
  const { sheets, there, goOn } = waiting(open.ports.sheets, 1000)
  nameHandlers({ ...open.ports, sheets }, open.schemas)
  const { data } = await upload(maker, 'bills.csv', theFile)
  await there
  expect(await countOf(open, 'bill_import_row')).toBeGreaterThan(0)
  const [job] = await jobs(maker)
  expect(job).toMatchObject({ State: 'running', Cancelling: false, Done: expect.any(Number) })
  expect((await maker.post(`/Ext/CancelJob/${job.JobId}`, {})).code).toBe('0000')
  goOn()
  await open.ports.jobs.idle()

  const outcome = '匯入已取消，這個檔案沒有匯入任何資料；如仍需要，請重新上傳整個檔案。'
  expect(await jobs(maker)).toMatchObject([{ JobId: job.JobId, State: 'cancelled', Cancelling: false, Unread: true, Error: outcome }])
  const detail = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect(detail).toMatchObject({ ImportStatus: 'Failed', SuccessCount: 0, ErrorLog: [{ ColumnName: '檔案', Message: outcome }] })
  expect([await countOf(open, 'bill'), await countOf(open, 'bill_import_row')]).toEqual([0, 0])
})

/** Fails once in the middle of publishing, and then waits for its next try. */
const failOnceHalfWay = (open: Portal): void => {
  let failed = false
  open.ports.jobs.work(
    billImportJob,
    async ({ SerialId }, run) => {
      const confirm: typeof run.confirm = async (trx) => {
        if (!failed && (await trx.selectFrom('bill').select('serial_id').execute()).length >= 500) {
          failed = true
          throw new Error('cut off')
        }
        await run.confirm(trx)
      }
      await runBillImport({ ports: open.ports, schemas: open.schemas, run: { ...run, confirm } }, Number(SerialId)).finally(() => delayNextTries(open.db))
    },
    (trx, { SerialId }, reason) => giveUpImport({ ...open.ports, db: trx }, Number(SerialId), reason),
  )
}

test('an import that is cancelled while its rows become bills takes them back, but for those that are paid, and says how many', async () => {
  const { open, maker } = await house()
  failOnceHalfWay(open)
  const { data } = await upload(maker, 'bills.csv', theFile)
  await expect.poll(() => jobs(maker)).toMatchObject([{ State: 'waiting', Error: '前次處理時系統發生錯誤，稍後會自動再試一次。' }])
  expect(await countOf(open, 'bill')).toBeGreaterThanOrEqual(500)
  await open.db.updateTable('bill').set({ paid_amount: 1000 }).where('bill_no', 'in', ['B202611-000007', 'B202611-000008']).execute()
  const [job] = await jobs(maker)
  expect((await maker.post(`/Ext/CancelJob/${job.JobId}`, {})).code).toBe('0000')
  await hurryNextTries(open.db)
  await open.ports.jobs.idle()

  const outcome = '匯入已取消；已繳費的 2 筆帳單保留，其餘沒有匯入。若要匯入其餘資料，請從檔案中刪去這 2 筆後重新上傳。'
  expect(await jobs(maker)).toMatchObject([{ JobId: job.JobId, State: 'cancelled', Error: outcome }])
  const detail = (await maker.get(`/BillImportList/${data.SerialId}`)).data
  expect(detail).toMatchObject({ ImportStatus: 'PartialFailed', TotalCount: 1500, SuccessCount: 2, FailCount: 1498, TotalAmount: 2000 })
  expect(detail.ErrorLog[0].Message).toBe(outcome)
  expect([await countOf(open, 'bill'), await countOf(open, 'bill_import_row')]).toEqual([2, 0])
})
