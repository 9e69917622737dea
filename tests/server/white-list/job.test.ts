import { expect, test } from 'vitest'
import { jobRunner } from '../../../src/server/jobs/runner'
import { registerJobs } from '../../../src/server/register-jobs'
import { retryNow } from '../../support/jobs'
import { accountNo, uploadWhiteList, whiteListRow } from '../../support/payments/white-list'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { csv } from '../imports/files'
import { restart, stateOf, stoppingReader, waiting } from '../imports/processes'

const portalWithMaker = async () => {
  const here = await portal()
  await twoCompanies(here)
  return { here, maker: await here.as('CustomerMaker') }
}

const byType = { WhiteListFileType: 'Account' }
const fileOf = (rows: readonly (readonly string[])[]) => csv([['異動別', '虛擬帳號', '可繳次數'], ...rows])
const newRows = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ['A', accountNo(from + index), '1'])

/** A file of 1,500 rows that adds accounts, changes the entry of 9001 and disables that of 9002, which are listed. */
const mixedFile = async ({ given }: Portal): Promise<Uint8Array> => {
  for (const no of [9001, 9002])
    await given.record('whiteList', { ...whiteListRow(no), UsedTimes: 0, WhiteListState: 'Active' })
  return fileOf([['U', accountNo(9001), '9'], ...newRows(1498), ['D', accountNo(9002), '']])
}

/** The data that an upload left: its entries, the staged rows, and the lines of the audit trail. */
const traces = async ({ db }: Portal) => {
  const lines = await db
    .selectFrom('audit_log')
    .select('action')
    .where('resource', 'in', ['whiteList', 'whiteListImportList'])
    .orderBy('action')
    .execute()
  return {
    added: (await db.selectFrom('white_list').select('serial_id').where('import_serial_id', 'is not', null).execute())
      .length,
    changed: (
      await db
        .selectFrom('white_list')
        .select(['max_times', 'white_list_state'])
        .where('import_serial_id', 'is', null)
        .orderBy('vac_account')
        .execute()
    ).map(({ max_times, white_list_state }) => [max_times, white_list_state]),
    staged: (await db.selectFrom('staged_row').select('row_no').execute()).length,
    lines: lines.map(({ action }) => action).filter((action) => ['Disable', 'Import', 'Update'].includes(action)),
  }
}

const before = {
  added: 0,
  changed: [
    [whiteListRow(9001).MaxTimes, 'Active'],
    [whiteListRow(9002).MaxTimes, 'Active'],
  ],
  staged: 0,
  lines: [],
}
const afterwards = {
  added: 1498,
  changed: [
    [9, 'Active'],
    [whiteListRow(9002).MaxTimes, 'Disabled'],
  ],
  staged: 0,
  lines: ['Disable', 'Import', 'Update'],
}

const importOf = ({ db }: Portal, id: unknown) =>
  db
    .selectFrom('white_list_import')
    .select(['import_status', 'total_count', 'success_count', 'fail_count', 'error_log'])
    .where('serial_id', '=', Number(id))
    .executeTakeFirstOrThrow()

test('an upload whose process is killed in the middle of the file is processed once after the restart', async () => {
  const { here, maker } = await portalWithMaker()
  const { sheets, stopped, endRead } = stoppingReader(here.ports.sheets, 1200)
  registerJobs({ ...here, ports: { ...here.ports, sheets } })
  const { data } = await uploadWhiteList(maker, await mixedFile(here), byType)
  await stopped
  expect(await traces(here)).toMatchObject({ ...before, staged: expect.any(Number) })
  expect(await maker.delete(`/WhiteListImportList/${data.SerialId}`)).toMatchObject({ code: '2006' })

  await restart(here)
  expect(await importOf(here, data.SerialId)).toMatchObject({
    import_status: 'Succeeded',
    total_count: 1500,
    success_count: 1500,
  })
  expect(await traces(here)).toMatchObject({ ...afterwards, staged: expect.any(Number) })

  // The dead process continues once more: it must not change the results of the new one.
  endRead()
  await here.ports.jobs.runUntilIdle()
  expect(await importOf(here, data.SerialId)).toMatchObject({ import_status: 'Succeeded', success_count: 1500 })
  expect(await traces(here)).toEqual(afterwards)
})

