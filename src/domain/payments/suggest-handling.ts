import { plainAccount } from '../accounts/virtual-account'
import { enumText } from '../enums'
import { formatMoney } from '../money/money'
import { matchedAmount } from './channel-fee'
import type { ExceptionType, LineFacts } from './line'

/** A bill that a suggestion may name. */
export interface SuggestedBill {
  readonly SerialId: number
  readonly BillNo: string
  readonly PayerId: string | null
  readonly VACAccount: string
  readonly CurrencyType: string
  /** What is still unpaid; 0 for a bill that accepts no payment. */
  readonly RemainAmount: number
}

/** The facts about an open line from which a suggestion follows. */
export interface SuggestionFacts {
  /** The reason why the line waits; null if it was not matched yet. */
  readonly ExceptionType: ExceptionType | null
  /** The bill that has the account of the line. */
  readonly ownBill: SuggestedBill | null
  /** Live bills of the payer of that bill, oldest deadline first. */
  readonly payerBills: readonly SuggestedBill[]
  /** Live bills of the agreement that lack the amount of the line, at least two if there are several. */
  readonly equalBills: readonly SuggestedBill[]
  /** Live bills whose accounts differ from that of the line in one digit, or by two digits that changed places. */
  readonly similarBills: readonly SuggestedBill[]
}

/** A part of a proposed division. */
interface SuggestedPart {
  readonly bill: SuggestedBill
  readonly Amount: number
}

/** What would solve an exception, in words and as an action; without an action, the line should wait. */
export interface Suggestion {
  readonly text: string
  readonly action:
    | { readonly name: 'ChangeBill'; readonly bill: SuggestedBill }
    | { readonly name: 'Divide'; readonly parts: readonly SuggestedPart[] }
    | { readonly name: 'ChangeVACAccount'; readonly VACAccount: string }
    | { readonly name: 'Invalid' }
    | null
  /** A proposed 處理說明; null without an action. */
  readonly reason: string | null
}

/** Returns what would solve an open line. The first rule that applies decides. */
export const suggestHandling = (line: LineFacts, facts: SuggestionFacts): Suggestion => {
  const known = inCurrencyOf(line, facts)
  for (const rule of rules) {
    const suggestion = rule(line, known)
    if (suggestion) return suggestion
  }
  return waitFor(
    facts.ExceptionType === null ? unmatched : (otherwise[facts.ExceptionType] ?? '請核對這筆交易後處理。'),
  )
}

type Rule = (line: LineFacts, facts: SuggestionFacts) => Suggestion | null

const reversal: Rule = ({ AmountSign }) =>
  AmountSign === 'Minus' ? waitFor('找不到要沖正的交易；原交易到檔後會自動沖正，確定不會到檔時再作廢') : null

const nothingLeft: Rule = (line) =>
  matchedAmount(line) < 1 ? invalidate('交易金額扣除繳款人負擔的手續費後沒有餘額', '手續費用盡交易金額') : null

/** The types of exceptions whose own bill may still be paid. */
const ownBillReasons: readonly (ExceptionType | null)[] = ['Overdue', 'UnderPaid', 'ChannelDisabled']

const ownBill: Rule = (line, { ExceptionType, ownBill: bill }) => {
  const amount = matchedAmount(line)
  if (bill === null || !ownBillReasons.includes(ExceptionType) || amount > bill.RemainAmount) return null
  const rest = bill.RemainAmount - amount
  const name = enumText('ExceptionType', ExceptionType ?? '')
  return changeBill(
    bill,
    rest === 0
      ? `${name}：原帳單 ${bill.BillNo} 尚欠 ${money(bill.RemainAmount, line)}，可銷回原帳單`
      : `${name}：原帳單 ${bill.BillNo} 尚欠 ${money(bill.RemainAmount, line)}，銷回後仍欠 ${money(rest, line)}`,
    `${name}，銷回原帳單`,
  )
}

const similarAccount: Rule = (line, { similarBills }) => {
  const equal = similarBills.filter(({ RemainAmount }) => RemainAmount === matchedAmount(line))
  const [bill] = equal
  if (bill === undefined || equal.length > 1) return null
  return {
    text: `虛擬帳號與帳單 ${bill.BillNo} ${differenceText(line.VACAccount, bill.VACAccount)}，該帳單尚欠 ${money(bill.RemainAmount, line)}`,
    action: { name: 'ChangeVACAccount', VACAccount: bill.VACAccount },
    reason: `繳款人誤植虛擬帳號，更正為帳單 ${bill.BillNo} 的帳號`,
  }
}

/** Says how two similar accounts differ. */
const differenceText = (account: string, other: string): string => {
  const digits = Array.from(plainAccount(other))
  const different = Array.from(plainAccount(account)).filter((digit, index) => digit !== digits[index])
  return different.length > 1 ? '只有相鄰兩碼對調' : '只差一碼'
}

const samePayer: Rule = (line, { payerBills }) => {
  const equal = payerBills.filter(({ RemainAmount }) => RemainAmount === matchedAmount(line))
  const [bill] = equal
  if (bill === undefined) return null
  const count = equal.length === 1 ? '一' : ` ${equal.length} `
  return changeBill(
    bill,
    `同一繳款人有${count}張應繳 ${money(bill.RemainAmount, line)} 的帳單`,
    `同一繳款人，改銷帳單 ${bill.BillNo}`,
  )
}

