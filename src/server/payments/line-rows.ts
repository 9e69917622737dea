import { sql } from 'kysely'
import type { Handling, HandlingAction } from '../../domain/payments/handling-request'
import {
  billIdOf,
  type CompletedHandling,
  type ExceptionType,
  type Line,
  type LineFacts,
  type LineState,
  type Payment,
  type WriteOffStatus,
} from '../../domain/payments/line'
import { isOpenLine } from '../database/bills-and-lines/line-identity'

/**
 * A stored line with the records that its state needs: its live entry (`payment`), and what a person did with the line,
 * or what a maker requested and nobody has released yet (`handling`).
 */
export interface LineRow extends LineFacts {
  readonly WriteOffStatus: WriteOffStatus | null
  readonly ExceptionType: ExceptionType | null
  readonly BillSerialId: number | null
  readonly PairSerialId: number | null
  readonly payment: Payment | null
  readonly handling: HandlingRow | null
}

interface HandlingRow {
  readonly request: HandlingAction
  readonly Reason: string
  readonly by: string
  readonly isByBank: boolean
  readonly checker: string | null
  readonly at: string
  readonly before: CompletedHandling['before']
}

/** The condition for lines `l` that pay a bill, as `paysBill` in the domain. */
export const paysBill = sql`l.write_off_status in ('WrittenOff', 'ChangedBill', 'ChangedVAC')`

/** The condition for reversals `l` that found nothing to take back. */
export const isWaitingReversal = sql`l.amount_sign = 'Minus' and l.exception_type = 'Reversal' and ${isOpenLine}`

/** The condition for entries `e` that are live: payments without a counter-entry. */
export const isLiveEntry = sql`e.amount > 0 and not exists (select from payment c where c.counters_payment_id = e.payment_id)`

/**
 * Selects lines `l` as {@link LineRow}, with the latest handling that is proposed or done.
 * A handling is `Unmatched` if it corrected the account but the line could not be written off; such a handling is
 * selected only while the line is an exception.
 */
export const selectLines = sql`
  select
    l.serial_id as "SerialId", l.channel_id as "ChannelId", l.market_item_code as "MarketItemCode", l.trade_date as "TradeDate", l.txn_seq as "TxnSeq",
    l.vac_account as "VACAccount", l.original_vac_account as "OriginalVACAccount", coalesce(l.currency_type, 'TWD') as "CurrencyType",
    l.amount_sign as "AmountSign", l.amount as "Amount", coalesce(l.channel_fee, 0) as "ChannelFee", l.table_fee as "TableFee",
    coalesce(l.fee_bear_type, 'Deduct') as "FeeBearType",
    l.apply_code as "ApplyCode", l.parent_serial_id as "ParentSerialId", l.write_off_status as "WriteOffStatus", l.exception_type as "ExceptionType",
    l.bill_serial_id as "BillSerialId", l.pair_serial_id as "PairSerialId", p.payment, h.handling
  from transaction_line l
  left join lateral (
    select jsonb_build_object('BillSerialId', e.bill_serial_id, 'Amount', e.amount, 'WhiteListSerialId', e.white_list_serial_id) as payment
    from payment e
    where ${paysBill} and e.line_serial_id = l.serial_id and ${isLiveEntry}
  ) p on true
  left join lateral (
    select jsonb_build_object(
      'request', request, 'Reason', reason, 'by', user_id, 'isByBank', by_bank, 'checker', checker, 'at', coalesce(checked_at, at), 'before', before
    ) as handling
    from line_handling
    where line_serial_id = l.serial_id and (state in ('Proposed', 'Done') or state = 'Unmatched' and l.write_off_status = 'Exception')
    order by handling_id desc
    limit 1
  ) h on true`

