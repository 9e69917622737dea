import { type RawBuilder, sql } from 'kysely'
import { plainAccount } from '../../domain/accounts/virtual-account'
import type { LedgerChange, Posting } from '../../domain/payments/ledger-change'
import type { LineFacts } from '../../domain/payments/line'
import { matchLines } from '../../domain/payments/match-lines'
import { lineIdentity } from '../database/bills-and-lines/line-identity'
import { recordList, recordTable } from '../database/record-table'
import type { Db } from '../ports'
import type { LedgerContext } from './ledger-context'
import { applyChange, loadFactsOfNewLines, newLineIds } from './ledger-store'
import { type ChangedLine, changedLineOf } from './line-rows'
import { changedBy, paidTime, receiptNo } from './write-entries'

/** A payment, or the reversal of one, as a channel reports it. */
export interface ReportedLine extends Omit<LineFacts, 'SerialId' | 'ApplyCode' | 'OriginalVACAccount' | 'ParentSerialId'> {
  readonly StoreNo: string | null
  /** HHmmss; null if the channel does not report it. */
  readonly TradeTime: string | null
  /** The day on which the channel reported the line. */
  readonly TransDate: string
  readonly AccountDate: string
  /** The day on which the money is expected from the channel. */
  readonly ExpectRemitDate: string
  readonly NetAmount: number
  readonly Barcode1: string | null
  readonly Barcode2: string | null
  readonly Barcode3: string | null
  readonly SourceFile: string | null
  readonly BankFileSerialId: number | null
}

/** The results of reported lines. */
export interface BookedLines {
  readonly accepted: number
  /** Lines that had been accepted before and have no effect. */
  readonly repeated: number
  readonly writtenOff: number
  readonly exceptions: number
  /** Reversals that took back a payment, and payments whose reversal was stored before them. */
  readonly reversed: number
  /** The serial ids of the accepted lines. */
  readonly serialIds: readonly number[]
}

/**
 * Records reported lines and matches them, in the transaction `db`. A line that was accepted before has no effect, so that the same lines can be reported again at
 * any time. Lines are matched before they are inserted, so that each is written once, in its final state. Only the insertion shows which lines are new: if it skips
 * any line, everything is rolled back and repeated without the skipped lines.
 */
export const bookLines = async (db: Db, lines: readonly ReportedLine[], context: LedgerContext): Promise<BookedLines> => {
  const ids = await newLineIds(db, lines.length)
  let candidates = lines.flatMap((line, index): readonly NewLine[] => {
    const SerialId = ids[index]
    return SerialId === undefined ? [] : [{ line, facts: factsOf(line, SerialId) }]
  })
  await sql`savepoint booking`.execute(db)
  for (;;) {
    const facts = candidates.map((candidate) => candidate.facts)
    const { change } = matchLines(facts, await loadFactsOfNewLines(db, facts))
    const rows = decidedLines(candidates, change)
    const inserted = await insertLines(db, rows, context)
    if (inserted.size === rows.length) {
      await applyChange(db, restOf(change, rows), context)
      await sql`release savepoint booking`.execute(db)
      return resultOf(lines.length, rows)
    }
    await sql`rollback to savepoint booking`.execute(db)
    candidates = candidates.filter((candidate) => inserted.has(candidate.facts.SerialId))
  }
}

/** A reported line with the facts for its decision. */
interface NewLine {
  readonly line: ReportedLine
  readonly facts: LineFacts
}

/** Returns the facts for the decision about a line, and no other values, because every decision copies them. */
const factsOf = (line: ReportedLine, SerialId: number): LineFacts => ({
  SerialId,
  ChannelId: line.ChannelId,
  MarketItemCode: line.MarketItemCode,
  TradeDate: line.TradeDate,
  TxnSeq: line.TxnSeq,
  VACAccount: plainAccount(line.VACAccount),
  OriginalVACAccount: null,
  CurrencyType: line.CurrencyType,
  AmountSign: line.AmountSign,
  Amount: line.Amount,
  ChannelFee: line.ChannelFee,
  TableFee: line.TableFee,
  FeeBearType: line.FeeBearType,
  ApplyCode: null,
  ParentSerialId: null,
})

