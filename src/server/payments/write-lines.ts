import { sql } from 'kysely'
import type { Incident } from '../../domain/payments/ledger-change'
import type { Line } from '../../domain/payments/line'
import { nextUpdateTime } from '../database/times'
import type { Db } from '../ports'
import type { LedgerContext } from './ledger-context'
import { changedLineOf } from './line-rows'

/**
 * Creates the parts of divided lines.
 * They copy the values that the channel reported for the divided line.
 * Parts that already exist are left to {@link updateLines}.
 */
export const insertParts = async (db: Db, lines: readonly Line[], { now, user }: LedgerContext): Promise<void> => {
  const parts = lines.filter(({ ParentSerialId }) => ParentSerialId !== null)
  if (parts.length === 0) return
  await sql`
    insert into transaction_line (
      serial_id, parent_serial_id, amount, channel_fee, table_fee, net_amount, vac_account,
      channel_id, market_item_code, store_no, trade_date, trade_time, trans_date, account_date, expect_remit_date, txn_seq, currency_type, amount_sign,
      fee_bear_type, barcode1, barcode2, barcode3, source_file, bank_file_serial_id, line_no, create_user, create_time, update_user, update_time
    )
    select
      part."SerialId", part."ParentSerialId", part."Amount", part."ChannelFee", part."TableFee", part."Amount" - part."ChannelFee", part."VACAccount",
      l.channel_id, l.market_item_code, l.store_no, l.trade_date, l.trade_time, l.trans_date, l.account_date, l.expect_remit_date, l.txn_seq, l.currency_type,
      l.amount_sign, l.fee_bear_type, l.barcode1, l.barcode2, l.barcode3, l.source_file, l.bank_file_serial_id, l.line_no,
      ${user}, ${now}::timestamptz, ${user}, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(parts)}::text::jsonb)
      as part ("SerialId" bigint, "ParentSerialId" bigint, "Amount" bigint, "ChannelFee" bigint, "TableFee" bigint, "VACAccount" text)
    join transaction_line l on l.serial_id = part."ParentSerialId"
    where not exists (select from transaction_line same where same.serial_id = part."SerialId")
    order by part."SerialId"`.execute(db)
}

/**
 * Writes the state that matching or a handling gave the lines.
 * A line without a handling keeps its stored handler, unless it was waiting for release: a refused or ended proposal
 * leaves no handler.
 */
export const updateLines = async (db: Db, lines: readonly Line[], { now, user }: LedgerContext): Promise<void> => {
  if (lines.length === 0) return
  const time = sql`${now}::timestamptz`
  await sql`
    update transaction_line l
    set apply_code = c."ApplyCode", vac_account = c."VACAccount", original_vac_account = c."OriginalVACAccount",
      bill_serial_id = b.serial_id, bill_no = b.bill_no, payer_name = b.payer_name, should_pay_amount = b.should_pay_amount,
      write_off_status = c."WriteOffStatus", exception_type = c."ExceptionType", pair_serial_id = c."PairSerialId",
      write_off_time = case
        when c."WriteOffStatus" in ('WrittenOff', 'ChangedBill', 'ChangedVAC') then ${time}
        when c."WriteOffStatus" = 'Reversed' then l.write_off_time
      end,
      handle_user = case when ${isHandlerKept} then l.handle_user else c."HandleUser" end,
      handle_reason = case when ${isHandlerKept} then l.handle_reason else c."HandleReason" end,
      checker = case when ${isHandlerKept} then l.checker else c."Checker" end,
      handle_time = case when ${isHandlerKept} then l.handle_time when c."HandleUser" is not null then coalesce(c."HandleTime", ${time}) end,
      update_user = ${user}, update_time = ${nextUpdateTime(new Date(now), 'l.update_time')}
    from jsonb_to_recordset(${JSON.stringify(lines.map(changedLineOf))}::text::jsonb) as c (
      "SerialId" bigint, "ApplyCode" text, "VACAccount" text, "OriginalVACAccount" text, "WriteOffStatus" text, "ExceptionType" text, "BillSerialId" bigint,
      "PairSerialId" bigint, "HandleUser" text, "HandleReason" text, "HandleTime" timestamptz, "Checker" text
    )
    left join bill b on b.serial_id = c."BillSerialId"
    where l.serial_id = c."SerialId"`.execute(db)
}

// In the assignments of an update, `l` has the values before the update.
const isHandlerKept = sql`c."HandleUser" is null and l.write_off_status is distinct from 'PendingRelease'`

/** Writes the incidents of lines. */
export const writeIncidents = async (
  db: Db,
  incidents: readonly Incident[],
  { now, user }: LedgerContext,
): Promise<void> => {
  await sql`
    insert into vac_loading (
      apply_code, vac_account, loading_type, incident_reason, trade_date, trade_time, channel_id, amount, currency_type, result_status, result_message,
      line_serial_id, create_user, create_time, update_user, update_time
    )
    select l.apply_code, l.vac_account, i."LoadingType", i."IncidentReason", l.trade_date, l.trade_time, l.channel_id, l.amount, l.currency_type,
      i."ResultStatus", i."ResultMessage", l.serial_id, ${user}, ${now}::timestamptz, ${user}, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(incidents)}::text::jsonb)
      as i ("LineSerialId" bigint, "LoadingType" text, "IncidentReason" text, "ResultStatus" text, "ResultMessage" text)
    join transaction_line l on l.serial_id = i."LineSerialId"
    order by l.serial_id`.execute(db)
}
