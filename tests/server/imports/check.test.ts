import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { registerJobs } from '../../../src/server/register-jobs'
import type { Answer, Client } from '../../support/client'
import { insurer, portal } from '../../support/portal'
import { csv } from './files'
import { restart, stoppingReader, waiting } from './processes'
import { goodForm, header, imported, plain, twoCompaniesWithTerms } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
const user = await open.given.user()
const maker = await open.as(user)

/** Makes a call of the upload with the fields of a valid form; a field that is null is left out. */
const send = (client: Client, path: string, fields: RecordValues): Promise<Answer> => {
  const form = new FormData()
  const entries: [string, unknown][] = Object.entries({ ...goodForm, OriFileName: 'bills.csv', ...fields })
  for (const [name, value] of entries)
    if (value instanceof Uint8Array) form.append(name, new File([new Uint8Array(value)], 'bills.csv'))
    else if (value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return client.request('POST', path, { form })
}

const preview = (file: Uint8Array, fields: RecordValues = {}, client = maker) =>
  send(client, '/Ext/BillImportList/PreviewImport', { File: file, ...fields })
const check = (fields: RecordValues, client = maker) => send(client, '/Ext/BillImportList/CheckImport', fields)
const upload = (fields: RecordValues, client = maker) => send(client, '/BillImportList', fields)
const mapping = { PayerId: 0, PayerNo: 1, PayerName: 2, ShouldPayAmount: 3 }
const file = (from: number, count = 2) => csv([[...header], ...plain(count, from)])
const refusal = { code: '3003', errors: { File: expect.stringContaining('請重新選擇檔案') } }

const tables = async () => {
  const count = async (table: string) => (await open.db.selectFrom(table).selectAll().execute()).length
  return {
    bills: await count('bill'),
    imports: await count('bill_import'),
    staged: await count('staged_row'),
    counters: await count('counter'),
  }
}

test('a check returns the warnings of its import: valid rows with names that documents cannot print', async () => {
  const rows = csv([
    [...header],
    ['P71', '000071', '王𠮷明', '500'],
    ['P72', '000072', '王大明', '500'],
    ['P73', '000073', '李𠮷明', 'x'],
  ])
  const { data } = await check({ FileId: (await preview(rows)).data.FileId, Mapping: mapping })
  expect(data).toMatchObject({ GoodCount: 2, BadCount: 1, BadRows: [{ RowNo: 4 }] })
  expect(data.Warnings).toEqual([
    { RowNo: 2, ColumnName: '繳款人姓名', Value: '王𠮷明', ErrorCode: 'W101', Message: expect.stringContaining('〓') },
  ])
})

test('a check counts good, bad and repeated rows and their sum, and creates no bill, number or counter; the stored file is then imported once', async () => {
  await imported(open, maker, 'old.csv', file(101, 1))
  const before = await tables()
  const rows = csv([
    [...header],
    ...plain(2, 1),
    ['P9', '000001', '李四', '500'],
    ['P101', '000101', '王大明', '1000'],
    ['P5', '000005', '', 'x'],
  ])
  const { data: seen } = await preview(rows)
  expect(seen).toMatchObject({ FileName: 'bills.csv', TotalCount: 5, EarlierImport: null })
  expect(seen.Columns[0]).toEqual({ Place: 0, Title: '繳款人代號', Samples: ['P1', 'P2', 'P9'], Field: 'PayerId' })
  const { data } = await check({ FileId: seen.FileId, Mapping: mapping })
  expect(data).toMatchObject({
    JobId: null,
    Written: false,
    TotalCount: 5,
    GoodCount: 2,
    BadCount: 3,
    RepeatedCount: 2,
    CreateCount: 2,
    TotalAmount: 2000,
    Titles: header,
    BadRows: [
      { RowNo: 4, Problems: [{ ErrorCode: 'E105' }] },
      { RowNo: 5, Problems: [{ ErrorCode: 'E110' }] },
      { RowNo: 6, Cells: ['P5', '000005', '', 'x'], Problems: [{ ErrorCode: 'E101' }, { ErrorCode: 'E102' }] },
    ],
  })
  expect(await tables()).toEqual(before)
  const { data: done } = await upload({ FileId: seen.FileId, Mapping: mapping })
  await open.ports.jobs.runUntilIdle()
  const { data: stored } = await maker.get(`/BillImportList/${done.SerialId}`)
  expect(stored).toMatchObject({ OriFileName: 'bills.csv', SuccessCount: 2, FailCount: 3 })
  expect(stored.ColumnMapping.map(({ Field, Place, Title }: RecordValues) => [Field, Place, Title])).toEqual([
    ['PayerId', 0, '繳款人代號'],
    ['PayerNo', 1, '繳款人編號'],
    ['PayerName', 2, '繳款人姓名'],
    ['ShouldPayAmount', 3, '應繳金額'],
  ])
  expect(await upload({ FileId: seen.FileId, Mapping: mapping })).toMatchObject(refusal)
})

test('a file with the same content as an existing import names that import, until it is deleted', async () => {
  const bytes = file(201)
  const done = await imported(open, maker, 'first.csv', bytes)
  expect((await preview(bytes)).data.EarlierImport).toEqual({ BatchNo: done.ImportBatchNo, Time: done.UploadTime })
  expect((await preview(file(203))).data.EarlierImport).toBeNull()
  await maker.delete(`/BillImportList/${done.SerialId}`)
  expect((await preview(bytes)).data.EarlierImport).toBeNull()
})

test('neither another company nor another user can see an import or use a stored file', async () => {
  const bytes = file(211)
  await imported(open, maker, 'first.csv', bytes)
  const otherCompany = await open.as('CustomerMaker', insurer)
  const own = { ApplyCode: '77003' }
  expect((await preview(bytes, own, otherCompany)).data.EarlierImport).toBeNull()
  const { data } = await preview(file(213))
  expect(await check({ ...own, FileId: data.FileId, Mapping: mapping }, otherCompany)).toMatchObject(refusal)
  expect(await check({ FileId: data.FileId, Mapping: mapping }, await open.as('CustomerAdmin'))).toMatchObject(refusal)
  expect(await upload({ FileId: data.FileId, Mapping: mapping }, await open.as('CustomerAdmin'))).toMatchObject(refusal)
  expect(await check({ FileId: 'unknown', Mapping: mapping })).toMatchObject(refusal)
  for (const role of ['CustomerChecker', 'CustomerViewer'] as const)
    expect((await preview(bytes, {}, await open.as(role))).status).toBe(403)
})

test('a stored file can be used for a day, and only the latest four files of a user are stored', async () => {
  const ids: string[] = []
  for (let from = 301; from < 306; from++) ids.push((await preview(file(from, 1))).data.FileId)
  expect(await check({ FileId: ids[0], Mapping: mapping })).toMatchObject(refusal)
  expect((await check({ FileId: ids[1], Mapping: mapping })).code).toBe('0000')
  open.clock.advance({ minutes: 23 * 60 - 1 })
  expect((await check({ FileId: ids[4], Mapping: mapping }, await open.as(user))).code).toBe('0000')
  open.clock.advance({ minutes: 1 })
  expect(await check({ FileId: ids[4], Mapping: mapping }, await open.as(user))).toMatchObject(refusal)
  open.clock.advance({ minutes: -23 * 60 })
})

test('unknown titles are mapped manually, and the mapping is proposed for the next file with these titles', async () => {
  const titles = ['戶號', '編號', '住戶', '管理費', '坪數']
  const rows = (from: number) => csv([titles, ...plain(1, from).map((row) => [...row, '30'])])
  const proposed = async (client = maker, fields: RecordValues = {}) =>
    (await preview(rows(401), fields, client)).data.Columns.map(({ Field }: { Field: string | null }) => Field)
  expect(await proposed()).toEqual(['PayerId', null, null, null, null])
  const done = await upload({ File: rows(401), Mapping: mapping })
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get(`/BillImportList/${done.data.SerialId}`)).data).toMatchObject({
    ImportStatus: 'Succeeded',
    SuccessCount: 1,
  })
  expect(await proposed()).toEqual(['PayerId', 'PayerNo', 'PayerName', 'ShouldPayAmount', null])
  expect(await proposed(await open.as('CustomerAdmin')), 'the mapping belongs to the company').toContain('PayerId')
  expect(await proposed(await open.as('CustomerMaker', insurer), { ApplyCode: '77003' })).toEqual([
    'PayerId',
    null,
    null,
    null,
    null,
  ])
})

