import { afterEach, describe, expect, test } from 'vitest'
import type { LineValues } from '../../../src/server/payments/files/bank-file'
import { uploadBankFile } from '../../support/payments/bank-file-upload'
import { writeAll } from '../../support/payments/bank-files'
import { portal, twoCompanies } from '../../support/portal'
import { givenBill, newAccount } from './support/booking'
import { atBank, fileOf } from './support/files'
import { expectCorrectLedger } from './support/persons'
import { cashFlow, header, payment, remittance, storeFile, uploader } from './support/uploaded-files'

const here = await portal()
const { as, db, log, ports } = here
await twoCompanies(here)
const operator = await as('BankOperator', { UserId: 'bankop1' })
const uploaded = uploader(here, operator)

afterEach(() => expectCorrectLedger(here))

describe('values that cannot be right', () => {
  const withPayment = (values: LineValues) => fileOf('bank', [atBank(newAccount()), atBank(newAccount(), values)])
  const place = (column: number) => ({ ImportStatus: 'Failed', LineCount: null, ErrorLine: 2, ErrorColumn: column })

  test.each([
    [
      'an amount of 0',
      { Amount: 0 },
      45,
      '第 2 列第 45 個位元組起的「交易金額」是「0」，應為 1 到 99,999,999 的金額。請通路更正後重新傳送檔案。',
    ],
    ['an amount of nine digits', { Amount: 100_000_000 }, 45, /是「100,000,000」，應為 1 到 99,999,999 的金額/],
    [
      'a payment of another year',
      { TradeDate: '2006-11-18' },
      14,
      /起的「交易日期」是「2006\/11\/18」，應為 2026\/09\/21 到 2026\/11\/20 之間的日期/,
    ],
    ['a payment of tomorrow', { TradeDate: '2026-11-21' }, 14, /應為 2026\/09\/21 到 2026\/11\/20 之間的日期/],
  ])('%s: the file is refused with line and byte, and the log says so', async (_, values, column, message) => {
    log.lines.length = 0
    const file = await uploaded(withPayment(values), { Layout: 'bank' })
    expect(file).toMatchObject(place(column))
    expect(file.ErrorMessage).toMatch(message)
    expect(log.lines.filter(({ event }) => event === 'bank file refused')).toMatchObject([
      { facts: { file: file.SerialId, lineNo: 2, column } },
    ])
  })

  test('a day in the header', async () => {
    const file = await uploaded(
      writeAll('store', {
        header: { ...header, TransDate: '2062-11-19' },
        details: [{ kind: 'payment', values: payment }],
      }),
    )
    expect(file).toMatchObject({ ImportStatus: 'Failed', ErrorLine: 1 })
    expect(file.ErrorMessage).toMatch(/是「2062\/11\/19」，應為 2026\/09\/21 到 2027\/01\/19 之間的日期/)
  })

  test('a remittance of nothing; one may be larger than a payment', async () => {
    expect(await uploaded(cashFlow(remittance(100_000_000), remittance(0)))).toMatchObject({
      ImportStatus: 'Failed',
      ErrorLine: 2,
      ErrorColumn: 20,
    })
    expect(await uploaded(cashFlow(remittance(100_000_000)))).toMatchObject({ ImportStatus: 'Succeeded' })
    expect(await uploaded(cashFlow(remittance(1, { RemitDate: '2006-11-19' })))).toMatchObject({
      ImportStatus: 'Failed',
      ErrorLine: 1,
      ErrorColumn: 1,
    })
  })
})

describe('a wrong file', () => {
  test.each([
    [
      'that is cut off',
      (file: Buffer) => file.subarray(0, 200),
      { ErrorLine: 2 },
      /第 2 列的長度只有 \d+ 個位元組，應為 120 個位元組/,
    ],
    [
      'without its trailer',
      (file: Buffer) => file.subarray(0, 2 * 122),
      { ErrorLine: 3, ErrorColumn: 1 },
      /沒有檔尾，可能在傳輸時被截斷/,
    ],
    [
      'with a wrong sum',
      (file: Buffer) => changed(file, { line: 2, column: 104, text: '9' }),
      { ErrorLine: 4 },
      /明細合計是/,
    ],
    [
      'with another encoding in one line',
      (file: Buffer) => changed(file, { line: 2, column: 10, text: Buffer.from('臺北') }),
      { ErrorLine: 2, ErrorColumn: 10 },
      /不是 Big5 編碼的文字/,
    ],
  ])('%s is refused with line and byte, and nothing is booked', async (_, damage, place, message) => {
    const good = storeFile(1000, 2000)
    const file = await uploaded(damage(good))
    expect(file).toMatchObject({ Layout: 'store', ImportStatus: 'Failed', LineCount: null, ...place })
    expect(file.ErrorMessage).toMatch(message)
    expect(
      await db
        .selectFrom('transaction_line')
        .select('serial_id')
        .where('bank_file_serial_id', '=', file.SerialId)
        .execute(),
    ).toEqual([])
  })

  test('of no known kind is refused during the upload', async () => {
    const answer = await uploadBankFile(operator, Buffer.from('姓名,金額\r\n王大明,100\r\n'))
    expect(answer).toMatchObject({ code: '3001' })
    expect(answer.message).toMatch(/無法由第 1 列判斷檔案種類，它應是.*超商資訊流（每列 120 個位元組）/)
  })

  test('of another kind than chosen is refused', async () => {
    const file = await uploaded(storeFile(1000), { Layout: 'post' })
    expect(file).toMatchObject({ Layout: 'post', ImportStatus: 'Failed', ErrorLine: 1 })
  })

  test('without content is refused', async () => {
    expect(await uploadBankFile(operator, Buffer.alloc(0))).toMatchObject({ code: '3003' })
  })

  test('that is larger than uploads may be is refused', async () => {
    const tooLarge = Buffer.alloc(ports.settings.maxUploadBytes + 100_000, 0x20)
    expect(await uploadBankFile(operator, tooLarge)).toMatchObject({ status: 413 })
  })
})

