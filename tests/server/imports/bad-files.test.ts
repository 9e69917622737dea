import { expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { csv, xlsx } from './files'
import { goodForm, header, rows, twoCompaniesWithTerms, upload } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')

const bad: readonly [
  what: string,
  name: string,
  bytes: () => Uint8Array | Promise<Uint8Array>,
  code: string,
  words: string,
][] = [
  ['a renamed text file', 'a.xlsx', () => csv([[...header], ...rows(1)]), '3001', '只改了副檔名'],
  ['an empty file', 'a.csv', () => new Uint8Array(), '3003', '空'],
  ['a file of another kind', 'a.pdf', () => new TextEncoder().encode('%PDF-1.7'), '3001', '只接受 xlsx、csv、txt 檔'],
  [
    'a file of a kind that other forms accept',
    'a.docx',
    () => new Uint8Array([0x50, 0x4b, 3, 4]),
    '3001',
    '只接受 xlsx、csv、txt 檔',
  ],
  ['a file of blanks', 'a.csv', () => csv([[' ']]), '3003', '沒有任何資料'],
  ['a header without rows', 'a.csv', () => csv([[...header]]), '3003', '只有標題列'],
  [
    'bytes that are neither UTF-8 nor Big5',
    'a.csv',
    () => new Uint8Array([...csv([[...header]]), 0x0d, 0x0a, 0xff, 0xfe, 0x81]),
    '3001',
    'Big5',
  ],
  [
    'a header that lacks columns',
    'a.csv',
    () =>
      csv([
        ['姓名', '金額1'],
        ['王大明', '1'],
      ]),
    '3004',
    '「繳款人代號」',
  ],
  [
    'a header with an unknown title',
    'a.csv',
    () =>
      csv([
        [...header, '血型'],
        ['P1', '000001', '王大明', '1', 'A'],
      ]),
    '3004',
    '「血型」',
  ],
  [
    'a header with a title twice',
    'a.csv',
    () =>
      csv([
        [...header, '姓名'],
        ['P1', '000001', '王大明', '1', 'A'],
      ]),
    '3004',
    '重複',
  ],
  ['an old workbook', 'a.xls', () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), '3001', '.xlsx'],
  ['a workbook cut short', 'a.xlsx', async () => (await xlsx([header, ...rows(10)])).slice(0, 900), '3001', '已損壞'],
]

test.each(bad)('%s is refused with its message, and nothing is written', async (_, name, bytes, code, words) => {
  const answer = await upload(maker, name, await bytes())
  expect(answer).toMatchObject({ status: 200, code, message: expect.stringContaining(words) })
  for (const table of ['bill_import', 'file', 'file_chunk', 'job', 'bill', 'staged_row'])
    expect(await open.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test.each(bad.filter(([what]) => !what.startsWith('a header that') && !what.startsWith('a header with')))(
  '%s is neither kept for a later import nor checked',
  async (_, name, bytes, code, words) => {
    for (const call of ['PreviewImport', 'CheckImport']) {
      const answer = await upload(
        maker,
        name,
        await bytes(),
        { Mapping: '{"PayerId":0,"PayerName":2,"ShouldPayAmount":3}' },
        `/Ext/BillImportList/${call}`,
      )
      expect(answer).toMatchObject({ status: 200, code, message: expect.stringContaining(words) })
    }
    for (const table of ['file', 'file_chunk', 'import_file', 'job', 'staged_row'])
      expect(await open.db.selectFrom(table).selectAll().execute()).toEqual([])
  },
)

test('a file without a header is refused without its data', async () => {
  expect(await upload(maker, 'a.csv', csv([['P1', '000001', '王大明', '1000'], ...rows(1)]))).toMatchObject({
    code: '3004',
    message: '第 1 列沒有任何認得的欄位標題，請按「下載範例」，在第 1 列填入範例的標題後再上傳。',
  })
})

test.each([
  ['CurrencyType', '請選擇幣別。'],
  ['BillImportPDFSetting', '請選擇繳款單產製方式。'],
  ['OriFileName', '請填寫原始檔名。'],
  ['ApplyCode', '請選擇委託單位代號。'],
  ['ImportBatchName', '請填寫批次名稱。'],
  ['CustomerName', '請填寫委託單位名稱。'],
])('a form without %s is refused at its field, and nothing is written', async (field, sentence) => {
  const bytes = csv([[...header], ['P1', '000001', '王大明', '1000']])
  for (const value of [null, ' '])
    expect(await upload(maker, 'a.csv', bytes, { [field]: value })).toMatchObject({
      status: 200,
      code: '2002',
      errors: { [field]: sentence },
    })
  expect(await open.db.selectFrom('bill_import').selectAll().execute()).toEqual([])
})

test('a form without a file is refused', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...goodForm, OriFileName: 'a.csv' })) form.append(name, value)
  expect(await maker.request('POST', '/BillImportList', { form })).toMatchObject({
    status: 200,
    code: '2002',
    errors: { File: '請選擇上傳檔案。' },
  })
})

test('a file over the size limit is refused with 413', async () => {
  const answer = await upload(maker, 'a.csv', new Uint8Array(open.ports.settings.maxUploadBytes + 100_000).fill(65))
  expect(answer).toMatchObject({ status: 413, code: '3002' })
})
