import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { modules } from '../../../src/modules'
import type { RecordValues } from '../../../src/schema/language/types'
import { runBankFile } from '../../../src/server/payments/bank-files/process'
import type { JobRun } from '../../../src/server/ports'
import { book, givenBill, newAccount, paidOn, reported } from './support/booking'
import { atStore } from './support/files'
import { portalWithHeldFiles, runWithoutJob, threeAccounts } from './support/held-files'
import { person } from './support/persons'

const { bankFileKinds: kinds } = modules

const { here, operator, sent, released, recordOf, differencesOf, bookedOn, lineOf, correctionsOf } =
  await portalWithHeldFiles()
const { as, db, ports } = here

describe('更正版', () => {
  test('books a new line, and counts the equal ones as repeated', async () => {
    const bill = await givenBill(here)
    const [a, b] = threeAccounts()
    await sent(atStore(a), atStore(b))
    const held = await sent(atStore(a), atStore(String(bill.VACAccount)), atStore(b))
    expect(await released(held, 'Replace')).toMatchObject({
      ImportStatus: 'Succeeded',
      HoldReason: 'SameHeader',
      HoldDecision: 'Replaces',
      LineCount: 3,
      WrittenOffCount: 1,
      ExceptionCount: 0,
      RepeatedCount: 2,
      ErrorMessage: null,
      UpdateUser: 'bankop1',
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
    expect(await bookedOn([a, b])).toEqual({ count: 2, sum: 2000 })
    const { rows } = await sql<RecordValues>`
      select user_id, action, before, after from audit_log where resource = 'bankFile' and record_key = ${String(held.SerialId)} order by id desc limit 1`.execute(
      db,
    )
    expect(rows).toMatchObject([
      { user_id: 'bankop1', action: 'Replace', before: { NewCount: 1 }, after: { HoldDecision: 'Replaces' } },
    ])
  })

  test('with a corrected store number books nothing, and changes the line of the payment', async () => {
    const bill = await givenBill(here)
    const account = String(bill.VACAccount)
    const first = await sent(atStore(account), atStore(newAccount()))
    const line = await lineOf(account)
    const maker = await as('CustomerMaker', { UserId: 'maker09' })
    const { UpdateTime } = (await maker.get(`/Ext/TLDetail/${line}`)).data
    const second = [atStore(account, { StoreNo: '654321', AccountDate: '2026-11-20' }), atStore(newAccount())]
    const held = await sent(...second)
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 0, NewCount: 2, MissingCount: 2, CorrectedCount: 1 })
    expect(await differencesOf(held)).toMatchObject([
      { Kind: 'Missing', LineNo: null, StoreNo: null, BookedStoreNo: '123456', WriteOffStatus: 'Exception' },
      {
        Kind: 'Corrected',
        LineNo: 2,
        LineSerialId: line,
        VACAccount: account,
        Amount: 1000,
        StoreNo: '654321',
        BookedStoreNo: '123456',
      },
      { Kind: 'New', LineNo: 3, LineSerialId: null, BookedStoreNo: null, WriteOffStatus: null },
    ])
    expect(await released(held, 'Replace')).toMatchObject({
      ImportStatus: 'Succeeded',
      WrittenOffCount: 0,
      ExceptionCount: 1,
      RepeatedCount: 1,
    })
    const { rows } = await sql<RecordValues>`
      select serial_id, store_no, account_date, amount, write_off_status, bank_file_serial_id from transaction_line where vac_account = ${account}`.execute(
      db,
    )
    expect(rows).toEqual([
      {
        serial_id: line,
        store_no: '654321',
        account_date: '2026-11-20',
        amount: 1000,
        write_off_status: 'WrittenOff',
        bank_file_serial_id: first.SerialId,
      },
    ])
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
    expect(await correctionsOf(account)).toEqual([
      {
        user_id: 'bankop1',
        before: { StoreNo: '123456', AccountDate: '2026-11-19' },
        after: { StoreNo: '654321', AccountDate: '2026-11-20' },
      },
    ])
    // The company does not see which user of the bank has released the file.
    expect((await maker.get(`/Ext/TLDetail/${line}`)).data.UpdateUser).toBe('銀行更正')
    expect(
      await maker.put(`/TLDetailExceptionHandling/${line}/Invalid`, { Reason: '已退款給繳款人', UpdateTime }),
    ).toMatchObject({ code: '2009', message: expect.stringMatching(/由「銀行更正」異動/) })
  })

  test('leaves a missing line as it is, and lists it with its present state', async () => {
    const bill = await givenBill(here)
    const a = newAccount()
    await sent(atStore(a), atStore(String(bill.VACAccount)))
    const held = await sent(atStore(a))
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 0, MissingCount: 1, CorrectedCount: 0 })
    expect(await released(held, 'Replace')).toMatchObject({
      ImportStatus: 'Succeeded',
      RepeatedCount: 1,
      MissingCount: 1,
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
    expect(await differencesOf(held)).toMatchObject([
      { Kind: 'Missing', VACAccount: bill.VACAccount, TradeDate: '2026-11-18', WriteOffStatus: 'WrittenOff' },
    ])
  })

  test('with two equal lines where one was booked books the second', async () => {
    const a = newAccount()
    await sent(atStore(a))
    const held = await sent(atStore(a), atStore(a))
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 1, MissingCount: 0 })
    expect(await released(held, 'Replace')).toMatchObject({ ExceptionCount: 1, RepeatedCount: 1 })
    expect(await bookedOn([a])).toEqual({ count: 2, sum: 2000 })
  })

  test('with one line where two equal ones were booked leaves both', async () => {
    const a = newAccount()
    expect(await sent(atStore(a), atStore(a))).toMatchObject({ ExceptionCount: 2, RepeatedCount: 0 })
    const held = await sent(atStore(a))
    expect(held).toMatchObject({ ImportStatus: 'Held', EqualCount: 1, NewCount: 0, MissingCount: 1 })
    await released(held, 'Replace')
    expect(await bookedOn([a])).toEqual({ count: 2, sum: 2000 })
  })

  test('is what the next file with the header is compared with', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a))
    await released(await sent(atStore(a, { StoreNo: '654321' }), atStore(b)), 'Replace')
    const third = await sent(atStore(a, { StoreNo: '654321' }), atStore(b), atStore(c))
    expect(third).toMatchObject({ ImportStatus: 'Held', EqualCount: 2, NewCount: 1, MissingCount: 0 })
    expect(await sent(atStore(b), atStore(a, { StoreNo: '654321' }))).toMatchObject({
      ImportStatus: 'Succeeded',
      RepeatedCount: 2,
    })
    await released(await recordOf(third), 'Replace')
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('compares a payment by the account that the channel reported, also when a person has corrected it', async () => {
    const bill = await givenBill(here)
    const [wrong, other] = threeAccounts()
    await sent(atStore(wrong))
    await person(here, 'maker').handle(await lineOf(wrong), {
      action: 'ChangeVACAccount',
      VACAccount: String(bill.VACAccount),
    })
    expect(await sent(atStore(wrong), atStore(other))).toMatchObject({ EqualCount: 1, NewCount: 1, MissingCount: 0 })
  })

  test('corrects the parts of a divided line with it', async () => {
    const [bill, other] = [
      await givenBill(here, { ShouldPayAmount: 400 }),
      await givenBill(here, { ShouldPayAmount: 600 }),
    ]
    const a = newAccount()
    await sent(atStore(a))
    const line = await lineOf(a)
    const parts = [bill, other].map(({ SerialId, ShouldPayAmount }) => ({
      BillSerialId: Number(SerialId),
      Amount: Number(ShouldPayAmount),
    }))
    await person(here, 'maker').handle(line, { action: 'Divide', parts })
    const held = await sent(atStore(a, { StoreNo: '654321' }))
    expect(held).toMatchObject({ NewCount: 1, MissingCount: 1, CorrectedCount: 1 })
    await released(held, 'Replace')
    const { rows: stores } = await sql<RecordValues>`
      select store_no, amount, channel_fee from transaction_line where serial_id = ${line} or parent_serial_id = ${line} order by serial_id`.execute(
      db,
    )
    expect(stores).toEqual([
      { store_no: '654321', amount: 1000, channel_fee: 10 },
      { store_no: '654321', amount: 400, channel_fee: 4 },
      { store_no: '654321', amount: 600, channel_fee: 6 },
    ])
  })

  test('keeps the item of a written-off line if its entry would change, because entries are never changed', async () => {
    await here.given.marketItem({ MarketItemCode: '7B9', FeeBearType: 'Increase', ChannelFee: 15 })
    const bill = await givenBill(here)
    const account = String(bill.VACAccount)
    await sent(atStore(account))
    const held = await sent(atStore(account, { Barcode1: '1511307B9', StoreNo: '654321' }))
    expect(held).toMatchObject({ CorrectedCount: 1 })
    expect(await released(held, 'Replace')).toMatchObject({ ImportStatus: 'Succeeded', RepeatedCount: 1 })
    const { rows } = await sql<RecordValues>`
      select store_no, barcode1, market_item_code, channel_fee, fee_bear_type from transaction_line where vac_account = ${account}`.execute(
      db,
    )
    expect(rows).toEqual([
      { store_no: '654321', barcode1: '1511307B9', market_item_code: '7A1', channel_fee: 10, fee_bear_type: 'Deduct' },
    ])
  })
})

