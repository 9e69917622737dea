import type { EnumCode } from '../enums'
import { type AccountRule, hasAmountCheck, isAccount, plainAccount } from './virtual-account'

/** The type of a white list entry: which values of a payment the entry checks in addition to the account. */
export type WhiteListCheckType = EnumCode<'WhiteListFileType'>

/** The displayed state of an entry of the white list. */
export type WhiteListStatus = EnumCode<'WhiteListStatus'>

/** The values from which the displayed state of an entry is computed. */
interface WhiteListStatusSource {
  readonly WhiteListState: 'Active' | 'Disabled'
  /** Last day on which the account may be paid; null if the entry does not check dates. */
  readonly EndDate: string | null
  readonly MaxTimes: number
  readonly UsedTimes: number
}

/** An entry of the white list (特殊檢核資料): an account that may be paid, and the conditions of the payment. */
export interface WhiteListEntry extends WhiteListStatusSource {
  readonly VACAccount: string
  readonly CheckType: WhiteListCheckType
  /** Null if the entry does not check amounts. */
  readonly Amount: number | null
  readonly StartDate: string | null
}

/** A payment that a channel reports. */
interface Payment {
  readonly account: string
  readonly amount: number
  /** Day of the payment, YYYY-MM-DD. */
  readonly date: string
}

/** Why the white list rejects a payment. The incident of the payment records it. */
export type WhiteListRefusal = Extract<
  EnumCode<'VACIncidentReason'>,
  'NotInWhiteList' | 'ManualStop' | 'DuplicatePay' | 'OutOfDate' | 'AmountMismatch'
>

/**
 * Returns why the white list rejects a payment; null if the white list accepts it.
 * `entries` contains all entries of the account, and may contain entries of other accounts.
 * An account has any number of disabled entries, and at most one other entry.
 */
export const whiteListRefusal = (
  entries: readonly WhiteListEntry[],
  { account, amount, date }: Payment,
): WhiteListRefusal | null => {
  const entriesOfAccount = entries.filter(({ VACAccount }) => plainAccount(VACAccount) === plainAccount(account))
  const entry = entriesOfAccount.find(({ WhiteListState }) => WhiteListState === 'Active')
  if (!entry) return entriesOfAccount.length > 0 ? 'ManualStop' : 'NotInWhiteList'
  if (isUsedUp(entry)) return 'DuplicatePay'
  if (checksDates(entry.CheckType) && !isWithin(entry, date)) return 'OutOfDate'
  return checksAmount(entry.CheckType) && entry.Amount !== amount ? 'AmountMismatch' : null
}

/** Returns the displayed state of an entry. */
export const whiteListStatus = (entry: WhiteListStatusSource, today: string): WhiteListStatus => {
  if (entry.WhiteListState === 'Disabled') return 'Disabled'
  if (isUsedUp(entry)) return 'Used'
  return entry.EndDate !== null && entry.EndDate < today ? 'Expired' : 'Active'
}

/** Checks whether entries of this type have an amount. */
export const checksAmount = (type: WhiteListCheckType): boolean =>
  type === 'AccountAmount' || type === 'AccountAmountDate'

/** Checks whether entries of this type have a first and a last day. */
export const checksDates = (type: WhiteListCheckType): boolean => type === 'AccountDate' || type === 'AccountAmountDate'

const isWithin = ({ StartDate, EndDate }: Pick<WhiteListEntry, 'StartDate' | 'EndDate'>, date: string): boolean =>
  StartDate !== null && EndDate !== null && StartDate <= date && date <= EndDate

const isUsedUp = ({ UsedTimes, MaxTimes }: WhiteListStatusSource): boolean => UsedTimes >= MaxTimes

/** A problem of an account. The log of an upload maps `kind` to an error code; users read `message`. */
export interface AccountProblem {
  readonly kind: 'length' | 'format' | 'checkDigit'
  readonly message: string
}

/**
 * Returns the problem of an entry's account; null if the account follows the rule of its agreement.
 * A day code in the account is not checked, because an entry does not contain the due date of the bill.
 */
export const accountProblem = (
  { VACAccount, Amount }: Pick<WhiteListEntry, 'VACAccount' | 'Amount'>,
  rule: AccountRule,
): AccountProblem | null => {
  const { applyCode, length, checkType } = rule
  if (VACAccount.length !== length)
    return {
      kind: 'length',
      message: `依代收約定，虛擬帳號應為 ${length} 碼，目前 ${VACAccount.length} 碼；請補上或刪去數字後再試。`,
    }
  if (!VACAccount.startsWith(applyCode))
    return { kind: 'format', message: `虛擬帳號須以委託單位代號 ${applyCode} 開頭，請核對後更正。` }
  if (isAccount(VACAccount, { ...rule, amount: Amount, dueDate: null })) return null
  const parts = hasAmountCheck(checkType) ? '帳號、檢核金額' : '帳號'
  return { kind: 'checkDigit', message: `虛擬帳號的檢查碼與${parts}不符，請核對後更正。` }
}
