import { sql } from 'kysely'
import { plainAccount } from '../../domain/accounts/virtual-account'
import type { LineFacts } from '../../domain/payments/line'
import { matchLines } from '../../domain/payments/match-lines'
import { lineIdentity } from '../database/line-identity'
import type { Db } from '../ports'
import type { LedgerContext } from './ledger-context'
import { applyChange, loadFacts, newLineIds } from './ledger-store'

/** A payment, or the reversal of one, as a channel reports it. */
export interface ReportedLine extends Omit<LineFacts, 'SerialId' | 'ApplyCode' | 'OriginalVACAccount' | 'ParentSerialId'> {
  readonly StoreNo: string | null
  /** HHmmss; null if the channel does not report it. */
  readonly TradeTime: string | null
  readonly TransDate: string
  readonly AccountDate: string
  readonly ExpectRemitDate: string
  readonly NetAmount: number
  readonly Barcode1: string | null
  readonly Barcode2: string | null
  readonly Barcode3: string | null
  readonly SourceFile: string | null
  readonly BankFileSerialId: number | null
}

/** What became of reported lines. */
export interface BookedLines {
  readonly accepted: number
  /** Lines that were accepted before, and have no effect. */
  readonly repeated: number
  readonly writtenOff: number
  readonly exceptions: number
  /** Reversals that took back a payment. */
  readonly reversed: number
  /** The serial ids of the accepted lines. */
  readonly serialIds: readonly number[]
}

/** Records reported lines and matches them, in the transaction `db`. A line that was accepted before has no effect, so that the same lines can be reported again at any time. */
export const bookLines = async (db: Db, lines: readonly ReportedLine[], context: LedgerContext): Promise<BookedLines> => {
  const ids = await newLineIds(db, lines.length)
  const reported = lines.flatMap((line, index) => {
    const SerialId = ids[index]
    return SerialId === undefined ? [] : [{ ...line, SerialId, VACAccount: plainAccount(line.VACAccount) }]
  })
  const accepted = await insertLines(db, reported, context)
  const facts = reported
    .filter(({ SerialId }) => accepted.has(SerialId))
    .map((line): LineFacts => ({ ...line, ApplyCode: null, OriginalVACAccount: null, ParentSerialId: null }))
  const { decisions, change } = matchLines(facts, await loadFacts(db, facts))
  await applyChange(db, change, context)
  const count = (kind: string) => decisions.filter(({ decision }) => decision.kind === kind).length
  return {
    accepted: facts.length,
    repeated: lines.length - facts.length,
    writtenOff: count('WrittenOff'),
    exceptions: count('Exception'),
    reversed: count('Reversed'),
    serialIds: facts.map(({ SerialId }) => SerialId),
  }
}

/** Inserts the lines that are new, in the order of their identities, so that two processes with the same lines never wait for each other. Returns their serial ids. */
const insertLines = async (
  db: Db,
  lines: readonly (ReportedLine & { readonly SerialId: number })[],
  { now, user }: LedgerContext,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    insert into transaction_line (
      serial_id, channel_id, market_item_code, store_no, trade_date, trade_time, trans_date, account_date, expect_remit_date, txn_seq, vac_account,
      currency_type, amount_sign, amount, channel_fee, fee_bear_type, net_amount, barcode1, barcode2, barcode3, source_file, bank_file_serial_id,
      write_off_status, create_user, create_time, update_user, update_time
    )
    select
      "SerialId", "ChannelId", "MarketItemCode", "StoreNo", "TradeDate", "TradeTime", "TransDate", "AccountDate", "ExpectRemitDate", "TxnSeq", "VACAccount",
      "CurrencyType", "AmountSign", "Amount", "ChannelFee", "FeeBearType", "NetAmount", "Barcode1", "Barcode2", "Barcode3", "SourceFile", "BankFileSerialId",
      'NotWrittenOff', ${user}, ${now}::timestamptz, ${user}, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as r (
      "SerialId" bigint, "ChannelId" text, "MarketItemCode" text, "StoreNo" text, "TradeDate" date, "TradeTime" text, "TransDate" date, "AccountDate" date,
      "ExpectRemitDate" date, "TxnSeq" text, "VACAccount" text, "CurrencyType" text, "AmountSign" text, "Amount" bigint, "ChannelFee" bigint,
      "FeeBearType" text, "NetAmount" bigint, "Barcode1" text, "Barcode2" text, "Barcode3" text, "SourceFile" text, "BankFileSerialId" bigint
    )
    order by "ChannelId", "TradeDate", "TxnSeq", "VACAccount", "AmountSign", "Amount", "SerialId"
    on conflict (${lineIdentity}) where parent_serial_id is null do nothing
    returning serial_id as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
