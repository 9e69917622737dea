import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { type Portal, portal } from '../../support/portal'
import { givenAgreements, givenBill, newAccount, paidOn } from './support/booking'
import { atBank, atPost, atStore, bookFile, fileOf } from './support/files'
import { expectCorrectLedger } from './support/persons'

let place: Portal | undefined

const opened = async (): Promise<Portal> => {
  place = await portal()
  await givenAgreements(place)
  return place
}

afterEach(async () => {
  if (place) await expectCorrectLedger(place)
})

const linesIn = async ({ ports }: Portal): Promise<readonly RecordValues[]> =>
  (
    await sql<RecordValues>`select * from transaction_line order by bank_file_serial_id, length(txn_seq), txn_seq`.execute(
      ports.db,
    )
  ).rows

/** Returns the sums of lines, entries and bills, which must be the same however often a file was interrupted. */
const sumsIn = async ({ ports }: Portal) => {
  const { rows } = await sql<RecordValues>`
    select (select count(*) from transaction_line) as lines, (select count(*) from payment) as entries,
      (select sum(amount) from payment) as amount, (select sum(paid_amount) from bill) as paid, (select count(*) from bill where pay_status = 'Paid') as bills`.execute(
    ports.db,
  )
  return rows[0]
}

/** Creates bills and returns a file that pays them, and two accounts without a bill. */
const fileForBills = async (here: Portal, count: number): Promise<Buffer> => {
  const accounts = Array.from({ length: count }, () => newAccount())
  const bill = await givenBill(here, { VACAccount: accounts[0] })
  await sql`
    insert into bill
    select r.*
    from bill b
    cross join jsonb_array_elements_text(${JSON.stringify(accounts)}::text::jsonb) with ordinality as a (account, no)
    cross join jsonb_populate_record(b, jsonb_build_object('serial_id', ${Number(bill.SerialId)} + no, 'bill_no', 'X' || no, 'vac_account', account)) as r
    where b.serial_id = ${bill.SerialId} and account <> b.vac_account`.execute(here.db)
  return fileOf(
    'store',
    [...accounts, newAccount(), newAccount()].map((account) => atStore(account)),
  )
}

test('a store line has the channel of its agency, the item of its barcode, its fee, and a transaction number of its file and line', async () => {
  const here = await opened()
  const bill = await givenBill(here)
  const bytes = fileOf('store', [atStore(String(bill.VACAccount)), atStore(newAccount(), { AgencyCode: 'TFM' })])
  expect(await bookFile(here, { layout: 'store', bytes })).toEqual({
    accepted: 2,
    repeated: 0,
    writtenOff: 1,
    exceptions: 1,
    reversed: 0,
  })
  const [first, second] = await linesIn(here)
  expect(first).toMatchObject({
    channel_id: '01',
    market_item_code: '7A1',
    store_no: '123456',
    trade_date: '2026-11-18',
    trade_time: null,
    trans_date: '2026-11-19',
    account_date: '2026-11-19',
    expect_remit_date: '2026-11-20',
    vac_account: bill.VACAccount,
    amount_sign: 'Plus',
    amount: 1000,
    channel_fee: 10,
    fee_bear_type: 'Deduct',
    net_amount: 990,
    barcode1: '1511307A1',
    barcode2: String(bill.VACAccount).padStart(16, '0'),
    barcode3: '113023000001000',
    source_file: 'MART.20261119',
    bank_file_serial_id: 501,
    line_no: 2,
    txn_seq: expect.stringMatching(/^[0-9a-z]{12}-2$/),
  })
  expect(second).toMatchObject({ channel_id: '02', txn_seq: String(first?.txn_seq).replace(/2$/, '3') })
})

