import { sql } from 'kysely'
import { matchedAmount } from '../../domain/payments/channel-fee'
import type { LineFacts, WriteOffStatus } from '../../domain/payments/line'
import { writeAuditLines } from '../audit'
import { recordList, recordTable } from '../database/record-table'
import { nextUpdateTime } from '../database/times'
import type { Db } from '../ports'
import type { ReportedLine } from './book-lines'
import type { LedgerContext } from './ledger-context'
import { bankHandler } from './line-rows'

/** A booked line, and the same payment as a later file reports it. */
export interface Correction {
  readonly serialId: number
  readonly line: ReportedLine
}

/**
 * Writes the corrected facts of booked payments to their lines, with an audit line for each, in the transaction `db`.
 * Account, amount and day are those of the payment and stay; so do the entries, which are never changed.
 * The repetition of a correction has no effect.
 */
export const correctLines = async (
  db: Db,
  corrections: readonly Correction[],
  context: LedgerContext,
): Promise<void> => {
  if (corrections.length === 0) return
  const before = await lockLines(
    db,
    corrections.map(({ serialId }) => serialId),
  )
  const changes = corrections.flatMap(({ serialId, line }) => {
    const booked = before.get(serialId)
    return booked === undefined ? [] : changeOf(serialId, booked, line)
  })
  if (changes.length === 0) return
  await writeFacts(db, changes, context.now)
  await writeAuditLines(
    db,
    ...changes.map(({ serialId, before, after }) => ({
      at: new Date(context.now),
      userId: context.user,
      uniformNo: '',
      ip: '',
      action: 'Correct',
      resource: 'TLDetail',
      recordKey: String(serialId),
      before,
      after,
    })),
  )
}

const columns = {
  ChannelId: 'text',
  StoreNo: 'text',
  TradeTime: 'text',
  AccountDate: 'date',
  Barcode1: 'text',
  Barcode2: 'text',
  Barcode3: 'text',
  MarketItemCode: 'text',
  ExpectRemitDate: 'date',
  ChannelFee: 'bigint',
  TableFee: 'bigint',
  FeeBearType: 'text',
  NetAmount: 'bigint',
} as const satisfies Partial<Record<keyof ReportedLine, string>>

/** The facts of a payment that a later file can correct. */
type CorrectedFacts = Pick<ReportedLine, keyof typeof columns>

interface BookedLine extends CorrectedFacts, Pick<LineFacts, 'Amount'> {
  readonly WriteOffStatus: WriteOffStatus | null
}

/** Locks the lines and returns them by their serial id. */
const lockLines = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, BookedLine>> => {
  const { rows } = await sql<BookedLine & { id: number }>`
    select serial_id as id, channel_id as "ChannelId", store_no as "StoreNo", trade_time as "TradeTime", account_date as "AccountDate", barcode1 as "Barcode1",
      barcode2 as "Barcode2", barcode3 as "Barcode3", market_item_code as "MarketItemCode", expect_remit_date as "ExpectRemitDate",
      channel_fee as "ChannelFee", table_fee as "TableFee", fee_bear_type as "FeeBearType", net_amount as "NetAmount", amount as "Amount", write_off_status as "WriteOffStatus"
    from transaction_line
    where serial_id = any(${[...ids]}::bigint[])
    order by serial_id
    for update`.execute(db)
  return new Map(rows.map(({ id, ...line }) => [id, line]))
}

interface Change {
  readonly serialId: number
  readonly before: Partial<CorrectedFacts>
  readonly after: Partial<CorrectedFacts>
  readonly facts: CorrectedFacts
}

/** Returns the change of a line; nothing if its facts are already those of the file. */
const changeOf = (serialId: number, booked: BookedLine, line: ReportedLine): readonly Change[] => {
  const facts: CorrectedFacts = { ...line, ...(keepsTerms(booked, line) ? termsOf(booked) : {}) }
  const changed = (Object.keys(columns) as (keyof CorrectedFacts)[]).filter((name) => facts[name] !== booked[name])
  if (changed.length === 0) return []
  const valuesOf = (values: CorrectedFacts): Partial<CorrectedFacts> =>
    Object.fromEntries(changed.map((name) => [name, values[name]]))
  return [{ serialId, before: valuesOf(booked), after: valuesOf(facts), facts }]
}

