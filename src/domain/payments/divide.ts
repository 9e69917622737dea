import { plainAccount } from '../accounts/virtual-account'
import { formatMoney } from '../money/money'
import { proportionalShares } from '../money/shares'
import type { ReturnCode } from '../refusal'
import { matchedAmount } from './channel-fee'
import {
  accountRefusal,
  billRefusal,
  fieldRefusal,
  PartRefusal,
  requireLineCanPay,
  unpaidAmountText,
} from './handling-refusal'
import type { AgreementAccess, DividePart } from './handling-request'
import type { CompletedHandling, Line, LineFacts, OpenState } from './line'
import type { WorkingLedger } from './working-ledger'
import { decideWriteOff } from './write-off'

/** The facts that a division needs in addition to the parts. */
interface DivisionContext {
  readonly line: Line<OpenState>
  readonly handled: CompletedHandling
  readonly ledger: WorkingLedger
  /** At least one serial id for each part. */
  readonly newSerialIds: readonly number[]
  readonly canUse: AgreementAccess
}

/** Maximum number of parts of a division. */
export const maxParts = 20

const noFee: PartFee = { ChannelFee: 0, TableFee: null }

/**
 * Divides a line into parts, each of which becomes a line.
 * A part pays a chosen bill, or is matched by its account.
 * Throws a refusal for invalid parts.
 */
export const divideLine = (parts: readonly DividePart[], division: DivisionContext): void => {
  const { line, handled, ledger } = division
  requireLineCanPay(line, 'Divide')
  requireValidAmounts(parts, line)
  const fees = partFees(parts, line)
  const partLines = parts.map((part, index) => partLineOf(part, index, fees[index] ?? noFee, division))
  requireDistinctBills(parts, partLines, ledger)
  for (const [index, partLine] of partLines.entries()) writeOffPart(parts[index], partLine, ledger)
  ledger.write({ ...line, state: { WriteOffStatus: 'Divided', handled } })
}

/** Throws a refusal if a division has too few or too many parts. */
export const requirePartCount = (count: number): void => {
  if (count < 2 || count > maxParts) throw partsRefusal(`請分拆為 2 到 ${maxParts} 筆，目前 ${count} 筆。`)
}

const requireValidAmounts = (parts: readonly DividePart[], line: LineFacts): void => {
  requirePartCount(parts.length)
  for (const [index, { Amount }] of parts.entries()) {
    if (!Number.isSafeInteger(Amount) || Amount < 1) throw partRefusal(index, '金額須為 1 以上的整數，請更正後再試。')
  }
  const sum = parts.reduce((total, { Amount }) => total + Amount, 0)
  const amount = matchedAmount(line)
  const feeNote =
    amount === line.Amount ? '' : `（交易金額扣除繳款人負擔的手續費 ${moneyText(line.Amount - amount, line)} 元）`
  if (sum !== amount)
    throw partsRefusal(
      `分拆金額合計 ${moneyText(sum, line)} 元，須等於 ${moneyText(amount, line)} 元${feeNote}，請調整後再試。`,
    )
}

/** The fees of a part: what the channel charged, and the fee in the tables where it differs. */
interface PartFee {
  readonly ChannelFee: number
  readonly TableFee: number | null
}

/**
 * Returns a part as a line.
 * Its amount includes its share of a fee that the payer bore, so that the amounts and fees of the parts add up to those
 * of the divided line.
 */
