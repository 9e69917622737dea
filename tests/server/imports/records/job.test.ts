import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reserveUpload } from '../../../../src/server/imports/uploaded-files'
import { registerJobs } from '../../../../src/server/register-jobs'
import type { Answer, Client } from '../../../support/client'
import { type Portal, portal, twoCompanies } from '../../../support/portal'
import { csv } from '../files'
import { restart, stateOf, stoppingReader, waiting } from '../processes'
import { fields, many, shelf } from './shelves'

const schemas = { shelf: { ...shelf, import: { ...shelf.import, maxRows: 100_000, maxMegabytes: 50 } } }

const openPortal = async () => {
  const open = await portal({ schemas })
  await twoCompanies(open)
  return { open, maker: await open.as('CustomerMaker') }
}

const send = (
  client: Client,
  call: string,
  rows: readonly (readonly string[])[],
  ImportMode = 'AllOrNothing',
): Promise<Answer> => {
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, place]))))
  form.append('ImportMode', ImportMode)
  form.append('File', new File([new Uint8Array(csv([fields, ...rows.map((row) => [...row])]))], 'shelves.csv'))
  return client.request('POST', `/Ext/Shelf/${call}`, { form })
}

const countOf = async ({ db }: Portal, table: string): Promise<number> =>
  (await db.selectFrom(table).select(sql`1`.as('one')).execute()).length
const resultOf = (client: Client, id: number) => client.get(`/Ext/GetImportResult/${id}`)
const doubled = ['77001', 'LAST', 'D0', '']

test('a file of more than 1,000 rows is imported by a job, with the same result as a small file', async () => {
  const { open, maker } = await openPortal()
  expect((await send(maker, 'CheckImport', many(1000))).data).toMatchObject({ JobId: null, GoodCount: 1000 })
  const { data } = await send(maker, 'Import', many(1001))
  expect(data).toMatchObject({ JobId: expect.any(Number), Written: false, TotalCount: 0, Titles: fields, BadRows: [] })
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get('/Ext/GetJobs')).data).toMatchObject([
    {
      JobId: data.JobId,
      State: 'done',
      Done: 1001,
      Total: 1001,
      Page: 'shelf',
      RecordId: null,
      Title: '櫃位設定匯入：shelves.csv',
    },
  ])
  expect((await resultOf(maker, data.JobId)).data).toEqual({
    JobId: null,
    Written: true,
    TotalCount: 1001,
    GoodCount: 1001,
    BadCount: 0,
    RepeatedCount: 0,
    CreateCount: 1001,
    UpdateCount: 0,
    TotalAmount: null,
    Titles: fields,
    BadRows: [],
    Warnings: [],
    SkippedCount: 0,
    SkippedRows: [],
    UnfilledCount: 0,
    PendingCount: 0,
  })
  expect(await resultOf(await open.as('CustomerAdmin'), data.JobId)).toMatchObject({ status: 404 })
  expect([
    await countOf(open, 'shelf'),
    await countOf(open, 'staged_row'),
    await countOf(open, 'file'),
    await countOf(open, 'file_chunk'),
  ]).toEqual([1001, 0, 0, 0])
})

test('a check of many rows writes nothing; an import writes all or none of them, or the good ones', async () => {
  const { open, maker } = await openPortal()
  const rows = [...many(1500), doubled]
  for (const [call, mode, written] of [
    ['CheckImport', '', 0],
    ['Import', 'AllOrNothing', 0],
    ['Import', 'GoodRows', 1500],
  ] as const) {
    const { data } = await send(maker, call, rows, mode)
    await open.ports.jobs.runUntilIdle()
    const { data: result } = await resultOf(maker, data.JobId)
    expect(result).toMatchObject({
      Written: written > 0,
      GoodCount: 1500,
      BadCount: 1,
      BadRows: [{ RowNo: 1502, Cells: doubled.slice(0, 3) }],
    })
    expect([await countOf(open, 'shelf'), await countOf(open, 'staged_row')]).toEqual([written, 0])
  }
})