describe('追加', () => {
  test('books all lines, equal ones too', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(a), atStore(b))
    expect(await released(held, 'Append')).toMatchObject({
      ImportStatus: 'Succeeded',
      HoldDecision: 'Adds',
      ExceptionCount: 2,
      RepeatedCount: 0,
    })
    expect(await bookedOn([a])).toEqual({ count: 2, sum: 2000 })
    expect(await bookedOn([b])).toEqual({ count: 1, sum: 1000 })
    expect(await sent(atStore(b), atStore(a), atStore(a))).toMatchObject({
      ImportStatus: 'Succeeded',
      RepeatedCount: 3,
    })
  })
})

describe('the release of a held file', () => {
  test('by two operators at once has one effect', async () => {
    const second = await as('BankOperator', { UserId: 'bankop2' })
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(a), atStore(b))
    const path = `/Ext/BankFile/${held.SerialId}`
    const body = { UpdateTime: held.UpdateTime }
    const answers = await Promise.all([
      operator.post(`${path}/Append`, body),
      second.post(`${path}/Replace`, body),
      second.post(`${path}/Append`),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2006', '2006'])
    await ports.jobs.runUntilIdle()
    const { HoldDecision } = await recordOf(held)
    expect(await bookedOn([a])).toEqual(HoldDecision === 'Adds' ? { count: 2, sum: 2000 } : { count: 1, sum: 1000 })
    expect(await bookedOn([b])).toEqual({ count: 1, sum: 1000 })
    expect(await operator.post(`${path}/Append`)).toMatchObject({ code: '2006' })
  })

  test('is refused for figures that are no longer those of the file', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a))
    const [second, third] = [await sent(atStore(a), atStore(b)), await sent(atStore(a), atStore(b), atStore(c))]
    await released(second, 'Replace')
    expect(
      await operator.post(`/Ext/BankFile/${third.SerialId}/Replace`, { UpdateTime: third.UpdateTime }),
    ).toMatchObject({ code: '2009' })
    const compared = await recordOf(third)
    expect(compared).toMatchObject({ ImportStatus: 'Held', EqualCount: 2, NewCount: 1 })
    await released(compared, 'Replace')
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('waits for another comparison if a booked payment was taken back after the first one', async () => {
    const bill = await givenBill(here)
    const account = String(bill.VACAccount)
    await sent(atStore(account))
    const held = await sent(atStore(account), atStore(newAccount()))
    await book(here, reported({ ChannelId: '01', VACAccount: account, AmountSign: 'Minus' }))
    expect(await operator.post(`/Ext/BankFile/${held.SerialId}/Replace`)).toMatchObject({ code: '2009' })
    await ports.jobs.runUntilIdle()
    const compared = await recordOf(held)
    expect(compared).toMatchObject({ ImportStatus: 'Held', EqualCount: 0, NewCount: 2, MissingCount: 0 })
    await released(compared, 'Replace')
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
  })

  test('that is interrupted continues with the same lines', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a), atStore(b))
    const held = await sent(atStore(a), atStore(b, { StoreNo: '654321' }), atStore(c), atStore(c))
    const resume = here.holdJobs()
    await operator.post(`/Ext/BankFile/${held.SerialId}/Replace`)
    const dying: JobRun = { ...runWithoutJob, end: async () => Promise.reject(new Error('The process died.')) }
    await expect(runBankFile(ports, { id: Number(held.SerialId), kinds }, dying)).rejects.toThrow('died')
    expect(await recordOf(held)).toMatchObject({ ImportStatus: 'Processing' })
    expect(await bookedOn([a, b, c])).toEqual({ count: 4, sum: 4000 })
    resume()
    await ports.jobs.runUntilIdle()
    expect(await recordOf(held)).toMatchObject({ ImportStatus: 'Succeeded', ExceptionCount: 2, RepeatedCount: 2 })
    expect(await bookedOn([a, b, c])).toEqual({ count: 4, sum: 4000 })
    expect(await correctionsOf(b)).toHaveLength(1)
  })

  test('needs the rights of an operator of the bank', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(b))
    const viewer = await as('BankViewer')
    expect(await viewer.get(`/Ext/BankFile/${held.SerialId}/GetDifferences`)).toMatchObject({ status: 200 })
    const admin = await as('CustomerAdmin')
    expect(await admin.get(`/Ext/BankFile/${held.SerialId}/GetDifferences`)).toMatchObject({ status: 403 })
    for (const user of [viewer, admin])
      for (const call of ['Replace', 'Append'])
        expect(await user.post(`/Ext/BankFile/${held.SerialId}/${call}`)).toMatchObject({ status: 403 })
    expect(await operator.post('/Ext/BankFile/999999/Replace')).toMatchObject({ status: 404 })
  })
})
