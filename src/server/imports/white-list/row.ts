import type { AccountRule } from '../../../domain/accounts/virtual-account'
import { accountProblem, checksAmount, checksDates, type WhiteListCheckType } from '../../../domain/accounts/white-list'
import {
  type WhiteListColumn,
  type WhiteListOperation,
  whiteListColumnNames,
  whiteListOperations,
  whiteListTitle,
} from '../../../domain/accounts/white-list-upload'
import { enumText } from '../../../domain/enums'
import { foldFullWidth } from '../../../domain/full-width'
import { parseValue } from '../../../schema/field-types'
import { readCell } from '../../../schema/imports/cells'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../../schema/language/types'
import { required } from '../../../schema/rules/messages'
import type { SheetRow } from '../../ports'
import { type CellErrorReporter, cellErrorCode, cellErrorReporter, untitledCellErrors } from '../row-error'
import type { RowResult } from '../upload-rows'
import type { WhiteListHeader } from './header'

/** The rules and data for validating the rows of a file. */
export interface RowRules {
  readonly header: WhiteListHeader
  /** The type of the file (檔案類別). It determines what is checked besides the account. */
  readonly fileType: WhiteListCheckType
  readonly accountRule: AccountRule
  readonly applyCode: string
  /** The field of each column except `Operation`; its label is the title of the column. */
  readonly fields: ReadonlyMap<WhiteListColumn, Field>
  readonly today: string
}

/** Returns the fields of the white list by the columns that fill them. */
export const columnFields = ({ fields }: Pick<Resource, 'fields'>): RowRules['fields'] =>
  new Map(
    whiteListColumnNames.flatMap((column) => {
      const field = fieldNamed(fields, column)
      return field ? [[column, { ...field, label: whiteListTitle(column) }] as const] : []
    }),
  )

/** Validates a row by the rules of the fields and by the type of the file. */
export const validateRow = (row: SheetRow, rules: RowRules): RowResult => {
  const errors = untitledCellErrors(row, rules.header.titledPositions)
  const textOf = (column: WhiteListColumn): string => (row.cells[rules.header.positions.get(column) ?? -1] ?? '').trim()
  const fail = cellErrorReporter(errors, { rowNo: row.rowNo, titleOf: whiteListTitle, textOf })
  const operation = operationOf(textOf('Operation'), fail)
  // A row that disables an account needs only the account; other cells are not read.
  const columns = operation === 'D' ? (['VACAccount'] as const) : whiteListColumnNames
  const values = Object.fromEntries(columns.map((column) => [column, cellValue(column, textOf(column), rules, fail)]))
  if (operation !== 'D') checkValues(values, rules, { textOf, fail })
  const account = String(values.VACAccount ?? '')
  if (account !== '') checkAccount(account, values, rules, fail)
  if (errors.length > 0 || !operation) return { errors }
  return { account, row: { rowNo: row.rowNo, record: recordOf(operation, values, rules) } }
}

const operationOf = (text: string, fail: CellErrorReporter<WhiteListColumn>): WhiteListOperation | null => {
  const code = foldFullWidth(text).toUpperCase()
  if (code === '') return fail('Operation', 'E101', required(whiteListTitle('Operation')))
  return isOperation(code) ? code : fail('Operation', 'E102', '異動別只能是 A（新增）、U（修改）或 D（停用），請更正。')
}

const isOperation = (code: string): code is WhiteListOperation => Object.hasOwn(whiteListOperations, code)

const cellValue = (column: WhiteListColumn, text: string, { fields, today }: RowRules, fail: CellErrorReporter<WhiteListColumn>): unknown => {
  const field = fields.get(column)
  if (!field) return null
  if (text === '') return column === 'VACAccount' ? fail(column, 'E101', required(field.label)) : null
  // The length is not checked here, because it depends on the agreement.
  if (column === 'VACAccount') return /^\d+$/.test(foldFullWidth(text)) ? foldFullWidth(text) : fail(column, 'E102', '虛擬帳號只能是數字，請更正。')
  const read = readCell(field, text, { currency: 'TWD' })
  const parsed = 'error' in read ? read : parseValue(field, read.value, today)
  if ('error' in parsed) return fail(column, cellErrorCode(field, parsed), parsed.error)
  return 'value' in parsed ? parsed.value : null
}

/** Records errors of values that the type of the file requires or does not check, and of an end before the start. */
const checkValues = (
  { StartDate, EndDate }: RecordValues,
  { fileType }: RowRules,
  { textOf, fail }: { readonly textOf: (column: WhiteListColumn) => string; readonly fail: CellErrorReporter<WhiteListColumn> },
): void => {
  const checked = { Amount: checksAmount(fileType), StartDate: checksDates(fileType), EndDate: checksDates(fileType) }
  for (const column of ['Amount', 'StartDate', 'EndDate'] as const) {
    const title = whiteListTitle(column)
    const isEmptyCell = textOf(column) === ''
    if (checked[column] && isEmptyCell) fail(column, 'E101', required(title))
    if (!checked[column] && !isEmptyCell)
      fail(column, 'E102', `檔案類別是「${enumText('WhiteListFileType', fileType)}」，不檢核${title}，請留空或改選檔案類別。`)
  }
  if (StartDate !== null && EndDate !== null && String(EndDate) < String(StartDate)) fail('EndDate', 'E107', '迄日不可早於起日，請更正。')
}

const checkAccount = (VACAccount: string, { Amount }: RecordValues, { accountRule }: RowRules, fail: CellErrorReporter<WhiteListColumn>): void => {
  const problem = accountProblem({ VACAccount, Amount: typeof Amount === 'number' ? Amount : null }, accountRule)
  if (problem) fail('VACAccount', problemCodes[problem.kind], problem.message)
}

const problemCodes = { length: 'E104', format: 'E102', checkDigit: 'E103' } as const

const recordOf = (operation: WhiteListOperation, values: RecordValues, { applyCode, fileType }: RowRules): RecordValues => ({
  operation,
  apply_code: applyCode,
  vac_account: values.VACAccount,
  check_type: fileType,
  amount: values.Amount ?? null,
  start_date: values.StartDate ?? null,
  end_date: values.EndDate ?? null,
  max_times: values.MaxTimes ?? null,
  payer_name: values.PayerName ?? null,
  id_no: values.IdNo ?? null,
  remark: values.Remark ?? null,
})
