import { type BillState, closedReason, payStatus } from '../bills/bill'
import { addDays } from '../dates/dates'
import { formatMoney } from '../money/money'
import type { CollectionPosting } from './ledger-change'

/** The bill that a company's own collection (自行收款) pays. */
export interface CollectedBill {
  readonly BillNo: string
  readonly BillState: BillState
  readonly CurrencyType: string
  readonly ShouldPayAmount: number
  readonly PaidAmount: number
}

/** The values of a collection that are checked against its bill and the current day. */
export interface CollectionValues {
  readonly CollectAmount: number
  readonly CollectDate: string
}

/** The values of a collection by which it is compared with the other collections of its bill. */
export interface EnteredCollection extends CollectionValues {
  readonly CollectMethod: string
}

/** Returns whether two collections of the same bill have the same amount, date and method. */
export const areEqualCollections = (a: EnteredCollection, b: EnteredCollection): boolean =>
  a.CollectAmount === b.CollectAmount && a.CollectDate === b.CollectDate && a.CollectMethod === b.CollectMethod

/**
 * Minutes after a collection in which another one of the same bill and amount may be its repetition, whatever its date
 * and method.
 */
export const repetitionMinutes = 10

/** Returns whether a new collection may repeat one of the same bill that was recorded at the time `recordedAt`. */
export const mayRepeat = (
  entered: EnteredCollection,
  recorded: EnteredCollection & { readonly recordedAt: Date },
  now: Date,
): boolean => {
  const isRecent = now.getTime() - recorded.recordedAt.getTime() <= repetitionMinutes * 60_000
  return areEqualCollections(entered, recorded) || (isRecent && entered.CollectAmount === recorded.CollectAmount)
}

/** The reason why a bill does not accept a collection, and the form field that shows the message. */
export interface CollectionProblem {
  readonly kind: 'void' | 'paid' | 'amount' | 'date'
  readonly field: 'BillSerialId' | 'CollectAmount' | 'CollectDate'
  readonly message: string
}

/** Maximum age in days of a collection when it is recorded. */
export const maxCollectionAgeDays = 90

/**
 * Returns why a bill does not accept a collection; null if it does.
 * The deadline of the bill and the rules of its category are not checked, because the company already has the money.
 */
export const collectionProblem = (
  { CollectAmount, CollectDate }: CollectionValues,
  bill: CollectedBill,
  today: string,
): CollectionProblem | null => {
  const { BillNo, CurrencyType } = bill
  const unpaid = unpaidAmountOf(bill)
  const closed = closedReason(bill)
  if (closed === 'void')
    return { kind: 'void', field: 'BillSerialId', message: `帳單 ${BillNo} 已作廢，不能收款；請確認帳單編號。` }
  if (closed === 'paid')
    return { kind: 'paid', field: 'BillSerialId', message: `帳單 ${BillNo} 已繳清，不能再收款；請確認是否重複登錄。` }
  if (CollectAmount > unpaid)
    return {
      kind: 'amount',
      field: 'CollectAmount',
      message: `帳單 ${BillNo} 未繳金額為 ${formatMoney(unpaid, CurrencyType)} 元，收款金額不可超過。`,
    }
  if (CollectDate < addDays(today, -maxCollectionAgeDays))
    return {
      kind: 'date',
      field: 'CollectDate',
      message: `收款日期不可早於 ${maxCollectionAgeDays} 天前（${addDays(today, -maxCollectionAgeDays).replaceAll('-', '/')}）。`,
    }
  return null
}

/** Returns the unpaid amount of a bill; 0 if the bill is paid or overpaid. */
export const unpaidAmountOf = ({
  ShouldPayAmount,
  PaidAmount,
}: Pick<CollectedBill, 'ShouldPayAmount' | 'PaidAmount'>): number => Math.max(0, ShouldPayAmount - PaidAmount)

/**
 * Returns why a collection cannot be cancelled; null if it can be.
 * A collection can be cancelled only on the day on which it was recorded.
 */
export const cancellationRefusal = (
  {
    CollectStatus,
    ReceiptNo,
    recordedOn,
  }: { readonly CollectStatus: string; readonly ReceiptNo: string; readonly recordedOn: string },
  today: string,
): string | null => {
  if (CollectStatus === 'Cancelled') return `收據 ${ReceiptNo} 的收款已經取消。`
  return recordedOn === today
    ? null
    : `收據 ${ReceiptNo} 的收款於 ${recordedOn.replaceAll('-', '/')} 登錄，只能在登錄當天取消；請改以退款辦理，並洽代收銀行。`
}

/** The amount that a collection adds to its bill, negative if it was cancelled, and the bill before it. */
export interface CollectedAmount
  extends Pick<CollectionPosting, 'CollectionSerialId' | 'BillSerialId' | 'Amount'>,
    Pick<CollectedBill, 'ShouldPayAmount' | 'PaidAmount'> {}

/** Returns the postings of collections in their order, of which several may pay the same bill. */
export const collectionPostings = (amounts: readonly CollectedAmount[]): readonly CollectionPosting[] => {
  const paidAmounts = new Map<number, number>()
  return amounts.map(({ CollectionSerialId, BillSerialId, Amount, ShouldPayAmount, ...bill }) => {
    const PaidAmount = (paidAmounts.get(BillSerialId) ?? bill.PaidAmount) + Amount
    paidAmounts.set(BillSerialId, PaidAmount)
    return { CollectionSerialId, BillSerialId, Amount, PaidAmount, PayStatus: payStatus(PaidAmount, ShouldPayAmount) }
  })
}
