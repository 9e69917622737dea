import { plainAccount } from '../accounts/virtual-account'
import type { EnumCode } from '../enums'
import type { FeeBearType } from './channel-fee'
import type { Handling } from './handling-request'

/** The status of a line. */
export type WriteOffStatus = EnumCode<'WriteOffStatus'>
/** The reason why a line could not be written off. */
export type ExceptionType = EnumCode<'ExceptionType'>

/** A payment or a reversal that a channel reported, or a part of such a line; without its state. */
export interface LineFacts {
  readonly SerialId: number
  readonly ChannelId: string
  /** The market item in the store barcodes of a slip; null for channels that do not scan them. */
  readonly MarketItemCode: string | null
  readonly TradeDate: string
  /**
   * Transaction number that identifies the line within its channel and day.
   * If the layout of the file has no such number, it consists of the identity of the file and the line number.
   */
  readonly TxnSeq: string
  readonly VACAccount: string
  /** TWD, unless the bank's system reported the payment individually in another currency. */
  readonly CurrencyType: string
  readonly AmountSign: EnumCode<'AmountSign'>
  readonly Amount: number
  readonly ChannelFee: number
  /** The fee in the tables of the portal, if the channel reported another one; otherwise null. */
  readonly TableFee: number | null
  readonly FeeBearType: FeeBearType
  /** The agreement that owns the account; null if there is none or the line was not matched yet. */
  readonly ApplyCode: string | null
  /** The account that the channel reported; null unless a person has corrected it. */
  readonly OriginalVACAccount: string | null
  /** The divided line of which this line is a part; null for a line that a channel reported. */
  readonly ParentSerialId: number | null
}

/** A line with its state. The values that exist only in one state are part of that state. */
export interface Line<State extends LineState = LineState> extends LineFacts {
  readonly state: State
}

/** The state of a line. */
export type LineState = OpenState | PaidState | HandledState | ProposedState | ReversedState

/** The state of a line that waits for a bill or for a person. */
export type OpenState = { readonly WriteOffStatus: 'NotWrittenOff' } | ExceptionState

/** The state of a line that could not be written off. */
export interface ExceptionState {
  readonly WriteOffStatus: 'Exception'
  readonly ExceptionType: ExceptionType
  /** The bill that has the account of the line, although the line did not pay it; null if there is none. */
  readonly BillSerialId: number | null
  /** The correction of the account by a person, if the line could not be written off after it. */
  readonly correction?: CompletedHandling | undefined
}

/** The state of a line that pays a bill. Only these lines count in totals. */
export type PaidState = { readonly WriteOffStatus: 'WrittenOff'; readonly payment: Payment } | ChangedState

/**
 * The state of a line whose handling is complete.
 * A second person can undo the handling.
 * A line with a corrected account that still could not be written off is an exception instead.
 */
export type HandledState =
  | ChangedState
  | { readonly WriteOffStatus: 'Divided' | 'Invalid'; readonly handled: CompletedHandling }

interface ChangedState {
  readonly WriteOffStatus: 'ChangedBill' | 'ChangedVAC'
  readonly payment: Payment
  readonly handled: CompletedHandling
}

/** The state of a line whose proposed handling waits for its release. */
export interface ProposedState {
  readonly WriteOffStatus: 'PendingRelease'
  readonly proposal: Handling
  readonly before: OpenState
}

/** The state of a payment that was reversed, and of its reversal. */
export interface ReversedState {
  readonly WriteOffStatus: 'Reversed'
  /** The other line of the pair; null for a part of a line whose division was undone. */
  readonly PairSerialId: number | null
  /**
   * The bill that was paid, or the bill that has the account if none was paid.
   * Both lines of a pair have the same bill.
   */
  readonly BillSerialId: number | null
}

/** The money with which a line pays a bill. */
export interface Payment {
  readonly BillSerialId: number
  readonly Amount: number
  /** The entry of the white list that the payment used; null if the white list was not checked. */
  readonly WhiteListSerialId: number | null
}

/** A handling that was performed, and the values that are restored if it is undone. */
export interface CompletedHandling extends Handling {
  /** The person who released the handling; null if no release was needed. */
  readonly checker: string | null
  /** Time of the handling in ISO format; absent until the handling is stored. */
  readonly at?: string | undefined
  readonly before: Pick<LineFacts, 'ApplyCode' | 'VACAccount' | 'OriginalVACAccount'> & { readonly state: OpenState }
}

/**
 * Returns a line with these facts and this state.
 * It lists the fields, because a spread of an object with so many fields takes fifty times as long.
 */
export const lineWithState = <State extends LineState>(facts: LineFacts, state: State): Line<State> => {
  const { SerialId, ChannelId, MarketItemCode, TradeDate, TxnSeq, VACAccount, OriginalVACAccount } = facts
  const { CurrencyType, AmountSign, Amount, ChannelFee, TableFee, FeeBearType, ApplyCode, ParentSerialId } = facts
  return {
    SerialId,
    ChannelId,
    MarketItemCode,
    TradeDate,
    TxnSeq,
    VACAccount,
    OriginalVACAccount,
    CurrencyType,
    AmountSign,
    Amount,
    ChannelFee,
    TableFee,
    FeeBearType,
    ApplyCode,
    ParentSerialId,
    state,
  }
}

/**
 * Returns the values that identify a line, as one text.
 * A repeated line has the same values.
 * The sign is one of them, because a reversal may have the transaction number of its original.
 */
export const identityOf = (line: LineFacts): string =>
  `${line.ChannelId}|${line.TradeDate}|${line.TxnSeq}|${plainAccount(reportedAccount(line))}|${line.AmountSign}|${line.Amount}`

/** Returns the account that the channel reported. */
export const reportedAccount = (line: LineFacts): string => line.OriginalVACAccount ?? line.VACAccount

/** Returns the serial id of the bill that a line pays, or that has its account; null if there is none. */
export const billIdOf = ({ state }: Line): number | null => {
  if ('payment' in state) return state.payment.BillSerialId
  if ('handled' in state) return billIdOfOpenState(state.handled.before.state)
  if ('proposal' in state) return billIdOfOpenState(state.before)
  return 'BillSerialId' in state ? state.BillSerialId : null
}

const billIdOfOpenState = (state: OpenState): number | null => ('BillSerialId' in state ? state.BillSerialId : null)

/** Checks whether a line pays a bill. */
export const paysBill = (line: Line): line is Line<PaidState> => 'payment' in line.state

/** Checks whether a line waits for a bill or for a person. */
export const isOpen = (line: Line): line is Line<OpenState> =>
  ['Exception', 'NotWrittenOff'].includes(line.state.WriteOffStatus)

/** Checks whether the handling of a line is complete. */
export const isHandled = (line: Line): line is Line<HandledState> => 'handled' in line.state

/** Checks whether a handling of the line waits for its release. */
export const isProposed = (line: Line): line is Line<ProposedState> => line.state.WriteOffStatus === 'PendingRelease'