test('an upload that is interrupted while its entries are published shows none of them, and all of them after its next try', async () => {
  const { here, maker } = await portalWithMaker()
  let isCut = false
  const backgroundDb = here.ports.backgroundDb.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isCut || result.numAffectedRows !== 1498n) return result
      isCut = true
      throw new Error('cut off')
    },
  })
  registerJobs({ ...here, ports: { ...here.ports, backgroundDb } })
  const { data } = await uploadWhiteList(maker, await mixedFile(here), byType)
  await expect
    .poll(() => here.db.selectFrom('job').select(['state', 'tries']).executeTakeFirst())
    .toEqual({ state: 'waiting', tries: 1 })
  expect(isCut).toBe(true)
  expect(await traces(here)).toEqual(before)
  await retryNow(here.db)
  await expect.poll(() => stateOf(here)).toBe('done')
  // The stage is cleared after the job is done.
  await here.ports.jobs.runUntilIdle()
  expect(await importOf(here, data.SerialId)).toMatchObject({ import_status: 'Succeeded', success_count: 1500 })
  expect(await traces(here)).toEqual(afterwards)
})

test('an upload that is cancelled while its file is read changes nothing, and advises the user', async () => {
  const { here, maker } = await portalWithMaker()
  const { sheets, there, goOn } = waiting(here.ports.sheets, 1100)
  registerJobs({ ...here, ports: { ...here.ports, sheets } })
  const { data } = await uploadWhiteList(maker, await mixedFile(here), byType)
  await there
  const [job] = (await maker.get('/Ext/GetJobs')).data
  expect((await maker.post(`/Ext/CancelJob/${job.JobId}`, {})).code).toBe('0000')
  goOn()
  await here.ports.jobs.runUntilIdle()
  const outcome = '匯入已取消，這個檔案沒有匯入任何資料；如仍需要，請重新上傳整個檔案。'
  expect((await maker.get('/Ext/GetJobs')).data).toMatchObject([
    { JobId: job.JobId, State: 'cancelled', Error: outcome },
  ])
  expect(await importOf(here, data.SerialId)).toMatchObject({
    import_status: 'Failed',
    success_count: 0,
    error_log: [{ ColumnName: '檔案', Message: outcome }],
  })
  expect(await traces(here)).toEqual(before)
  expect((await maker.delete(`/WhiteListImportList/${data.SerialId}`)).code).toBe('0000')
})

test('an account that a form lists while an upload is read is reported as an error of its row; the other rows are accepted', async () => {
  const { here, maker } = await portalWithMaker()
  const { sheets, there, goOn } = waiting(here.ports.sheets, 3)
  registerJobs({ ...here, ports: { ...here.ports, sheets } })
  const { data } = await uploadWhiteList(maker, fileOf(newRows(3)), byType)
  await there
  expect(await maker.post('/WhiteList', whiteListRow(2))).toMatchObject({ code: '0000' })
  goOn()
  await here.ports.jobs.runUntilIdle()
  expect(await importOf(here, data.SerialId)).toMatchObject({
    import_status: 'PartialFailed',
    success_count: 2,
    fail_count: 1,
    error_log: [{ RowNo: 3, ErrorCode: 'E110' }],
  })
})

test('of two uploads that two processes publish concurrently, one lists the accounts of both, and the other reports their rows', async () => {
  const { here, maker } = await portalWithMaker()
  const [one, other] = [waiting(here.ports.sheets, 40), waiting(here.ports.sheets, 40)]
  registerJobs({ ...here, ports: { ...here.ports, sheets: one.sheets } })
  const first = await uploadWhiteList(maker, fileOf(newRows(40)), byType)
  await one.there
  const second = await uploadWhiteList(maker, fileOf(newRows(40, 21).reverse()), byType)
  const jobs = jobRunner({ db: here.db, log: here.log, clock: here.clock, isOnlyProcess: false })
  registerJobs({ ...here, ports: { ...here.ports, jobs, sheets: other.sheets } })
  await jobs.start()
  await other.there
  one.goOn()
  other.goOn()
  await Promise.all([here.ports.jobs.runUntilIdle(), jobs.runUntilIdle()])
  await jobs.stop()
  const ends = await Promise.all([first, second].map(({ data }) => importOf(here, data.SerialId)))
  expect(ends.map(({ import_status }) => import_status).sort()).toEqual(['PartialFailed', 'Succeeded'])
  expect(ends.map(({ success_count }) => success_count).sort()).toEqual([20, 40])
  const errors = ends.flatMap(({ error_log }) => error_log ?? [])
  expect(errors).toHaveLength(20)
  expect(errors).toEqual(errors.map(() => expect.objectContaining({ ErrorCode: 'E110' })))
  const accounts = (await here.db.selectFrom('white_list').select('vac_account').orderBy('vac_account').execute()).map(
    ({ vac_account }) => vac_account,
  )
  expect(accounts).toEqual(Array.from({ length: 60 }, (_, index) => accountNo(index + 1)))
})