test.each([
  ['a required column is missing', { PayerId: 0 }, '3004', '必填的欄位還沒有對應：「繳款人姓名」'],
  [
    'a column is used twice',
    { PayerId: 0, PayerName: 0 },
    '3004',
    '檔案的「繳款人代號」同時對應「繳款人代號」、「繳款人姓名」，請只保留一個。',
  ],
  ['an item has no amount', { ...mapping, ShouldPayAmount: undefined, FeeName1: 3 }, '3004', '還沒有對應「金額1」'],
  ['a column does not exist', { ...mapping, Remark: 4 }, undefined, '選擇的欄位不在檔案裡'],
  ['a field does not exist', { ...mapping, Surprise: 3 }, undefined, '匯入設定沒有「Surprise」這個欄位'],
  ['a column is named instead of numbered', { ...mapping, Remark: '繳款人代號' }, undefined, '選擇的欄位不在檔案裡'],
  ['a field is numbered instead of named', { ...mapping, 0: 1 }, undefined, '匯入設定沒有「0」這個欄位'],
  [
    'a field is called as what every object has',
    { ...mapping, constructor: 0 },
    undefined,
    '匯入設定沒有「constructor」這個欄位',
  ],
  [
    'a field is called as the prototype',
    { ...mapping, ['__proto__']: { Remark: 0 } },
    undefined,
    '匯入設定沒有「__proto__」這個欄位',
  ],
  [
    'it has 10,000 fields',
    Object.fromEntries(Array.from({ length: 10_000 }, (_, no) => [`F${no}`, no])),
    undefined,
    '欄位對應的內容不正確',
  ],
  ['it is far too long', { ...mapping, ['x'.repeat(30_000)]: 1 }, undefined, '欄位對應的內容不正確'],
  ['the content is not a mapping', 'x', undefined, '欄位對應的內容不正確'],
])('a mapping is refused by the check and by the upload if %s', async (_, Mapping, code, message) => {
  for (const answer of [await check({ File: file(501), Mapping }), await upload({ File: file(501), Mapping })]) {
    expect(answer.message).toContain(message)
    if (code) expect(answer.code).toBe(code)
    else expect(answer.status).toBe(400)
  }
})

