import { createHash } from 'node:crypto'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { bankFileTools } from '../../src/server/node/bank-file-tools'
import { BankFileRefusal, type LineValues } from '../../src/server/payments/files/bank-file'
import { verifyBankFile } from '../../src/server/payments/files/read-bank-file'
import vectors from '../domain/vectors/transaction-files.json'
import { inChunks, layouts, readAll, writeAll } from '../support/payments/bank-files'

const bytesOf = (...lines: readonly string[]) => iconv.encode(lines.join('\r\n'), 'cp950')
const detailsOf = async (layout: keyof typeof layouts, ...lines: readonly string[]) =>
  (await readAll(layout, [bytesOf(...lines)])).lines.filter(({ part }) => part === 'detail').map(({ values }) => values)

describe('a sample file of each layout', () => {
  const samples = Object.entries(vectors) as [keyof typeof vectors, (typeof vectors)['store']][]

  test.each(samples)('of %s has its fields where the documents place them', (name, { fields }) => {
    const places = Object.values(layouts[name].details.payment?.fields ?? {}).map(
      ({ offset, length }) => `${offset} ${length}`,
    )
    expect(places).toEqual(expect.arrayContaining(fields.map(({ start, length }) => `${start} ${length}`)))
  })

  test('of a store contains the amount and account of the barcodes', async () => {
    const { lines, summary } = await readAll('store', [bytesOf(...vectors.store.sample)])
    expect(lines.map(({ part, kind, lineNo }) => `${lineNo} ${part} ${kind}`)).toEqual([
      '1 header header',
      '2 detail payment',
      '3 trailer trailer',
    ])
    expect(lines[1]?.values).toEqual({
      RecordType: '2',
      CompanyCode: '7A1',
      AgencyCode: '7111111',
      StoreNo: '123456',
      TransferAccount: '00000000000000',
      TransferType: '000',
      DebitStatus: '00',
      AccountDate: '2026-11-28',
      TradeDate: '2026-11-27',
      Barcode1: '1511307A1',
      MarketItemCode: '7A1',
      Barcode2: '0077001260001235',
      VACAccount: '77001260001235',
      Barcode3: '113023000001000',
      Amount: 1000,
    })
    expect(lines[2]?.values).toMatchObject({ TotalAmount: 1000, TotalCount: 1 })
    expect(summary).toMatchObject({
      header: { CompanyCode: '7A1', AgencyCode: '7111111', TransDate: '2026-11-28' },
      count: 1,
      sum: 1000,
    })
  })

  test('of the bank contains sign, fee and serial number', async () => {
    expect(await detailsOf('bank', ...vectors.bank.sample)).toEqual([
      expect.objectContaining({
        RealAccount: '1234567890123',
        TradeDate: '2026-11-27',
        TradeTime: '101530',
        VACAccount: '77001260001235',
        AmountSign: 'Plus',
        Amount: 1000,
        Summary: 'ATM',
        ChannelId: '06',
        AccountDate: '2026-11-27',
        TxnSeq: '000123',
        ApplyCode: '77001',
        ChannelFee: 15,
      }),
    ])
  })

  test('of the post office has days of the Republic of China', async () => {
    expect(await detailsOf('post', ...vectors.post.sample)).toEqual([
      expect.objectContaining({
        TradeDate: '2026-11-27',
        TradeCode: '0587',
        TxnSeq: '0000456',
        AmountSign: 'Plus',
        Amount: 1000,
        VACAccount: '77001260001235',
      }),
    ])
  })

  test('of a remittance contains channel, item and amount', async () => {
    const line = `2026113010153001${'7A1'}0000012345601`.padEnd(128)
    expect(await detailsOf('cashFlow', line)).toEqual([
      {
        RemitDate: '2026-11-30',
        RemitTime: '101530',
        ChannelId: '01',
        MarketItemCode: '7A1',
        Amount: 123456,
        BatchNo: '01',
      },
    ])
  })

  test('is written byte by byte as it was read', async () => {
    for (const [name, { sample }] of samples) {
      const { lines } = await readAll(name, [bytesOf(...sample)])
      const header = lines.find(({ part }) => part === 'header')
      const written = writeAll(name, {
        ...(header ? { header: header.values } : {}),
        details: lines.filter(({ part }) => part === 'detail'),
      })
      expect(written.toString('latin1')).toBe(`${sample.join('\r\n')}\r\n`)
    }
  })
})