const severalBills: Rule = (line, { ownBill: own, payerBills }) => {
  const bills = summingUp(matchedAmount(line), own, payerBills)
  if (bills === null) return null
  return {
    text: `同一繳款人有 ${bills.length} 張帳單，合計 ${money(matchedAmount(line), line)}`,
    action: { name: 'Divide', parts: bills.map((bill) => ({ bill, Amount: bill.RemainAmount })) },
    reason: `同一繳款人一次繳納 ${bills.length} 張帳單`,
  }
}

/** The reasons of lines whose payer nobody knows. The money of a known payer is not for the bill of another one. */
const unknownPayer: readonly (ExceptionType | null)[] = [null, 'BillNotFound', 'VACInvalid']

const onlyBill: Rule = (line, { ExceptionType, equalBills }) => {
  const [bill] = equalBills
  if (!unknownPayer.includes(ExceptionType) || bill === undefined || equalBills.length > 1) return null
  return changeBill(
    bill,
    `只有一張尚欠 ${money(bill.RemainAmount, line)} 的帳單：${bill.BillNo}`,
    `金額相符，改銷帳單 ${bill.BillNo}`,
  )
}

/** The types of exceptions whose money is given back if no bill can take it. */
const returned: readonly (ExceptionType | null)[] = [
  'Duplicate',
  'OverPaid',
  'UnderPaid',
  'Overdue',
  'BillVoided',
  'Incident',
]

const giveBack: Rule = (_, { ExceptionType }) => {
  if (ExceptionType === null || !returned.includes(ExceptionType)) return null
  const name = enumText('ExceptionType', ExceptionType)
  return invalidate(
    `${name}，同一繳款人沒有金額相符的帳單；作廢後款項於系統外退還繳款人`,
    `${name}，款項另行退還繳款人`,
  )
}

const rules: readonly Rule[] = [
  reversal,
  nothingLeft,
  ownBill,
  similarAccount,
  samePayer,
  severalBills,
  onlyBill,
  giveBack,
]

const otherwise: Readonly<Partial<Record<ExceptionType, string>>> = {
  BillNotFound: '查無帳單；請確認帳單是否已上傳，帳號有誤時請更正虛擬帳號',
  VACInvalid: '虛擬帳號的檢碼不符，請向繳款人確認後更正',
  ChannelDisabled: '通路未啟用；請向銀行申請啟用，或改銷、作廢',
}

const unmatched = '還沒有比對到帳單；請確認帳單是否已上傳，帳號有誤時請更正虛擬帳號'

/** Maximum number of bills of a proposed division. */
const maxBills = 5

/**
 * Returns two to five bills whose unpaid amounts add up to the amount, as few as possible; null if there are none.
 * If the own bill can be one of them, it is the first one.
 */
const summingUp = (
  amount: number,
  own: SuggestedBill | null,
  payerBills: readonly SuggestedBill[],
): readonly SuggestedBill[] | null => {
  const others = payerBills.filter(({ SerialId }) => SerialId !== own?.SerialId)
  const withOwn = own !== null && own.RemainAmount > 0 ? [own] : []
  for (const start of withOwn.length > 0 ? [withOwn, []] : [[]]) {
    const rest = amount - start.reduce((sum, { RemainAmount }) => sum + RemainAmount, 0)
    for (let count = 2 - start.length; count <= maxBills - start.length; count += 1) {
      const found = combination(others, count, rest)
      if (found) return [...start, ...found]
    }
  }
  return null
}

/** Returns the first `count` bills that add up to the amount; null if there are none. */
const combination = (
  bills: readonly SuggestedBill[],
  count: number,
  amount: number,
): readonly SuggestedBill[] | null => {
  if (count === 0) return amount === 0 ? [] : null
  for (const [index, bill] of bills.entries()) {
    if (bill.RemainAmount > amount) continue
    const others = combination(bills.slice(index + 1), count - 1, amount - bill.RemainAmount)
    if (others) return [bill, ...others]
  }
  return null
}

/**
 * Returns the accounts that differ from an account in one digit, or by two neighbouring digits that changed places.
 * Their length is that of the account.
 */
export const similarAccounts = (account: string): readonly string[] => {
  const digits = Array.from(account)
  const replaced = (from: number, text: string): string =>
    account.slice(0, from) + text + account.slice(from + text.length)
  const substituted = digits.flatMap((digit, index) =>
    Array.from('0123456789').flatMap((other) => (other === digit ? [] : replaced(index, other))),
  )
  const swapped = digits.slice(1).flatMap((digit, index) => {
    const previous = digits[index] ?? ''
    return previous === digit ? [] : replaced(index, digit + previous)
  })
  return [...new Set([...substituted, ...swapped])]
}

const inCurrencyOf = (line: LineFacts, facts: SuggestionFacts): SuggestionFacts => {
  const isPayable = ({ CurrencyType, RemainAmount }: SuggestedBill) =>
    CurrencyType === line.CurrencyType && RemainAmount > 0
  return {
    ...facts,
    ownBill: facts.ownBill !== null && isPayable(facts.ownBill) ? facts.ownBill : null,
    payerBills: facts.payerBills.filter(isPayable),
    equalBills: facts.equalBills.filter(isPayable),
    similarBills: facts.similarBills.filter(
      (bill) => isPayable(bill) && plainAccount(bill.VACAccount) !== plainAccount(line.VACAccount),
    ),
  }
}

const money = (amount: number, { CurrencyType }: LineFacts): string => formatMoney(amount, CurrencyType)

const changeBill = (bill: SuggestedBill, text: string, reason: string): Suggestion => ({
  text,
  action: { name: 'ChangeBill', bill },
  reason,
})

const invalidate = (text: string, reason: string): Suggestion => ({ text, action: { name: 'Invalid' }, reason })

const waitFor = (text: string): Suggestion => ({ text, action: null, reason: null })
