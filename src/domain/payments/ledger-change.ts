import type { WhiteListRefusal } from '../accounts/white-list'
import type { PayStatus } from '../bills/bill'
import { enumText } from '../enums'
import type { Line, Payment } from './line'

/** The changes of the stored ledger that the matching of lines or the handling of a line causes. */
export interface LedgerChange {
  /** New and changed lines, as they are after the change. */
  readonly lines: readonly Line[]
  /** The entries to add, in their order. */
  readonly postings: readonly Posting[]
  readonly incidents: readonly Incident[]
}

/**
 * A new entry on a bill, with the paid amount and payment status of the bill after the entry.
 * A negative amount counters the line's live entry, because a stored entry is never changed.
 */
export interface Posting extends Payment {
  readonly LineSerialId: number
  readonly PaidAmount: number
  readonly PayStatus: PayStatus
}

/** A new entry on a bill for money that a company collected itself, or that it no longer counts as collected. */
export interface CollectionPosting extends Pick<Posting, 'BillSerialId' | 'Amount' | 'PaidAmount' | 'PayStatus'> {
  readonly CollectionSerialId: number
}

/** An incident of an account (事故帳號紀錄): a payment that the white list rejected. */
export interface Incident {
  readonly LineSerialId: number
  readonly LoadingType: 'Reject'
  readonly IncidentReason: WhiteListRefusal
  readonly ResultStatus: 'Success'
  readonly ResultMessage: string
}

/** Returns the incident of a payment that the white list rejected. */
export const incidentOf = (LineSerialId: number, IncidentReason: WhiteListRefusal): Incident => ({
  LineSerialId,
  LoadingType: 'Reject',
  IncidentReason,
  ResultStatus: 'Success',
  ResultMessage: `特殊檢核未通過（${enumText('VACIncidentReason', IncidentReason)}），未銷帳，已列入例外處理`,
})
