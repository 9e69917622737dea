import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import type { Answer } from '../../../support/client'
import { writeAll } from '../../../support/payments/bank-files'
import { type Portal, portal } from '../../../support/portal'
import { book, reported } from '../support/booking'
import { atBank } from '../support/files'
import { uploader } from '../support/uploaded-files'
import { accountsIn, debitBill, debitsOf, givenDebits, storedBill } from './debits'
import { changed, fiscReply, ownReply, r01 } from './replies'

let here: Portal
let maker: ReturnType<typeof debitsOf>
let upload: ReturnType<typeof uploader>

beforeEach(async () => {
  here = await portal()
  await givenDebits(here)
  maker = debitsOf(await here.as('CustomerMaker'))
  upload = uploader(here, await here.as('BankOperator'))
})

const exported = async (count: number): Promise<{ bills: RecordValues[]; file: Answer }> => {
  const bills: RecordValues[] = []
  for (let no = 0; no < count; no++) bills.push(await debitBill(here))
  return { bills, file: await maker.export() }
}

const linesOf = ({ SerialId }: RecordValues) =>
  here.db.selectFrom('transaction_line').selectAll().where('bill_serial_id', '=', Number(SerialId)).execute()

describe('a reply of the clearing house', () => {
  test('settles the debited bills, frees the others with the reason, and counts those without an answer', async () => {
    const { bills, file } = await exported(3)
    const [paid, refused, unanswered] = bills as [RecordValues, RecordValues, RecordValues]
    const record = await upload(r01(file, ['00', '01', null]))
    expect(record).toMatchObject({
      Layout: 'achR01',
      ImportStatus: 'Succeeded',
      LineCount: 2,
      WrittenOffCount: 1,
      ExceptionCount: 0,
      ResultText: '2 筆回覆已處理：成功 1 筆（銷帳 1 筆、例外 0 筆），失敗 1 筆。這些匯出檔還有 1 筆未回覆。',
    })
    expect(await storedBill(here, paid)).toMatchObject({
      pay_status: 'Paid',
      paid_amount: 1000,
      channel_id: '09',
      debit_export_time: null,
    })
    expect(await linesOf(paid)).toMatchObject([
      { channel_id: '09', trade_date: '2026-11-24', txn_seq: '000001', write_off_status: 'WrittenOff', amount: 1000 },
    ])
    expect(await storedBill(here, refused)).toMatchObject({ pay_status: 'Unpaid', debit_export_time: null })
    expect(await storedBill(here, unanswered)).toMatchObject({ debit_export_time: expect.any(String) })
    const [{ FileId, ...counts }] = (await maker.files()).data.Files
    expect(counts).toMatchObject({ SucceededCount: 1, RefusedCount: 1, UnansweredCount: 1 })
    expect((await maker.records(FileId)).data.Records[0]).toMatchObject({
      BillNo: refused.BillNo,
      State: 'Refused',
      ResultCode: '01',
      ResultText: '存款不足',
    })
    // A refused bill can go out again.
    await maker.newFile()
    expect(accountsIn(await maker.export())).toEqual([refused.VACAccount])
  })

  test('that comes twice counts once, in the same file and in another one', async () => {
    const { bills, file } = await exported(2)
    await upload(r01(file, ['00', null]))
    const record = await upload(r01(file, ['00', '00']))
    expect(record).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 1, WrittenOffCount: 1 })
    for (const bill of bills) expect(await storedBill(here, bill)).toMatchObject({ paid_amount: 1000 })
    const again = await here.as('BankOperator')
    const form = new FormData()
    form.set('File', new File([new Uint8Array(r01(file, ['00', '00']))], 'again.txt'))
    const { SerialId } = record
    expect(await again.request('POST', '/BankFile', { form })).toMatchObject({
      code: '2003',
      message: expect.stringContaining(`序號 ${SerialId}`),
    })
  })

  test('of a bill that was paid at a counter meanwhile is a duplicate payment', async () => {
    const { bills, file } = await exported(1)
    const [bill] = bills as [RecordValues]
    const counter = reported({ ChannelId: '00', VACAccount: String(bill.VACAccount) })
    await book(here, counter)
    const record = await upload(r01(file, ['00']))
    expect(record).toMatchObject({ ImportStatus: 'Succeeded', WrittenOffCount: 0, ExceptionCount: 1 })
    expect(await storedBill(here, bill)).toMatchObject({ paid_amount: 1000 })
    expect(await linesOf(bill)).toContainEqual(
      expect.objectContaining({ channel_id: '09', write_off_status: 'Exception', exception_type: 'Duplicate' }),
    )
  })

  describe('of a bill that was partly paid at a counter meanwhile', () => {
    let bill: RecordValues
    let file: Answer

    beforeEach(async () => {
      await here.given.billCategory({ BillCategoryCode: 'PART', AllowPartial: true })
      bill = await debitBill(here, { bill: { BillCategoryCode: 'PART' } })
      file = await maker.export()
      const counter = { ChannelId: '00', VACAccount: String(bill.VACAccount), Amount: 400, NetAmount: 390 }
      await book(here, reported(counter))
    })

    test.each(['the reply', 'the line of the bank'])(
      'keeps the bill out of further files until the debited money is written off, if %s comes first',
      async (first) => {
        const values = { TradeDate: '2026-11-24', TxnSeq: '000001', ChannelId: '09' } as const
        if (first === 'the line of the bank')
          await book(here, reported({ ...values, VACAccount: String(bill.VACAccount) }))
        await upload(r01(file, ['00']))
        expect(await linesOf(bill)).toContainEqual(
          expect.objectContaining({ channel_id: '09', write_off_status: 'Exception', amount: 1000 }),
        )
        expect((await maker.preview()).data).toMatchObject({
          Count: 0,
          Reasons: [{ Reason: 'Unsettled', Count: 1 }],
        })
        for (const answer of [await maker.newFile(), await maker.newFile({ DebitDate: '2026-11-25' })])
          expect(answer).toMatchObject({ code: '2006', message: expect.stringContaining('扣款成功、尚未銷帳 1 張') })
        await here.db
          .updateTable('transaction_line')
          .set({ write_off_status: 'Invalid' })
          .where('channel_id', '=', '09')
          .execute()
        expect((await maker.preview()).data).toMatchObject({ Count: 1, Amount: 600 })
      },
    )
  })

  test('with a code in no list counts as refused, and is shown as it came', async () => {
    const { bills, file } = await exported(1)
    await upload(r01(file, ['77']))
    expect(await storedBill(here, bills[0] ?? {})).toMatchObject({ pay_status: 'Unpaid', debit_export_time: null })
    const [{ FileId }] = (await maker.files()).data.Files
    expect((await maker.records(FileId)).data.Records).toMatchObject([
      { State: 'Refused', ResultCode: '77', ResultText: null },
    ])
  })

  test('with a record that names nothing known counts and names it, and processes the others', async () => {
    const { bills, file } = await exported(2)
    const reply = changed(r01(file, ['00', '00']), { row: 2, start: 137, text: '99999999999999' })
    expect(await upload(reply)).toMatchObject({
      ImportStatus: 'Succeeded',
      ResultText: expect.stringContaining('查無匯出紀錄、沒有處理 1 筆（第 3 列「99999999999999」）'),
    })
    expect(await storedBill(here, bills[0] ?? {})).toMatchObject({ pay_status: 'Paid' })
    expect(await storedBill(here, bills[1] ?? {})).toMatchObject({ pay_status: 'Unpaid' })
  })

  test.each([
    ['the account of a line was changed', { row: 1, start: 49, text: '9' }, /「收受者帳號」與匯出檔/],
    ['the sums of the trailer differ', { row: 3, start: 55, text: '9' }, /「總金額」是/],
    ['it is of another batch', { row: 0, start: 1, text: 'BOF' }, /沒有任何一筆屬於本系統匯出的檔案/],
  ])('is refused as a whole if %s', async (name, change, message) => {
    const { bills, file } = await exported(2)
    const own = r01(file, ['00', '00'])
    const reply =
      name === 'it is of another batch'
        ? changed(changed(own, { row: 1, start: 108, text: '00009999' }), { row: 2, start: 108, text: '00009998' })
        : changed(own, change)
    const record = await upload(reply)
    expect(record).toMatchObject({ ImportStatus: 'Failed', ErrorMessage: expect.stringMatching(message) })
    for (const bill of bills)
      expect(await storedBill(here, bill)).toMatchObject({ paid_amount: 0, debit_export_time: expect.any(String) })
  })

  test('with another result than before is refused', async () => {
    const { bills, file } = await exported(2)
    await upload(r01(file, ['01', null]))
    const record = await upload(r01(file, ['00', '00']))
    expect(record).toMatchObject({
      ImportStatus: 'Failed',
      ErrorMessage: expect.stringMatching(/是「00」，但這一筆先前已回覆「01」/),
    })
    expect(await storedBill(here, bills[1] ?? {})).toMatchObject({ paid_amount: 0 })
  })

  test('and the line of the bank about the same debit are one payment', async () => {
    const { bills, file } = await exported(1)
    await upload(r01(file, ['00']))
    here.clock.set('2026-11-24T18:00:00+08:00')
    const later = uploader(here, await here.as('BankOperator'))
    const values = { TradeDate: '2026-11-24', AccountDate: '2026-11-24', TxnSeq: '000001', ChannelId: '09' }
    const record = await later(writeAll('bank', { details: [atBank(String(bills[0]?.VACAccount), values)] }))
    expect(record).toMatchObject({ Layout: 'bank', ImportStatus: 'Succeeded', RepeatedCount: 1, ExceptionCount: 0 })
    expect(await linesOf(bills[0] ?? {})).toHaveLength(1)
  })
})

