import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { csv, xlsx, zip } from './files'
import { limits, read, refusalOf, sheetOf } from './read-sheet'

describe('a workbook', () => {
  test('has its cells as text, days as yyyy-MM-dd, without empty rows and with the row numbers of the file', async () => {
    const bytes = await xlsx([
      ['代號', '金額', '日期'],
      ['A1-0501', 1000, new Date('2026-11-30T00:00:00Z')],
      [null, null, null],
      ['A1-0502', 0.1 + 0.2, '115/11/30'],
    ])
    expect(await read('a.xlsx', bytes)).toEqual([
      { rowNo: 1, cells: ['代號', '金額', '日期'] },
      { rowNo: 2, cells: ['A1-0501', '1000', '2026-11-30'], storedAs: { 1: 'number', 2: 'date' } },
      { rowNo: 4, cells: ['A1-0502', '0.3', '115/11/30'], storedAs: { 1: 'number' } },
    ])
  })

  test('has a time after its day, unless that is midnight', async () => {
    const bytes = await xlsx([[new Date('2026-11-30T09:30:00Z'), new Date('2026-11-30T15:00:01Z')]])
    expect(await read('a.xlsx', bytes)).toEqual([
      { rowNo: 1, cells: ['2026-11-30 09:30:00', '2026-11-30 15:00:01'], storedAs: { 0: 'date', 1: 'date' } },
    ])
  })

  test('with formulas marks their cells, unless the formula is a text', async () => {
    const formula = (address: string, content: string, value: string) =>
      `<c r="${address}" t="str"><f>${content}</f><v>${value}</v></c>`
    const bytes = sheetOf(
      `<row r="1">${formula('A1', '"代號"', '代號')}${formula('B1', '&quot;金額&quot;', '金額')}</row>
      <row r="2"><c r="A2" t="str"><v>A1</v></c><c r="B2"><f t="shared" si="0"/><v>1000</v></c><c r="C2"><f>A1</f></c></row>
      <row r="3">${formula('A3', '"0012"', '0012')}<c r="B3"><v>5</v></c>${formula('C3', '"0012"&amp;A1', '0012A1')}</row>`,
    )
    expect(await read('a.xlsx', bytes)).toEqual([
      { rowNo: 1, cells: ['代號', '金額'] },
      { rowNo: 2, cells: ['A1', '1000', '（公式）'], storedAs: { 1: 'formula', 2: 'formula' } },
      { rowNo: 3, cells: ['0012', '5', '0012A1'], storedAs: { 1: 'number', 2: 'formula' } },
    ])
  })

  test('with more formulas than can be named is refused', async () => {
    const rows = Array.from(
      { length: 10_001 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><f>B1</f><v>1</v></c></row>`,
    ).join('')
    expect(await refusalOf('a.xlsx', sheetOf(rows), { maxRows: 20_000, maxColumns: 10 })).toMatchObject({
      code: '3001',
      message: expect.stringContaining('儲存格 A10001'),
    })
  })

  describe('with hidden rows and columns', () => {
    const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
    // The rows are longer than a chunk, so that a row and its content are in different chunks.
    const rows = Array.from({ length: 300 }, (_, index) => {
      const no = index + 2
      const attribute =
        no === 3 ? ' hidden="1"' : no === 5 ? " hidden = 'true'" : no === 7 ? ' ht="0" customHeight="1"' : ''
      return `<row r="${no}" spans="1:3"${attribute}>${cell(`A${no}`, `A${no}${'長'.repeat(150)}`)}${cell(`B${no}`, '秘密')}</row>`
    }).join('')
    const hiddenEmpty = '<row r="400" hidden="1"><c r="A400" s="1"/></row><row r="401" hidden="1"/>'
    const file = sheetOf(
      `<row r="1">${cell('A1', '代號')}${cell('B1', '備註')}</row>${rows}${hiddenEmpty}`,
      '<cols><col min="2" max="16384" width="9" hidden="1"/></cols>',
    )
    const wide = { maxRows: 1000, maxColumns: 10 }

    test('is read without them', async () => {
      const read2 = await read('a.xlsx', file, wide)
      expect(read2).toHaveLength(298)
      expect(read2.slice(0, 4).map(({ rowNo, cells }) => [rowNo, cells.length])).toEqual([
        [1, 1],
        [2, 1],
        [4, 1],
        [6, 1],
      ])
    })

    test('is refused with a question that counts and names them', async () => {
      const message =
        '檔案「a.xlsx」有 3 列被隱藏或篩選掉（第 3、5、7 列）、1 欄被隱藏（B 欄「備註」），看不到的資料不會匯入。若要匯入，請在 Excel 清除篩選、取消隱藏並存檔，再重新選擇檔案。'
      expect(await refusalOf('a.xlsx', file, { ...wide, asksAboutHidden: true })).toMatchObject({
        code: '3001',
        message,
        fields: { ConfirmHidden: message },
      })
      const empty = sheetOf(
        `<row r="1">${cell('A1', '代號')}</row><row r="2">${cell('A2', 'A1')}</row>${hiddenEmpty}`,
        '<cols><col min="2" max="16384" width="0"/></cols>',
      )
      expect(await read('a.xlsx', empty, { ...wide, asksAboutHidden: true })).toHaveLength(2)
    })
  })

  test('with more widths of columns than a sheet can have is read all the same', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, row) => `<row r="${row + 1}">${'<c><v>1</v></c>'.repeat(10)}</row>`,
    ).join('')
    const bytes = sheetOf(
      rows,
      `<cols><col min="2" max="2" hidden="1"/>${'<col min="100" max="16385" hidden="1"/>'.repeat(200_000)}</cols>`,
    )
    const [first, ...others] = await read('a.xlsx', bytes, { maxRows: 20_000, maxColumns: 10 })
    expect(first?.cells).toEqual(['1', '', ...Array.from({ length: 8 }, () => '1')])
    expect(others).toHaveLength(9_999)
  })

  describe('with merged cells', () => {
    const rowsOf = async (
      rows: (string | null)[][],
      ...ranges: (readonly [fromRow: number, column: number, toRow: number])[]
    ) => {
      const merges = ranges.map(([startRow, startCol, endRow]) => ({ startRow, startCol, endRow, endCol: startCol }))
      return (await read('a.xlsx', await writeXlsx({ sheets: [{ name: 'a', rows, merges }] }))).map(
        ({ cells }) => cells,
      )
    }

    test('marks the cells that show the value of a row above', async () => {
      const rows = [
        ['代號', '備註', '期限'],
        ['A1', '同一戶', '2026/12/31'],
        ['A2', null, null],
        ['A3', null, null],
        ['A4', null, null],
      ]
      expect(await rowsOf(rows, [1, 1, 2], [1, 2, 3])).toEqual([
        ['代號', '備註', '期限'],
        ['A1', '同一戶', '2026/12/31'],
        ['A2', '（合併儲存格）', '（合併儲存格）'],
        ['A3', '', '（合併儲存格）'],
        ['A4'],
      ])
    })

    test('has no mark in a row without other content, of an empty cell, or below the titles', async () => {
      const rows = [
        ['代號', '備註'],
        ['A1', null],
        ['A2', null],
        ['A3', 'x'],
        [null, null],
      ]
      expect(await rowsOf(rows, [0, 1, 1], [1, 1, 2], [3, 0, 4], [3, 1, 4])).toEqual([
        ['代號', '備註'],
        ['A1'],
        ['A2'],
        ['A3', 'x'],
      ])
    })

    test('marks all of them, however many there are', async () => {
      const rows = Array.from({ length: 4_001 }, (_, row) => [`A${row}`, row % 2 === 1 ? 'x' : null])
      const bytes = await writeXlsx({
        sheets: [
          {
            name: 'a',
            rows,
            merges: Array.from({ length: 2_000 }, (_, n) => ({
              startRow: 2 * n + 1,
              startCol: 1,
              endRow: 2 * n + 2,
              endCol: 1,
            })),
          },
        ],
      })
      const marked = (await read('a.xlsx', bytes, { maxRows: 5_000, maxColumns: 10 })).filter(
        ({ cells }) => cells[1] === '（合併儲存格）',
      )
      expect(marked).toHaveLength(2_000)
    })
  })

  describe('with several sheets', () => {
    const file = (others: readonly { name: string; rows: string[][]; state?: 'hidden' }[]) =>
      writeXlsx({
        sheets: [
          { name: '10月', rows: [['代號'], ['A1']] },
          ...others.map(({ state, ...sheet }) => ({ ...sheet, ...(state ? { hidden: true } : {}) })),
        ],
      })
    const asking = { ...limits, asksAboutHidden: true }

    test('is refused with a question that names the sheets with content, which are not read', async () => {
      const bytes = await file([
        { name: '11月 & "12月"', rows: [['代號'], ['A2']] },
        { name: '工作表3', rows: [] },
      ])
      const message =
        '檔案「a.xlsx」只會匯入第一張工作表「10月」，另外 1 張工作表有資料（「11月 & "12月"」）不會匯入。若要匯入，請將要匯入的工作表移到最前面並存檔，再重新選擇檔案。'
      expect(await refusalOf('a.xlsx', bytes, asking)).toMatchObject({
        code: '3001',
        message,
        fields: { ConfirmHidden: message },
      })
      expect((await read('a.xlsx', bytes)).map(({ cells }) => cells)).toEqual([['代號'], ['A1']])
    })

    test('of which the first one is empty is refused with the question', async () => {
      const bytes = await writeXlsx({
        sheets: [
          { name: 'a', rows: [] },
          { name: 'b', rows: [['代號']] },
        ],
      })
      expect(await refusalOf('a.xlsx', bytes, asking)).toMatchObject({ message: expect.stringContaining('（「b」）') })
    })

    test('is read without a question if the others are empty or hidden', async () => {
      const bytes = await file([
        { name: '工作表2', rows: [] },
        { name: '選項', rows: [['代號']], state: 'hidden' },
      ])
      expect(await read('a.xlsx', bytes, asking)).toHaveLength(2)
    })
  })

  test('with a number that Excel cannot store exactly names its cell', async () => {
    expect(
      await read(
        'a.xlsx',
        await xlsx([
          ['帳號', '金額'],
          [7700126000123452, 1000],
        ]),
      ),
    ).toEqual([
      { rowNo: 1, cells: ['帳號', '金額'] },
      { rowNo: 2, cells: ['7700126000123450', '1000'], storedAs: { 0: 'inexactNumber', 1: 'number' } },
    ])
  })

  test('that is a renamed text file, truncated or encrypted is refused', async () => {
    const bytes = await xlsx([['代號']])
    expect(await refusalOf('a.xlsx', csv([['代號']]))).toMatchObject({
      code: '3001',
      message: expect.stringContaining('只改了副檔名'),
    })
    expect(await refusalOf('a.xlsx', bytes.slice(0, bytes.length / 2))).toMatchObject({ code: '3001' })
    const encrypted = await writeXlsx({
      sheets: [{ name: 'a', rows: [['代號']] }],
      encryption: { password: 'x', spinCount: 1 },
    })
    expect(await refusalOf('a.xlsx', encrypted)).toMatchObject({
      code: '3001',
      message: expect.stringContaining('密碼'),
    })
  })

  test('with macros, or without a sheet, is refused', async () => {
    const macros = await writeXlsx({ sheets: [{ name: 'a', rows: [['代號']] }], vbaProject: new Uint8Array([1, 2, 3]) })
    expect(await refusalOf('a.xlsx', macros)).toMatchObject({ code: '3001', message: expect.stringContaining('巨集') })
    expect(await refusalOf('a.xlsx', new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]))).toMatchObject({
      code: '3001',
    })
  })

  test('that is too large when decompressed is refused', async () => {
    expect(await refusalOf('a.xlsx', await xlsx([['a'.repeat(30_000_000)]]))).toMatchObject({
      code: '3001',
      message: expect.stringContaining('壓縮內容異常'),
    })
  })

  test('may have parts of any name, with attributes in either kind of quotes', async () => {
    const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>'
    const relationships = (...targets: (readonly [id: string, type: string, target: string])[]) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
        .map(
          ([id, type, target]) =>
            `<Relationship Id='${id}' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}' Target='${target}'/>`,
        )
        .join('')}</Relationships>`
    const sheet = (text: string, formula = '') =>
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr">${formula}<is><t>${text}</t></is></c></row></sheetData></worksheet>`
    const workbook = (states: readonly string[]) =>
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${states
        .map(
          (state, index) => `<sheet name='s${index}' sheetId='${index + 1}' state='${state}' r:id='rId${index + 1}'/>`,
        )
        .join('')}</sheets></workbook>`
    const parts = (folder: string, workbookTarget: string, sheetTargets: readonly [string, string], formula = '') => ({
      // The sheet precedes the parts that describe it.
      [`${folder}sheets/hidden.xml`]: sheet('隱藏的工作表', '<f>1</f>'),
      [`${folder}sheets/data-1.xml`]: sheet('代號', formula),
      [`${folder}workbook22.xml`]: workbook(['hidden', 'visible']),
      [`${folder}_rels/workbook22.xml.rels`]: relationships(
        ['rId1', 'worksheet', sheetTargets[0]],
        ['rId2', 'worksheet', sheetTargets[1]],
      ),
      '_rels/.rels': relationships(
        ['rId7', 'extended-properties', 'docProps/app.xml'],
        ['rId1', 'officeDocument', workbookTarget],
      ),
      '[Content_Types].xml': types,
    })
    const files = [
      parts('xl/', 'xl/workbook22.xml', ['sheets/hidden.xml', 'sheets/data-1.xml']),
      parts('a/b/', '/a/b/workbook22.xml', ['/a/b/sheets/hidden.xml', './sheets/data-1.xml']),
      parts('', 'workbook22.xml', ['sheets/hidden.xml', 'sheets/data-1.xml']),
    ]
    for (const file of files) expect(await read('a.xlsx', zip(file))).toEqual([{ rowNo: 1, cells: ['代號'] }])
    const withFormula = parts('xl/', 'xl/workbook22.xml', ['sheets/hidden.xml', 'sheets/data-1.xml'], '<f>A2</f>')
    expect(await read('a.xlsx', zip(withFormula))).toEqual([{ rowNo: 1, cells: ['代號'], storedAs: { 0: 'formula' } }])
    expect(
      await refusalOf('a.xlsx', zip({ '[Content_Types].xml': types, 'xl/workbook.xml': workbook(['visible']) })),
    ).toMatchObject({ code: '3001' })
  })

  test('that defines or loads entities is refused', async () => {
    const parts = (start: string, cell: string) => ({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      '_rels/.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml':
        '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<?xml version="1.0"?>${start}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${cell}</t></is></c></row></sheetData></worksheet>`,
    })
    expect(await read('a.xlsx', zip(parts('', '代號')))).toEqual([{ rowNo: 1, cells: ['代號'] }])
    const nested = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    ).join('')
    for (const [start, cell] of [
      ['<!DOCTYPE a [<!ENTITY e0 "代號">]>', '&e0;'],
      ['<!DOCTYPE a [<!ENTITY e0 SYSTEM "file:///etc/passwd">]>', '&e0;'],
      ['<!DOCTYPE a SYSTEM "http://attacker.example.com/a.dtd">', '代號'],
      [`<!DOCTYPE a [<!ENTITY e0 "a">${nested}]>`, '&e9;'],
    ] as const)
      expect(await refusalOf('a.xlsx', zip(parts(start, cell))), start).toMatchObject({ code: '3001' })
  })

  test('beyond the limits is refused', async () => {
    expect(await refusalOf('a.xlsx', await xlsx(Array.from({ length: 102 }, () => ['x'])))).toMatchObject({
      code: '3002',
    })
    expect(await refusalOf('a.xlsx', await xlsx([new Array(11).fill('x')]))).toMatchObject({
      code: '3001',
      message: expect.stringContaining('11 個欄位'),
    })
    expect(await refusalOf('a.xlsx', await xlsx([['x'.repeat(32_768)]]))).toMatchObject({ code: '3001' })
  })

  test('of the old format is refused with advice', async () => {
    const ole = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    for (const name of ['a.xls', 'a.xlsx', 'a.csv'])
      expect(await refusalOf(name, ole)).toMatchObject({ code: '3001', message: expect.stringContaining('.xlsx') })
  })
})

test('zero-width characters are removed, so that a cell with nothing else is empty, and no-break spaces become spaces', async () => {
  const rows = [
    ['代號\ufeff', '姓\u200b名', '\u200b'],
    ['\u202aA1\u202c', '王\u00a0大　明', '\u200b\u2060'],
  ]
  const expected = [
    { rowNo: 1, cells: ['代號', '姓名'] },
    { rowNo: 2, cells: ['A1', '王 大　明'] },
  ]
  expect(await read('a.csv', csv(rows))).toEqual(expected)
  expect(await read('a.xlsx', await xlsx(rows))).toEqual(expected)
})

test('another kind of file is refused', async () => {
  expect(await refusalOf('a.pdf', csv([['代號']]))).toMatchObject({ code: '3001' })
})