test('the term of the rows must be mapped where the form names none', async () => {
  const answer = await check({ File: file(511), Mapping: mapping, BillTermId: null })
  expect(answer.message).toContain('必填的欄位還沒有對應：「期別代號」')
})

test.each([
  ['a wrong field of the form', file(521), { ImportBatchName: null }, 'ImportBatchName'],
  ['another kind of file', file(521), { OriFileName: null }, 'OriFileName'],
  ['an empty file', new Uint8Array(), {}, 'File'],
])('%s is refused at its field by both calls', async (_, bytes, fields, at) => {
  expect((await preview(bytes, fields)).errors).toHaveProperty(at)
  expect((await check({ File: bytes, Mapping: mapping, ...fields })).errors).toHaveProperty(at)
})

test('a file without rows is refused, and nothing of it is kept', async () => {
  const kept = async () => (await open.db.selectFrom('import_file').selectAll().execute()).length
  const before = await kept()
  expect(await preview(csv([[...header]]))).toMatchObject({ code: '3003' })
  expect(await check({ File: csv([[...header], ['範例A1', '', '王大明', '1']]), Mapping: mapping })).toMatchObject({
    code: '3003',
  })
  expect(await kept()).toBe(before)
})

test('a check of more than 1,000 rows is a job with the same result; only its owner reads it', async () => {
  const before = await tables()
  const { data } = await check({
    File: csv([[...header], ...plain(1200, 10_001), ['X', '', '', '']]),
    Mapping: mapping,
  })
  expect(data).toMatchObject({ JobId: expect.any(Number), TotalCount: 0, Titles: header })
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get('/Ext/GetJobs')).data[0]).toMatchObject({
    JobId: data.JobId,
    State: 'done',
    Done: 1201,
    Page: 'billImportList',
    RecordId: null,
  })
  const { data: result } = await maker.get(`/Ext/GetImportResult/${data.JobId}`)
  expect(result).toMatchObject({
    JobId: null,
    TotalCount: 1201,
    GoodCount: 1200,
    BadCount: 1,
    TotalAmount: 1_200_000,
    BadRows: [{ RowNo: 1202 }],
  })
  expect(await tables()).toEqual(before)
  expect((await (await open.as('CustomerAdmin')).get(`/Ext/GetImportResult/${data.JobId}`)).status).toBe(404)
})

const large = csv([[...header], ...plain(2500, 20_001)])

const ownPortal = async () => {
  const here = await portal({ ownDatabase: true })
  await twoCompaniesWithTerms(here)
  return { here, client: await here.as('CustomerMaker') }
}

test('a check that is cancelled while its file is read says so, and the stored file can be checked again', async () => {
  const { here, client } = await ownPortal()
  const { data: seen } = await preview(large, {}, client)
  const { sheets, there, goOn } = waiting(here.ports.sheets, 1200)
  registerJobs({ ...here, ports: { ...here.ports, sheets } })
  const { data } = await check({ FileId: seen.FileId, Mapping: mapping }, client)
  await there
  expect((await client.post(`/Ext/CancelJob/${data.JobId}`, {})).code).toBe('0000')
  goOn()
  await here.ports.jobs.runUntilIdle()
  expect((await client.get('/Ext/GetJobs')).data[0]).toMatchObject({
    State: 'cancelled',
    Error: '檢查已取消，沒有匯入任何資料。',
  })
  registerJobs({ ...here, ports: here.ports })
  const again = await check({ FileId: seen.FileId, Mapping: mapping }, client)
  await here.ports.jobs.runUntilIdle()
  expect((await client.get(`/Ext/GetImportResult/${again.data.JobId}`)).data).toMatchObject({
    GoodCount: 2500,
    BadCount: 0,
  })
})

test('a check whose process is killed is done by the next one, and takes nothing', async () => {
  const { here, client } = await ownPortal()
  const { sheets, stopped, endRead } = stoppingReader(here.ports.sheets, 1200)
  registerJobs({ ...here, ports: { ...here.ports, sheets } })
  const { data } = await check({ File: large, Mapping: mapping }, client)
  await stopped
  await restart(here)
  expect((await client.get(`/Ext/GetImportResult/${data.JobId}`)).data).toMatchObject({ GoodCount: 2500 })
  endRead()
  await here.ports.jobs.runUntilIdle()
  expect((await client.get('/Bills')).data.TotalCount).toBe(0)
  expect(await here.db.selectFrom('staged_row').selectAll().execute()).toEqual([])
})