const header = { CompanyCode: '7A1', AgencyCode: '7111111', TransDate: '2026-11-28' }
const payment = (amount: number, values: LineValues = {}) => ({
  kind: 'payment',
  values: {
    ...header,
    StoreNo: '123456',
    TransferAccount: '0'.repeat(14),
    AccountDate: '2026-11-28',
    TradeDate: '2026-11-27',
    Barcode1: '1511307A1',
    Barcode2: '0077001260001235',
    Barcode3: `113023${String(amount).padStart(9, '0')}`,
    ...values,
  },
})
const insurance = {
  kind: 'insurance',
  values: {
    AgencyCode: '7111111',
    AccountDate: '2026-11-28',
    TradeDate: '2026-11-27',
    VACAccount: '7700126000123465',
    DueMonthDay: '1231',
    CheckDigits: '69',
    Amount: 20_000,
    StoreNo: '123456',
  },
}
const details = [payment(1000), insurance, payment(500)]
const file = writeAll('store', { header, details })
const linesOf = (bytes: Buffer) => bytes.toString('latin1').slice(0, -2).split('\r\n')

describe('a file of a store', () => {
  test('tells lines of the insurance item I0O apart by columns 10 to 12, and counts both kinds', async () => {
    expect(linesOf(file)[2]).toBe(
      `271111111I0O     20261128202611277700126000123465${'1231'}69000020000${' '.repeat(18)}123456`
        .replace('71111111', '7111111 ')
        .padEnd(120),
    )
    const { lines, summary } = await readAll('store', [file])
    expect(lines.map(({ kind }) => kind)).toEqual(['header', 'payment', 'insurance', 'payment', 'trailer'])
    expect(lines[2]?.values).toMatchObject({ ...insurance.values, MarketItemCode: 'I0O' })
    expect(summary).toMatchObject({ count: 3, sum: 21_500 })
  })

  test('without payments is valid', async () => {
    expect((await readAll('store', [writeAll('store', { header, details: [] })])).summary).toMatchObject({
      count: 0,
      sum: 0,
    })
  })

  test('has the same lines with line breaks of Unix, without the last line break, and in chunks of any size', async () => {
    const { lines } = await readAll('store', [file])
    const unix = Buffer.from(file.toString('latin1').replaceAll('\r\n', '\n').slice(0, -1), 'latin1')
    for (const size of [1, 7, 121, 122, 1000])
      for (const bytes of [file, unix]) expect((await readAll('store', inChunks(bytes, size))).lines).toEqual(lines)
  })

  test('is recognized by the SHA-256 of its lines, whatever their line breaks are', async () => {
    const unix = Buffer.from(file.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    const { summary } = await readAll('store', inChunks(file, 100))
    expect(summary.hash).toBe(createHash('sha256').update(unix).digest('hex'))
    for (const size of [1, 122, 123])
      for (const bytes of [unix, unix.subarray(0, -1), file.subarray(0, -2)])
        expect((await verifyBankFile(layouts.store, inChunks(bytes, size), bankFileTools)).hash).toBe(summary.hash)
    expect((await verifyBankFile(layouts.store, inChunks(file, 999), bankFileTools)).hash).toBe(summary.hash)
    const other = writeAll('store', { header, details: [payment(1000)] })
    expect((await verifyBankFile(layouts.store, [other], bankFileTools)).hash).not.toBe(summary.hash)
  })
})

test('a file of the bank adds its amounts with their signs, and its texts are Big5', async () => {
  const [line = ''] = vectors.bank.sample
  const reversal = line.replace('+0000001000ATM       ', '-0000000400許功蓋臺灣')
  const { lines, summary } = await readAll('bank', [bytesOf(line, reversal)])
  expect(lines[1]?.values).toMatchObject({ AmountSign: 'Minus', Amount: 400, Summary: '許功蓋臺灣' })
  expect(summary).toMatchObject({ header: null, count: 2, sum: 600 })
})

/** A change of the lines of the file, and the refusal that follows. */
type Mistake = readonly [
  title: string,
  change: (lines: string[]) => readonly string[],
  place: readonly [number, number],
  message: string,
]

/** Replaces bytes of a line; the first line and the first byte are 1. */
const write = (lineNo: number, column: number, text: string) => (lines: string[]) =>
  lines.map((line, index) =>
    index === lineNo - 1 ? line.slice(0, column - 1) + text + line.slice(column - 1 + text.length) : line,
  )

const mistakes: readonly Mistake[] = [
  [
    'that ends within a line',
    (lines) => [...lines.slice(0, 3), '27A1'],
    [4, 5],
    '第 4 列的長度只有 4 個位元組，應為 120 個位元組。檔案可能被截斷，或以其他編碼重新存檔；請重新取得原始檔案。',
  ],
  [
    'that ends between two lines',
    (lines) => lines.slice(0, 4),
    [5, 1],
    '檔案在第 4 列結束，沒有檔尾，可能在傳輸時被截斷。請重新取得完整的檔案。',
  ],
  [
    'with a line that is too long',
    (lines) => lines.map((line, index) => (index === 2 ? `${line} ` : line)),
    [3, 121],
    '第 3 列的長度超過 120 個位元組。檔案可能被截斷，或以其他編碼重新存檔；請重新取得原始檔案。',
  ],
  [
    'without a line break',
    (lines) => [lines.join('').repeat(100)],
    [1, 121],
    '第 1 列的長度超過 120 個位元組。檔案可能被截斷，或以其他編碼重新存檔；請重新取得原始檔案。',
  ],
  [
    'without a header',
    (lines) => lines.slice(1),
    [1, 1],
    '第 1 列不是檔頭：第 1 個位元組起的「資料別」是「2」，應為「1」。請通路更正後重新傳送檔案。',
  ],
  [
    'with a second header',
    (lines) => [lines[0] ?? '', ...lines],
    [2, 1],
    '第 2 列不是明細或檔尾：第 1 個位元組起的「資料別」是「1」，應為「2」或「3」。請通路更正後重新傳送檔案。',
  ],
  [
    'with a line after the trailer',
    (lines) => [...lines, lines[1] ?? ''],
    [6, 1],
    '第 6 列在檔尾之後：檔尾必須是最後一列。請通路更正後重新傳送檔案。',
  ],
  [
    'with an empty line that is not the last',
    (lines) => [...lines.slice(0, 3), '', ...lines.slice(3)],
    [4, 1],
    '第 4 列的長度只有 0 個位元組，應為 120 個位元組。檔案可能被截斷，或以其他編碼重新存檔；請重新取得原始檔案。',
  ],
  [
    'with a line of another encoding',
    write(2, 1, '\xef\xbb\xbf'),
    [2, 1],
    '第 2 列不是明細或檔尾：第 1 個位元組起的「資料別」有無法辨識的內容，應為「2」或「3」。請通路更正後重新傳送檔案。',
  ],
  [
    'with a payment that was not debited',
    write(2, 43, '01'),
    [2, 43],
    '第 2 列不是明細：第 43 個位元組起的「扣款狀況」是「01」，應為「00」。請通路更正後重新傳送檔案。',
  ],
  [
    'with letters in an amount',
    write(2, 96, '00000I000'),
    [2, 96],
    '第 2 列第 96 個位元組起的「繳款金額」是「00000I000」，應為右靠、左補 0 的整數。請通路更正後重新傳送檔案。',
  ],
  [
    'with blanks before an amount',
    write(3, 56, '    20000'),
    [3, 56],
    '第 3 列第 56 個位元組起的「繳款金額」是「    20000」，應為右靠、左補 0 的整數。請通路更正後重新傳送檔案。',
  ],
  [
    'with a day that does not exist',
    write(2, 53, '20260230'),
    [2, 53],
    '第 2 列第 53 個位元組起的「繳款日期」是「20260230」，不是有效的日期，格式應為 yyyyMMdd。請通路更正後重新傳送檔案。',
  ],
  [
    'with a wrong sum',
    write(5, 29, '0000000002150100'),
    [5, 29],
    '第 5 列第 29 個位元組起的「總金額」是 21,501，但明細合計是 21,500。檔案不完整或內容有誤，請通路更正後重新傳送檔案。',
  ],
  [
    'with cents in the sum',
    write(5, 29, '0000000002150050'),
    [5, 29],
    '第 5 列第 29 個位元組起的「總金額」是「0000000002150050」，應為右靠、左補 0 的整數。請通路更正後重新傳送檔案。',
  ],
  [
    'with a wrong count',
    (lines) => [...lines.slice(0, 2), ...lines.slice(1, 2), ...write(5, 29, '0000000002250000')(lines).slice(2)],
    [6, 45],
    '第 6 列第 45 個位元組起的「總筆數」是 3，但明細合計是 4。檔案不完整或內容有誤，請通路更正後重新傳送檔案。',
  ],
  [
    'with the trailer of another file',
    write(5, 10, 'TFM     '),
    [5, 10],
    '第 5 列第 10 個位元組起的「代收機構代號」是「TFM」，與檔頭的「7111111」不同。檔案可能由不同的檔案合併而成，請通路更正後重新傳送檔案。',
  ],
  [
    'with a line after Ctrl-Z',
    (lines) => [...lines.slice(0, 4), '\x1a', ...lines.slice(4)],
    [5, 2],
    '第 5 列的長度只有 1 個位元組，應為 120 個位元組。檔案可能被截斷，或以其他編碼重新存檔；請重新取得原始檔案。',
  ],
  [
    'with UTF-8 in the code of the agency',
    write(4, 10, Buffer.from('繳費').toString('latin1')),
    [4, 10],
    '第 4 列第 10 個位元組起的「代收機構代號」不是 Big5 編碼的文字。請通路更正後重新傳送檔案。',
  ],
  [
    'with half a character in an account',
    write(4, 70, '\xbb\x4f\xc6'),
    [4, 70],
    '第 4 列第 70 個位元組起的「銷帳編號」不是 Big5 編碼的文字。請通路更正後重新傳送檔案。',
  ],
  [
    'with a control character in an item',
    write(4, 67, 'A\0B'),
    [4, 67],
    '第 4 列第 67 個位元組起的「代收項目」不是 Big5 編碼的文字。請通路更正後重新傳送檔案。',
  ],
]

describe('a file is refused as a whole', () => {
  test.each(mistakes)('%s', async (_, change, [lineNo, column], message) => {
    const bytes = Buffer.from(change(linesOf(file)).join('\r\n'), 'latin1')
    for (const size of [64, bytes.length]) {
      const refusal: unknown = await verifyBankFile(layouts.store, inChunks(bytes, size), bankFileTools).catch(
        (error: unknown) => error,
      )
      expect(refusal).toBeInstanceOf(BankFileRefusal)
      expect(refusal).toMatchObject({ code: '3001', lineNo, column, message })
    }
  })

  test('with an invalid sign or day of the Republic of China', async () => {
    const [bank = '', post = ''] = [vectors.bank.sample[0], vectors.post.sample[0]]
    await expect(readAll('bank', [bytesOf(bank.replace('+', ' '))])).rejects.toThrow(
      '第 1 列第 44 個位元組起的「正負號」是「 」，應為「+」或「-」',
    )
    await expect(readAll('post', [bytesOf(post.replace('1151127', '1150229'))])).rejects.toThrow(
      '「交易日期」是「1150229」，不是有效的日期，格式應為民國年 yyyMMdd',
    )
  })

  test('that is empty, or has more lines than allowed', async () => {
    await expect(readAll('bank', [])).rejects.toMatchObject({
      code: '3003',
      message: '檔案沒有任何資料，請重新選擇檔案。',
    })
    await expect(readAll('store', [file], 3)).rejects.toMatchObject({
      code: '3002',
      message: '檔案超過 3 列，請分成數個檔案。',
    })
  })

  test('before its end, if it is endless and has no line break', async () => {
    let read = 0
    const endless = function* () {
      for (; ; read++) yield new Uint8Array(65_536).fill(0x31)
    }
    await expect(readAll('store', endless())).rejects.toThrow('第 1 列的長度超過 120 個位元組')
    expect(read).toBe(0)
  })
})

describe('a value on which no payment depends stops no file', () => {
  const bank = vectors.bank.sample[0] ?? ''
  /** Returns the first line of a file of the bank with these bytes at a column, and the summary of the file. */
  const withBytes = async (column: number, text: string) => {
    const { lines, summary } = await readAll('bank', [
      Buffer.from(write(1, column, text)([bank, bank]).join('\r\n'), 'latin1'),
    ])
    return { values: lines[0]?.values, unread: summary.unread }
  }
  const unread = (label: string) => [{ label, count: 1, firstLineNo: 1 }]

  test.each([
    ['half a character at its end', 'A\xa4\xa4\xa4\xe5\xba\xde\xb2\x7a\xb6', 'A中文管理?'],
    ['a character that the bank has defined itself', '\xa4\xfd\xfa\x40\xa9\xfa    ', '王?明'],
    ['a control character', 'AT\0M      ', 'AT?M'],
  ])('a summary with %s keeps what can be read', async (_, bytes, Summary) => {
    expect(await withBytes(55, bytes)).toMatchObject({ values: { Summary, Amount: 1000 }, unread: unread('摘要') })
  })

  test.each([
    ['a time that does not exist', 22, '251530', 'TradeTime', unread('交易時間')],
    ['a blank time', 22, '      ', 'TradeTime', []],
    ['letters in the real account', 1, '12345ABC90123', 'RealAccount', unread('實體帳號')],
    ['a blank real account', 1, ' '.repeat(13), 'RealAccount', []],
    ['letters in the fee', 101, '1O5', 'ChannelFee', unread('手續費')],
    ['a blank fee', 101, '   ', 'ChannelFee', []],
  ])('%s: the line has no such value', async (_, column, bytes, field, fields) => {
    const { values, unread } = await withBytes(column, bytes)
    expect([values?.[field], values?.Amount, unread]).toEqual([undefined, 1000, fields])
  })

  test('text of stores, of the post office, and the time of a remittance', async () => {
    const store = Buffer.from(write(2, 18, '\xbb\x4f\xa5\x5f\xb6 ')(linesOf(file)).join('\r\n'), 'latin1')
    const { lines, summary } = await readAll('store', [store])
    expect([lines[1]?.values.StoreNo, lines[1]?.values.Amount, summary.unread]).toEqual([
      '臺北?',
      1000,
      [{ label: '門市代號', count: 1, firstLineNo: 2 }],
    ])
    const [post = ''] = vectors.post.sample
    expect(
      (await readAll('post', [Buffer.from(write(1, 45, '115113\xff')([post]).join(), 'latin1')])).summary.unread,
    ).toEqual(unread('繳款期限'))
    const remittance = `20261130      01${'7A1'}0000012345601`.padEnd(128)
    expect(await detailsOf('cashFlow', remittance)).toEqual([
      { RemitDate: '2026-11-30', ChannelId: '01', MarketItemCode: '7A1', Amount: 123456, BatchNo: '01' },
    ])
  })

  test('the lines are counted by field', async () => {
    const cut = write(1, 64, '\xb6')([bank])[0] ?? ''
    const bytes = Buffer.from([bank, cut, write(1, 22, '999999')([cut])[0], cut].join('\r\n'), 'latin1')
    expect((await readAll('bank', [bytes])).summary.unread).toEqual([
      { label: '摘要', count: 3, firstLineNo: 2 },
      { label: '交易時間', count: 1, firstLineNo: 3 },
    ])
  })
})

describe('what editors and transfer programs add', () => {
  const [end, mark] = [
    (text: string) => Buffer.concat([file, Buffer.from(text, 'latin1')]),
    Buffer.from('\xef\xbb\xbf', 'latin1'),
  ]

  test.each([
    ['Ctrl-Z at the end', end('\x1a')],
    ['Ctrl-Z at the end of the last line', Buffer.concat([file.subarray(0, -2), Buffer.from('\x1a')])],
    ['an empty last line', end('\r\n')],
    ['empty last lines and Ctrl-Z', end('\n\r\n\x1a\x1a\r\n')],
    ['a byte order mark', Buffer.concat([mark, file])],
  ])('%s changes neither the lines nor the hash', async (_, bytes) => {
    const expected = await readAll('store', [file])
    for (const size of [1, 2, 3, 122, 124, bytes.length])
      expect(await readAll('store', inChunks(bytes, size))).toEqual(expected)
  })

  test('a byte order mark is removed only once, and a long row of blank lines is refused without being kept in memory', async () => {
    await expect(readAll('store', [Buffer.concat([mark, mark, file])])).rejects.toThrow(
      '第 1 列的長度超過 120 個位元組',
    )
    await expect(readAll('store', inChunks(end('\n'.repeat(5000)), 100))).rejects.toThrow('第 6 列')
  })
})

describe('the writer throws an error for a value that the file would not return', () => {
  test.each([
    [
      'a text that is too long',
      payment(1, { StoreNo: '123456789' }),
      "'StoreNo' of line 2 cannot hold '123456789' in 8 bytes.",
    ],
    ['a character that Big5 lacks', payment(1, { StoreNo: '堃' }), "'StoreNo' of line 2 cannot hold '堃' in 8 bytes."],
    [
      'a day that does not exist',
      payment(1, { TradeDate: '2026-02-30' }),
      "'TradeDate' of line 2 cannot hold '2026-02-30' in 8 bytes.",
    ],
    [
      'a negative amount',
      { ...insurance, values: { ...insurance.values, Amount: -1 } },
      "'Amount' of line 2 cannot hold '-1' in 9 bytes.",
    ],
    [
      'an account with leading zeros',
      { ...insurance, values: { ...insurance.values, VACAccount: '0077' } },
      "'VACAccount' of line 2 cannot hold '0077' in 16 bytes.",
    ],
    [
      'an amount that differs from the barcode',
      payment(1, { Amount: 2 }),
      "'Amount' of line 2 is '2', but would be read as '1'.",
    ],
    ['another fixed value', payment(1, { DebitStatus: '01' }), "'DebitStatus' of line 2 is '01', but must be '00'."],
    [
      'a payment that looks like one of insurance',
      payment(1, { AgencyCode: 'I0O' }),
      "Line 2 would be read as 'insurance' and not as 'payment'.",
    ],
    ['a missing value', { kind: 'payment', values: {} }, "'AgencyCode' of line 2 has no value."],
    ['an unknown kind of line', { kind: 'refund', values: {} }, "The layout '超商資訊流' has no detail line 'refund'."],
  ])('%s', (_, detail, message) => expect(() => writeAll('store', { header, details: [detail] })).toThrow(message))
})
