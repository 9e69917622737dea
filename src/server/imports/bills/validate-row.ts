import { type Collectable, marketCollection, postCollection, storeChannels } from '../../../domain/bills/bill-codes'
import { titleOf } from '../../../domain/bills/bill-upload'
import type { RecordValues } from '../../../schema/language/types'
import { exactLength } from '../../../schema/rules/messages'
import { type Fail, type RowError, rowError } from '../row-error'
import type { Category, ImportContext, Term } from './context'
import { accountOf, type BillDates, datesOf, feesOf } from './figures'
import type { ParsedRow } from './parsed-row'
import type { Payer, Payers } from './payers'

/** The complete bill of a row, or all errors of the row. */
export type RowResult = { readonly rowNo: number; readonly account: string; readonly bill: RecordValues } | { readonly errors: readonly RowError[] }

/** Validates a row against the company's records and computes the rest of its bill. */
export const validateRow = (parsed: ParsedRow, payers: Payers, context: ImportContext): RowResult => {
  const errors = [...parsed.errors]
  const fail: Fail = (column, code, message) => {
    // One error per cell: a cell that could not be read is not validated again.
    const title = titleOf(column)
    if (!errors.some(({ ColumnName }) => ColumnName === title)) errors.push(rowError(parsed.rowNo, title, parsed.textOf(column), code, message))
    return null
  }
  const bill = billOf(parsed, payers, context, fail)
  return errors.length > 0 || !bill ? { errors } : { rowNo: parsed.rowNo, account: bill.VACAccount, bill }
}

type NewBill = RecordValues & { readonly VACAccount: string }

const billOf = (parsed: ParsedRow, payers: Payers, context: ImportContext, fail: Fail): NewBill | null => {
  const { form } = context
  const payer = payerOf(parsed, payers, fail)
  const term = termOf(parsed, context, fail)
  const category = term && categoryOf(term, context, fail)
  const unit = unitOf(parsed, payer, context, fail)
  const payerNo = payerNoOf(parsed, payer, payers, context, fail)
  if (!term || !category) return null
  const dates = datesOf(parsed, term, context, fail)
  const fees = feesOf(parsed, term, category, context, fail)
  if (!dates || !fees || payerNo === null) return null
  const account = accountOf({ parsed, term, payerNo, amount: fees.amount, dueDate: dates.PaymentEndDate }, context, fail)
  if (!account) return null
  const figures = { amount: fees.amount, account, ...dates }
  if (isAmountRefused(figures, category, context)) return fail('ShouldPayAmount', 'E109', '應繳金額超過所有開放通路的收款上限，請改用其他代收類別或拆成數筆。')
  return {
    ...initialState,
    ApplyCode: form.ApplyCode,
    BillTermId: term.BillTermId,
    BillCategoryCode: category.BillCategoryCode,
    PayerUnitId: unit,
    PayerNo: payerNo || null,
    ...personOf(parsed, payer),
    CurrencyType: form.CurrencyType,
    FeeItems: fees.items,
    ShouldPayAmount: fees.amount,
    VACAccount: account,
    ...dates,
    ...slipCodes(figures, category, context),
    ImportBatchNo: form.ImportBatchNo,
    DebitFlag: payer?.debit ?? false,
    Notices: form.Notices,
    Remark: parsed.values.Remark,
  }
}

const initialState = { PaidAmount: 0, PayStatus: 'Unpaid', BillState: 'Active', PrintCount: 0 } as const

/** Returns the personal data of the bill: those of the file, else those of the payer on record. A payer without a record exists only in this bill. */
const personOf = ({ values }: ParsedRow, payer: Payer | undefined): RecordValues => ({
  PayerId: values.PayerId,
  PayerName: values.PayerName,
  IdNo: values.IdNo ?? payer?.IdNo ?? null,
  Mobile: values.Mobile ?? payer?.Mobile ?? null,
  Email: values.Email ?? payer?.Email ?? null,
  ZipCode: values.ZipCode ?? payer?.ZipCode ?? null,
  Address: values.Address ?? payer?.Address ?? null,
})

const payerOf = ({ values }: ParsedRow, { byId }: Payers, fail: Fail): Payer | undefined => {
  const payer = byId.get(values.PayerId ?? '')
  if (payer && payer.PayerStatus !== 'Active') fail('PayerId', 'E106', `繳款人「${payer.PayerId}」已停用，請先在繳款人設定改為啟用。`)
  return payer
}

