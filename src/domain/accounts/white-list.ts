import type { EnumCode } from '../enums'
import { type AccountRule, hasAmountCheck, isAccount, plainAccount } from './virtual-account'

/** What a row of the white list checks besides the account. */
export type WhiteListCheckType = EnumCode<'WhiteListFileType'>

export type WhiteListStatus = EnumCode<'WhiteListStatus'>

/** The values of a row that decide its state on a day. */
interface WhiteListFacts {
  readonly WhiteListState: 'Active' | 'Disabled'
  /** Last day; null where the row does not check dates. */
  readonly EndDate: string | null
  readonly MaxTimes: number
  readonly UsedTimes: number
}

/** A row of the white list (特殊檢核資料): an account that may be paid, and under which conditions. */
export interface WhiteListRow extends WhiteListFacts {
  readonly VACAccount: string
  readonly CheckType: WhiteListCheckType
  /** Null where the row does not check amounts. */
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

/** Why a payment is rejected: the reason of the incident that is recorded for it. */
export type WhiteListRefusal = Extract<EnumCode<'VACIncidentReason'>, 'NotInWhiteList' | 'ManualStop' | 'DuplicatePay' | 'OutOfDate' | 'AmountMismatch'>

/**
 * Returns why an agreement that uses the white list rejects a payment; null if it accepts it. `rows` contains at least the rows of the account.
 * An account has at most one row that is not disabled, besides any number of disabled ones.
 */
export const whiteListRefusal = (rows: readonly WhiteListRow[], { account, amount, date }: Payment): WhiteListRefusal | null => {
  const ofAccount = rows.filter(({ VACAccount }) => plainAccount(VACAccount) === plainAccount(account))
  const row = ofAccount.find(({ WhiteListState }) => WhiteListState === 'Active')
  if (!row) return ofAccount.length > 0 ? 'ManualStop' : 'NotInWhiteList'
  if (isUsedUp(row)) return 'DuplicatePay'
  if (checksDates(row.CheckType) && !(row.StartDate !== null && row.EndDate !== null && row.StartDate <= date && date <= row.EndDate)) return 'OutOfDate'
  return checksAmount(row.CheckType) && row.Amount !== amount ? 'AmountMismatch' : null
}

/** Returns the displayed state of a row. */
export const whiteListStatus = (row: WhiteListFacts, today: string): WhiteListStatus => {
  if (row.WhiteListState === 'Disabled') return 'Disabled'
  if (isUsedUp(row)) return 'Used'
  return row.EndDate !== null && row.EndDate < today ? 'Expired' : 'Active'
}

/** Whether rows of this type have an amount. */
export const checksAmount = (type: WhiteListCheckType): boolean => type === 'AccountAmount' || type === 'AccountAmountDate'

/** Whether rows of this type have a first and a last day. */
export const checksDates = (type: WhiteListCheckType): boolean => type === 'AccountDate' || type === 'AccountAmountDate'

const isUsedUp = ({ UsedTimes, MaxTimes }: WhiteListFacts): boolean => UsedTimes >= MaxTimes

/** What is wrong with an account: its kind, which the log of an upload maps to an error code, and a message for users. */
export interface AccountProblem {
  readonly kind: 'length' | 'format' | 'checkDigit'
  readonly message: string
}

/** Returns what is wrong with the account of a row; null if it is an account of the agreement. A day code in the account is not checked, because a row does not contain the due date of the bill. */
export const accountProblem = ({ VACAccount, Amount }: Pick<WhiteListRow, 'VACAccount' | 'Amount'>, rule: AccountRule): AccountProblem | null => {
  const { applyCode, length, checkType } = rule
  if (VACAccount.length !== length)
    return { kind: 'length', message: `依代收約定，虛擬帳號應為 ${length} 碼，目前 ${VACAccount.length} 碼；請補上或刪去數字後再試。` }
  if (!VACAccount.startsWith(applyCode)) return { kind: 'format', message: `虛擬帳號須以委託單位代號 ${applyCode} 開頭，請核對後更正。` }
  if (isAccount(VACAccount, { ...rule, amount: Amount, dueDate: null })) return null
  const parts = hasAmountCheck(checkType) ? '帳號、檢核金額' : '帳號'
  return { kind: 'checkDigit', message: `虛擬帳號的檢查碼與${parts}不符，請核對後更正。` }
}
