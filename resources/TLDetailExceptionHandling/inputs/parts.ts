import { readAmount } from '../../../src/domain/money/amount-text'
import { formatMoney } from '../../../src/domain/money/money'
import type { OfferedBill, Suggestion } from '../calls'

/** The bill that a part pays. */
export type PartBill = Pick<OfferedBill, 'SerialId' | 'BillNo' | 'RemainAmount'> &
  Partial<Pick<OfferedBill, 'PayerName' | 'PaymentEndDate' | 'Match'>>

/** A part of a divided line, as the user enters it. */
export interface Part {
  /** Identifies the part while the dialog is open. */
  readonly key: number
  readonly bill: PartBill | null
  /** The typed account of a part without a bill. */
  readonly account: string
  /** The typed amount. */
  readonly amount: string
}

/** A part in the body of the call. */
export type PartBody = { readonly Amount: number } & (
  | { readonly BillSerialId: number }
  | { readonly VACAccount: string }
)

/** Returns a part without input. */
export const emptyPart = (key: number): Part => ({ key, bill: null, account: '', amount: '' })

/** Returns the amount of a part in the smallest unit of the currency; null without a valid one. */
export const partAmount = ({ amount }: Pick<Part, 'amount'>, currency: string): number | null => {
  const reading = amount.trim() === '' ? null : readAmount(amount, currency)
  return reading && 'amount' in reading && reading.amount > 0 ? reading.amount : null
}

/** Returns what stays of the total after all parts; negative if they exceed it. */
export const undividedAmount = (parts: readonly Part[], total: number, currency: string): number =>
  total - parts.reduce((sum, part) => sum + (partAmount(part, currency) ?? 0), 0)

/** Returns the amount that a button fills into a part: what its bill still needs, or what the other parts leave. */
export const proposedAmount = (part: Part, parts: readonly Part[], total: number, currency: string): number => {
  const available = undividedAmount(
    parts.filter(({ key }) => key !== part.key),
    total,
    currency,
  )
  return Math.max(0, part.bill ? Math.min(part.bill.RemainAmount, available) : available)
}

/** Returns the typed text of an amount. */
export const amountInput = (amount: number, currency: string): string => formatMoney(amount, currency)

/** Returns the parts for the call; null until each has a target and an amount and they add up to the total. */
export const dividedItems = (parts: readonly Part[], total: number, currency: string): readonly PartBody[] | null => {
  const items = parts.map((part) => itemOf(part, currency))
  const isComplete = parts.length >= 2 && undividedAmount(parts, total, currency) === 0
  return isComplete && items.every((item) => item !== null) ? items : null
}

const itemOf = (part: Part, currency: string): PartBody | null => {
  const Amount = partAmount(part, currency)
  if (Amount === null) return null
  if (part.bill) return { BillSerialId: part.bill.SerialId, Amount }
  return isTypedAccount(part.account) ? { VACAccount: part.account.trim(), Amount } : null
}

/** Returns whether a text may be a virtual account; whether it exists, the server says. */
export const isTypedAccount = (text: string): boolean => /^\d{10,16}$/.test(text.trim())

/** What is wrong with a part. */
export interface PartErrors {
  readonly target?: string
  readonly amount?: string
}

/** Returns what is wrong with a part that the user has left. */
export const partErrors = (part: Part, parts: readonly Part[], currency: string): PartErrors => {
  const twin = part.bill
    ? parts.findIndex(({ key, bill }) => key !== part.key && bill?.SerialId === part.bill?.SerialId)
    : -1
  return {
    ...(part.bill || isTypedAccount(part.account) ? {} : { target: targetProblem(part) }),
    ...(twin >= 0 && twin < parts.indexOf(part) ? { target: `與第 ${twin + 1} 筆是同一張帳單，請合併為一筆。` } : {}),
    ...(partAmount(part, currency) === null ? { amount: '請填寫大於 0 的金額。' } : {}),
  }
}

const targetProblem = ({ account }: Part): string =>
  account.trim() === '' ? '請選擇帳單，或輸入虛擬帳號。' : '請從清單選擇帳單，或輸入完整的虛擬帳號（數字）。'

/** Returns the part that a message of the server is about, and its text; null for a message about all parts. */
export const partMessage = (message: string): { readonly index: number; readonly text: string } | null => {
  const [, no, text] = /^第 (\d+) 筆：(.+)$/s.exec(message) ?? []
  return no === undefined || text === undefined ? null : { index: Number(no) - 1, text }
}

/** Returns the parts of a suggestion; undefined if it proposes none. */
export const suggestedParts = (suggestion: Suggestion | undefined, currency: string): readonly Part[] | undefined =>
  suggestion?.Parts?.map(({ BillSerialId, BillNo, Amount }, key) => ({
    key,
    bill: { SerialId: BillSerialId, BillNo, RemainAmount: Amount },
    account: '',
    amount: amountInput(Amount, currency),
  }))