/** A reported line with the decision about it. */
interface DecidedLine {
  readonly line: ReportedLine
  readonly changed: ChangedLine
  /** Whether it was written off, even if a reversal of the same batch took it back. */
  readonly isWrittenOff: boolean
  /** The entry that is written together with the line; null if there is none, or if `applyChange` writes it. */
  readonly entry: Posting | null
}

/** Returns the lines with the decisions about them. A line that occurs twice has one row. */
const decidedLines = (lines: readonly NewLine[], { lines: decided, postings }: LedgerChange): readonly DecidedLine[] => {
  const changes = new Map(decided.map((line) => [line.SerialId, changedLineOf(line)]))
  const posted = new Set(postings.map(({ LineSerialId }) => LineSerialId))
  const entries = simpleEntries(postings)
  return lines.flatMap(({ line, facts: { SerialId } }) => {
    const changed = changes.get(SerialId)
    return changed === undefined ? [] : [{ line, changed, isWrittenOff: posted.has(SerialId), entry: entries.get(SerialId) ?? null }]
  })
}

/** Returns, by line, the entries that are the only money on their bill and use no white list. Such a bill has the time and channel of the entry, so that no other entries need to be read. */
const simpleEntries = (postings: readonly Posting[]): ReadonlyMap<number, Posting> => {
  const counts = new Map<number, number>()
  for (const { BillSerialId } of postings) counts.set(BillSerialId, (counts.get(BillSerialId) ?? 0) + 1)
  const isSimple = ({ BillSerialId, Amount, PaidAmount, WhiteListSerialId }: Posting): boolean =>
    Amount === PaidAmount && counts.get(BillSerialId) === 1 && WhiteListSerialId === null
  return new Map(postings.filter(isSimple).map((posting) => [posting.LineSerialId, posting]))
}

/** Returns what is left to write when the rows have been inserted. */
const restOf = ({ lines, postings, incidents }: LedgerChange, rows: readonly DecidedLine[]): LedgerChange => {
  const inserted = new Set(rows.map(({ changed }) => changed.SerialId))
  const written = new Set(rows.map(({ entry }) => entry))
  return { lines: lines.filter(({ SerialId }) => !inserted.has(SerialId)), postings: postings.filter((posting) => !written.has(posting)), incidents }
}

const resultOf = (reported: number, rows: readonly DecidedLine[]): BookedLines => {
  const writtenOff = rows.filter(({ isWrittenOff }) => isWrittenOff).length
  const exceptions = rows.filter(({ changed }) => changed.WriteOffStatus === 'Exception').length
  return {
    accepted: rows.length,
    repeated: reported - rows.length,
    writtenOff,
    exceptions,
    reversed: rows.length - writtenOff - exceptions,
    serialIds: rows.map(({ changed }) => changed.SerialId),
  }
}

/**
 * Inserts the lines that are new and returns their serial ids. The insertion in the order of the identities prevents a deadlock of two processes with the same lines. The
 * same statement adds the simple entries and writes them to their bills, so that each line is sent once and its bill is found once. It updates the bills in the order of
 * their keys, because that is also the order in which their triggers then find rows, and records with near keys share pages.
 */