test('a job that is cancelled while its file is read writes nothing, deletes its file and reports it', async () => {
  const { open, maker } = await openPortal()
  const { sheets, there, goOn } = waiting(open.ports.sheets, 1200)
  registerJobs({ ...open, ports: { ...open.ports, sheets } })
  const { data } = await send(maker, 'Import', many(1500), 'GoodRows')
  await there
  await expect
    .poll(async () => (await maker.get('/Ext/GetJobs')).data[0])
    .toMatchObject({ State: 'running', Done: 1000 })
  expect(await countOf(open, 'shelf')).toBe(0)
  expect((await maker.post(`/Ext/CancelJob/${data.JobId}`, {})).code).toBe('0000')
  goOn()
  await open.ports.jobs.runUntilIdle()
  const outcome = '匯入已取消，沒有寫入任何資料；如仍需要，請重新匯入整個檔案。'
  expect((await maker.get('/Ext/GetJobs')).data[0]).toMatchObject({
    JobId: data.JobId,
    State: 'cancelled',
    Error: outcome,
  })
  expect(await resultOf(maker, data.JobId)).toMatchObject({ status: 404 })
  expect([await countOf(open, 'shelf'), await countOf(open, 'staged_row')]).toEqual([0, 0])
  expect(await open.db.selectFrom('file').select('kept').execute()).toEqual([{ kept: false }])
})

test('a cancelled check says that nothing was imported, and keeps its file for an import that was started meanwhile', async () => {
  const { open, maker } = await openPortal()
  const { sheets, there, goOn } = waiting(open.ports.sheets, 1200)
  registerJobs({ ...open, ports: { ...open.ports, sheets } })
  const { data } = await send(maker, 'CheckImport', many(1500))
  await there
  const { id } = await open.db.selectFrom('file').select('id').executeTakeFirstOrThrow()
  await reserveUpload(open.db, id)
  expect((await maker.post(`/Ext/CancelJob/${data.JobId}`, {})).code).toBe('0000')
  goOn()
  await open.ports.jobs.runUntilIdle()
  const outcome = '檢查已取消，沒有匯入任何資料。'
  expect((await maker.get('/Ext/GetJobs')).data[0]).toMatchObject({
    JobId: data.JobId,
    State: 'cancelled',
    Error: outcome,
  })
  expect(await open.db.selectFrom('file').select('kept').execute()).toEqual([{ kept: true }])
})

test('the message about a cancelled import does not replace the message about a cancelled check of the same file', async () => {
  const { open, maker } = await openPortal()
  const { data: check } = await send(maker, 'CheckImport', many(1500))
  await maker.post(`/Ext/CancelJob/${check.JobId}`, {})
  await open.ports.jobs.runUntilIdle()
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, place]))))
  form.append('ImportMode', 'GoodRows')
  form.append('FileId', (await open.db.selectFrom('file').select('id').executeTakeFirstOrThrow()).id)
  const { data: imported } = await maker.request('POST', '/Ext/Shelf/Import', { form })
  await maker.post(`/Ext/CancelJob/${imported.JobId}`, {})
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get('/Ext/GetJobs')).data).toMatchObject([
    { JobId: imported.JobId, Error: expect.stringMatching(/^匯入已取消/) },
    { JobId: check.JobId, Error: expect.stringMatching(/^檢查已取消/) },
  ])
})

test('a job whose process is killed is run once by the next process', async () => {
  const { open, maker } = await openPortal()
  const { sheets, stopped, endRead } = stoppingReader(open.ports.sheets, 1200)
  registerJobs({ ...open, ports: { ...open.ports, sheets } })
  const { data } = await send(maker, 'Import', many(1500))
  await stopped
  expect(await countOf(open, 'shelf')).toBe(0)
  await restart(open)
  expect((await resultOf(maker, data.JobId)).data).toMatchObject({ Written: true, CreateCount: 1500 })
  // The dead process continues once more: it must not change the results of the new one.
  endRead()
  await open.ports.jobs.runUntilIdle()
  expect(await stateOf(open)).toBe('done')
  expect([await countOf(open, 'shelf'), await countOf(open, 'staged_row')]).toEqual([1500, 0])
  const audited = await open.db
    .selectFrom('audit_log')
    .select('record_key')
    .where('resource', '=', 'shelf')
    .where('action', '=', 'Create')
    .execute()
  expect(new Set(audited.map((line) => line.record_key)).size).toBe(1500)
})

test('a file can have 100,000 rows, and not one more', async () => {
  const { maker } = await openPortal()
  const rows = (count: number) => Array.from({ length: count }, (_, no) => ['77001', `S${no}`])
  expect((await send(maker, 'PreviewImport', rows(100_000))).data).toMatchObject({ TotalCount: 100_000 })
  expect(await send(maker, 'PreviewImport', rows(100_001))).toMatchObject({
    code: '3002',
    message: '檔案超過 100,000 筆資料，請分成幾個檔案上傳。',
  })
})
