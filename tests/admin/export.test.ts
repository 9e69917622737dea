import { type Cell, readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { csvOf, type ListExport, sheetOf } from '../../src/admin/export/sheet'
import { toXlsx } from '../../src/admin/export/xlsx'
import { csvCell } from '../../src/domain/csv'
import type { Field } from '../../src/schema/language/types'
import { type NewSheet, templateSheet, textSheet } from '../../src/schema/sheets/sheet'

const base = { required: false, readOnly: false, writeOnce: false, detailOnly: false, virtual: false }
const reference = {
  ...base,
  type: 'reference',
  to: 'fee',
  by: 'FeeCode',
  storedAs: 'text',
  same: [],
  min: 0,
  max: 1,
} as const

const fields: readonly Field[] = [
  { ...base, name: 'PayerNo', label: '繳款人編號', type: 'string', min: 0, max: 10 },
  { ...base, name: 'Amount', label: '金額', type: 'money' },
  { ...base, name: 'PayerStatus', label: '狀態', type: 'enum', options: [['Active', '啟用']], min: 0, max: 1 },
  { ...base, name: 'Remark', label: '備註', type: 'text', min: 0, max: 200 },
]
const records = [
  { PayerNo: '000123', Amount: -1000, PayerStatus: 'Active', Remark: '=HYPERLINK("http://x")' },
  { PayerNo: '+886', Amount: null, PayerStatus: null, Remark: '說："好",\n下一行' },
]
const list: ListExport = { name: '繳款人', fields, records }

/** Reads a sheet as a spreadsheet program does. */
const opened = async (sheet: NewSheet) => {
  const { sheets } = await readXlsx(new Uint8Array(await (await toXlsx(sheet)).arrayBuffer()), { readStyles: true })
  const [first] = sheets
  if (first === undefined) throw new Error('The file has no sheet.')
  const cell = (row: number, column: number): Partial<Cell> => first.cells?.get(`${row},${column}`) ?? {}
  return {
    ...first,
    cell,
    formats: (row: number) => first.rows[row]?.map((_, column) => cell(row, column).style?.numFmt),
  }
}

/** A list with one field. */
const column = (field: Partial<Field> & Pick<Field, 'type'>, ...values: readonly unknown[]): ListExport => ({
  name: '表',
  fields: [{ ...base, name: 'Value', label: '值', ...field } as Field],
  records: values.map((Value) => ({ Value })),
})

test('a sheet has labels for field names, texts for codes and numbers for amounts', () => {
  const sheet = sheetOf(list)
  expect(sheet.columns.map(({ title }) => title)).toEqual(['繳款人編號', '金額', '狀態', '備註'])
  expect(sheet.rows[0]?.cells).toEqual(['000123', -1000, '啟用', '=HYPERLINK("http://x")'])
  expect(sheet.rows[1]?.cells.slice(1, 3)).toEqual([null, ''])
})

test('CSV begins with a byte order mark, quotes where necessary, and contains no formula', () => {
  const csv = csvOf(list)
  expect(csv.startsWith('\uFEFF繳款人編號,金額,狀態,備註\r\n')).toBe(true)
  expect(csv).toContain(`000123,-1000,啟用,"'=HYPERLINK(""http://x"")"`)
  expect(csv).toContain(`'+886,,,"說：""好"",\n下一行"`)
})

test('CSV has the labels of options as they are, although they begin like a formula', () => {
  const options = [['Minus', '－（沖正）']] as const
  expect(csvOf(column({ type: 'enum', options, min: 0, max: 1 }, 'Minus'))).toBe('\uFEFF值\r\n－（沖正）\r\n')
})

test.each(['=1', '+1', '-1', '@x', '＝1', '\tx', '\rx'])('a text that begins with %j is neutralized', (text) => {
  expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true)
})

test('Excel keeps leading zeros and formulas as text', async () => {
  const { name, rows } = await opened(sheetOf(list))
  expect(name).toBe('繳款人')
  expect(rows[1]).toEqual(['000123', -1000, '啟用', '=HYPERLINK("http://x")'])
})

test('a field without a value has an empty cell, not an empty text', async () => {
  const { rows, cell } = await opened(sheetOf(list))
  expect([rows[2]?.[1] ?? null, rows[2]?.[2] ?? null, cell(2, 2).value ?? null]).toEqual([null, null, null])
})

test('the titles are bold and frozen, with a filter over all rows', async () => {
  const { cell, freezePane, autoFilter } = await opened(sheetOf(list))
  expect([0, 1, 2, 3].map((place) => cell(0, place).style?.font?.bold)).toEqual([true, true, true, true])
  expect(cell(1, 0).style?.font?.bold).not.toBe(true)
  expect(freezePane).toMatchObject({ rows: 1 })
  expect(autoFilter?.range).toBe('A1:D3')
})

test.each([
  ['date', '2026-11-30', '2026-11-30T00:00:00.000Z', 'yyyy/mm/dd'],
  ['datetime', '2026-11-20T09:15:30.123456+08:00', '2026-11-20T09:15:30.000Z', 'yyyy/mm/dd hh:mm'],
  ['datetime', '2026-11-20T01:15:30Z', '2026-11-20T09:15:30.000Z', 'yyyy/mm/dd hh:mm'],
  ['month', '2026-11', '2026-11-01T00:00:00.000Z', 'yyyy/mm'],
] as const)('a %s such as %s is a date cell', async (type, value, expected, format) => {
  const { rows, formats } = await opened(sheetOf(column({ type }, value, null)))
  const found = rows[1]?.[0]
  expect(found instanceof Date && new Date(Math.round(found.getTime() / 1000) * 1000).toISOString()).toBe(expected)
  expect(formats(1)).toEqual([format])
  expect(rows[2]?.[0] ?? null).toBeNull()
})

