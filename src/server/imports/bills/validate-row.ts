import { titleOf, type UploadColumn, uploadColumns } from '../../../domain/bills/bill-upload'
import { buildBill } from '../../../domain/bills/build-bill'
import type {
  BillField,
  BillPayers,
  BillProblem,
  BillProblemReporter,
  EnteredBill,
  EnteredFee,
} from '../../../domain/bills/entered-bill'
import type { RecordValues } from '../../../schema/language/types'
import { normalizeFee } from '../../bills/bill-references'
import { type CellErrorReporter, cellErrorReporter, type ErrorCode, type RowError } from '../row-error'
import type { ImportContext } from './context'
import type { ParsedRow } from './parsed-row'

/**
 * The result of validating a row: its bill without the values that are the same in all bills of the file, or all errors
 * of the row.
 */
export type BillRowResult =
  | { readonly rowNo: number; readonly account: string; readonly bill: RecordValues }
  | { readonly errors: readonly RowError[] }

/**
 * Validates a row against the records of the agreement, and computes the values of its bill that the row does not
 * contain.
 */
export const validateRow = (parsed: ParsedRow, payers: BillPayers, context: ImportContext): BillRowResult => {
  const errors = [...parsed.errors]
  const reportError = cellErrorReporter(errors, { rowNo: parsed.rowNo, titleOf, textOf: parsed.textOf })
  const entered = enteredBill(parsed, context, reportError)
  const bill = buildBill(entered, { records: context, payers }, billProblemReporter(parsed, context, reportError))
  if (errors.length > 0 || !bill) return { errors }
  const { PayerName, Remark } = parsed.values
  return { rowNo: parsed.rowNo, account: bill.VACAccount, bill: { ...bill, PayerName, Remark } }
}

/** Returns a row as an entered bill. Values of the row take precedence over values of the upload form. */
const enteredBill = (parsed: ParsedRow, context: ImportContext, reportError: CellErrorReporter): EnteredBill => {
  const { values } = parsed
  const { billImport } = context
  return {
    BillTermId: termIdOf(parsed, context, reportError),
    BillCategoryCode: billImport.BillCategoryCode ?? undefined,
    CurrencyType: billImport.CurrencyType,
    FeeItems: feesOf(parsed, context, reportError),
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

const termIdOf = (
  { values }: ParsedRow,
  { billImport }: ImportContext,
  reportError: CellErrorReporter,
): string | null => {
  const id = values.BillTermId ?? billImport.BillTermId
  if (!id) return reportError('BillTermId', 'E101', '請填寫期別代號，或在上傳時選擇代收期別。')
  if (billImport.BillTermId && id !== billImport.BillTermId)
    return reportError('BillTermId', 'E102', `期別代號與上傳時選擇的「${billImport.BillTermId}」不同，請改為一致。`)
  return id
}

/** Returns the fee items of a row; null if one of them is invalid. */
const feesOf = (
  parsed: ParsedRow,
  { fees }: ImportContext,
  reportError: CellErrorReporter,
): readonly EnteredFee[] | null => {
  // With an unreadable amount, the sum would be wrong and cause a second error.
  // The titles of all columns with fees and amounts begin with these words.
  if (parsed.errors.some(({ ColumnName }) => /^(繳費項目|金額|應繳金額)/.test(ColumnName))) return null
  const enteredFees = parsed.fees.flatMap(({ no, name, amount }) => {
    const fee = fees.get(name) ?? fees.get(normalizeFee(name))
    if (!fee) reportError(`FeeName${no}`, 'E106', `查無繳費項目「${name}」，請填寫繳費項目設定中的代碼或名稱。`)
    return fee ? [{ SortNo: no, FeeCode: fee.FeeCode, FeeName: fee.FeeName, Amount: amount, text: name }] : []
  })
  return enteredFees.length === parsed.fees.length ? enteredFees : null
}

/** Returns the function that reports a problem of a bill as an error of the row. */
const billProblemReporter =
  (parsed: ParsedRow, { agreement }: ImportContext, reportError: CellErrorReporter): BillProblemReporter =>
  (field, problem, message) => {
    const column = columnOf(field, parsed)
    const isTooShort =
      column === 'PayerNo' && problem === 'length' && parsed.textOf(column).length < agreement.PayerNoLen
    return reportError(column, errorCodes[problem], isTooShort ? `${message}${lostZeroAdvice}` : message)
  }

const lostZeroAdvice = '若開頭的 0 被試算表去掉，請將該欄改為文字格式並補上 0。'

/** Returns the column that a user must correct to fix a field of the bill. */
const columnOf = (field: BillField, { fees }: ParsedRow): UploadColumn => {
  const index = /^FeeItems\.(\d+)\./.exec(field)?.[1]
  if (index !== undefined) return `FeeName${fees[Number(index)]?.no ?? 1}`
  // Files have no columns for the category and the deadline for stores. Both depend on the term.
  return isColumn(field) ? field : 'BillTermId'
}

const isColumn = (field: BillField): field is BillField & keyof typeof uploadColumns =>
  Object.hasOwn(uploadColumns, field)

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
