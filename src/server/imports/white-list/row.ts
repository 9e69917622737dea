import type { AccountRule } from '../../../domain/accounts/virtual-account'
import { accountProblem, checksAmount, checksDates, type WhiteListCheckType } from '../../../domain/accounts/white-list'
import {
  requiredWhiteListColumns,
  type WhiteListColumn,
  type WhiteListOperation,
  whiteListColumnNames,
  whiteListColumns,
  whiteListOperations,
  whiteListTitle,
} from '../../../domain/accounts/white-list-upload'
import { enumText } from '../../../domain/enums'
import { foldText, withoutGroups } from '../../../domain/text-folding'
import { parseValue } from '../../../schema/field-types'
import { cellProblem, type SheetCellContent } from '../../../schema/imports/cell-problems'
import { readCell } from '../../../schema/imports/cells'
import { normalizedTitle } from '../../../schema/imports/columns'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../../schema/language/types'
import { required } from '../../../schema/rules/messages'
import type { SheetRow } from '../../ports'
import { type Header, readTitles } from '../header'
import { type CellErrorReporter, cellErrorCode, cellErrorReporter, untitledCellErrors } from '../row-error'
import type { StagedRowResult } from '../upload-rows'

/** The data for validating the rows of a file. */
export interface RowRules {
  readonly header: WhiteListHeader
  /**
   * The type of the file (檔案類別).
   * It determines whether payments are checked for amount and date in addition to the account.
   */
  readonly fileType: WhiteListCheckType
  readonly accountRule: AccountRule
  readonly applyCode: string
  /**
   * The field of each column except `Operation`.
   * Its label is the title of the column, so that messages name the column.
   */
  readonly fields: ReadonlyMap<WhiteListColumn, Field>
  readonly today: string
}

/** Returns the field of each column except `Operation`, with the title of the column as its label. */
export const columnFields = ({ fields }: Pick<Resource, 'fields'>): RowRules['fields'] =>
  new Map(
    whiteListColumnNames.flatMap((column) => {
      const field = fieldNamed(fields, column)
      return field ? [[column, { ...field, label: whiteListTitle(column) }] as const] : []
    }),
  )

/** Validates a row by the rules of the fields and by the type of the file. */
export const validateRow = (row: SheetRow, rules: RowRules): StagedRowResult => {
  const errors = untitledCellErrors(row, rules.header.titledPositions)
  const textOf = (column: WhiteListColumn): string => (row.cells[rules.header.positions.get(column) ?? -1] ?? '').trim()
  const reportError = cellErrorReporter(errors, { rowNo: row.rowNo, titleOf: whiteListTitle, textOf })
  const cellOf = (column: WhiteListColumn): SheetCellContent => ({
    text: textOf(column),
    storedAs: row.storedAs?.[rules.header.positions.get(column) ?? -1],
  })
  const operation = operationOf(textOf('Operation'), reportError)
  // To disable an entry, only the account is needed, so other cells are not read.
  const columns = operation === 'D' ? (['VACAccount'] as const) : whiteListColumnNames
  const values = Object.fromEntries(
    columns.map((column) => [column, cellValue(column, cellOf(column), rules, reportError)]),
  )
  if (operation !== 'D') checkValues(values, rules, { textOf, reportError })
  const account = String(values.VACAccount ?? '')
  if (account !== '') checkAccount(account, values, rules, reportError)
  if (errors.length > 0 || !operation) return { errors }
  return { account, row: { rowNo: row.rowNo, record: recordOf(operation, values, rules) } }
}

const operationOf = (text: string, reportError: CellErrorReporter<WhiteListColumn>): WhiteListOperation | null => {
  const code = foldText(text).toUpperCase()
  if (code === '') return reportError('Operation', 'E101', required(whiteListTitle('Operation')))
  if (isOperation(code)) return code
  const problem = cellProblem({ text }, { label: whiteListTitle('Operation'), isCode: true })
  return reportError('Operation', 'E102', problem ?? '異動別只能是 A（新增）、U（修改）或 D（停用），請更正。')
}

