import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { sheets } from '../../../src/server/node/sheets'
import { csv, xlsx } from './files'
import { read, refusalOf } from './read-sheet'

describe('a text file', () => {
  const rows = [
    ['代號', '姓名'],
    ['A1', '王大明'],
  ]
  const expected = [
    { rowNo: 1, cells: ['代號', '姓名'] },
    { rowNo: 2, cells: ['A1', '王大明'] },
  ]

  test('is read in UTF-8, with or without BOM, with commas or tabs', async () => {
    expect(await read('a.csv', csv(rows))).toEqual(expected)
    expect(await read('a.csv', new Uint8Array([0xef, 0xbb, 0xbf, ...csv(rows)]))).toEqual(expected)
    expect(await read('a.txt', csv(rows, '\t'))).toEqual(expected)
  })

  test.each([
    ['CRLF after the titles, then LF', '代號,姓名\r\nA1,王大明\nA2,"林\r\n小華"\n'],
    ['LF after the titles, then CRLF and CR', '代號,姓名\nA1,王大明\r\nA2,"林\n小華"\r'],
    ['CR after the titles, then LF', '代號,姓名\rA1,王大明\nA2,"林\r小華"'],
    ['two CRs before each LF', '代號,姓名\r\r\nA1,王大明\r\r\nA2,"林\r\r\n小華"'],
  ])('with %s has every row', async (_, text) => {
    expect(await read('a.csv', new TextEncoder().encode(text))).toEqual([
      ...expected,
      { rowNo: 3, cells: ['A2', '林\n小華'] },
    ])
  })

  test.each([
    ['a line sep=, before the titles', 'sep=,\r\n代號,姓名\r\nA1,王大明'],
    ['a line sep=; in quotes', '"sep=;"\r\n代號;姓名\r\nA1;王大明'],
    ['a line SEP=| that a spreadsheet has filled up', 'SEP=|,,\n代號|姓名\nA1|王大明'],
    ['a line sep= that names a tab', 'sep=\t\n代號\t姓名\nA1\t王大明'],
    ['semicolons', '代號;姓名\nA1;王大明'],
    ['semicolons, and a comma in a quoted title', '代號;"姓名"\nA1;"王大明"'],
  ])('with %s is read', async (_, text) => {
    expect(await read('a.csv', new TextEncoder().encode(`\ufeff${text}`))).toEqual(expected)
  })

  test('has texts of formulas as texts, and marks other formulas', async () => {
    const text = `="代號",姓名,備註\n="00""12","=""王大明""",=A1+B1\n="A1",="王,大明"\n'=A1,=x,'="0012"`
    expect(await read('a.csv', new TextEncoder().encode(text))).toEqual([
      { rowNo: 1, cells: ['代號', '姓名', '備註'] },
      { rowNo: 2, cells: ['00"12', '王大明', '=A1+B1'], storedAs: { 2: 'formula' } },
      { rowNo: 3, cells: ['A1', '="王', '大明"'], storedAs: { 1: 'formula' } },
      { rowNo: 4, cells: ['=A1', '=x', '="0012"'], storedAs: { 1: 'formula' } },
    ])
  })

  test('with semicolons in its cells is separated by commas', async () => {
    expect(
      await read(
        'a.csv',
        csv([
          ['"代號;舊代號"', '姓名'],
          ['A1;A2', '王大明'],
        ]),
      ),
    ).toEqual([
      { rowNo: 1, cells: ['代號;舊代號', '姓名'] },
      { rowNo: 2, cells: ['A1;A2', '王大明'] },
    ])
  })

  test('is read in Big5', async () => {
    expect(await read('a.csv', new Uint8Array(iconv.encode('代號,姓名\r\nA1,王大明', 'cp950')))).toEqual(expected)
  })

  test.each([
    ['little', (text: Buffer) => text],
    ['big', (text: Buffer) => text.swap16()],
  ])('is read in UTF-16 with BOM, as Excel saves Unicode text, with the %s end first', async (_, ordered) => {
    const bytes = new Uint8Array(ordered(Buffer.from('\ufeff代號\t姓名\r\nA1\t王大明', 'utf16le')))
    expect(await read('a.txt', bytes)).toEqual(expected)
  })

  test('in another encoding is refused with row and column', async () => {
    const bytes = new Uint8Array([...iconv.encode('代號,姓名\r\nA1,王', 'cp950'), 0xff, 0xff])
    expect(await refusalOf('a.csv', bytes)).toMatchObject({
      code: '3001',
      message: expect.stringContaining('第 2 列第 2 個欄位'),
    })
  })

  test('in two encodings is refused with the first row in another one than the rows before it', async () => {
    const [utf8, big5] = [(text: string) => Buffer.from(text), (text: string) => iconv.encode(text, 'cp950')]
    const file = (...lines: Buffer[]) =>
      new Uint8Array(Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\r\n')])))
    const message = (encoding: string, row: number) => ({
      code: '3001',
      message: expect.stringContaining(`前面是 ${encoding}，第 ${row} 列第 2 個欄位`),
    })
    const [ascii, unicode, excel] = [utf8('A1,Wang'), utf8('A2,王大明'), big5('A3,林小梅')]
    expect(await refusalOf('a.csv', file(utf8('代號,姓名'), ascii, unicode, excel, excel))).toMatchObject(
      message('UTF-8', 4),
    )
    expect(await refusalOf('a.csv', file(big5('代號,姓名'), ascii, excel, unicode))).toMatchObject(message('Big5', 4))
    expect(await refusalOf('a.csv', file(ascii, unicode, excel))).toMatchObject(message('UTF-8', 3))
    // Each byte of this UTF-8 has a meaning in Big5: 憭批之.
    expect(await refusalOf('a.csv', file(excel, utf8('A4,大大')))).toMatchObject({
      message: expect.stringContaining('前面是 Big5，第 2 列'),
    })
  })

  test('with characters that cannot be stored has U+FFFD in their place; private-use characters stay', async () => {
    for (const bad of ['\u0085', '\u0000', '\ufffd', '\ud800'])
      expect(await read('a.csv', csv([['代號'], [`王${bad}明`]]))).toEqual([
        { rowNo: 1, cells: ['代號'] },
        { rowNo: 2, cells: ['王\ufffd明'] },
      ])
    expect(await read('a.csv', csv([['代號'], ['王\ue000明']]))).toMatchObject([{}, { cells: ['王\ue000明'] }])
  })

  test('with damaged bytes in few lines has U+FFFD in their place', async () => {
    const damaged = (text: string) =>
      Buffer.concat([Buffer.from(`${text}\r\nA1,王`), Buffer.from([0xe5, 0xa4]), Buffer.from(',x\r\nA2,林小華,y')])
    expect(await read('a.csv', new Uint8Array(damaged('代號,姓名,備註')))).toMatchObject([
      {},
      { cells: ['A1', '王\ufffd', 'x'] },
      { cells: ['A2', '林小華', 'y'] },
    ])
  })

  test('that is empty is refused', async () => {
    expect(await refusalOf('a.csv', new Uint8Array())).toMatchObject({ code: '3003' })
    expect(await refusalOf('a.csv', csv([[' '], ['']]))).toMatchObject({ code: '3003' })
  })

  test('that is a workbook is refused', async () => {
    expect(await refusalOf('a.csv', await xlsx([['代號']]))).toMatchObject({
      code: '3001',
      message: expect.stringContaining('.xlsx'),
    })
  })

  test('of several million characters is read unchanged, whatever its cells contain', async () => {
    const rows = Array.from({ length: 400 }, (_, no) => [
      `A${no}`,
      no % 3 === 0 ? `"第一行\r\n第二行，${'長'.repeat(12_000)}"` : `王大明${'，'.repeat(4000)}`,
    ])
    const cells = (row: readonly string[]) => row.map((cell) => cell.replaceAll('"', '').replaceAll('\r\n', '\n'))
    for (const newline of ['\r\n', '\n', '\r']) {
      const text = rows.map((row) => row.join()).join(newline) + newline
      expect(await read('a.csv', new TextEncoder().encode(text), { maxRows: 1000, maxColumns: 10 })).toEqual(
        rows.map((row, index) => ({ rowNo: index + 1, cells: cells(row) })),
      )
    }
  })
  test('with more rows than permitted is refused, also if an empty row comes first', async () => {
    const text = 'a,b\n1,2\n3,4\n\n5,6\n'
    await expect(read('a.csv', new TextEncoder().encode(text), { maxRows: 2, maxColumns: 10 })).rejects.toThrow(
      '檔案超過 2 筆資料',
    )
  })

  test('with an unpaired quote in a late row is refused before its first row is read', async () => {
    const rows = [
      ...Array.from({ length: 30_000 }, (_, no) => [`A${no}`, '王大明，住在臺北市中正區的重慶南路一段']),
      ['A', '"x'],
    ]
    const message = expect.stringContaining('第 30001 列的雙引號')
    const reading = sheets()
      .read({ name: 'a.csv', bytes: csv(rows) }, { maxRows: 100_000, maxColumns: 20 })
      [Symbol.asyncIterator]()
    await expect(reading.next()).rejects.toMatchObject({ code: '3001', message })
  })
  test('with an unpaired quote is refused with its row', async () => {
    expect(await refusalOf('a.csv', csv([['代號'], ['"A1']]))).toMatchObject({
      code: '3001',
      message: expect.stringContaining('雙引號'),
    })
  })
})
