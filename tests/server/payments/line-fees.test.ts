import { afterEach, describe, expect, test } from 'vitest'
import type { Layout } from '../../../src/schema/layouts/layout'
import type { LineValues } from '../../../src/server/payments/files/bank-file'
import { writeBankFile } from '../../../src/server/payments/files/write-bank-file'
import { bankCredit, sendSigned } from '../../support/payments/bank-credit'
import { layouts } from '../../support/payments/bank-files'
import { portal, twoCompanies } from '../../support/portal'
import { givenBill, newAccount, paidOn } from './support/booking'
import { divide } from './support/exceptions'
import { atBank, atStore, bookFile, fileOf } from './support/files'
import { expectCorrectLedger, person } from './support/persons'
import { uploader } from './support/uploaded-files'

const here = await portal()
const { as, given, ports } = here
await twoCompanies(here)
await given.marketItem({ MarketItemCode: '7B1', FeeBearType: 'Increase' })
await given.agreement({ ApplyCode: '77009', MarketItems: ['7B1'] })
await given.billCategory({ ApplyCode: '77009', MarketItemCode: '7B1', FeeBearType: 'Increase' })
const maker = await as('CustomerMaker', { ApplyCodes: ['77001', '77009'] })
const uploaded = uploader(here, await as('BankOperator', { UserId: 'bankop1' }))

afterEach(() => expectCorrectLedger(here))

/** Returns the line of an account as the page of lines shows it. */
const lineOf = async (account: unknown) => (await linesOf(account))[0]

const linesOf = async (account: unknown) => {
  const period = { DateType: 'TradeDate', StartDate: '2026-10-01', EndDate: '2026-12-31' }
  return (await maker.get('/TLDetail', { ...period, VACAccount: String(account) })).data.Items
}

let txnSeq = 0

/** Returns a file with a payment of 1000 at an ATM, and with these bytes in the field of the fee. */
const fileWithFee = (account: unknown, fee: string, values: LineValues = {}): Buffer => {
  const file = fileOf('bank', [atBank(String(account), { TxnSeq: String(++txnSeq).padStart(6, '0'), ...values })])
  Buffer.from(fee).copy(file, 100)
  return file
}

