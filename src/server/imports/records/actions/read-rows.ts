import type { ImportBadRow, ImportProblem } from '../../../../contract/imports'
import { Refusal } from '../../../../domain/refusal'
import type { ImportAction } from '../../../../schema/language/import'
import { importLimits } from '../../../../schema/language/import'
import type { RecordValues } from '../../../../schema/language/types'
import { isEmpty } from '../../../../schema/rules/condition'
import { recordValidator } from '../../../../schema/rules/validate'
import { conditionContextOf } from '../../../context'
import type { SheetRow } from '../../../ports'
import type { RecordContext } from '../../../record-context'
import { chunksOf, rowsPerChunk } from '../../stage'
import { cellOf, type ImportLayout, problemOf, rowInput } from '../row-input'
import { errorCodeOf } from '../validate-row'
import type { ActionRow } from './row-action'

/** The rows of a file, and the columns of the import that it has. */
export interface ActionFile extends ImportLayout {
  readonly action: ImportAction
  /** Returns the rows below the titles. Each call reads the file again from the first row. */
  readonly rows: () => AsyncIterable<SheetRow> | Iterable<SheetRow>
  /** Receives the number of rows that have been read. */
  readonly progress?: (done: number) => Promise<void>
}

/** The rows of a file, read and validated by the schema. */
export interface ReadRows {
  /** Number of all rows. */
  readonly total: number
  /** The rows in which a user filled in something, by row number. */
  readonly filled: ReadonlyMap<number, SheetRow>
  readonly good: readonly ActionRow[]
  readonly bad: readonly ImportBadRow[]
}

/**
 * Reads the rows of a file and validates their inputs. Rows without inputs are counted only.
 * Throws a refusal (3003) if no row, or too many rows, have inputs.
 */
export const readActionRows = async (context: RecordContext, file: ActionFile): Promise<ReadRows> => {
  const filled = new Map<number, SheetRow>()
  let total = 0
  for await (const chunk of chunksOf(file.rows(), rowsPerChunk)) {
    total += chunk.length
    for (const row of chunk) if (isFilled(file, row)) filled.set(row.rowNo, row)
    requireFewRows(filled.size)
    await file.progress?.(total)
  }
  if (filled.size === 0) throw emptyRefusal(file)
  const good: ActionRow[] = []
  const bad: ImportBadRow[] = []
  const badRowNos = new Map<string, number>()
  for (const row of filled.values()) {
    const { key, values, problems } = validateRow(context, file, row)
    if (problems.length === 0) good.push(actionRowOf(file, row, values))
    else {
      bad.push({ RowNo: row.rowNo, Cells: row.cells, Problems: problems })
      if (key !== null) badRowNos.set(key, row.rowNo)
    }
  }
  return { total, filled, ...withoutSiblingsOfBad(file, { good, bad, filled, badRowNos }) }
}

/** The rows of a file, and the row number of a bad row for the key of each record that has one. */
interface RowsWithKeys extends Pick<ReadRows, 'good' | 'bad' | 'filled'> {
  readonly badRowNos: ReadonlyMap<string, number>
}

/** Rejects the rows of a record one of whose rows is bad: together they say what is to be done with it. */
const withoutSiblingsOfBad = (
  file: ActionFile,
  { good, bad, filled, badRowNos }: RowsWithKeys,
): Pick<ReadRows, 'good' | 'bad'> => {
  const siblings = good.flatMap(({ rowNo, key }) => {
    const row = filled.get(rowNo)
    const badRowNo = row && badRowNos.get(keyText(file, key) ?? '')
    if (!row || badRowNo === undefined) return []
    const message = `同一筆資料的第 ${badRowNo} 列有誤，請更正後一起匯入。`
    const [path = ''] = file.action.inputs
    return [{ RowNo: rowNo, Cells: row.cells, Problems: [problemOf(file, row, { path }, 'E102', message)] }]
  })
  const rejected = new Set(siblings.map(({ RowNo }) => RowNo))
  return { good: good.filter(({ rowNo }) => !rejected.has(rowNo)), bad: [...bad, ...siblings] }
}

/** Returns the key of the record of a row as a text, from parsed values; null if a part of it is missing. */
const keyText = ({ resource: { key } }: ActionFile, values: RecordValues): string | null => {
  const parts = key.map((name) => values[name] ?? null)
  return parts.includes(null) ? null : JSON.stringify(parts)
}

const isFilled = (file: ActionFile, row: SheetRow): boolean =>
  file.action.inputs.some((name) => cellOf(file, row, name) !== '')

const requireFewRows = (count: number): void => {
  const { max } = importLimits.actionRows
  if (count > max)
    throw new Refusal(
      '3003',
      `一個檔案最多填寫 ${max.toLocaleString('en')} 列，這個檔案超過了；請分成幾個檔案，分次匯入。`,
    )
}

const emptyRefusal = ({ spec, action }: ActionFile): Refusal => {
  const titles = spec.columns.filter(({ field }) => action.inputs.includes(field)).map(({ title }) => `「${title}」`)
  return new Refusal('3003', `檔案沒有任何一列填寫${titles.join('、')}，所以沒有可處理的資料；請填寫後再匯入。`)
}

interface ValidatedRow {
  /** The key of the record; null if the row has none. */
  readonly key: string | null
  readonly values: RecordValues
  readonly problems: readonly ImportProblem[]
}

/** Validates the inputs of a row by the schema, like the inputs of a dialog. */
const validateRow = (context: RecordContext, file: ActionFile, row: SheetRow): ValidatedRow => {
  const { input, problems } = rowInput(file, row)
  const conditionContext = conditionContextOf(context)
  const { value, errors } = recordValidator(file.resource)(input, { mode: 'create', ...conditionContext })
  const titles = problems.map(({ ColumnName }) => ColumnName)
  const furtherProblems = Object.entries(errors).map(([path, message]) => {
    const code = errorCodeOf(file, row, { path, code: '2002', today: conditionContext.today })
    return problemOf(file, row, { path }, code, message)
  })
  return {
    key: keyText(file, input),
    values: value,
    problems: [
      ...problems,
      ...furtherProblems.filter(({ ColumnName }) => !titles.includes(ColumnName)),
      ...unusedProblems(file, row, { input, value, errors }),
    ],
  }
}

/** Returns a problem for each filled cell whose input a condition hides: its content would be ignored. */
const unusedProblems = (
  file: ActionFile,
  row: SheetRow,
  { input, value, errors }: Readonly<Record<'input' | 'value' | 'errors', RecordValues>>,
): readonly ImportProblem[] =>
  file.action.inputs
    .filter((name) => !isEmpty(input[name]) && name in value && isEmpty(value[name]) && !(name in errors))
    .map((name) => problemOf(file, row, { path: name }, 'E102', '依這一列填寫的其他欄，這一欄不能填寫，請清空。'))

const actionRowOf = ({ action }: ActionFile, { rowNo }: SheetRow, values: RecordValues): ActionRow => {
  const { UpdateTime, ...others } = values
  const isInput = (name: string) => action.inputs.includes(name)
  const entries = Object.entries(others)
  return {
    rowNo,
    key: Object.fromEntries(entries.filter(([name]) => !isInput(name))),
    updateTime: String(UpdateTime),
    inputs: Object.fromEntries(entries.filter(([name]) => isInput(name))),
  }
}
