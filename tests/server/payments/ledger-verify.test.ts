import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PayStatus } from '../../../src/domain/bills/bill'
import { enums } from '../../../src/domain/enums'
import type { CompletedHandling, Line, LineState, WriteOffStatus } from '../../../src/domain/payments/line'
import { ensureAcceptedTally } from '../../../src/server/database/bills-and-lines/accepted-lines'
import { ledgerChecks } from '../../../src/server/payments/verification/ledger-checks'
import { differenceLines, verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import {
  type LedgerEntry,
  type LedgerRecords,
  ledgerDifferences,
} from '../../domain/payments/support/ledger-differences'
import { line as sampleLine } from '../../domain/payments/support/samples'
import { type Portal, portal, twoCompanies } from '../../support/portal'

const here = await portal({ ownDatabase: true })
await twoCompanies(here)
await here.given.billTerm()
const bills = [await here.given.bill({}), await here.given.bill({})].map(({ SerialId }) => Number(SerialId))
// What the database refuses, a broken one could have.
await sql`alter table payment drop constraint payment_sign, drop constraint payment_source`.execute(here.db)
await sql`drop trigger payment_keep_all on payment`.execute(here.db)
await sql`drop trigger line_handling_keep on line_handling`.execute(here.db)
await sql`drop index payment_counters, transaction_line_identity`.execute(here.db)
await sql`alter table transaction_line drop constraint transaction_line_pair`.execute(here.db)

const unpaid = bills.map((SerialId) => ({
  SerialId,
  ShouldPayAmount: 1000,
  PaidAmount: 0,
  PayStatus: 'Unpaid' as const,
}))
const ids = [1, 2, 3, 4, 5, 6] as const
const id = fc.constantFrom(...ids)
const billId = fc.constantFrom(...bills)
const amount = fc.constantFrom(400, 600, 1000)
const handled: CompletedHandling = {
  request: { action: 'Invalid' },
  Reason: '退回繳款人',
  by: 'maker01',
  checker: null,
  before: {
    ApplyCode: '77001',
    VACAccount: sampleLine.VACAccount,
    OriginalVACAccount: null,
    state: { WriteOffStatus: 'NotWrittenOff' },
  },
}

const stateOf = (
  WriteOffStatus: WriteOffStatus,
  BillSerialId: number,
  PairSerialId: number | null,
  ExceptionType: 'OverPaid' | 'Reversal',
): LineState => {
  const payment = { BillSerialId, Amount: 0, WhiteListSerialId: null }
  switch (WriteOffStatus) {
    case 'NotWrittenOff':
      return { WriteOffStatus }
    case 'Exception':
      return { WriteOffStatus, ExceptionType, BillSerialId }
    case 'PendingRelease':
      return { WriteOffStatus, proposal: handled, before: handled.before.state }
    case 'WrittenOff':
      return { WriteOffStatus, payment }
    case 'ChangedBill':
    case 'ChangedVAC':
      return { WriteOffStatus, payment, handled }
    case 'Divided':
    case 'Invalid':
      return { WriteOffStatus, handled }
    case 'Reversed':
      return { WriteOffStatus, PairSerialId, BillSerialId }
  }
}

const anyLine = fc
  .record({
    SerialId: id,
    parent: fc.option(id, { freq: 2 }),
    pair: fc.option(id, { freq: 3 }),
    sign: fc.constantFrom('Plus', 'Plus', 'Minus' as const),
    Amount: amount,
    bearer: fc.constantFrom('Deduct', 'Increase' as const),
    TableFee: fc.constantFrom(null, 5),
    status: fc.constantFrom(...(Object.keys(enums.WriteOffStatus) as WriteOffStatus[]), 'Divided', 'Reversed' as const),
    exception: fc.constantFrom('OverPaid', 'Reversal' as const),
    TxnSeq: fc.constantFrom('1', '2'),
    TradeDate: fc.constantFrom('2026-11-26', '2026-11-27'),
    bill: billId,
  })
  .map(
    ({ SerialId, parent, pair, sign, Amount, bearer, TableFee, status, exception, TxnSeq, TradeDate, bill }): Line => ({
      ...sampleLine,
      SerialId,
      TxnSeq,
      TradeDate,
      // A part comes after its line.
      ParentSerialId: parent !== null && parent < SerialId ? parent : null,
      AmountSign: sign,
      Amount,
      FeeBearType: bearer,
      TableFee,
      state: stateOf(status, bill, pair, exception),
    }),
  )

const anyEntry: fc.Arbitrary<LedgerEntry> = fc.record({
  SerialId: id,
  LineSerialId: fc.option(id, { freq: 6 }),
  BillSerialId: billId,
  Amount: fc.constantFrom(400, 600, 1000, -400, -1000),
  CountersSerialId: fc.option(id, { freq: 2 }),
})

const paid = fc.record({
  PaidAmount: fc.constantFrom(0, 400, 1000, 1400),
  PayStatus: fc.constantFrom<PayStatus>('Unpaid', 'PartialPaid', 'Paid', 'OverPaid'),
})

const inOrder = {
  selector: ({ SerialId }: { readonly SerialId: number }) => SerialId,
  minLength: 3,
  maxLength: ids.length,
}

/** Records as if everything had gone wrong, in the order of their ids. */
const brokenLedger: fc.Arbitrary<LedgerRecords> = fc.record({
  accepted: fc.record({ count: fc.nat({ max: 4 }), sum: fc.constantFrom(0, 400, 1000, 2000) }),
  lines: fc.uniqueArray(anyLine, inOrder).map((lines) => lines.toSorted((a, b) => a.SerialId - b.SerialId)),
  entries: fc.uniqueArray(anyEntry, inOrder).map((entries) => entries.toSorted((a, b) => a.SerialId - b.SerialId)),
  bills: fc
    .tuple(paid, paid)
    .map((states) => states.map((state, index) => ({ ...state, SerialId: bills[index] ?? 0, ShouldPayAmount: 1000 }))),
})

const store = async (
  { accepted, lines, entries, bills: stored }: LedgerRecords,
  { db }: Pick<Portal, 'db'>,
): Promise<void> => {
  await sql`truncate payment, transaction_line, line_handling, accepted_tally`.execute(db)
  await insertLines({ db }, lines)
  await sql`
    insert into payment (payment_id, line_serial_id, bill_serial_id, amount, counters_payment_id, paid_time, channel_id, receipt_no)
    overriding system value
    select "SerialId", "LineSerialId", "BillSerialId", "Amount", "CountersSerialId", now(), '06', 'R' || "SerialId"
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb)
      as r ("SerialId" bigint, "LineSerialId" bigint, "BillSerialId" bigint, "Amount" bigint, "CountersSerialId" bigint)`.execute(
    db,
  )
  await sql`
    update bill set paid_amount = "PaidAmount", pay_status = "PayStatus"
    from jsonb_to_recordset(${JSON.stringify(stored)}::text::jsonb) as r ("SerialId" bigint, "PaidAmount" bigint, "PayStatus" text)
    where serial_id = "SerialId"`.execute(db)
  await sql`delete from accepted_tally`.execute(db)
  await sql`insert into accepted_tally (currency_type, line_count, amount) values ('TWD', ${accepted.count}, ${accepted.sum}), ('USD', 0, 0)`.execute(
    db,
  )
}

const insertLines = async ({ db }: Pick<Portal, 'db'>, lines: readonly Line[]): Promise<void> => {
  await sql`
    insert into transaction_line (
      serial_id, channel_id, trade_date, txn_seq, vac_account, currency_type, amount_sign, amount, channel_fee, table_fee, fee_bear_type, parent_serial_id,
      write_off_status, exception_type, bill_serial_id, pair_serial_id, create_user, create_time, update_user, update_time)
    select *, '', now(), '', now()
    from jsonb_to_recordset(${JSON.stringify(lines.map(lineRow))}::text::jsonb) as r (
      serial_id bigint, channel_id text, trade_date date, txn_seq text, vac_account text, currency_type text, amount_sign text, amount bigint,
      channel_fee bigint, table_fee bigint, fee_bear_type text, parent_serial_id bigint, write_off_status text, exception_type text, bill_serial_id bigint, pair_serial_id bigint)`.execute(
    db,
  )
}

const lineRow = ({ state, ...line }: Line) => ({
  serial_id: line.SerialId,
  channel_id: line.ChannelId,
  trade_date: line.TradeDate,
  txn_seq: line.TxnSeq,
  vac_account: line.VACAccount,
  currency_type: line.CurrencyType,
  amount_sign: line.AmountSign,
  amount: line.Amount,
  channel_fee: line.ChannelFee,
  table_fee: line.TableFee,
  fee_bear_type: line.FeeBearType,
  parent_serial_id: line.ParentSerialId,
  write_off_status: state.WriteOffStatus,
  exception_type: 'ExceptionType' in state ? state.ExceptionType : null,
  bill_serial_id: 'payment' in state ? state.payment.BillSerialId : null,
  pair_serial_id: 'PairSerialId' in state ? state.PairSerialId : null,
})

test('in records that are wrong in any way, the database finds the same differences as the rules of the domain', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(brokenLedger, async (records) => {
      await store(records, here)
      const found = (await verifyLedger(here.db)).filter(({ invariant }) => invariant !== 'handlingOfLine')
      const differences = found.flatMap(({ invariant, first }) =>
        first.map((difference) => ({ invariant, ...difference })),
      )
      const expected = ledgerDifferences(records).map((found) => ({
        ...found,
        expected: String(found.expected),
        actual: String(found.actual),
      }))
      expect(differences).toEqual(expected)
      for (const { invariant } of found) seen.add(invariant)
    }),
    { numRuns: 80, seed: 20_261_120 },
  )
  expect(Object.keys(ledgerChecks).filter((invariant) => !seen.has(invariant))).toEqual([])
})

