import { titleOf, type UploadColumn, uploadColumns } from '../../../domain/bills/bill-upload'
import { buildBill } from '../../../domain/bills/build-bill'
import type { BillField, BillPayers, BillProblem, BillProblemReporter, EnteredBill, EnteredFee } from '../../../domain/bills/entered-bill'
import type { RecordValues } from '../../../schema/language/types'
import { normalizeFee } from '../../bills/bill-references'
import { type CellErrorReporter, cellErrorReporter, type ErrorCode, type RowError } from '../row-error'
import type { ImportContext } from './context'
import type { ParsedRow } from './parsed-row'

/** The bill of a row without the values that all bills of the file share, or all errors of the row. */
export type RowResult = { readonly rowNo: number; readonly account: string; readonly bill: RecordValues } | { readonly errors: readonly RowError[] }

/** Validates a row against the company's records and computes the rest of its bill. */
export const validateRow = (parsed: ParsedRow, payers: BillPayers, context: ImportContext): RowResult => {
  const errors = [...parsed.errors]
  const fail = cellErrorReporter(errors, { rowNo: parsed.rowNo, titleOf, textOf: parsed.textOf })
  const entered = enteredBill(parsed, context, fail)
  const bill = buildBill(entered, { records: context, payers }, billProblemReporter(parsed, context, fail))
  if (errors.length > 0 || !bill) return { errors }
  const { PayerName, Remark } = parsed.values
  return { rowNo: parsed.rowNo, account: bill.VACAccount, bill: { ...bill, PayerName, Remark } }
}

/** Returns the row as an entered bill. Its cells take precedence over the upload form. */
const enteredBill = (parsed: ParsedRow, context: ImportContext, fail: CellErrorReporter): EnteredBill => {
  const { values } = parsed
  const { billImport } = context
  return {
    BillTermId: termIdOf(parsed, context, fail),
    BillCategoryCode: billImport.BillCategoryCode ?? undefined,
    CurrencyType: billImport.CurrencyType,
    FeeItems: feesOf(parsed, context, fail),
    ShouldPayAmount: parsed.shouldPay,
    VACAccount: values.VACAccount,
    PaymentStartDate: values.PaymentStartDate ?? billImport.PaymentStartDate ?? undefined,
    PaymentEndDate: values.PaymentEndDate ?? billImport.PaymentEndDate ?? undefined,
    MarketEndDate: undefined,
    PayerId: values.PayerId,
    PayerUnitId: values.PayerUnitId ?? undefined,
    PayerNo: values.PayerNo ?? undefined,
    IdNo: values.IdNo ?? undefined,
    Mobile: values.Mobile ?? undefined,
    Email: values.Email ?? undefined,
    ZipCode: values.ZipCode ?? undefined,
    Address: values.Address ?? undefined,
    DebitFlag: undefined,
  }
}

const termIdOf = ({ values }: ParsedRow, { billImport }: ImportContext, fail: CellErrorReporter): string | null => {
  const id = values.BillTermId ?? billImport.BillTermId
  if (!id) return fail('BillTermId', 'E101', '請填寫期別代號，或在上傳時選擇代收期別。')
  if (billImport.BillTermId && id !== billImport.BillTermId)
    return fail('BillTermId', 'E102', `期別代號與上傳時選擇的「${billImport.BillTermId}」不同，請改為一致。`)
  return id
}

const feesOf = (parsed: ParsedRow, { fees }: ImportContext, fail: CellErrorReporter): readonly EnteredFee[] | null => {
  // If an amount cannot be read, the sum would be wrong and cause a second error.
  if (parsed.errors.some(({ ColumnName }) => /^(繳費項目|金額|應繳金額)/.test(ColumnName))) return null
  const enteredFees = parsed.fees.flatMap(({ no, name, amount }) => {
    const fee = fees.get(name) ?? fees.get(normalizeFee(name))
    if (!fee) fail(`FeeName${no}`, 'E106', `查無繳費項目「${name}」，請填寫繳費項目設定中的代碼或名稱。`)
    return fee ? [{ SortNo: no, FeeCode: fee.FeeCode, FeeName: fee.FeeName, Amount: amount, text: name }] : []
  })
  return enteredFees.length === parsed.fees.length ? enteredFees : null
}

/** Returns the function that records a problem of a bill as an error of the row. */
const billProblemReporter =
  (parsed: ParsedRow, { agreement }: ImportContext, fail: CellErrorReporter): BillProblemReporter =>
  (field, problem, message) => {
    const column = columnOf(field, parsed)
    const isShort = column === 'PayerNo' && problem === 'length' && parsed.textOf(column).length < agreement.PayerNoLen
    return fail(column, errorCodes[problem], isShort ? `${message}${lostZeroAdvice}` : message)
  }

const lostZeroAdvice = '若開頭的 0 被試算表去掉，請將該欄改為文字格式並補上 0。'

const columnOf = (field: BillField, { fees }: ParsedRow): UploadColumn => {
  const index = /^FeeItems\.(\d+)\./.exec(field)?.[1]
  if (index !== undefined) return `FeeName${fees[Number(index)]?.no ?? 1}`
  // A row has no columns for the category and the deadline for stores, because both depend on its term.
  return isColumn(field) ? field : 'BillTermId'
}

const isColumn = (field: BillField): field is BillField & keyof typeof uploadColumns => Object.hasOwn(uploadColumns, field)

const errorCodes: Readonly<Record<BillProblem, ErrorCode>> = {
  missing: 'E101',
  format: 'E102',
  checkDigit: 'E103',
  length: 'E104',
  repeated: 'E105',
  state: 'E106',
  date: 'E107',
  sum: 'E108',
  amount: 'E109',
}