describe('the channel of a line', () => {
  test.each([
    ['7111111', '01'],
    ['TFM', '02'],
    ['OKM', '03'],
    ['OKCVS', '03'],
    ['HILIFE', '04'],
    ['AGRI', '12'],
    ['SIM', '14'],
  ])('of agency %s is %s', async (AgencyCode, channel) => {
    const here = await opened()
    await bookFile(here, { layout: 'store', bytes: fileOf('store', [atStore(newAccount(), { AgencyCode })]) })
    expect(await linesIn(here)).toMatchObject([{ channel_id: channel }])
  })

  test.each([
    ['0587', '05'],
    ['0001', '05'],
    ['A421', 'A1'],
    ['057W', 'A1'],
  ])('with trade code %s of the post office is %s', async (TradeCode, channel) => {
    const here = await opened()
    await bookFile(here, { layout: 'post', bytes: fileOf('post', [atPost(newAccount(), { TradeCode })]) })
    expect(await linesIn(here)).toMatchObject([
      { channel_id: channel, trans_date: '2026-11-19', channel_fee: 10, txn_seq: '0001230000123', store_no: '000123' },
    ])
  })

  test.each(['00', '06', '07', 'A2'])('of the bank is its own code %s', async (ChannelId) => {
    const here = await opened()
    await bookFile(here, { layout: 'bank', bytes: fileOf('bank', [atBank(newAccount(), { ChannelId })]) })
    expect(await linesIn(here)).toMatchObject([
      { channel_id: ChannelId, trade_time: '101530', trans_date: '2026-11-19', store_no: '0001', txn_seq: '000123' },
    ])
  })
})

test('equal payments with the same transaction number of two post offices are two payments', async () => {
  const here = await opened()
  const account = newAccount()
  const bytes = fileOf('post', [atPost(account, { StoreNo: '000123' }), atPost(account, { StoreNo: '000124' })])
  expect(await bookFile(here, { layout: 'post', bytes })).toMatchObject({ accepted: 2, repeated: 0 })
  expect(await linesIn(here)).toMatchObject([{ txn_seq: '0001230000123' }, { txn_seq: '0001240000123' }])
})

test('an unknown agency in the last line refuses the whole file with its place', async () => {
  const here = await opened()
  const lines = [atStore(newAccount()), atStore(newAccount(), { AgencyCode: 'GT' })]
  const message = '第 3 列第 10 個位元組起的「代收機構代號」是「GT」，不是已知的代碼'
  await expect(bookFile(here, { layout: 'store', bytes: fileOf('store', lines) })).rejects.toMatchObject({
    lineNo: 3,
    column: 10,
    message: expect.stringContaining(message),
  })
  expect(await linesIn(here)).toEqual([])
})

test('a bank file cannot report payments at stores', async () => {
  const here = await opened()
  await expect(
    bookFile(here, { layout: 'bank', bytes: fileOf('bank', [atBank(newAccount(), { ChannelId: '01' })]) }),
  ).rejects.toMatchObject({
    lineNo: 1,
    column: 71,
  })
})

test('a truncated file books nothing', async () => {
  const here = await opened()
  const bytes = fileOf('store', [atStore(newAccount()), atStore(newAccount())])
  await expect(bookFile(here, { layout: 'store', bytes: bytes.subarray(0, -122) })).rejects.toMatchObject({
    code: '3001',
  })
  expect(await linesIn(here)).toEqual([])
})

test('an insurance line of a store has the item I0O', async () => {
  const here = await opened()
  const insurance = {
    kind: 'insurance',
    values: {
      AgencyCode: 'HILIFE',
      AccountDate: '2026-11-19',
      TradeDate: '2026-11-18',
      VACAccount: newAccount(),
      DueMonthDay: '1130',
      CheckDigits: '23',
      Amount: 20000,
      StoreNo: '000456',
    },
  }
  await bookFile(here, { layout: 'store', bytes: fileOf('store', [insurance]) })
  expect(await linesIn(here)).toMatchObject([
    { channel_id: '04', market_item_code: 'I0O', amount: 20000, barcode1: null, store_no: '000456' },
  ])
})

