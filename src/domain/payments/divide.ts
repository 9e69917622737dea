import { plainAccount } from '../accounts/virtual-account'
import { formatMoney } from '../money/money'
import { matchedAmount } from './channel-fee'
import { accountRefusal, billRefusal, fieldRefusal, refuseUnpayable, remainderText } from './handling-refusal'
import type { AgreementAccess, DividePart } from './handling-request'
import type { Handled, Line, LineFacts, OpenState } from './line'
import type { WorkingLedger } from './working-ledger'
import { decideWriteOff } from './write-off'

/** What a division needs besides the parts. */
interface Division {
  readonly line: Line<OpenState>
  readonly handled: Handled
  readonly ledger: WorkingLedger
  /** At least one serial id for each part. */
  readonly newSerialIds: readonly number[]
  readonly canUse: AgreementAccess
}

const maxParts = 20

/** Divides a line into parts, each of which becomes a line. A part pays a chosen bill, or is matched by its account. Throws a refusal for invalid parts. */
export const divideLine = (parts: readonly DividePart[], division: Division): void => {
  const { line, handled, ledger } = division
  refuseUnpayable(line, 'Divide')
  refuseWrongAmounts(parts, line)
  const children = parts.map((part, index) => childOf(part, index, division))
  refuseRepeatedBills(parts, children, ledger)
  for (const [index, child] of children.entries()) writeOffPart(parts[index], child, ledger)
  ledger.write({ ...line, state: { WriteOffStatus: 'Divided', handled } })
}

const refuseWrongAmounts = (parts: readonly DividePart[], line: LineFacts): void => {
  if (parts.length < 2 || parts.length > maxParts) throw partsRefusal(`請分拆為 2 到 ${maxParts} 筆，目前 ${parts.length} 筆。`)
  for (const [index, { Amount }] of parts.entries()) {
    if (!Number.isSafeInteger(Amount) || Amount < 1) throw partRefusal(index, '金額須為 1 以上的整數，請更正後再試。')
  }
  const sum = parts.reduce((total, { Amount }) => total + Amount, 0)
  const amount = matchedAmount(line)
  const without = amount === line.Amount ? '' : `（交易金額扣除繳款人負擔的手續費 ${money(line.ChannelFee, line)} 元）`
  if (sum !== amount) throw partsRefusal(`分拆金額合計 ${money(sum, line)} 元，須等於 ${money(amount, line)} 元${without}，請調整後再試。`)
}

/** Returns a part as a line. The first one carries the fee, so that amounts and fees of the parts add up to those of the divided line. */
const childOf = (part: DividePart, index: number, { line: { state: _, ...line }, ledger, newSerialIds, canUse }: Division): LineFacts => {
  const SerialId = newSerialIds[index]
  if (SerialId === undefined) throw new Error(`There are too few serial ids for the parts of line ${line.SerialId}`)
  const ChannelFee = index === 0 ? line.ChannelFee : 0
  const Amount = part.Amount + (index === 0 ? line.Amount - matchedAmount(line) : 0)
  const child = { ...line, SerialId, ParentSerialId: line.SerialId, OriginalVACAccount: null, Amount, ChannelFee }
  if (!('BillSerialId' in part)) return childForAccount(part.VACAccount, child, { index, ledger, canUse })
  const bill = ledger.bill(part.BillSerialId)
  if (bill === null || !canUse(bill.ApplyCode) || !isSameCompany(bill.ApplyCode, line, ledger))
    throw partRefusal(index, '查無這張帳單，或帳單不屬於同一公司中您可使用的委託單位，請重新選擇。')
  const reason = billRefusal(bill, line)
  if (reason !== null) throw partRefusal(index, reason)
  if (part.Amount > bill.ShouldPayAmount - bill.PaidAmount)
    throw partRefusal(index, `帳單尚欠 ${remainderText(bill)}，分拆金額不可超過，請調整後再試。`, '2007')
  return { ...child, ApplyCode: bill.ApplyCode, VACAccount: bill.VACAccount }
}

interface PartContext extends Pick<Division, 'ledger' | 'canUse'> {
  readonly index: number
}

const childForAccount = (account: string, child: LineFacts, { index, ledger, canUse }: PartContext): LineFacts => {
  const typed = { ...child, VACAccount: plainAccount(account) }
  const reason = accountRefusal(typed, ledger, canUse)
  if (reason !== null) throw partRefusal(index, reason)
  return { ...typed, ApplyCode: ledger.agreementOf(account)?.rule.applyCode ?? null }
}

const isSameCompany = (applyCode: string, line: LineFacts, ledger: WorkingLedger): boolean => {
  const agreement = ledger.agreement(applyCode)
  return agreement !== null && agreement.UniformNo === ledger.agreement(line.ApplyCode)?.UniformNo
}

const refuseRepeatedBills = (parts: readonly DividePart[], children: readonly LineFacts[], ledger: WorkingLedger): void => {
  const bills = parts.map((part, index) => ('BillSerialId' in part ? part.BillSerialId : billOf(children[index], ledger)))
  for (const [index, bill] of bills.entries()) {
    const first = bills.indexOf(bill)
    if (bill !== null && first < index) throw partRefusal(index, `與第 ${first + 1} 筆是同一張帳單，請合併為一筆。`)
  }
}

const billOf = (child: LineFacts | undefined, ledger: WorkingLedger): number | null => (child && ledger.factsOf(child).bill?.SerialId) ?? null

const writeOffPart = (part: DividePart | undefined, child: LineFacts, ledger: WorkingLedger): void => {
  if (part && 'BillSerialId' in part) {
    const payment = { BillSerialId: part.BillSerialId, Amount: part.Amount, WhiteListSerialId: null }
    ledger.pay({ ...child, state: { WriteOffStatus: 'WrittenOff', payment } })
  } else ledger.settle(child, decideWriteOff(ledger.factsOf(child)))
}

const money = (amount: number, { CurrencyType }: LineFacts): string => formatMoney(amount, CurrencyType)

const partsRefusal = (message: string) => fieldRefusal('2002', 'Items', message)

const partRefusal = (index: number, message: string, code: '2002' | '2007' = '2002') => fieldRefusal(code, 'Items', `第 ${index + 1} 筆：${message}`)