test('a time is stored as a fraction of a day', async () => {
  const sheet = sheetOf(column({ type: 'time' }, '09:30'))
  expect([sheet.rows[0]?.cells[0], sheet.columns[0]?.format]).toEqual([9.5 / 24, 'hh:mm'])
})

test('a date in the ROC calendar is the same date cell, formatted with the ROC year', async () => {
  const { rows, formats } = await opened(sheetOf(column({ type: 'date', calendar: 'roc' }, '2026-11-30')))
  expect([rows[1]?.[0], formats(1)]).toEqual([new Date('2026-11-30'), ['[$-404]e/mm/dd']])
  expect(csvOf(column({ type: 'date', calendar: 'roc' }, '2026-11-30'))).toContain('115/11/30')
})

test('amounts are in whole units of their currency, with its decimals', async () => {
  const amounts = (...records: readonly object[]) =>
    opened(
      sheetOf({
        name: '表',
        fields: [{ ...base, name: 'Amount', label: '金額', type: 'money' }],
        records: records as never,
      }),
    )
  const twd = await amounts({ Amount: 1234567, CurrencyType: 'TWD' })
  expect([twd.rows[1]?.[0], twd.formats(1)]).toEqual([1234567, ['#,##0']])
  const mixed = await amounts({ Amount: 1234567, CurrencyType: 'TWD' }, { Amount: 1050, CurrencyType: 'USD' })
  expect([mixed.rows[2]?.[0], mixed.formats(2)]).toEqual([10.5, ['#,##0.00']])
})

test('percentages have a percent sign, and integers that are not amounts have no separators', async () => {
  const rate = await opened(sheetOf(column({ type: 'percent', decimals: 2 }, 12.5)))
  expect([rate.rows[1]?.[0], rate.formats(1)]).toEqual([12.5, ['0.00"%"']])
  const { rows, formats } = await opened(sheetOf(column({ type: 'integer' }, 2026)))
  expect([rows[1]?.[0], formats(1)]).toEqual([2026, [undefined]])
})

test('a person has one column with their name beside the code', () => {
  const fields: Field[] = [
    { ...reference, name: 'PayerId', label: '繳款人代號' },
    { ...reference, name: 'PayerName', type: 'string', label: '繳款人姓名' } as Field,
  ]
  const sheet = sheetOf({
    name: '表',
    fields,
    records: [{ PayerId: 'P-1', PayerName: '王大明', Labels: { PayerId: 'P-1 王大明' } }],
  })
  expect(sheet.columns.map(({ title }) => title)).toEqual(['繳款人代號', '繳款人姓名'])
  expect(sheet.rows.map(({ cells }) => cells)).toEqual([['P-1', '王大明']])
})

test('code and name of a reference are two columns, also in CSV', () => {
  const records = [
    { FeeCode: '001', Labels: { FeeCode: '001 管理費' } },
    { FeeCode: '002', Labels: {} },
    { FeeCode: null, Labels: {} },
  ]
  const fee: ListExport = { name: '表', fields: [{ ...reference, name: 'FeeCode', label: '費用代號' }], records }
  const sheet = sheetOf(fee)
  expect(sheet.columns.map(({ title }) => title)).toEqual(['費用代號', '費用名稱'])
  expect(sheet.rows.map(({ cells }) => cells)).toEqual([
    ['001', '管理費'],
    ['002', ''],
    ['', ''],
  ])
  expect(csvOf(fee)).toContain('費用代號,費用名稱\r\n001,管理費\r\n')
})

test('several references have their codes and names in the same order; a name that has its own column appears once', () => {
  const several: ListExport = {
    name: '表',
    fields: [{ ...reference, type: 'referenceList', max: 5, name: 'Fees', label: '費用' }],
    records: [{ Fees: ['001', '002'], Labels: { Fees: '001 管理費、002 停車費' } }],
  }
  expect(sheetOf(several).rows[0]?.cells).toEqual(['001、002', '管理費、停車費'])
  const named: readonly Field[] = [
    { ...reference, name: 'FeeCode', label: '費用代號' },
    { ...base, name: 'FeeName', label: '費用名稱', type: 'string', min: 0, max: 20 },
  ]
  expect(sheetOf({ name: '表', fields: named, records: [] }).columns.map(({ title }) => title)).toEqual([
    '費用代號',
    '費用名稱',
  ])
})

test('a reference by its internal number has one column with its text', () => {
  const internal: ListExport = {
    name: '表',
    fields: [{ ...reference, by: 'SerialId', storedAs: 'bigint', name: 'TermId', label: '期別' }],
    records: [{ TermId: 7, Labels: { TermId: '2026-11 管理費' } }],
  }
  expect(sheetOf(internal).rows[0]?.cells).toEqual(['2026-11 管理費'])
})

test('a sheet of texts stores numbers as text, and has as many columns as it needs', async () => {
  const titles = Array.from({ length: 30 }, (_, place) => `第${place}欄`)
  const { formats, autoFilter } = await opened(textSheet('錯誤', titles, [titles.map(() => '007')]))
  expect(new Set(formats(1))).toEqual(new Set(['@']))
  expect(autoFilter?.range).toBe('A1:AD2')
})

test('a template keeps leading zeros in the rows that users fill in', async () => {
  const file = await toXlsx(
    templateSheet({ name: '範例', titles: ['代號', '名稱', '電話', '備註'], example: ['A1', '王大明', '', ''] }),
  )
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()), { readStyles: true })
  for (const cell of ['2,0', '100,3', '5000,0', '5000,3'])
    expect(sheets[0]?.cells?.get(cell)?.style?.numFmt, cell).toBe('@')
})