/**
 * Returns whether a line keeps its market item with its fee: the parts of a divided line share the fee, and the entry
 * of a written-off line has the amount that the fee left.
 */
const keepsTerms = (booked: BookedLine, line: ReportedLine): boolean => {
  if (booked.WriteOffStatus === 'Divided') return true
  const paysBill =
    booked.WriteOffStatus !== null && ['WrittenOff', 'ChangedBill', 'ChangedVAC'].includes(booked.WriteOffStatus)
  return paysBill && matchedAmount(booked) !== matchedAmount(line)
}

const termsOf = ({
  MarketItemCode,
  ExpectRemitDate,
  ChannelFee,
  TableFee,
  FeeBearType,
  NetAmount,
}: CorrectedFacts) => ({
  MarketItemCode,
  ExpectRemitDate,
  ChannelFee,
  TableFee,
  FeeBearType,
  NetAmount,
})

/**
 * Writes the facts to the lines, and to the parts of divided lines except for the fee, which the parts share.
 * The lines name the bank, because companies do not see the ids of its users; the audit trail has them.
 */
const writeFacts = async (db: Db, changes: readonly Change[], now: string): Promise<void> => {
  const rows = changes.map(({ serialId, facts }) => ({ serialId, ...facts }))
  await sql`
    with recursive c as materialized (
      select * from ${recordTable(recordList(rows, { serialId: 'bigint', ...columns }))} r
    ), corrected as (
      select "serialId" as id, "serialId" as source from c
      union all
      select p.serial_id, corrected.source from corrected join transaction_line p on p.parent_serial_id = corrected.id
    )
    update transaction_line l
    set channel_id = c."ChannelId", store_no = c."StoreNo", trade_time = c."TradeTime", account_date = c."AccountDate",
      barcode1 = c."Barcode1", barcode2 = c."Barcode2", barcode3 = c."Barcode3", market_item_code = c."MarketItemCode",
      expect_remit_date = c."ExpectRemitDate",
      channel_fee = case when l.serial_id = c."serialId" then c."ChannelFee" else l.channel_fee end,
      table_fee = case when l.serial_id = c."serialId" then c."TableFee" else l.table_fee end,
      fee_bear_type = case when l.serial_id = c."serialId" then c."FeeBearType" else l.fee_bear_type end,
      net_amount = case when l.serial_id = c."serialId" then c."NetAmount" else l.net_amount end,
      update_user = ${bankHandler}, update_time = ${nextUpdateTime(new Date(now), 'l.update_time')}
    from corrected
    join c on c."serialId" = corrected.source
    where l.serial_id = corrected.id`.execute(db)
}

/**
 * Writes the fees of the lines of a file to those that the bank's system had already reported individually, without a
 * fee.
 * A divided line keeps its fee, which its parts share.
 * Only channels of the bank are reported individually, and payers never bear their fees, so no bill changes.
 */
export const adoptFees = async (
  db: Db,
  lines: readonly ReportedLine[],
  { now, user }: LedgerContext,
): Promise<void> => {
  await sql`
    with stored as (
      select l.serial_id, r."ChannelFee", r."TableFee"
      from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as r (
        "ChannelId" text, "TradeDate" date, "TxnSeq" text, "VACAccount" text, "AmountSign" text, "Amount" bigint, "ChannelFee" bigint, "TableFee" bigint
      )
      join transaction_line l on l.channel_id = r."ChannelId" and l.trade_date = r."TradeDate" and l.txn_seq = r."TxnSeq"
        and ltrim(coalesce(l.original_vac_account, l.vac_account), '0') = r."VACAccount" and l.amount_sign = r."AmountSign" and l.amount = r."Amount"
      where l.parent_serial_id is null and l.bank_file_serial_id is null and l.write_off_status is distinct from 'Divided'
        and l.fee_bear_type = 'Deduct' and l.currency_type = 'TWD' and l.channel_fee is distinct from r."ChannelFee"
      order by l.serial_id
      for update of l
    )
    update transaction_line l
    set channel_fee = s."ChannelFee", table_fee = s."TableFee", net_amount = l.amount - s."ChannelFee",
      update_user = ${user}, update_time = ${nextUpdateTime(new Date(now), 'l.update_time')}
    from stored s
    where l.serial_id = s.serial_id`.execute(db)
}