/** Returns a line from its row. Throws an error if the records that its state needs are missing. */
export const lineOfRow = ({
  WriteOffStatus,
  ExceptionType,
  BillSerialId,
  PairSerialId,
  payment,
  handling,
  ...facts
}: LineRow): Line => {
  const { SerialId } = facts
  const requiredHandling = (): HandlingRow => handling ?? throwMissing(SerialId, 'its handling')
  const states: Readonly<Record<WriteOffStatus, () => LineState>> = {
    NotWrittenOff: () => ({ WriteOffStatus: 'NotWrittenOff' }),
    Exception: () => ({
      WriteOffStatus: 'Exception',
      ExceptionType: ExceptionType ?? throwMissing(SerialId, 'the type of its exception'),
      BillSerialId,
      ...(handling && { correction: handling }),
    }),
    WrittenOff: () => ({ WriteOffStatus: 'WrittenOff', payment: payment ?? throwMissing(SerialId, 'its entry') }),
    ChangedBill: () => ({
      WriteOffStatus: 'ChangedBill',
      payment: payment ?? throwMissing(SerialId, 'its entry'),
      handled: requiredHandling(),
    }),
    ChangedVAC: () => ({
      WriteOffStatus: 'ChangedVAC',
      payment: payment ?? throwMissing(SerialId, 'its entry'),
      handled: requiredHandling(),
    }),
    Divided: () => ({ WriteOffStatus: 'Divided', handled: requiredHandling() }),
    Invalid: () => ({ WriteOffStatus: 'Invalid', handled: requiredHandling() }),
    PendingRelease: () => proposedState(requiredHandling()),
    Reversed: () => ({ WriteOffStatus: 'Reversed', PairSerialId, BillSerialId }),
  }
  return { ...facts, state: states[WriteOffStatus ?? 'NotWrittenOff']() }
}

const proposedState = ({ request, Reason, by, isByBank, before }: HandlingRow): LineState => {
  const proposal: Handling = { request, Reason, by, isByBank }
  return { WriteOffStatus: 'PendingRelease', proposal, before: before.state }
}

const throwMissing = (serialId: number, what: string): never => {
  throw new Error(`A record that the state of line ${serialId} needs is missing: ${what}.`)
}

/** The columns of a line that matching or a handling can change, with the names of their fields. */
export interface ChangedLine extends Pick<LineFacts, 'SerialId' | 'ApplyCode' | 'VACAccount' | 'OriginalVACAccount'> {
  readonly WriteOffStatus: WriteOffStatus
  readonly ExceptionType: ExceptionType | null
  readonly BillSerialId: number | null
  readonly PairSerialId: number | null
  readonly HandleUser: string | null
  readonly HandleReason: string | null
  /**
   * Null if nobody has handled the line.
   * Also null for a handling that is only now being stored: it gets the current time then.
   */
  readonly HandleTime: string | null
  /** The person who released the handling; null if nobody has. */
  readonly Checker: string | null
}

/** Returns the changed columns of a line. */
export const changedLineOf = (line: Line): ChangedLine => {
  const { SerialId, ApplyCode, VACAccount, OriginalVACAccount, state } = line
  const handling = handlingOf(state)
  return {
    SerialId,
    ApplyCode,
    VACAccount,
    OriginalVACAccount,
    WriteOffStatus: state.WriteOffStatus,
    ExceptionType: 'ExceptionType' in state ? state.ExceptionType : null,
    BillSerialId: billIdOf(line),
    PairSerialId: 'PairSerialId' in state ? state.PairSerialId : null,
    HandleUser: handling ? handlerName(handling) : null,
    HandleReason: handling?.Reason ?? null,
    HandleTime: handling?.at ?? null,
    Checker: handling?.checker ?? null,
  }
}

/** The name under which companies see a user of the bank who corrected a line. */
export const bankHandler = '銀行更正'

/** Returns the name of the person who handled a line, as lines store it. */
export const handlerName = ({ by, isByBank }: Pick<Handling, 'by' | 'isByBank'>): string =>
  isByBank ? bankHandler : by

const handlingOf = (state: LineState): (Handling & Partial<Pick<CompletedHandling, 'at' | 'checker'>>) | null => {
  if ('handled' in state) return state.handled
  if ('proposal' in state) return state.proposal
  return ('correction' in state && state.correction) || null
}