const partLineOf = (
  part: DividePart,
  index: number,
  fee: PartFee,
  { line: { state: _, ...line }, ledger, newSerialIds, canUse }: DivisionContext,
): LineFacts => {
  const SerialId = newSerialIds[index]
  if (SerialId === undefined) throw new Error(`There are too few serial ids for the parts of line ${line.SerialId}`)
  const Amount = part.Amount + (line.FeeBearType === 'Increase' ? (fee.TableFee ?? fee.ChannelFee) : 0)
  // No channel reported the part, so its account is not a corrected one.
  const partLine = { ...line, ...fee, SerialId, ParentSerialId: line.SerialId, OriginalVACAccount: null, Amount }
  if (!('BillSerialId' in part)) return partLineForAccount(part.VACAccount, partLine, { index, ledger, canUse })
  const bill = ledger.findBill(part.BillSerialId)
  if (bill === null || bill.ApplyCode !== line.ApplyCode)
    throw partRefusal(index, '查無這張帳單，或帳單不屬於同一代收約定，請重新選擇。', '2004')
  const reason = billRefusal(bill, line)
  if (reason !== null) throw partRefusal(index, reason, '2006')
  if (part.Amount > bill.ShouldPayAmount - bill.PaidAmount)
    throw partRefusal(index, `帳單尚欠 ${unpaidAmountText(bill)}，分拆金額不可超過，請調整後再試。`, '2007')
  return { ...partLine, VACAccount: bill.VACAccount }
}

/** Returns the fees of the parts, in proportion to their amounts. */
const partFees = (parts: readonly DividePart[], { ChannelFee, TableFee }: LineFacts): readonly PartFee[] => {
  const weights = parts.map(({ Amount }) => Amount)
  const channelFees = proportionalShares(ChannelFee, weights)
  const tableFees = TableFee === null ? [] : proportionalShares(TableFee, weights)
  return channelFees.map((fee, index) => {
    const tableFee = tableFees[index] ?? null
    return { ChannelFee: fee, TableFee: tableFee === fee ? null : tableFee }
  })
}

interface PartContext extends Pick<DivisionContext, 'ledger' | 'canUse'> {
  readonly index: number
}

const partLineForAccount = (
  account: string,
  partLine: LineFacts,
  { index, ledger, canUse }: PartContext,
): LineFacts => {
  const lineWithAccount = { ...partLine, VACAccount: plainAccount(account) }
  const reason = accountRefusal(lineWithAccount, ledger, canUse)
  if (reason !== null) throw partRefusal(index, reason)
  if (ledger.agreementOfAccount(account)?.rule.applyCode !== partLine.ApplyCode)
    throw partRefusal(index, `虛擬帳號 ${account} 不屬於同一代收約定，請核對後更正。`)
  return lineWithAccount
}

const requireDistinctBills = (
  parts: readonly DividePart[],
  partLines: readonly LineFacts[],
  ledger: WorkingLedger,
): void => {
  const billIds = parts.map((part, index) =>
    'BillSerialId' in part ? part.BillSerialId : matchedBillId(partLines[index], ledger),
  )
  for (const [index, billId] of billIds.entries()) {
    const firstIndex = billIds.indexOf(billId)
    if (billId !== null && firstIndex < index)
      throw new PartRefusal('2002', index, (partName) => `與${partName(firstIndex)}是同一張帳單，請合併為一筆。`)
  }
}

const matchedBillId = (partLine: LineFacts | undefined, ledger: WorkingLedger): number | null =>
  (partLine && ledger.factsOf(partLine).bill?.SerialId) ?? null

const writeOffPart = (part: DividePart | undefined, partLine: LineFacts, ledger: WorkingLedger): void => {
  if (part && 'BillSerialId' in part) {
    const payment = { BillSerialId: part.BillSerialId, Amount: part.Amount, WhiteListSerialId: null }
    ledger.pay({ ...partLine, state: { WriteOffStatus: 'WrittenOff', payment } })
  } else ledger.applyDecision(partLine, decideWriteOff(ledger.factsOf(partLine)))
}

const moneyText = (amount: number, { CurrencyType }: LineFacts): string => formatMoney(amount, CurrencyType)

const partsRefusal = (message: string) => fieldRefusal('2002', 'Items', message)

const partRefusal = (index: number, message: string, code: ReturnCode = '2002') =>
  new PartRefusal(code, index, () => message)
