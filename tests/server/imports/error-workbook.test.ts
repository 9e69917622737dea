import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { errorLogOf } from '../../../src/server/imports/error-log'
import { rowError } from '../../../src/server/imports/row-error'
import type { Client } from '../../support/client'
import { portal } from '../../support/portal'
import { csv, xlsx } from './files'
import { imported, twoCompaniesWithTerms } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')

const errorFileOf = async (client: Client, { SerialId }: { SerialId: number }) => {
  const { bytes, headers } = await client.get(`/BillImportList/DownloadPLog/${SerialId}`)
  const [sheet] = (await readXlsx(bytes)).sheets
  return {
    bytes,
    name: decodeURIComponent(headers.get('Content-Disposition') ?? ''),
    sheet: sheet?.name,
    rows: sheet?.rows ?? [],
  }
}

const titles = ['繳款人代號*', '繳款人編號', '繳款人姓名', '應繳金額']

test('the error file has the failed rows with all their errors; corrected and uploaded again, it can be used in the same way', async () => {
  const first = await imported(
    open,
    maker,
    'bills.csv',
    csv([titles, ['P1', '000001', '王大明', '1000'], ['P2', '12', '', 'abc'], ['P3', '000003', '李小華', '300']]),
  )
  expect(first).toMatchObject({ ImportStatus: 'PartialFailed', SuccessCount: 2, FailCount: 1 })
  const errorFile = await errorFileOf(maker, first)
  expect(errorFile.name).toContain(`未匯入的資料_${first.ImportBatchNo}.xlsx`)
  const [head, ...failed] = errorFile.rows
  expect(head).toEqual([...titles, '列號', '欄位', '代碼', '原因'])
  expect(failed).toEqual([
    [
      'P2',
      '12',
      null,
      'abc',
      '3',
      '繳款人姓名、應繳金額、繳款人編號',
      'E101、E102、E104',
      expect.stringMatching(/^請填寫繳款人姓名。\n應繳金額不是正確的金額/),
    ],
  ])

  const corrected = await imported(
    open,
    maker,
    'corrected.xlsx',
    await xlsx([head ?? [], ['P2', '000002', '張三', 'x', ...(failed[0] ?? []).slice(4)].map(String)]),
  )
  expect(corrected).toMatchObject({
    ImportStatus: 'Failed',
    ErrorLog: [{ RowNo: 2, ColumnName: '應繳金額', ErrorCode: 'E102' }],
  })
  const again = await errorFileOf(maker, corrected)
  expect(again.rows).toEqual([
    head,
    ['P2', '000002', '張三', 'x', '2', '應繳金額', 'E102', expect.stringMatching(/^應繳金額不是正確的金額/)],
  ])
})

test('columns of errors are ignored in any position', async () => {
  const file = csv([
    ['代碼', '列號', ...titles.slice(0, 2), '原因 ', ...titles.slice(2), '欄位'],
    ['E101', '7', 'A1', '000011', '說明', '王大明', '1000', '繳款人姓名'],
  ])
  expect(await imported(open, maker, 'bills.csv', file)).toMatchObject({ ImportStatus: 'Succeeded', SuccessCount: 1 })
})

test('cells that look like formulas stay text', async () => {
  const done = await imported(open, maker, 'bills.csv', csv([titles, ['=cmd()', '000021', '王大明', '=1+1']]))
  const { bytes, rows } = await errorFileOf(maker, done)
  expect(rows[1]?.slice(0, 4)).toEqual(['=cmd()', '000021', '王大明', '=1+1'])
  expect(JSON.stringify((await readXlsx(bytes)).sheets[0]?.cells ?? {})).not.toContain('formula')
})

test('if nothing was imported because of some bad rows, the error file has every row', async () => {
  const file = csv([titles, ['B1', '000031', '王大明', '1000'], ['B2', '000032', '', '1000']])
  const { rows } = await errorFileOf(
    maker,
    await imported(open, maker, 'bills.csv', file, { ImportMode: 'AllOrNothing' }),
  )
  expect(rows.slice(1).map((cells) => [cells[0], cells[5] ?? null])).toEqual([
    ['B1', null],
    ['B2', '繳款人姓名'],
  ])
})

test('rows with only a warning were imported and are not in the error file; without failed rows it has the texts', async () => {
  const some = await imported(
    open,
    maker,
    'bills.csv',
    csv([titles, ['C1', '000041', '王𠮷明', '1000'], ['C2', '000042', '', '1000']]),
  )
  expect((await errorFileOf(maker, some)).rows.slice(1).map(([code]) => code)).toEqual(['C2'])
  const none = await imported(open, maker, 'bills.csv', csv([titles, ['C3', '000043', '王𠮷明', '1000']]))
  const { name, rows } = await errorFileOf(maker, none)
  expect(name).toContain('錯誤明細_')
  expect(rows).toEqual([
    ['列號', '欄位', '內容', '代碼', '原因'],
    ['2', '繳款人姓名', '王𠮷明', 'W101', expect.any(String)],
  ])
})

test("if the error log is full, the error file says in its name and its sheet's how many failed rows are missing", async () => {
  const bad = Array.from({ length: 3400 }, (_, index) => [`E${index}`, '12', '', 'abc'])
  const done = await imported(open, maker, 'bills.csv', csv([titles, ['E', '000061', '王大明', '1000'], ...bad]))
  expect(done).toMatchObject({ SuccessCount: 1, FailCount: 3400 })
  const { name, sheet, rows } = await errorFileOf(maker, done)
  expect(rows.slice(1), 'the rows of the first 10,000 errors').toHaveLength(3334)
  expect([sheet, name]).toEqual([
    '未匯入的資料（另有66筆未列出）',
    expect.stringContaining(`未匯入的資料（另有66筆未列出）_${done.ImportBatchNo}.xlsx`),
  ])
})

test('an error that is found at the end of an import replaces a warning in a full error log', () => {
  const warnings = Array.from({ length: 10_000 }, (_, index) => rowError(index + 2, '繳款人姓名', '王𠮷明', 'W101', ''))
  const log = errorLogOf([...warnings, rowError(10_002, '虛擬帳號', '77001000000010', 'E110', '')])
  expect([log.length, log.at(-1)?.ErrorCode]).toEqual([10_000, 'E110'])
})

test('the errors of an import whose file no longer exists can still be downloaded', async () => {
  const done = await imported(open, maker, 'bills.csv', csv([titles, ['D1', '000051', '', '1000']]))
  await open.db.deleteFrom('file_chunk').execute()
  await open.db.deleteFrom('file').execute()
  expect((await errorFileOf(maker, done)).rows).toEqual([
    ['列號', '欄位', '內容', '代碼', '原因'],
    ['2', '繳款人姓名', null, 'E101', '請填寫繳款人姓名。'],
  ])
})
