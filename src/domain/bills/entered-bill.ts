import type { AccountRule } from '../accounts/virtual-account'
import type { Currency } from '../money/money'
import type { MarketItem } from './bill-codes'

/** The values of a bill that were entered in a form or in a row of a file, each in the format of its field. */
export interface EnteredBill extends CopiedPayerData<string | null | undefined> {
  readonly BillTermId: string | null
  /** Undefined = the category of the term. */
  readonly BillCategoryCode: string | undefined
  readonly CurrencyType: Currency
  /** Empty = the items of the term; null = an entered item or amount was invalid, and the error has been reported. */
  readonly FeeItems: readonly EnteredFee[] | null
  /** The entered total, which must equal the sum of entered items; null = none was entered. */
  readonly ShouldPayAmount: number | null
  /** Null = the account is computed. */
  readonly VACAccount: string | null
  /** In this and the next date, undefined = the date of the term. */
  readonly PaymentStartDate: string | undefined
  readonly PaymentEndDate: string | undefined
  /**
   * Undefined = the date of the term, or null if the bill has another deadline than its term; null = the deadline of
   * the bill.
   */
  readonly MarketEndDate: string | null | undefined
  readonly PayerId: string | null
  /** Undefined = true if the payer has authorized direct debit. */
  readonly DebitFlag: boolean | undefined
}

/** The data of a payer that a bill copies. In an entered bill, undefined = the value of the payer's record. */
type CopiedPayerData<Value> = Readonly<Record<(typeof copiedFields)[number], Value>>

/** The fields of a payer that a bill copies. */
export const copiedFields = ['PayerUnitId', 'PayerNo', 'IdNo', 'Mobile', 'Email', 'ZipCode', 'Address'] as const

/** An entered fee item. */
export interface EnteredFee {
  readonly SortNo: number
  readonly FeeCode: string | null
  /** Null = the name of the fee with this code. */
  readonly FeeName: string | null
  readonly Amount: number
  /** The entered text, by which messages name the fee. */
  readonly text: string
}

/** An item of a bill. */
export interface BillItem {
  readonly SortNo: number
  readonly FeeCode: string | null
  readonly FeeName: string
  readonly Amount: number
}

/** The values of a bill, computed from an entered bill and the company's records. */
export interface BillValues extends CopiedPayerData<string | null> {
  readonly BillTermId: string
  readonly BillCategoryCode: string
  readonly PayerId: string | null
  readonly CurrencyType: Currency
  readonly FeeItems: readonly BillItem[]
  readonly ShouldPayAmount: number
  readonly VACAccount: string
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
  readonly MarketEndDate: string | null
  readonly DebitFlag: boolean
}

/** The values of a stored bill that are needed to check a change of the bill. */
export type StoredBill = Pick<
  BillValues,
  | 'BillTermId'
  | 'BillCategoryCode'
  | 'PayerId'
  | 'PayerUnitId'
  | 'PayerNo'
  | 'FeeItems'
  | 'ShouldPayAmount'
  | 'VACAccount'
  | 'PaymentEndDate'
  | 'DebitFlag'
>

/** The current day, and the records to which the bills of an agreement refer. */
export interface BillReferences {
  readonly today: string
  readonly agreement: BillAgreement
  readonly terms: ReadonlyMap<string, BillTerm>
  readonly categories: ReadonlyMap<string, BillCategory>
  /** Codes of the active units. */
  readonly units: ReadonlySet<string>
  /** The fees by code and by name. Inactive fees are included, because terms may still propose them. */
  readonly fees: ReadonlyMap<string, BillFee>
}

/** The rules of an agreement for its bills. */
export interface BillAgreement {
  readonly UniformNo: string
  readonly rule: AccountRule
  readonly TermNoLen: number
  readonly PayerNoLen: number
  readonly AllowOwnVAC: boolean
  readonly AgreementStatus: string | null
}

/** A term of the agreement. */
export interface BillTerm {
  readonly BillTermId: string
  readonly BillTermNo: string | null
  readonly BillCategoryCode: string
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
  readonly MarketEndDate: string | null
  readonly FeeItems: readonly { readonly FeeCode: string; readonly Amount: number }[] | null
  readonly TermStatus: string
}

/** A category of the agreement. `Channels` contains only channels that the agreement also allows. */
export interface BillCategory {
  readonly BillCategoryCode: string
  readonly BillCategoryName: string
  readonly CategoryStatus: string
  readonly Channels: readonly string[]
  readonly marketItem: MarketItem | null
}

/** A fee of the agreement. */
export interface BillFee {
  readonly FeeCode: string
  readonly FeeName: string
  readonly FeeStatus: string
}

/** A payer on record, with the values that bills copy. */
export interface BillPayer extends CopiedPayerData<string | null> {
  readonly PayerId: string
  readonly PayerStatus: string
  readonly isDebitAuthorized: boolean
}

/** The payers to whom entered bills refer. */
export interface BillPayers {
  /**
   * Payers by their code as it is stored and, if only one payer has it, as it was entered in other capital or small
   * letters.
   */
  readonly byId: ReadonlyMap<string, BillPayer>
  /** Active payers by their number, which is part of the account. */
  readonly byNo: ReadonlyMap<string, BillPayer>
}

/** The kind of a problem. Uploads and forms use different codes for the same kind. */
export type BillProblem =
  | 'missing'
  | 'format'
  | 'checkDigit'
  | 'length'
  | 'repeated'
  | 'state'
  | 'date'
  | 'sum'
  | 'amount'

/** A field of a bill, or of one of its items. */
export type BillField = keyof BillValues | `FeeItems.${number}.${'FeeCode' | 'FeeName'}`

/** Reports a problem of a field. Always returns null, which the caller can return in place of a value. */
export type BillProblemReporter = (field: BillField, problem: BillProblem, message: string) => null
