import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { csv, xlsx } from './files'
import { goodForm, header, imported, plain, twoCompaniesWithTerms, upload } from './uploads'

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
  expect(
    await imported(open, maker, 'a.csv', new TextEncoder().encode(`\ufeff${titles}\r\n${lines.join('\n')}\n`)),
  ).toMatchObject({
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
    expect(done.ErrorLog).toMatchObject([
      { RowNo: 3, ColumnName: '繳款人姓名', ErrorCode: 'E102', Message: expect.stringContaining('自造字（U+E000）') },
    ])
  })

  test('stops a file that is imported as a whole or not at all', async () => {
    expect(
      await imported(open, maker, 'a.csv', csv(others('王\ue000明')), { ImportMode: 'AllOrNothing' }),
    ).toMatchObject({
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
    expect(done).toMatchObject({
      SuccessCount: 2,
      ErrorLog: [{ RowNo: 3, ColumnName: '繳款人姓名', Message: expect.stringContaining(words) }],
    })
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
  const rows = [rowWith(), rowWith(), rowWith()].map((row, index) =>
    index === 1 ? [...row, 7700126000123452] : [...row, null],
  )
  const done = await imported(open, maker, 'a.xlsx', await xlsx([[...header, '銷帳編號'], ...rows]))
  expect(done).toMatchObject({
    SuccessCount: 2,
    ErrorLog: [{ RowNo: 3, ColumnName: '銷帳編號', ErrorCode: 'E102', Message: expect.stringContaining('超過 15 位') }],
  })
})

describe('what a spreadsheet has changed', () => {
  const day = new Date('2026-01-02T00:00:00Z')
  const cases: readonly [what: string, column: string, cell: string | number | Date, words: string][] = [
    ['a number in a column of codes', '繳款人代號', 12, 'Excel 存成數字'],
    ['a day in a column of codes', '繳款人代號', day, 'Excel 存成日期'],
    ['a number as the code of an item', '繳費項目1', 12, 'Excel 存成數字'],
    ['a number in a column of references', '代收單位代號', 12, 'Excel 存成數字'],
    ['a number in a column of accounts', '銷帳編號', 77001260001235, 'Excel 存成數字'],
    ['a company number without its zero', '身分證字號／統編', 4595257, 'Excel 存成數字'],
    ['an error value in a name', '繳款人姓名', '#N/A', '錯誤值「#N/A」'],
    ['an error value in a remark', '備註', '#REF!', '錯誤值「#REF!」'],
    ['an error value in an amount', '應繳金額', '#DIV/0!', '錯誤值「#DIV/0!」'],
    ['a column that is too narrow', '繳款截止日', '########', '####'],
  ]
  const titles = [...header, '代收單位代號', '繳費項目1', '金額1', '銷帳編號', '身分證字號／統編', '繳款截止日', '備註']

  test.each(cases)('%s is an error of its row', async (_, column, cell, words) => {
    const bad = titles.map((title, position) => (title === column ? cell : (rowWith()[position] ?? null)))
    const done = await imported(open, maker, 'a.xlsx', await xlsx([titles, rowWith(), bad]))
    expect(done).toMatchObject({ SuccessCount: 1 })
    expect(done.ErrorLog).toContainEqual(
      expect.objectContaining({
        RowNo: 3,
        ColumnName: column,
        ErrorCode: 'E102',
        Message: expect.stringContaining(words),
      }),
    )
  })

  test.each(['1月2日', '2-Jan', '3.00E+05'])(
    'the text %s, to which Excel has changed a code, is an error of its row in a text file',
    async (id) => {
      const done = await imported(open, maker, 'a.csv', csv([[...header], rowWith({ id }), rowWith()]))
      expect(done).toMatchObject({
        SuccessCount: 1,
        ErrorLog: [{ RowNo: 2, ColumnName: '繳款人代號', Message: expect.stringContaining('Excel') }],
      })
    },
  )

  test('numbers and days are accepted where the column has no codes, and in a form that has lost nothing', async () => {
    const [id, no, name] = rowWith()
    const titlesOfNumbers = [
      '繳款人代號',
      '繳款人編號',
      '繳款人姓名',
      '應繳金額',
      '郵遞區號',
      '身分證字號／統編',
      '繳款截止日',
      '備註',
    ]
    const bytes = await xlsx([
      titlesOfNumbers,
      [id ?? '', no ?? '', name ?? '', 1000, 100, 12345675, new Date('2026-12-31T00:00:00Z'), 7],
    ])
    expect(await imported(open, maker, 'a.xlsx', bytes)).toMatchObject({ SuccessCount: 1, FailCount: 0 })
  })

  test('a formula is an error of its row; a formula that is a text is that text', async () => {
    const text = [
      [...header].join(),
      rowWith({ name: '=A1&B1' }).join(),
      rowWith({ id: '="0012"', name: '="王大明"' }).join(),
    ].join('\n')
    const done = await imported(open, maker, 'a.csv', new TextEncoder().encode(text))
    expect(done).toMatchObject({
      SuccessCount: 1,
      ErrorLog: [{ RowNo: 2, ColumnName: '繳款人姓名', Message: expect.stringContaining('公式') }],
    })
    const { payer_id, payer_name } = await open.db
      .selectFrom('bill')
      .select(['payer_id', 'payer_name'])
      .where('import_batch_no', '=', done.ImportBatchNo)
      .executeTakeFirstOrThrow()
    expect([payer_id, payer_name]).toEqual(['0012', '王大明'])
  })
})

describe('a hidden row', () => {
  const file = () =>
    writeXlsx({
      sheets: [
        {
          name: 'a',
          rows: [[...header], rowWith(), rowWith({ amount: '99999' }), rowWith()],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
      ],
    })

  test('is asked about, and left out of the bills after the confirmation', async () => {
    const bytes = await file()
    expect(await upload(maker, 'a.xlsx', bytes)).toMatchObject({
      code: '3001',
      errors: { ConfirmHidden: expect.stringContaining('有 1 列被隱藏或篩選掉（第 3 列）') },
    })
    expect(await imported(open, maker, 'a.xlsx', bytes, { ConfirmHidden: true })).toMatchObject({
      TotalCount: 2,
      SuccessCount: 2,
      TotalAmount: 2000,
    })
  })

  test('is asked about once in the steps of an upload', async () => {
    const bytes = await file()
    const preview = (fields: Record<string, unknown>) =>
      upload(maker, 'a.xlsx', bytes, fields, '/Ext/BillImportList/PreviewImport')
    expect(await preview({})).toMatchObject({ code: '3001', errors: { ConfirmHidden: expect.any(String) } })
    const { data } = await preview({ ConfirmHidden: true })
    expect(data.TotalCount).toBe(2)
    const form = new FormData()
    const fields = {
      ...goodForm,
      OriFileName: 'a.xlsx',
      FileId: data.FileId,
      Mapping: '{"PayerId":0,"PayerNo":1,"PayerName":2,"ShouldPayAmount":3}',
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    expect(await maker.request('POST', '/Ext/BillImportList/CheckImport', { form })).toMatchObject({
      code: '0000',
      data: { TotalCount: 2, GoodCount: 2 },
    })
  })

  test('of the white list and of own collections is asked about too', async () => {
    const workbook = (rows: (string | null)[][]) =>
      writeXlsx({ sheets: [{ name: 'a', rows, rowDefs: new Map([[2, { hidden: true }]]) }] })
    const sent = async (path: string, rows: string[][], fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('File', new File([new Uint8Array(await workbook(rows))], 'a.xlsx'))
      return maker.request('POST', path, { form })
    }
    const whiteList = [
      ['異動別', '虛擬帳號'],
      ['A', '77001260001235'],
      ['A', '77001260001236'],
    ]
    const asked = { code: '3001', errors: { ConfirmHidden: expect.stringContaining('第 3 列') } }
    const fields = { ApplyCode: '77001', WhiteListFileType: 'Account', Description: '' }
    expect(await sent('/WhiteListImportList', whiteList, fields)).toMatchObject(asked)
    expect(
      (await sent('/WhiteListImportList', whiteList, { ...fields, ConfirmHidden: 'true' })).errors,
    ).not.toHaveProperty('ConfirmHidden')
    const collections = [
      ['虛擬帳號', '收款金額', '收款日期', '收款方式'],
      ['1', '1', '2026/11/1', '現金'],
      ['1', '1', '2026/11/1', '現金'],
    ]
    expect(await sent('/SelfCollection/UploadExcel', collections, { ApplyCode: '77001' })).toMatchObject(asked)
  })
})

test('a cell that is merged with the one above is an error of its row, because it would count as empty', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'a',
        rows: [
          [...header, '繳款截止日'],
          [...rowWith(), '2026/12/31'],
          [...rowWith(), null],
        ],
        merges: [{ startRow: 1, startCol: 4, endRow: 2, endCol: 4 }],
      },
    ],
  })
  expect(await imported(open, maker, 'a.xlsx', bytes)).toMatchObject({
    SuccessCount: 1,
    ErrorLog: [
      {
        RowNo: 3,
        ColumnName: '繳款截止日',
        ErrorCode: 'E102',
        Message: '繳款截止日與上方的儲存格合併，請取消合併並在每一列填寫內容。',
      },
    ],
  })
})

