import { plainAccount } from '../accounts/virtual-account'
import type { EnumCode } from '../enums'
import type { FeeBearType } from './channel-fee'
import type { Handling } from './handling-request'

export type WriteOffStatus = EnumCode<'WriteOffStatus'>
export type ExceptionType = EnumCode<'ExceptionType'>

/** A payment, or the reversal of one, that a channel reported; without its state. */
export interface LineFacts {
  readonly SerialId: number
  readonly ChannelId: string
  /** The item in a store's barcode; null for other channels. */
  readonly MarketItemCode: string | null
  readonly TradeDate: string
  /** Identifies the line within its channel and day; where a layout has no serial, the identity of the file and the line number. */
  readonly TxnSeq: string
  readonly VACAccount: string
  /** TWD, except for single credits in another currency. */
  readonly CurrencyType: string
  readonly AmountSign: EnumCode<'AmountSign'>
  readonly Amount: number
  readonly ChannelFee: number
  readonly FeeBearType: FeeBearType
  /** Null until a line is matched, and if no agreement owns its account. */
  readonly ApplyCode: string | null
  /** The account that the channel reported; null unless a person has corrected it. */
  readonly OriginalVACAccount: string | null
  /** The divided line of which this line is a part; null for a line that a channel reported. */
  readonly ParentSerialId: number | null
}

/** A line on record: its state contains what is known only in that state. */
export interface Line<State extends LineState = LineState> extends LineFacts {
  readonly state: State
}

export type LineState = OpenState | PaidState | HandledState | ProposedState | ReversedState

/** Waits for a bill or for a person. */
export type OpenState = { readonly WriteOffStatus: 'NotWrittenOff' } | ExceptionState

export interface ExceptionState {
  readonly WriteOffStatus: 'Exception'
  readonly ExceptionType: ExceptionType
  /** The bill that has this account and that the line did not pay. */
  readonly BillSerialId: number | null
  /** The correction of the account by a person; the corrected line has not been written off yet. */
  readonly correction?: Handled | undefined
}

/** Written off on a bill: such lines count in totals. */
export type PaidState = { readonly WriteOffStatus: 'WrittenOff'; readonly payment: Payment } | ChangedState

/** Handled by a person; a second person can undo the handling. */
export type HandledState = ChangedState | { readonly WriteOffStatus: 'Divided' | 'Invalid'; readonly handled: Handled }

interface ChangedState {
  readonly WriteOffStatus: 'ChangedBill' | 'ChangedVAC'
  readonly payment: Payment
  readonly handled: Handled
}

/** Waits for the release of what a person proposed. */
export interface ProposedState {
  readonly WriteOffStatus: 'PendingRelease'
  readonly proposal: Handling
  readonly before: OpenState
}

export interface ReversedState {
  readonly WriteOffStatus: 'Reversed'
  /** The other line of the pair; null for a part of a line whose division was undone. */
  readonly PairSerialId: number | null
  /** The bill that was paid; if none was, the bill that has the account. Both lines of a pair have the same bill. */
  readonly BillSerialId: number | null
}

/** The money of a line on a bill. */
export interface Payment {
  readonly BillSerialId: number
  readonly Amount: number
  /** The entry of the white list that the payment used; null if the white list was not checked. */
  readonly WhiteListSerialId: number | null
}

/** What a person did to a line, and what undoing it restores. */
export interface Handled extends Handling {
  /** The person who released it; null where no release was needed. */
  readonly checker: string | null
  /** An ISO time; absent while the handling is being decided. */
  readonly at?: string | undefined
  readonly before: Pick<LineFacts, 'ApplyCode' | 'VACAccount' | 'OriginalVACAccount'> & { readonly state: OpenState }
}

/** Returns the values that identify a repeated line, as one string. They include the sign, because a reversal may have the serial of its original. */
export const identityOf = (line: LineFacts): string =>
  [line.ChannelId, line.TradeDate, line.TxnSeq, plainAccount(reportedAccount(line)), line.AmountSign, line.Amount].join('|')

/** Returns the account as the channel reported it. */
export const reportedAccount = (line: LineFacts): string => line.OriginalVACAccount ?? line.VACAccount

/** Returns the bill that a line pays, or the one with its account; null if there is none. */
export const billOf = ({ state }: Line): number | null => {
  if ('payment' in state) return state.payment.BillSerialId
  if ('handled' in state) return billOfOpenState(state.handled.before.state)
  if ('proposal' in state) return billOfOpenState(state.before)
  return 'BillSerialId' in state ? state.BillSerialId : null
}

const billOfOpenState = (state: OpenState): number | null => ('BillSerialId' in state ? state.BillSerialId : null)

export const isPaid = (line: Line): line is Line<PaidState> => 'payment' in line.state

export const isOpen = (line: Line): line is Line<OpenState> => ['Exception', 'NotWrittenOff'].includes(line.state.WriteOffStatus)

export const isHandled = (line: Line): line is Line<HandledState> => 'handled' in line.state

export const isProposed = (line: Line): line is Line<ProposedState> => line.state.WriteOffStatus === 'PendingRelease'