test('zeros on the right of a barcode are no part of the account if the agreement prints them', async () => {
  const here = await opened()
  await sql`update agreement set cvs_account_padding = 'Right' where apply_code = '77001'`.execute(here.db)
  const bill = await givenBill(here)
  const line = atStore('', { Barcode2: String(bill.VACAccount).padEnd(16, '0') })
  expect(await bookFile(here, { layout: 'store', bytes: fileOf('store', [line]) })).toMatchObject({ writtenOff: 1 })
  expect(await linesIn(here)).toMatchObject([{ vac_account: bill.VACAccount }])
})

test('a bank file with a payment and its reversal takes the money back', async () => {
  const here = await opened()
  const bill = await givenBill(here)
  const account = String(bill.VACAccount)
  const bytes = fileOf('bank', [atBank(account), atBank(account, { AmountSign: 'Minus' })])
  expect(await bookFile(here, { layout: 'bank', bytes })).toEqual({
    accepted: 2,
    repeated: 0,
    writtenOff: 1,
    exceptions: 0,
    reversed: 1,
  })
  expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0, pay_status: 'Unpaid', entries: 0 })
  expect(await bookFile(here, { layout: 'bank', bytes })).toEqual({
    accepted: 2,
    repeated: 0,
    writtenOff: 1,
    exceptions: 0,
    reversed: 1,
  })
})

test('two payments of the same account and amount in one file are two payments', async () => {
  const here = await opened()
  const account = newAccount()
  const bytes = fileOf('store', [atStore(account), atStore(account)])
  expect(await bookFile(here, { layout: 'store', bytes })).toMatchObject({ accepted: 2, repeated: 0 })
})

test('the same content as another file is a repetition', async () => {
  const here = await opened()
  const bytes = await fileForBills(here, 3)
  await bookFile(here, { layout: 'store', bytes })
  const sums = await sumsIn(here)
  expect(await bookFile(here, { layout: 'store', bytes, SerialId: 502 })).toEqual({
    accepted: 0,
    repeated: 5,
    writtenOff: 0,
    exceptions: 0,
    reversed: 0,
  })
  expect(await sumsIn(here)).toEqual(sums)
})

const complete = { lines: 2302, entries: 2300, amount: 2_300_000, paid: 2_300_000, bills: 2300 }
const result = { accepted: 2302, repeated: 0, writtenOff: 2300, exceptions: 2, reversed: 0 }

test('a file whose process dies between two batches is booked once by the next try, with the counts of the whole file', async () => {
  const here = await opened()
  const bytes = await fileForBills(here, 2300)
  const died = new Error('the process died')
  const dyingAfter = (batches: number) => {
    let count = 0
    return {
      progress: async () => {
        count += 1
        if (count === batches) throw died
      },
    }
  }
  for (const batches of [2, 2])
    await expect(bookFile(here, { layout: 'store', bytes, run: dyingAfter(batches) })).rejects.toBe(died)
  expect(await sumsIn(here)).toMatchObject({ lines: 2000 })
  expect(await bookFile(here, { layout: 'store', bytes })).toEqual(result)
  expect(await sumsIn(here)).toEqual(complete)
})

test('a job that was taken over books nothing more', async () => {
  const here = await opened()
  const lost = new Error('lost')
  const progress = () => Promise.reject(lost)
  await expect(
    bookFile(here, { layout: 'store', bytes: fileOf('store', [atStore(newAccount())]), run: { progress } }),
  ).rejects.toBe(lost)
  expect(await linesIn(here)).toEqual([])
})

test('the same file in two processes at once is booked once', async () => {
  const here = await opened()
  const bytes = await fileForBills(here, 2300)
  const results = await Promise.all([501, 502].map((SerialId) => bookFile(here, { layout: 'store', bytes, SerialId })))
  expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2302)
  expect(results.reduce((sum, { writtenOff }) => sum + writtenOff, 0)).toBe(2300)
  expect(await sumsIn(here)).toEqual(complete)
})