const termOf = ({ values }: ParsedRow, { form, terms }: ImportContext, fail: Fail): Term | null => {
  const id = values.BillTermId ?? form.BillTermId
  if (!id) return fail('BillTermId', 'E101', '請填寫期別代號，或在上傳時選擇代收期別。')
  if (form.BillTermId && id !== form.BillTermId) return fail('BillTermId', 'E102', `期別代號與上傳時選擇的「${form.BillTermId}」不同，請改為一致。`)
  const term = terms.get(id)
  if (!term) return fail('BillTermId', 'E106', `查無期別代號「${id}」，請先在代收期別維護新增。`)
  return term.TermStatus === 'Closed' ? fail('BillTermId', 'E106', `期別「${id}」已結案，不可再新增帳單。`) : term
}

const categoryOf = (term: Term, { form, categories }: ImportContext, fail: Fail): Category | null => {
  const code = form.BillCategoryCode ?? term.BillCategoryCode
  return categories.get(code) ?? fail('BillTermId', 'E106', `代收類別「${code}」不存在或已停用，請先在代收類別設定啟用。`)
}

const unitOf = ({ values }: ParsedRow, payer: Payer | undefined, { units }: ImportContext, fail: Fail): string | null => {
  const id = values.PayerUnitId
  if (id === null) return payer?.PayerUnitId ?? null
  return units.has(id) ? id : fail('PayerUnitId', 'E106', `查無代收單位代號「${id}」，請先在代收單位設定新增。`)
}

/** Returns the payer's number in the account: empty where the agreement has none, null where it is wrong. */
const payerNoOf = ({ values }: ParsedRow, payer: Payer | undefined, { byNo }: Payers, { agreement }: ImportContext, fail: Fail): string | null => {
  const { PayerNoLen } = agreement
  const no = values.PayerNo ?? payer?.PayerNo ?? ''
  const owner = byNo.get(no)
  if (PayerNoLen === 0) return no === '' ? '' : fail('PayerNo', 'E104', '依代收約定，繳款人編號不需填寫，請留空。')
  if (no === '') return fail('PayerNo', 'E101', '請填寫繳款人編號：虛擬帳號需要它，且繳款人設定沒有這位繳款人的編號。')
  if (no.length !== PayerNoLen)
    return fail(
      'PayerNo',
      'E104',
      `${exactLength(titleOf('PayerNo'), PayerNoLen, no.length)}${no.length < PayerNoLen ? '若開頭的 0 被試算表去掉，請將該欄改為文字格式並補上 0。' : ''}`,
    )
  if (payer?.PayerNo && payer.PayerNo !== no) return fail('PayerNo', 'E102', `繳款人編號與繳款人設定的「${payer.PayerNo}」不同，請改為一致或留空。`)
  return owner && owner.PayerId !== values.PayerId ? fail('PayerNo', 'E105', `繳款人編號「${no}」已由繳款人「${owner.PayerId}」使用，請改用其他編號。`) : no
}

/** The figures of a bill that its barcodes contain. */
interface SlipFigures extends BillDates {
  readonly amount: number
  readonly account: string
}

/** Returns the barcodes as they are stored: three lines each, or null where the bill has none. */
const slipCodes = (
  figures: SlipFigures,
  category: Category,
  context: ImportContext,
): { readonly MarketBarcodes: string | null; readonly PostBarcodes: string | null } => {
  const bill = collectableOf(figures, category, context)
  const market = marketCollection(bill, category.marketItem, context.today)
  const post = postCollection(bill, context.agreement.PostGiroAccount, context.today)
  return { MarketBarcodes: 'barcodes' in market ? market.barcodes.join('\n') : null, PostBarcodes: post?.join('\n') ?? null }
}

/** Returns whether stores are the only open channels and refuse the amount (E109). */
const isAmountRefused = (figures: SlipFigures, category: Category, context: ImportContext): boolean => {
  const { Channels, marketItem } = category
  const storesOnly = Channels.length > 0 && Channels.every((channel) => storeChannels.includes(channel))
  return storesOnly && 'refusal' in marketCollection(collectableOf(figures, category, context), marketItem, context.today)
}

const collectableOf = ({ amount, account, PaymentEndDate, MarketEndDate }: SlipFigures, { Channels }: Category, { form }: ImportContext): Collectable => ({
  amount,
  currency: form.CurrencyType,
  account,
  dueDate: PaymentEndDate,
  marketEndDate: MarketEndDate,
  channels: Channels,
})