test('a line in an unknown state and an exception without a type are found', async () => {
  const lines = [1, 2].map(
    (SerialId): Line => ({
      ...sampleLine,
      SerialId,
      TxnSeq: String(SerialId),
      state: { WriteOffStatus: 'NotWrittenOff' },
    }),
  )
  await store({ accepted: { count: 2, sum: 2000 }, lines, entries: [], bills: unpaid }, here)
  await sql`alter table transaction_line drop constraint transaction_line_state, drop constraint transaction_line_exception`.execute(
    here.db,
  )
  await sql`update transaction_line set write_off_status = case serial_id when 1 then 'Paid' else 'Exception' end`.execute(
    here.db,
  )
  expect(differenceLines(await verifyLedger(here.db))).toEqual([
    'stateOfLine: 2 differences',
    '  1: expected a known state, actual Paid',
    '  2: expected a known state, actual Exception',
  ])
})

test('of many differences the first hundred are named, and all are counted', async () => {
  const invalid = Array.from(
    { length: 150 },
    (_, index): Line => ({
      ...sampleLine,
      SerialId: index + 1,
      TxnSeq: String(index + 1),
      state: { WriteOffStatus: 'Invalid', handled },
    }),
  )
  await store({ accepted: { count: 150, sum: 150_000 }, lines: invalid, entries: [], bills: unpaid }, here)
  const lines = differenceLines(await verifyLedger(here.db))
  expect(lines[0]).toBe('handlingOfLine: 150 differences, the first 100')
  expect(lines[100]).toBe('  100: expected Done, actual none')
  expect(lines).toHaveLength(101)
})