test.each([
  ['Fisc200', 'fisc200Reply', (file: Answer) => fiscReply(file, ['0000', '4001'])],
  ['BankOwn', 'bankOwnReply', (file: Answer) => ownReply(file, ['00', '01'])],
] as const)('a reply to %s settles and frees bills', async (MediaFormat, layout, reply) => {
  const bills: RecordValues[] = []
  for (let no = 0; no < 2; no++)
    bills.push(await debitBill(here, { payer: { PayerType: 'Account', DebitUserNo: null } }))
  const file = await maker.export({ MediaFormat, TxId: undefined })
  expect(await upload(reply(file))).toMatchObject({ Layout: layout, ImportStatus: 'Succeeded', WrittenOffCount: 1 })
  expect(await storedBill(here, bills[0] ?? {})).toMatchObject({ pay_status: 'Paid', channel_id: '07' })
  expect(await storedBill(here, bills[1] ?? {})).toMatchObject({ pay_status: 'Unpaid', debit_export_time: null })
})

test('a debit of FISC is booked with the day on which the money was debited', async () => {
  const bill = await debitBill(here, { payer: { PayerType: 'Account', DebitUserNo: null } })
  const file = await maker.export({ MediaFormat: 'Fisc200', TxId: undefined })
  const reply = changed(fiscReply(file, ['0000']), { row: 0, start: 63, text: '1151125' })
  expect(await upload(reply)).toMatchObject({ ImportStatus: 'Succeeded', WrittenOffCount: 1 })
  expect(await linesOf(bill)).toMatchObject([{ trade_date: '2026-11-25', account_date: '2026-11-25' }])
})

test.each([
  ['before the requested day', '1151123'],
  ['long after it', '1151202'],
])('a reply of FISC with an actual day %s is refused as a whole', async (_, text) => {
  const bill = await debitBill(here, { payer: { PayerType: 'Account', DebitUserNo: null } })
  const file = await maker.export({ MediaFormat: 'Fisc200', TxId: undefined })
  const reply = changed(fiscReply(file, ['0000']), { row: 0, start: 63, text })
  expect(await upload(reply)).toMatchObject({
    ImportStatus: 'Failed',
    ErrorMessage: expect.stringMatching(
      /「實際扣款日期」是.*應為 2026\/11\/24 到 2026\/12\/01 之間的日期，整個檔案沒有處理/,
    ),
  })
  expect(await storedBill(here, bill)).toMatchObject({ paid_amount: 0 })
})