const insertLines = async (db: Db, rows: readonly DecidedLine[], context: LedgerContext): Promise<ReadonlySet<number>> => {
  if (rows.length === 0) return new Set()
  const time = sql`${context.now}::timestamptz`
  const { rows: inserted } = await sql<{ ids: readonly number[] | null }>`
    with r as materialized (
      select *, ${paidTime(sql`"TradeDate"`, sql`"TradeTime"`)} as paid_time
      from ${sentRows(rows)} sent
    ), paid as (
      update bill b
      set paid_amount = r."PaidAmount", pay_status = r."PayStatus", paid_time = r.paid_time, channel_id = r."ChannelId", ${changedBy(context)}
      from (select * from r where "PaidAmount" is not null order by "BillSerialId") r
      where b.serial_id = r."BillSerialId"
      returning b.serial_id, b.bill_no, b.payer_name, b.should_pay_amount
    ), entries as (
      insert into payment (payment_id, bill_serial_id, amount, paid_time, channel_id, receipt_no, line_serial_id)
      overriding system value
      select id, "BillSerialId", "PaidAmount", paid_time, "ChannelId", ${receiptNo(sql`paid_time`, sql`id`)}, "SerialId"
      from (
        select r.*, nextval(s.name) as id
        from r
        cross join (select pg_get_serial_sequence('payment', 'payment_id')::regclass as name offset 0) s
        where r."PaidAmount" is not null
      ) numbered
    ), lines as (
      insert into transaction_line (
        serial_id, channel_id, market_item_code, store_no, trade_date, trade_time, trans_date, account_date, expect_remit_date, txn_seq, vac_account,
        currency_type, amount_sign, amount, channel_fee, table_fee, fee_bear_type, net_amount, barcode1, barcode2, barcode3, source_file, bank_file_serial_id,
        apply_code, write_off_status, exception_type, pair_serial_id, bill_serial_id, bill_no, payer_name, should_pay_amount, write_off_time,
        create_user, create_time, update_user, update_time
      )
      select
        r."SerialId", r."ChannelId", r."MarketItemCode", r."StoreNo", r."TradeDate", r."TradeTime", r."TransDate", r."AccountDate", r."ExpectRemitDate",
        r."TxnSeq", r."VACAccount", r."CurrencyType", r."AmountSign", r."Amount", r."ChannelFee", r."TableFee", r."FeeBearType", r."NetAmount",
        r."Barcode1", r."Barcode2", r."Barcode3", r."SourceFile", r."BankFileSerialId", r."ApplyCode", r."WriteOffStatus", r."ExceptionType", r."PairSerialId",
        coalesce(paid.serial_id, b.serial_id), coalesce(paid.bill_no, b.bill_no), coalesce(paid.payer_name, b.payer_name),
        coalesce(paid.should_pay_amount, b.should_pay_amount),
        case when r."isWrittenOff" then ${time} end,
        ${context.user}, ${time}, ${context.user}, ${time}
      from r
      left join paid on paid.serial_id = r."BillSerialId"
      -- Looks up only the bills that are not in paid.
      left join bill b on b.serial_id = case when r."PaidAmount" is null then r."BillSerialId" end
      order by "ChannelId", "TradeDate", "TxnSeq", "VACAccount", "AmountSign", "Amount", "SerialId"
      on conflict (${lineIdentity}) where parent_serial_id is null do nothing
      returning serial_id
    )
    select json_agg(serial_id) as ids from lines`.execute(db)
  return new Set(inserted[0]?.ids)
}

/** Returns the rows as a table. For a line with a simple entry, the paid amount of the bill is also the amount of the entry; for any other line, it is null. */
const sentRows = (rows: readonly DecidedLine[]): RawBuilder<unknown> => {
  const lines = rows.map(({ line }) => line)
  const changes = rows.map(({ changed }) => changed)
  const results = rows.map(({ isWrittenOff, entry }) => ({ isWrittenOff, PaidAmount: entry?.PaidAmount, PayStatus: entry?.PayStatus }))
  return recordTable(recordList(lines, lineColumns, columnsOfFile), recordList(changes, changeColumns), recordList(results, resultColumns))
}

/** The columns in which all lines of a file usually have the same value. */
const columnsOfFile = ['SourceFile', 'BankFileSerialId', 'TransDate', 'CurrencyType'] as const

const lineColumns = {
  ChannelId: 'text',
  MarketItemCode: 'text',
  StoreNo: 'text',
  TradeDate: 'date',
  TradeTime: 'text',
  TransDate: 'date',
  AccountDate: 'date',
  ExpectRemitDate: 'date',
  TxnSeq: 'text',
  CurrencyType: 'text',
  AmountSign: 'text',
  Amount: 'bigint',
  ChannelFee: 'bigint',
  TableFee: 'bigint',
  FeeBearType: 'text',
  NetAmount: 'bigint',
  Barcode1: 'text',
  Barcode2: 'text',
  Barcode3: 'text',
  SourceFile: 'text',
  BankFileSerialId: 'bigint',
} as const

const changeColumns = {
  SerialId: 'bigint',
  ApplyCode: 'text',
  VACAccount: 'text',
  WriteOffStatus: 'text',
  ExceptionType: 'text',
  BillSerialId: 'bigint',
  PairSerialId: 'bigint',
} as const

const resultColumns = { isWrittenOff: 'boolean', PaidAmount: 'bigint', PayStatus: 'text' } as const