test('a line is counted when it is accepted, and neither a part of it nor a later change is', async () => {
  const reversal: Line = {
    ...sampleLine,
    SerialId: 2,
    AmountSign: 'Minus',
    Amount: 400,
    state: { WriteOffStatus: 'NotWrittenOff' },
  }
  const part: Line = {
    ...sampleLine,
    SerialId: 3,
    ParentSerialId: 1,
    Amount: 600,
    state: { WriteOffStatus: 'Reversed', PairSerialId: null, BillSerialId: null },
  }
  await store({ accepted: { count: 0, sum: 0 }, lines: [], entries: [], bills: unpaid }, here)
  await insertLines(here, [{ ...sampleLine, SerialId: 1, state: { WriteOffStatus: 'NotWrittenOff' } }, reversal, part])
  expect(differenceLines(await verifyLedger(here.db))).toEqual([])
  await sql`update transaction_line set amount = 900 where serial_id = 1`.execute(here.db)
  await sql`delete from transaction_line where serial_id = 2`.execute(here.db)
  expect(differenceLines(await verifyLedger(here.db))).toEqual([
    'acceptedCount: 1 difference',
    '  all lines: expected 2, actual 1',
    'acceptedSum: 1 difference',
    '  all lines: expected 600, actual 900',
  ])
})

test('lines of a database without the counts are counted when the portal starts', async () => {
  await store(
    {
      accepted: { count: 0, sum: 0 },
      lines: [{ ...sampleLine, SerialId: 1, state: { WriteOffStatus: 'NotWrittenOff' } }],
      entries: [],
      bills: unpaid,
    },
    here,
  )
  await sql`drop trigger transaction_line_accept on transaction_line`.execute(here.db)
  await ensureAcceptedTally(here.db)
  expect(differenceLines(await verifyLedger(here.db))).toEqual([])
})
