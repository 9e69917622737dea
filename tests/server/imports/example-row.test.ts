import iconv from 'iconv-lite'
import { beforeAll, expect, test } from 'vitest'
import type { ImportFileColumn } from '../../../src/contract/imports'
import { exampleRow, templateColumns, titleOf, type UploadColumn } from '../../../src/domain/bills/bill-upload'
import { exampleMark } from '../../../src/domain/example-row'
import { sheets } from '../../../src/server/node/sheets'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { csv, xlsx } from './files'
import { imported, twoCompaniesWithTerms, upload } from './uploads'

let open: Portal
let maker: Client

// Agreements of each length of payer numbers: with a term number, without payer numbers, and without term numbers.
const agreements = [
  { code: '77001', payerNoLength: 6, termNo: '26' },
  { code: '77005', payerNoLength: 0, termNo: '26000001' },
  { code: '77006', payerNoLength: 8, termNo: null },
]

beforeAll(async () => {
  open = await portal()
  await twoCompaniesWithTerms(open)
  for (const { code: ApplyCode, payerNoLength: PayerNoLen, termNo } of agreements.slice(1)) {
    await open.given.agreement({ ApplyCode, PayerNoLen, TermNoLen: termNo?.length ?? 0 })
    await open.given.billCategory({ ApplyCode })
    await open.given.billTerm({ ApplyCode, BillTermNo: termNo })
  }
  maker = await open.as('CustomerMaker', { ApplyCodes: agreements.map(({ code }) => code) })
})

const columns = templateColumns(3)
const titles = columns.map(titleOf)
type Row = Partial<Record<UploadColumn, string>>
const file = (...rows: readonly Row[]) =>
  xlsx([titles, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])
const source = { today: '2026-11-20', payerNoLength: 6, termId: '2026-11' }
const example = exampleRow(source)
const own = (no: number): Row => ({
  PayerId: `A${no}`,
  PayerNo: `00000${no}`,
  PayerName: '王小明',
  ShouldPayAmount: '500',
})

test('the example row of the template becomes no bill and is not counted, and the log of the upload names it', async () => {
  const done = await imported(open, maker, 'a.xlsx', await file(example, own(2)), { ImportMode: 'AllOrNothing' })
  expect(done).toMatchObject({ ImportStatus: 'Succeeded', TotalCount: 1, SuccessCount: 1, FailCount: 0 })
  expect(done.ErrorLog).toMatchObject([
    { RowNo: 2, ColumnName: '繳款人代號', ErrorCode: 'W102', Message: expect.stringContaining('若是您的資料') },
  ])
  const bills = await open.db
    .selectFrom('bill')
    .select('payer_id')
    .where('import_batch_no', '=', done.ImportBatchNo)
    .execute()
  expect(bills).toEqual([{ payer_id: 'A2' }])
})

const onlyExample =
  '檔案「a.xlsx」只有標題列與範例列，沒有資料，請填寫後再上傳；若第 2 列是您的資料，請先刪除該列的範例標記。'

test('a file with only the example is refused', async () => {
  const answer = await upload(maker, 'a.xlsx', await file(example))
  expect(answer).toMatchObject({ code: '3003', message: onlyExample })
})

test('a payer code with the example prefix in a later row is an error, so that no row is lost silently', async () => {
  const { ErrorLog, TotalCount } = await imported(open, maker, 'a.xlsx', await file(own(3), example))
  expect(TotalCount).toBe(2)
  expect(ErrorLog).toMatchObject([{ RowNo: 3, ColumnName: '繳款人代號', ErrorCode: 'E102' }])
})

test.each(agreements)(
  'except for its prefix, the example fits the agreement $code',
  async ({ code, payerNoLength }) => {
    const row = { ...exampleRow({ ...source, payerNoLength }), PayerId: 'A1-0501' }
    const done = await imported(open, maker, 'a.xlsx', await file(row), { ApplyCode: code })
    expect(done.ErrorLog).toEqual([])
    expect(done).toMatchObject({ ImportStatus: 'Succeeded', SuccessCount: 1 })
  },
)

const sendFile = (call: string, bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}, name = 'a.xlsx') => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ImportMode: 'AllOrNothing', ...fields })) form.append(field, value)
  form.append('File', new File([new Uint8Array(bytes)], name))
  return maker.request('POST', call, { form })
}

/** Returns the template of a declared import, its rows and the mapping that the preview proposes for its titles. */
const declaredTemplate = async (controller: string) => {
  const { bytes } = await maker.get(`/Ext/${controller}/ImportTemplate`)
  const rows: (readonly string[])[] = []
  for await (const { cells } of sheets().read({ name: 'a.xlsx', bytes }, { maxRows: 10, maxColumns: 30 }))
    rows.push(cells)
  const [titleRow = [], exampleCells = []] = rows
  const { data } = await sendFile(`/Ext/${controller}/PreviewImport`, await xlsx([titleRow, titleRow.map(() => 'x')]))
  const Mapping = JSON.stringify(
    Object.fromEntries(data.Columns.map(({ Field, Place }: ImportFileColumn) => [Field, Place])),
  )
  return { bytes, titleRow, exampleCells, Mapping }
}