test('the example below other rows is an error of its row that says so, in each column', async () => {
  const titles = [...header, '代收單位代號']
  const done = await imported(
    open,
    maker,
    'a.csv',
    csv([titles, [...rowWith(), ''], [...rowWith(), '範例（不匯入）'], rowWith({ name: '範例（不匯入）王大明' })]),
  )
  const message = expect.stringContaining('這一列有範例的標記')
  expect(done).toMatchObject({
    SuccessCount: 1,
    ErrorLog: [
      { RowNo: 3, ColumnName: '代收單位代號', Message: message },
      { RowNo: 4, ColumnName: '繳款人姓名', Message: message },
    ],
  })
})

test('a second sheet with data is asked about, and left out of the bills after the confirmation', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: '10月', rows: [[...header], rowWith()] },
      { name: '11月', rows: [[...header], rowWith(), rowWith()] },
    ],
  })
  expect(await upload(maker, 'a.xlsx', bytes)).toMatchObject({
    code: '3001',
    errors: { ConfirmHidden: expect.stringContaining('（「11月」）') },
  })
  expect(await imported(open, maker, 'a.xlsx', bytes, { ConfirmHidden: true })).toMatchObject({
    TotalCount: 1,
    SuccessCount: 1,
  })
})

describe('the columns of a file', () => {
  const preview = async (titles: string[], rows: string[][]): Promise<Record<string, string | null>> => {
    const { data } = await upload(maker, 'a.csv', csv([titles, ...rows]), {}, '/Ext/BillImportList/PreviewImport')
    return Object.fromEntries(
      data.Columns.map(({ Title, Field }: { Title: string; Field: string | null }) => [Title, Field]),
    )
  }

  test('are proposed by the words of their titles', async () => {
    const titles = ['戶號', '住戶姓名', '到期日', '本期應繳', '聯絡手機號碼', '上期應繳', '已繳金額', '血型']
    expect(await preview(titles, [titles])).toEqual({
      戶號: 'PayerId',
      住戶姓名: 'PayerName',
      到期日: 'PaymentEndDate',
      本期應繳: 'ShouldPayAmount',
      聯絡手機號碼: 'Mobile',
      上期應繳: null,
      已繳金額: null,
      血型: null,
    })
  })

  test('with the titles of the template are never replaced by guessed ones', async () => {
    const titles = ['住戶姓名', '繳款人姓名', '合計', '應繳金額']
    expect(await preview(titles, [titles])).toEqual({
      住戶姓名: null,
      繳款人姓名: 'PayerName',
      合計: null,
      應繳金額: 'ShouldPayAmount',
    })
  })

  test('are not guessed in an upload without a preview', async () => {
    const answer = await upload(
      maker,
      'a.csv',
      csv([
        ['戶號', '繳款人姓名'],
        ['A', '王大明'],
      ]),
    )
    expect(answer).toMatchObject({ code: '3004', message: expect.stringContaining('「戶號」') })
  })

  test('one that every row lacks is one sentence, not an error of each row', async () => {
    const titles = header.filter((title) => title !== '繳款人編號')
    const rows = [rowWith(), rowWith(), rowWith()].map(([id = '', , name = '', amount = '']) => [id, name, amount])
    const mapping = JSON.stringify({ PayerId: 0, PayerName: 1, ShouldPayAmount: 2 })
    const message = expect.stringContaining('檔案沒有「繳款人編號」欄')
    expect(
      await upload(maker, 'a.csv', csv([titles, ...rows]), { Mapping: mapping }, '/Ext/BillImportList/CheckImport'),
    ).toMatchObject({
      code: '3004',
      message,
    })
    expect(await imported(open, maker, 'a.csv', csv([titles, ...rows]))).toMatchObject({
      SuccessCount: 0,
      ErrorLog: [{ RowNo: 1, Message: message }],
    })
  })
})