const isOperation = (code: string): code is WhiteListOperation => Object.hasOwn(whiteListOperations, code)

const cellValue = (
  column: WhiteListColumn,
  cell: SheetCellContent,
  { fields, today }: RowRules,
  reportError: CellErrorReporter<WhiteListColumn>,
): unknown => {
  const field = fields.get(column)
  if (!field) return null
  const { text, storedAs } = cell
  if (text === '') return column === 'VACAccount' ? reportError(column, 'E101', required(field.label)) : null
  const problem = cellProblem(cell, { label: field.label, isCode: column === 'VACAccount' })
  if (problem !== undefined) return reportError(column, 'E102', problem)
  // The length is not checked here, because it depends on the agreement.
  const digits = withoutGroups(foldText(text))
  if (column === 'VACAccount')
    return /^\d+$/.test(digits) ? digits : reportError(column, 'E102', '虛擬帳號只能是數字，請更正。')
  const read = readCell(field, text, { currency: 'TWD', storedAs })
  if ('error' in read) return reportError(column, 'E102', read.error)
  const parsed = parseValue(field, read.value, today)
  if ('error' in parsed) return reportError(column, cellErrorCode(field, parsed), parsed.error)
  return 'value' in parsed ? parsed.value : null
}

/**
 * Reports missing values that the type of the file requires, values that it does not use, and an end date before the
 * start date.
 */
const checkValues = (
  { StartDate, EndDate }: RecordValues,
  { fileType }: RowRules,
  {
    textOf,
    reportError,
  }: { readonly textOf: (column: WhiteListColumn) => string; readonly reportError: CellErrorReporter<WhiteListColumn> },
): void => {
  const isChecked = { Amount: checksAmount(fileType), StartDate: checksDates(fileType), EndDate: checksDates(fileType) }
  for (const column of ['Amount', 'StartDate', 'EndDate'] as const) {
    const title = whiteListTitle(column)
    const isEmptyCell = textOf(column) === ''
    if (isChecked[column] && isEmptyCell) reportError(column, 'E101', required(title))
    if (!isChecked[column] && !isEmptyCell)
      reportError(
        column,
        'E102',
        `檔案類別是「${enumText('WhiteListFileType', fileType)}」，不檢核${title}，請留空或改選檔案類別。`,
      )
  }
  if (StartDate !== null && EndDate !== null && String(EndDate) < String(StartDate))
    reportError('EndDate', 'E107', '迄日不可早於起日，請更正。')
}

const checkAccount = (
  VACAccount: string,
  { Amount }: RecordValues,
  { accountRule }: RowRules,
  reportError: CellErrorReporter<WhiteListColumn>,
): void => {
  const problem = accountProblem({ VACAccount, Amount: typeof Amount === 'number' ? Amount : null }, accountRule)
  if (problem) reportError('VACAccount', problemCodes[problem.kind], problem.message)
}

const problemCodes = { length: 'E104', format: 'E102', checkDigit: 'E103' } as const

/** Returns the columns of the entry, and the operation of the row. */
const recordOf = (
  operation: WhiteListOperation,
  values: RecordValues,
  { applyCode, fileType }: RowRules,
): RecordValues => ({
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

export type WhiteListHeader = Header<WhiteListColumn>

/** Returns the columns of a file by their titles. Throws a refusal (3004) for wrong titles. */
export const readHeader = (titles: SheetRow, type: WhiteListCheckType): WhiteListHeader =>
  readTitles(titles, {
    columnOf: (title) => columnOfTitle.get(normalizedTitle(title)),
    titleOf: whiteListTitle,
    missingColumns: (positions) => requiredWhiteListColumns(type).filter((column) => !positions.has(column)),
  })

const columnOfTitle: ReadonlyMap<string, WhiteListColumn> = new Map(
  whiteListColumnNames.flatMap((column) =>
    whiteListColumns[column].map((title) => [normalizedTitle(title), column] as const),
  ),
)