describe('bytes that cannot be read, where no payment depends on them', () => {
  /** Half of a character, as a bank's fixed width cuts it, and one that the bank has defined itself (造字). */
  const [half, ownCharacter] = [
    Buffer.from([0xba, 0xde, 0xb2, 0x7a, 0xb6, 0x4f, 0xa4, 0xa4, 0x41, 0xb6]),
    Buffer.from([0xfa, 0x40]),
  ]
  const lineStates = (SerialId: number) =>
    db
      .selectFrom('transaction_line')
      .select(['trade_time', 'store_no', 'write_off_status'])
      .where('bank_file_serial_id', '=', SerialId)
      .orderBy('txn_seq')
      .execute()

  test('in the first line of a file of the bank: its kind is recognized, its payments are written off, and a notice names the fields', async () => {
    const bills = [await givenBill(here), await givenBill(here)]
    const good = fileOf(
      'bank',
      bills.map(({ VACAccount }, index) => atBank(String(VACAccount), { TxnSeq: `00090${index}` })),
    )
    const cut = changed(changed(good, { line: 1, column: 55, text: half }), { line: 2, column: 55, text: ownCharacter })
    const file = await uploaded(
      changed(changed(cut, { line: 2, column: 22, text: '251530' }), { line: 2, column: 65, text: ' \0' }),
    )
    expect(file).toMatchObject({
      Layout: 'bank',
      ImportStatus: 'Succeeded',
      LineCount: 2,
      WrittenOffCount: 2,
      ErrorMessage: null,
    })
    expect(file.Notice).toBe(
      '有無法辨識的內容：「摘要」2 列（首見於第 1 列）、「交易時間」1 列（首見於第 2 列）、「代理行」1 列（首見於第 2 列）。' +
        '無法辨識的字以「?」代替，其他欄位視同空白，不影響入帳；如需原文，請洽通路。',
    )
    expect(await lineStates(file.SerialId)).toEqual([
      { trade_time: '101530', store_no: '0001', write_off_status: 'WrittenOff' },
      { trade_time: null, store_no: ' ?01', write_off_status: 'WrittenOff' },
    ])
  })

  test('in a file of a store, and in remittances: the time of a remittance is no reason to store it twice', async () => {
    const file = await uploaded(changed(storeFile(3000), { line: 2, column: 18, text: ownCharacter }))
    expect(file).toMatchObject({
      ImportStatus: 'Succeeded',
      ExceptionCount: 1,
      Notice: expect.stringContaining('「門市代號」1 列（首見於第 2 列）'),
    })
    const [first, again] = [cashFlow(remittance(777)), cashFlow(remittance(777), remittance(888))].map((bytes) =>
      changed(bytes, { line: 1, column: 9, text: '      ' }),
    )
    expect(await uploaded(first ?? Buffer.alloc(0))).toMatchObject({
      ImportStatus: 'Succeeded',
      RepeatedCount: 0,
      Notice: null,
    })
    expect(await uploaded(again ?? Buffer.alloc(0))).toMatchObject({
      ImportStatus: 'Succeeded',
      RepeatedCount: 1,
      Notice: null,
    })
  })

  test('a file without such bytes has no notice', async () => {
    expect(await uploaded(storeFileOf('2026-11-16', 4000))).toMatchObject({ ImportStatus: 'Succeeded', Notice: null })
  })
})

describe('what editors and transfer programs add to a file', () => {
  // A file with the header of an earlier file would be held, so each has a day of its own.
  const additions: readonly (readonly [string, number, (file: Buffer) => Buffer])[] = [
    ['Ctrl-Z', 10, (file) => Buffer.concat([file, Buffer.from([0x1a])])],
    ['an empty last line', 12, (file) => Buffer.concat([file, Buffer.from('\r\n')])],
    ['a byte order mark', 14, (file) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), file])],
  ]

  test.each(additions)('%s: the file is booked, and the same file without it is a repeat', async (_, day, add) => {
    const good = storeFileOf(`2026-11-${day}`, 5000 + day)
    const file = await uploaded(add(good))
    expect(file).toMatchObject({ Layout: 'store', ImportStatus: 'Succeeded', LineCount: 1, Notice: null })
    expect(await uploadBankFile(operator, good)).toMatchObject({
      code: '2003',
      message: expect.stringContaining(`序號 ${file.SerialId}`),
    })
  })

  test.each(additions)('%s: the file is a repeat if it was booked without it', async (_, day, add) => {
    const good = storeFileOf(`2026-11-${day + 1}`, 6000 + day)
    const file = await uploaded(good)
    expect(await uploadBankFile(operator, add(good))).toMatchObject({
      code: '2003',
      message: expect.stringContaining(`序號 ${file.SerialId}`),
    })
  })
})

/** Returns a file that a store chain sent on a day, with a payment. */
const storeFileOf = (TransDate: string, amount: number): Buffer =>
  writeAll('store', {
    header: { ...header, TransDate },
    details: [{ kind: 'payment', values: { ...payment, Barcode3: `113023${String(amount).padStart(9, '0')}` } }],
  })

/** Returns the file with these bytes of a line replaced; the first line and byte are 1. */
const changed = (
  file: Buffer,
  { line, column, text }: { line: number; column: number; text: string | Buffer },
): Buffer => {
  const copy = Buffer.from(file)
  const length = copy.indexOf('\n') + 1
  Buffer.from(text).copy(copy, (line - 1) * length + column - 1)
  return copy
}
