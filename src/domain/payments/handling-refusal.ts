import { closedReason } from '../bills/bill'
import { enumText } from '../enums'
import { formatMoney } from '../money/money'
import { Refusal, type ReturnCode } from '../refusal'
import { matchedAmount } from './channel-fee'
import type { AgreementAccess, Handling, HandlingAction } from './handling-request'
import type { Line, LineFacts } from './line'
import { isAccountInvalid, type PayableBill } from './matching-facts'
import type { WorkingLedger } from './working-ledger'

/** Returns a refusal that belongs to a field of the form. */
export const fieldRefusal = (code: ReturnCode, field: string, message: string): Refusal =>
  new Refusal(code, message, { [field]: message })

/** Refuses a part of a division. `reason` says why, with the names that the caller has for parts. */
export class PartRefusal extends Refusal {
  constructor(
    code: ReturnCode,
    readonly index: number,
    readonly reason: (partName: (index: number) => string) => string,
  ) {
    const nameInDialog = (part: number) => `第 ${part + 1} 筆`
    const message = `${nameInDialog(index)}：${reason(nameInDialog)}`
    super(code, message, { Items: message })
  }
}

/** Refuses a line that is more than its bill lacks, unless the person confirms the over-payment. */
export class OverpaymentRefusal extends Refusal {
  constructor(readonly bill: PayableBill) {
    const message = `帳單尚欠 ${unpaidAmountText(bill)}，交易金額超過；請改選其他帳單、改用分拆，或確認溢繳。`
    super('2007', message, { BillSerialId: message })
  }
}

/**
 * Returns the refusal of an action that is not allowed in the line's state.
 * `requirement` says which lines the action is for.
 */
export const stateRefusal = ({ state }: Line, requirement: string): Refusal =>
  new Refusal(
    '2006',
    `這筆交易目前是「${enumText('WriteOffStatus', state.WriteOffStatus)}」，${requirement}；請重新查詢後再試。`,
  )

/** Throws a refusal if the reason is too short or too long. */
export const requireReason = (reason: string): void => {
  const { length } = reason.trim()
  if (length < 2 || length > 200)
    throw fieldRefusal(length === 0 ? '2001' : '2002', 'Reason', '請填寫處理說明，長度為 2 到 200 字。')
}

/**
 * Throws a refusal if the person who releases, refuses or undoes a handling is the person who requested it.
 * `action` is the verb for the message.
 */
export const requireOtherPerson = (person: string, { by, isByBank }: Handling, action: string): void => {
  // Users of the bank and of a company may have the same id.
  if (person === by && !isByBank) throw new Refusal('2006', `這筆處理由您提出，須由另一人${action}。`)
}

/**
 * Throws a refusal if a line cannot pay any bill: the line is a reversal, no agreement owns its account, or the fee
 * uses up the amount.
 */
export const requireLineCanPay = (line: LineFacts, action: HandlingAction['action']): void => {
  const name = enumText('ExceptionAction', action)
  if (line.AmountSign === 'Minus') throw new Refusal('2006', `沖正交易不能${name}，請更正虛擬帳號，或改為作廢。`)
  if (line.ApplyCode === null)
    throw new Refusal('2006', `這筆交易的虛擬帳號不屬於任何代收約定，請先更正虛擬帳號，再${name}。`)
  if (matchedAmount(line) < 1)
    throw new Refusal('2007', `交易金額扣除繳款人負擔的手續費後沒有餘額，不能${name}，請改為作廢。`)
}

/** Returns a sentence that says why a line cannot pay the chosen bill; null if it can. */
export const billRefusal = (bill: PayableBill, line: LineFacts): string | null => {
  const reason = closedReason(bill)
  if (reason !== null) return { void: '帳單已作廢，請改選其他帳單。', paid: '帳單已繳清，請改選其他帳單。' }[reason]
  return bill.CurrencyType === line.CurrencyType ? null : '帳單的幣別與交易不同，請改選其他帳單。'
}

/** Returns the unpaid amount of a bill as text for messages. */
export const unpaidAmountText = ({ ShouldPayAmount, PaidAmount, CurrencyType }: PayableBill): string =>
  `${formatMoney(ShouldPayAmount - PaidAmount, CurrencyType)} 元`

/**
 * Returns a sentence that says why a line cannot have the account that a person has entered for it; null if it can.
 * `line` has the new account already, but still the previous ApplyCode.
 */
export const accountRefusal = (line: LineFacts, ledger: WorkingLedger, canUse: AgreementAccess): string | null => {
  const facts = ledger.factsOf(line)
  const previousAgreement = ledger.findAgreement(line.ApplyCode)
  if (facts.agreement === null) return `查無虛擬帳號 ${line.VACAccount} 的代收約定，請核對後更正。`
  if (previousAgreement !== null && previousAgreement.UniformNo !== facts.agreement.UniformNo)
    return `虛擬帳號 ${line.VACAccount} 不屬於同一公司，請核對後更正。`
  if (!canUse(facts.agreement.rule.applyCode))
    return `虛擬帳號 ${line.VACAccount} 屬於您不能使用的委託單位，請核對後更正，或由可使用該委託單位的人員處理。`
  return isAccountInvalid(facts) ? `虛擬帳號 ${line.VACAccount} 的長度或檢查碼不符，請核對後更正。` : null
}
