import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { sheetOf } from '../../src/admin/export/sheet'
import { toXlsx } from '../../src/admin/export/xlsx'
import { csvCell, csvText } from '../../src/domain/csv'
import type { Field } from '../../src/schema/language/types'

const base = { required: false, readOnly: false, writeOnce: false, detailOnly: false, virtual: false }
const columns: readonly Field[] = [
  { ...base, name: 'PayerNo', label: '繳款人編號', type: 'string', min: 0, max: 10 },
  { ...base, name: 'Amount', label: '金額', type: 'money' },
  { ...base, name: 'PayerStatus', label: '狀態', type: 'enum', options: [['Active', '啟用']], min: 0, max: 1 },
  { ...base, name: 'Remark', label: '備註', type: 'text', min: 0, max: 200 },
]
const rows = [
  { PayerNo: '000123', Amount: -1000, PayerStatus: 'Active', Remark: '=HYPERLINK("http://x")' },
  { PayerNo: '+886', Amount: null, PayerStatus: null, Remark: '說："好",\n下一行' },
]
const sheet = sheetOf('繳款人', columns, rows)

test('a sheet has labels for names, words for codes and numbers for amounts', () => {
  expect(sheet.header).toEqual(['繳款人編號', '金額', '狀態', '備註'])
  expect(sheet.rows[0]).toEqual(['000123', -1000, '啟用', '=HYPERLINK("http://x")'])
  expect(sheet.rows[1]?.slice(1, 3)).toEqual(['', ''])
})

test('CSV begins with a byte order mark, quotes what it must, and runs no formula', () => {
  const csv = csvText([sheet.header, ...sheet.rows])
  expect(csv.startsWith('\uFEFF繳款人編號,金額,狀態,備註\r\n')).toBe(true)
  expect(csv).toContain(`000123,-1000,啟用,"'=HYPERLINK(""http://x"")"`)
  expect(csv).toContain(`'+886,,,"說：""好"",\n下一行"`)
})

test.each(['=1', '+1', '-1', '@x', '＝1', '\tx', '\rx'])('a text that begins like %j is disarmed', (text) => {
  expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true)
})

test('Excel keeps leading zeros and formulas as text', async () => {
  const file = await toXlsx(sheet)
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheets[0]?.name).toBe('繳款人')
  expect(sheets[0]?.rows[1]).toEqual(['000123', -1000, '啟用', '=HYPERLINK("http://x")'])
})
