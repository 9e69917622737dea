import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { csv, xlsx } from './files'
import { header, imported, plain, twoCompaniesWithTerms } from './uploads'

// Files as clerks and their programs write them.

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')

let lastNo = 0
const newNo = (): number => ++lastNo

/** Returns a row for the header, with values of its own. */
const rowWith = (values: { readonly id?: string; readonly name?: string; readonly amount?: string } = {}): string[] => {
  const [id = '', no = '', name = '', amount = ''] = plain(1, newNo())[0] ?? []
  return [values.id ?? id, no, values.name ?? name, values.amount ?? amount]
}

const big5 = (text: string): Buffer => iconv.encode(text, 'cp950')

test('a file whose titles and rows end differently has a bill for each row', async () => {
  const [titles = '', ...lines] = [[...header], rowWith(), rowWith(), rowWith()].map((row) => row.join())
  expect(await imported(open, maker, 'a.csv', new TextEncoder().encode(`\ufeff${titles}\r\n${lines.join('\n')}\n`))).toMatchObject({
    SuccessCount: 3,
    FailCount: 0,
  })
})

test('a line sep= before the titles is not a row', async () => {
  const text = ['sep=;', ...[[...header], rowWith(), rowWith({ name: '' })].map((row) => row.join(';'))].join('\r\n')
  expect(await imported(open, maker, 'a.csv', new TextEncoder().encode(text))).toMatchObject({
    SuccessCount: 1,
    ErrorLog: [{ RowNo: 3, ColumnName: '繳款人姓名' }],
  })
})

describe('a character that nobody else can display', () => {
  const others = (name: string) => [[...header], rowWith(), rowWith({ name }), rowWith()]

  test('is an error of its row, and the other rows become bills', async () => {
    const done = await imported(open, maker, 'a.csv', csv(others('王\ue000明')))
    expect(done).toMatchObject({ TotalCount: 3, SuccessCount: 2, FailCount: 1 })
    expect(done.ErrorLog).toMatchObject([{ RowNo: 3, ColumnName: '繳款人姓名', ErrorCode: 'E102', Message: expect.stringContaining('自造字（U+E000）') }])
  })

  test('stops a file that is imported as a whole or not at all', async () => {
    expect(await imported(open, maker, 'a.csv', csv(others('王\ue000明')), { ImportMode: 'AllOrNothing' })).toMatchObject({
      SuccessCount: 0,
      ErrorLog: [{ RowNo: 3 }],
    })
  })

  test.each([
    ['a control character', '王\u0085明'],
    ['a NUL', '王\u0000明'],
    ['the replacement character', '王\ufffd明'],
    ['a private-use character of a higher plane', '王\u{100000}明'],
  ])('such as %s is stored in the error log and in the file of failed rows', async (_, name) => {
    const done = await imported(open, maker, 'a.csv', csv(others(name)))
    expect(done).toMatchObject({ SuccessCount: 2, ErrorLog: [{ RowNo: 3, ErrorCode: 'E102' }] })
    expect((await maker.get(`/BillImportList/DownloadPLog/${done.SerialId}`)).status).toBe(200)
  })

  test.each([
    ['of the user', Buffer.from([0xfa, 0x40]), '自造字（U+E000）'],
    ['of the user in the second range', Buffer.from([0x8e, 0x40]), '自造字（U+E311）'],
    ['of the user in the third range', Buffer.from([0x81, 0x41]), '自造字（U+EEB9）'],
    ['of the user in the fourth range', Buffer.from([0xc8, 0xfe]), '自造字（U+F848）'],
    ['that was cut in half', Buffer.from([0xa4]), '無法辨識的字'],
  ])('%s is an error of its row in Big5 too', async (_, bytes, words) => {
    const [titles, first, named, last] = others('王?明').map((row) => row.join())
    const [before = '', after = ''] = (named ?? '').split('?')
    const file = Buffer.concat([big5(`${titles}\r\n${first}\r\n${before}`), bytes, big5(`${after}\r\n${last}`)])
    const done = await imported(open, maker, 'a.csv', new Uint8Array(file))
    expect(done).toMatchObject({ SuccessCount: 2, ErrorLog: [{ RowNo: 3, ColumnName: '繳款人姓名', Message: expect.stringContaining(words) }] })
  })

  test('in a column that is not imported is no error', async () => {
    const bytes = await xlsx([
      [...header, '列號'],
      ...others('王小明')
        .map((row, index) => (index === 0 ? [] : [...row, '\ue000']))
        .slice(1),
    ])
    expect(await imported(open, maker, 'a.xlsx', bytes)).toMatchObject({ SuccessCount: 3, FailCount: 0 })
  })
})

test('a number that Excel cannot store exactly is an error of its row', async () => {
  const rows = [rowWith(), rowWith(), rowWith()].map((row, index) => (index === 1 ? [...row, 7700126000123452] : [...row, null]))
  const done = await imported(open, maker, 'a.xlsx', await xlsx([[...header, '銷帳編號'], ...rows]))
  expect(done).toMatchObject({
    SuccessCount: 2,
    ErrorLog: [{ RowNo: 3, ColumnName: '銷帳編號', ErrorCode: 'E102', Message: expect.stringContaining('超過 15 位') }],
  })
})