describe('a payment at an ATM has the fee of its line, and the fee of the table if the line has none', () => {
  test.each([
    ['another fee than the table', '015', { ChannelFee: 15, TableFee: 10, NetAmount: 985 }],
    ['the same fee', '010', { ChannelFee: 10, TableFee: null, NetAmount: 990 }],
    ['zeros', '000', { ChannelFee: 0, TableFee: 10, NetAmount: 1000 }],
    ['blanks', '   ', { ChannelFee: 10, TableFee: null, NetAmount: 990 }],
    ['letters', '1O5', { ChannelFee: 10, TableFee: null, NetAmount: 990 }],
  ])('%s', async (_, fee, expected) => {
    const bill = await givenBill(here)
    expect(await uploaded(fileWithFee(bill.VACAccount, fee))).toMatchObject({
      ImportStatus: 'Succeeded',
      WrittenOffCount: 1,
    })
    expect(await lineOf(bill.VACAccount)).toMatchObject({
      Amount: 1000,
      FeeBearType: 'Deduct',
      WriteOffStatus: 'WrittenOff',
      ...expected,
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
  })

  test('in a reversal, too', async () => {
    const { VACAccount } = await givenBill(here)
    await uploaded(fileWithFee(VACAccount, '015'))
    await uploaded(fileWithFee(VACAccount, '015', { AmountSign: 'Minus' }))
    expect(await linesOf(VACAccount)).toMatchObject(
      [1, 2].map(() => ({ WriteOffStatus: 'Reversed', ChannelFee: 15, TableFee: 10, NetAmount: 985 })),
    )
  })
})

describe("a payment that the bank's system has reported without a fee", () => {
  test('gets the fee of the file that reports it again, and counts once', async () => {
    const bill = await givenBill(here)
    const credit = bankCredit({
      VACAccount: String(bill.VACAccount),
      TradeDate: '2026-11-18',
      TradeTime: '101530',
      AccountDate: '2026-11-19',
      TxnSeq: '900001',
    })
    expect(await sendSigned(here, credit)).toMatchObject({ code: '0000', data: { WriteOffStatus: 'WrittenOff' } })
    expect(await lineOf(bill.VACAccount)).toMatchObject({ ChannelFee: 10, TableFee: null, NetAmount: 990 })
    const bytes = fileWithFee(bill.VACAccount, '015', { TxnSeq: '900001' })
    expect(await uploaded(bytes)).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 1, WrittenOffCount: 0 })
    expect(await lineOf(bill.VACAccount)).toMatchObject({
      ChannelFee: 15,
      TableFee: 10,
      NetAmount: 985,
      WriteOffStatus: 'WrittenOff',
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
  })

  test('keeps its fee if the line of the file has none; a line of another file keeps it, too', async () => {
    const [credited, filed] = [await givenBill(here), await givenBill(here)]
    await sendSigned(
      here,
      bankCredit({
        VACAccount: String(credited.VACAccount),
        TradeDate: '2026-11-18',
        TradeTime: '101530',
        TxnSeq: '900002',
      }),
    )
    await uploaded(fileWithFee(credited.VACAccount, '   ', { TxnSeq: '900002' }))
    expect(await lineOf(credited.VACAccount)).toMatchObject({ ChannelFee: 10, TableFee: null, NetAmount: 990 })
    for (const fee of ['015', '025']) await uploaded(fileWithFee(filed.VACAccount, fee, { TxnSeq: '900003' }))
    expect(await lineOf(filed.VACAccount)).toMatchObject({ ChannelFee: 15, TableFee: 10, NetAmount: 985 })
  })
})

describe('a payment in a store whose payer bears the fee of 10, if the store reports 12', () => {
  /** The layout of stores with a field for the fee. */
  const { payment, ...otherDetails } = layouts.store.details
  const { Reserved: _, ...fields } = payment?.fields ?? {}
  const withFee: Layout = {
    ...layouts.store,
    details: {
      ...otherDetails,
      payment: {
        fields: {
          ...fields,
          ChannelFee: { type: 'number', offset: 105, length: 3, label: '手續費', optional: true },
          Reserved: { type: 'filler', offset: 108, length: 13 },
        },
      },
    },
  }

  const bookAtStore = (account: unknown, amount: number) => {
    const detail = atStore(String(account), {
      Barcode1: '1511307B1',
      Barcode3: `113023${String(amount).padStart(9, '0')}`,
      ChannelFee: 12,
    })
    const content = {
      header: { CompanyCode: '7B1', AgencyCode: '7111111', TransDate: '2026-11-19' },
      details: [detail],
    }
    const bytes = Buffer.concat([...writeBankFile(withFee, content, ports.bankFileTools.big5)])
    return bookFile({ ports: { ...ports, layouts: { ...layouts, store: withFee } } }, { layout: 'store', bytes })
  }
  const paid = (ShouldPayAmount: number) =>
    givenBill(here, { ApplyCode: '77009', VACAccount: newAccount('77009'), ShouldPayAmount })

  test('pays its bill by the fee that was printed, and the company gets what the store leaves', async () => {
    const bill = await paid(1000)
    expect(await bookAtStore(bill.VACAccount, 1010)).toMatchObject({ writtenOff: 1 })
    expect(await lineOf(bill.VACAccount)).toMatchObject({
      Amount: 1010,
      FeeBearType: 'Increase',
      ChannelFee: 12,
      TableFee: 10,
      NetAmount: 998,
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, pay_status: 'Paid', entries: 1000 })
  })

  test('is divided without the printed fee; its parts share both fees', async () => {
    const account = newAccount('77009')
    expect(await bookAtStore(account, 1010)).toMatchObject({ exceptions: 1 })
    const [first, second] = [await paid(600), await paid(400)]
    const clerk = person(here, 'maker01', ['77009'])
    const { SerialId } = await lineOf(account)
    await expect(clerk.handle(Number(SerialId), divide(first, await paid(398)))).rejects.toThrow(
      '須等於 1,000 元（交易金額扣除繳款人負擔的手續費 10 元）',
    )
    await clerk.handle(Number(SerialId), divide(first, second))
    for (const [bill, amount] of [
      [first, 600],
      [second, 400],
    ] as const)
      expect(await paidOn(here, bill)).toMatchObject({ paid_amount: amount, entries: amount })
    const parts = here.db
      .selectFrom('transaction_line')
      .select(['amount', 'channel_fee', 'table_fee', 'net_amount'])
      .where('parent_serial_id', '=', Number(SerialId))
    expect(await parts.orderBy('serial_id').execute()).toEqual([
      { amount: 606, channel_fee: 7, table_fee: 6, net_amount: 599 },
      { amount: 404, channel_fee: 5, table_fee: 4, net_amount: 399 },
    ])
  })
})
