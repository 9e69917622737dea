import type { EnumCode } from '../enums'
import { debitMedia, type MediaFormat } from './media'

/** Why a bill stays out of a file of direct debits. */
export type StayOut = EnumCode<'DebitStayOut'>

/** What decides whether a bill with direct debit goes into a file. */
export interface DebitBill {
  readonly BillState: EnumCode<'BillState'>
  readonly CurrencyType: EnumCode<'Currency'>
  /** What remains to be paid, which is the amount to debit. */
  readonly RemainAmount: number
  readonly PaymentEndDate: string
  /** The payer's type and authorization; null if the payer was deleted. */
  readonly PayerType: EnumCode<'PayerType'> | null
  readonly DebitAuthStatus: EnumCode<'DebitAuthStatus'> | null
  readonly DebitUserNo: string | null
  /** Whether a file contains the bill that has not been answered yet, or one that waits for release. */
  readonly isExported: boolean
  readonly isProposed: boolean
  /** Whether the bill was debited, but the money has not been written off yet. */
  readonly isUnsettled: boolean
}

/** The parameters of a file on which the choice of bills depends. */
export interface DebitSelection {
  readonly MediaFormat: MediaFormat
  readonly DebitDate: string
  readonly IncludeExported: boolean
}

/** Returns why a bill stays out of a file; null if it goes. */
export const stayOutReason = (bill: DebitBill, selection: DebitSelection): StayOut | null =>
  rules.find(([, staysOut]) => staysOut(bill, selection))?.[0] ?? null

/** The reasons in the order in which they are named: what ends a bill comes before what can be changed. */
const rules: readonly (readonly [StayOut, (bill: DebitBill, selection: DebitSelection) => boolean])[] = [
  ['Void', ({ BillState }) => BillState === 'Void'],
  ['NothingLeft', ({ RemainAmount }) => RemainAmount <= 0],
  ['OtherCurrency', ({ CurrencyType }) => CurrencyType !== 'TWD'],
  [
    'OtherPayerType',
    ({ PayerType }, { MediaFormat }) => PayerType !== null && PayerType !== debitMedia[MediaFormat].payerType,
  ],
  ['NotAuthorized', ({ DebitAuthStatus }) => DebitAuthStatus !== 'Authorized'],
  ['NoUserNumber', ({ DebitUserNo }, { MediaFormat }) => debitMedia[MediaFormat].usesClearingHouse && !DebitUserNo],
  ['Overdue', ({ PaymentEndDate }, { DebitDate }) => PaymentEndDate < DebitDate],
  // A further debit would take the money twice.
  ['Unsettled', ({ isUnsettled }) => isUnsettled],
  ['Proposed', ({ isProposed }) => isProposed],
  ['Exported', ({ isExported }, { IncludeExported }) => isExported && !IncludeExported],
]