test.each(['Payer', 'SelfCollection'])(
  'the template of %s, uploaded unchanged, is refused by every call of its import, and creates nothing',
  async (controller) => {
    const { bytes, Mapping } = await declaredTemplate(controller)
    const calls = ['PreviewImport', 'CheckImport', 'Import'].map((call) => `/Ext/${controller}/${call}`)
    for (const call of controller === 'SelfCollection' ? [...calls, '/SelfCollection/UploadExcel'] : calls)
      expect(await sendFile(call, bytes, { Mapping, ApplyCode: '77001' })).toMatchObject({
        code: '3003',
        message: onlyExample,
      })
    expect(
      await open.db.selectFrom('payer').select('payer_id').where('payer_id', 'like', '%EXAMPLE%').execute(),
    ).toEqual([])
    expect(await open.db.selectFrom('self_collection').select('serial_id').execute()).toEqual([])
  },
)

const payers = async () =>
  (await open.db.selectFrom('payer').select('payer_id').orderBy('payer_id').execute()).map(({ payer_id }) => payer_id)

test.each<[string, (rows: readonly (readonly string[])[]) => Uint8Array | Promise<Uint8Array>]>([
  ['xlsx', xlsx],
  ['csv', csv],
  ['Big5.csv', (rows) => new Uint8Array(iconv.encode(new TextDecoder().decode(csv(rows)), 'cp950'))],
])(
  'in a template of payers that was saved as %s, the example is skipped and named, and the rows below it are imported',
  async (ending, save) => {
    const { titleRow, exampleCells, Mapping } = await declaredTemplate('Payer')
    const id = `SAVED-${ending.replace('.', '-')}`
    const values: Readonly<Record<string, string>> = {
      委託單位代號: '77005',
      繳款人代號: id,
      繳款人姓名: '範例企業社',
      繳款人類別: '一般',
      狀態: '啟用',
    }
    const ownCells = titleRow.map((title) => values[title.replace('*', '')] ?? '')
    const bytes = await save([titleRow, exampleCells.map((cell) => cell.replaceAll(',', '')), ownCells])
    const name = `a.${ending.split('.').at(-1)}`
    expect((await sendFile('/Ext/Payer/PreviewImport', bytes, {}, name)).data).toMatchObject({ TotalCount: 1 })
    const { data } = await sendFile('/Ext/Payer/Import', bytes, { Mapping }, name)
    const warning = { RowNo: 2, ColumnName: '委託單位代號*', Value: `${exampleMark}77001`, ErrorCode: 'W102' }
    expect(data).toMatchObject({
      Written: true,
      TotalCount: 1,
      CreateCount: 1,
      BadCount: 0,
      BadRows: [],
      Warnings: [warning],
    })
    expect(await payers()).toEqual(expect.arrayContaining([id]))
    expect(await payers()).not.toContain('EXAMPLE-01')
  },
)

test('a row without the mark is imported although its first text begins like an example', async () => {
  const rows = csv([
    ['繳款人姓名', '委託單位代號', '繳款人代號'],
    ['範例企業社', '77005', 'FIRM-1'],
  ])
  const { data } = await sendFile(
    '/Ext/Payer/Import',
    rows,
    { Mapping: '{"PayerName":0,"ApplyCode":1,"PayerId":2}' },
    'a.csv',
  )
  expect(data).toMatchObject({ Written: true, CreateCount: 1, Warnings: [] })
  expect(await payers()).toContain('FIRM-1')
})

test('a mark in a later row is an error of that row', async () => {
  const rows = csv([
    ['繳款人姓名', '委託單位代號', '繳款人代號'],
    ['王大明', '77005', 'LATE-1'],
    [`${exampleMark}王小明`, '77005', 'LATE-2'],
  ])
  const { data } = await sendFile(
    '/Ext/Payer/CheckImport',
    rows,
    { Mapping: '{"PayerName":0,"ApplyCode":1,"PayerId":2}' },
    'a.csv',
  )
  expect(data).toMatchObject({ GoodCount: 1, BadCount: 1, Warnings: [] })
  expect(data.BadRows).toMatchObject([
    {
      RowNo: 3,
      Problems: [{ ColumnName: '繳款人姓名', ErrorCode: 'E102', Message: expect.stringContaining('範例的標記') }],
    },
  ])
})

test('a large file, which a job imports, skips and names the example as well', async () => {
  const { titleRow, exampleCells, Mapping } = await declaredTemplate('Payer')
  const ids = Array.from({ length: 1001 }, (_, no) => `MANY-${no}`)
  const rows = ids.map((id) =>
    titleRow.map((title) => ({ '委託單位代號*': '77005', '繳款人代號*': id, '繳款人姓名*': '王大明' })[title] ?? ''),
  )
  const { data } = await sendFile('/Ext/Payer/Import', await xlsx([titleRow, exampleCells, ...rows]), { Mapping })
  await open.ports.jobs.runUntilIdle()
  const { data: result } = await maker.get(`/Ext/GetImportResult/${data.JobId}`)
  expect(result).toMatchObject({
    Written: true,
    TotalCount: 1001,
    CreateCount: 1001,
    Warnings: [{ RowNo: 2, ErrorCode: 'W102' }],
  })
})

test('the check of bills names the example, whichever template it is from', async () => {
  for (const PayerId of [example.PayerId, '範例A1-0501']) {
    const check = await upload(
      maker,
      'a.xlsx',
      await file({ ...example, PayerId }, own(4)),
      {},
      '/Ext/BillImportList/CheckImport',
    )
    expect(check.data).toMatchObject({
      TotalCount: 1,
      GoodCount: 1,
      Warnings: [{ RowNo: 2, Value: PayerId, ErrorCode: 'W102' }],
    })
  }
})
