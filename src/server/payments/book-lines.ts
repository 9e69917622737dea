import { sql } from 'kysely'
import { plainAccount } from '../../domain/accounts/virtual-account'
import type { LedgerChange } from '../../domain/payments/ledger-change'
import type { LineFacts } from '../../domain/payments/line'
import { matchLines } from '../../domain/payments/match-lines'
import { lineIdentity } from '../database/bills-and-lines/line-identity'
import { recordList, recordTable } from '../database/record-table'
import type { Db } from '../ports'
import type { LedgerContext } from './ledger-context'
import { applyChange, loadFactsOfNewLines, newLineIds } from './ledger-store'
import { type ChangedLine, changedLineOf } from './line-rows'

/** A payment, or the reversal of one, as a channel reports it. */
export interface ReportedLine
  extends Omit<LineFacts, 'SerialId' | 'ApplyCode' | 'OriginalVACAccount' | 'ParentSerialId'> {
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
  /** The number of the line in its file; null if no file reported it. */
  readonly LineNo: number | null
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
 * Records reported lines and matches them, in the transaction `db`.
 * A line that was accepted before has no effect, so that the same lines can be reported again at any time.
 * Lines are matched before they are inserted, so that each is written once, in its final state.
 * Only the insertion shows which lines are new: if it skips any line, everything is rolled back and repeated without
 * the skipped lines.
 */
export const bookLines = async (
  db: Db,
  lines: readonly ReportedLine[],
  context: LedgerContext,
): Promise<BookedLines> => {
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
      // The batch may also take back payments that were stored before.
      await applyChange(
        db,
        { ...change, lines: change.lines.filter(({ SerialId }) => !inserted.has(SerialId)) },
        context,
      )
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
}

/** Returns the lines with the decisions about them. A line that occurs twice has one row. */
const decidedLines = (
  lines: readonly NewLine[],
  { lines: decided, postings }: LedgerChange,
): readonly DecidedLine[] => {
  const changes = new Map(decided.map((line) => [line.SerialId, changedLineOf(line)]))
  const posted = new Set(postings.map(({ LineSerialId }) => LineSerialId))
  return lines.flatMap(({ line, facts: { SerialId } }) => {
    const changed = changes.get(SerialId)
    return changed === undefined ? [] : [{ line, changed, isWrittenOff: posted.has(SerialId) }]
  })
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
 * Inserts the lines that are new and returns their serial ids.
 * The order of the identities prevents a deadlock of two processes with the same lines.
 */
const insertLines = async (
  db: Db,
  rows: readonly DecidedLine[],
  { now, user }: LedgerContext,
): Promise<ReadonlySet<number>> => {
  if (rows.length === 0) return new Set()
  const time = sql`${now}::timestamptz`
  const lines = recordList(
    rows.map(({ line }) => line),
    lineColumns,
    columnsOfFile,
  )
  const changes = recordList(
    rows.map(({ changed, isWrittenOff }) => ({ ...changed, isWrittenOff })),
    changeColumns,
  )
  const { rows: inserted } = await sql<{ ids: readonly number[] | null }>`
    with inserted as (
      insert into transaction_line (
        serial_id, channel_id, market_item_code, store_no, trade_date, trade_time, trans_date, account_date, expect_remit_date, txn_seq, vac_account,
        currency_type, amount_sign, amount, channel_fee, table_fee, fee_bear_type, net_amount, barcode1, barcode2, barcode3, source_file, bank_file_serial_id, line_no,
        apply_code, write_off_status, exception_type, pair_serial_id, bill_serial_id, bill_no, payer_name, should_pay_amount, write_off_time,
        create_user, create_time, update_user, update_time
      )
      select
        r."SerialId", r."ChannelId", r."MarketItemCode", r."StoreNo", r."TradeDate", r."TradeTime", r."TransDate", r."AccountDate", r."ExpectRemitDate",
        r."TxnSeq", r."VACAccount", r."CurrencyType", r."AmountSign", r."Amount", r."ChannelFee", r."TableFee", r."FeeBearType", r."NetAmount",
        r."Barcode1", r."Barcode2", r."Barcode3", r."SourceFile", r."BankFileSerialId", r."LineNo", r."ApplyCode", r."WriteOffStatus", r."ExceptionType", r."PairSerialId",
        b.serial_id, b.bill_no, b.payer_name, b.should_pay_amount, case when r."isWrittenOff" then ${time} end, ${user}, ${time}, ${user}, ${time}
      from ${recordTable(lines, changes)} r
      left join bill b on b.serial_id = r."BillSerialId"
      order by "ChannelId", "TradeDate", "TxnSeq", "VACAccount", "AmountSign", "Amount", "SerialId"
      on conflict (${lineIdentity}) where parent_serial_id is null do nothing
      returning serial_id
    )
    select json_agg(serial_id) as ids from inserted`.execute(db)
  return new Set(inserted[0]?.ids)
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
  LineNo: 'bigint',
} as const

const changeColumns = {
  SerialId: 'bigint',
  ApplyCode: 'text',
  VACAccount: 'text',
  WriteOffStatus: 'text',
  ExceptionType: 'text',
  BillSerialId: 'bigint',
  PairSerialId: 'bigint',
  isWrittenOff: 'boolean',
} as const
