import type { ImportProblem } from '../../../contract/imports'
import { Refusal } from '../../../domain/refusal'
import { isReference } from '../../../schema/field-types'
import { importField } from '../../../schema/imports/columns'
import type { ConditionContext, RecordValues } from '../../../schema/language/language'
import type { Resource } from '../../../schema/language/resource'
import { isEmpty } from '../../../schema/rules/condition'
import { validate } from '../../../schema/rules/validate'
import { tenantErrors, withTenant } from '../../access/tenant'
import { canReplaceItems } from '../../access/writable'
import type { SheetRow } from '../../ports'
import { conditionContextOf, type RecordContext } from '../../records/context'
import { duplicate, newRecord } from '../../records/create'
import { referenceErrors } from '../../records/references'
import { changedValues, writableChange } from '../../records/update'
import type { ErrorCode } from '../row-error'
import type { FileLookup } from './lookup'
import { cellOf, columnAt, type ImportLayout, problemOf } from './row-input'
import type { UniqueValues } from './unique'

/** A valid row: the present record where the row changes one, the values to write, and the resulting record. */
export interface ValidRow {
  readonly before: RecordValues | undefined
  readonly value: RecordValues
  readonly after: RecordValues
}

/** The data for validating the rows of a file, with the results of earlier rows. */
export interface RowValidation extends ImportLayout {
  readonly existing: 'refuse' | 'update'
  /** The default values of a new record. */
  readonly defaults: RecordValues
  readonly lookup: FileLookup
  readonly unique: UniqueValues
  /** Whether a refused row releases its values: where one refused row prevents the whole file from being written. */
  readonly badRowsRelease: boolean
  /** The first row of the file with an identity. */
  readonly seen: Map<string, number>
}

/** A row with its input and its existing record. */
export interface PreparedRow {
  readonly row: SheetRow
  readonly input: RecordValues
  /** Problems of single cells. */
  readonly problems: readonly ImportProblem[]
  /** The values by which an existing record is found. */
  readonly identity: RecordValues | undefined
  /** The record that exists. */
  readonly found: RecordValues | undefined
}

/** Validates a row by the rules of a form, and against the rows before it. */
export const validateRow = async (context: RecordContext, validation: RowValidation, prepared: PreparedRow): Promise<ValidRow | readonly ImportProblem[]> => {
  const result = prepared.problems.length > 0 ? prepared.problems : await attempt(context, validation, prepared)
  if (!isProblems(result)) {
    validation.unique.take(result)
    validation.lookup.add(result.after)
    if (prepared.identity) validation.seen.set(JSON.stringify(Object.values(prepared.identity)), prepared.row.rowNo)
    return result
  }
  return [...result, ...(await otherProblems(context, validation, prepared, result))]
}

/** Whether a row is refused. */
export const isProblems = (result: ValidRow | readonly ImportProblem[]): result is readonly ImportProblem[] => Array.isArray(result)

const attempt = async (context: RecordContext, validation: RowValidation, prepared: PreparedRow): Promise<ValidRow | readonly ImportProblem[]> => {
  const earlierRow = prepared.identity && validation.seen.get(JSON.stringify(Object.values(prepared.identity)))
  if (earlierRow !== undefined) return [ofIdentity(validation, prepared, `與第 ${earlierRow} 列重複，請刪除其中一列。`)]
  try {
    const valid = prepared.found ? await changed(context, validation, prepared, prepared.found) : await created(context, validation, prepared)
    const [field] = isProblems(valid) ? [] : await validation.unique.duplicates(valid)
    if (field && !isProblems(valid)) throw duplicate(field, valid.after)
    return valid
  } catch (error) {
    if (error instanceof Refusal) return refusalProblems(validation, prepared.row, error)
    throw error
  }
}

const created = async (context: RecordContext, { resource, defaults, lookup }: RowValidation, { input }: PreparedRow): Promise<ValidRow> => {
  // A blank cell takes the default value.
  const entered = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
  const value = await newRecord(context, resource, entered, { defaults, lookup })
  return { before: undefined, value, after: value }
}

const changed = async (
  context: RecordContext,
  validation: RowValidation,
  prepared: PreparedRow,
  before: RecordValues,
): Promise<ValidRow | readonly ImportProblem[]> => {
  const { resource, spec, existing, lookup } = validation
  if (existing === 'refuse') return [ofIdentity(validation, prepared, `這${resource.unit}${resource.noun}已經存在，請刪除這一列，或到清單修改原有的資料。`)]
  const closed = closedList(context, resource, prepared.input, before)
  if (closed) return [problemOf(validation, prepared.row, { path: closed.name }, 'E102', closedListText(closed.label))]
  const change = Object.fromEntries(Object.entries(prepared.input).filter(([name]) => !resource.key.includes(name) && !spec.match.includes(name)))
  const value = await changedValues(context, resource, { before, change: writableChange(context, resource, change, before) }, lookup)
  return { before, value, after: { ...before, ...value } }
}

/** Returns a list that the row would replace although its lines have columns that the role may not write: a file cannot say which line is which. */
const closedList = (context: RecordContext, resource: Resource, input: RecordValues, before: RecordValues): Resource['fields'][number] | undefined =>
  resource.fields.find(({ name }) => name in input && !isEmpty(before[name]) && !canReplaceItems(context, resource, name))

const closedListText = (label: string): string => `${label}中有您不能修改的欄位，原有的${label}不能以匯入修改；請從檔案中刪除這些欄位，或到該筆資料修改。`

/** Returns the values by which an existing record is found, as they would be stored; undefined where one of them is missing or wrong, which creating will report. */
export const identityOf = (context: RecordContext, { resource, spec }: ImportLayout, input: RecordValues): RecordValues | undefined => {
  if (spec.match.length === 0) return undefined
  const fields = resource.fields.filter(({ name }) => spec.match.includes(name))
  // Any other field may decide whether a field is shown.
  const needed = fields.some(({ shownWhen }) => shownWhen) ? resource.fields : fields
  const values = Object.fromEntries(Object.entries(withTenant(context, resource, input)).filter(([name]) => needed.some((field) => field.name === name)))
  const { value, errors } = validate({ fields: needed }, values, { mode: 'create', ...conditionContextOf(context) })
  const identity = withTenant(context, resource, value)
  if (!spec.match.every((name) => !isEmpty(identity[name]) && !(name in errors))) return undefined
  return Object.fromEntries(spec.match.map((name) => [name, identity[name]]))
}

const ofIdentity = (validation: RowValidation, { row }: PreparedRow, message: string): ImportProblem =>
  problemOf(validation, row, { path: validation.spec.match.at(-1) ?? '' }, 'E105', message)

/** Returns the errors of a row that its first error hid, so that users can correct all of them at once. */
const otherProblems = async (
  context: RecordContext,
  validation: RowValidation,
  { row, input, found }: PreparedRow,
  problems: readonly ImportProblem[],
): Promise<readonly ImportProblem[]> => {
  const { resource, lookup, unique, badRowsRelease } = validation
  const before = validation.existing === 'update' ? found : undefined
  const own = withTenant(context, resource, input)
  const conditions = conditionContextOf(context)
  const { value, errors } = validate(resource, own, before ? { mode: 'update', ...conditions, previous: before } : { mode: 'create', ...conditions })
  const merged = { ...before, ...withTenant(context, resource, value), ...validLines(resource, input, value, conditions) }
  if (badRowsRelease) unique.free({ before, after: merged })
  const errorsOfRecord = { ...errors, ...(await referenceErrors(lookup, resource, merged, before)), ...tenantErrors(context, resource, merged) }
  const titles = namedBy(validation, problems)
  return Object.entries(errorsOfRecord)
    .filter(([name]) => !followsFrom(resource, name, errorsOfRecord))
    .map(([name, message]) => problemOf(validation, row, { path: name }, codeOf(validation, row, name, '2002'), message))
    .filter(({ ColumnName }) => !titles.includes(ColumnName))
}

/** Returns the titles that problems name: of their columns, and of the lists of these. */
const namedBy = ({ resource, spec }: ImportLayout, problems: readonly ImportProblem[]): readonly string[] => {
  const titles = problems.map(({ ColumnName }) => ColumnName)
  const lists = spec.columns.flatMap(({ title, line }) => (line && titles.includes(title) ? [line.list] : []))
  return [...titles, ...resource.fields.filter(({ name }) => lists.includes(name)).map(({ label }) => label)]
}

/** Returns the readable values of lists that are refused for one of their lines, so that the other lines are validated too. */
const validLines = ({ fields }: Resource, input: RecordValues, value: RecordValues, conditions: ConditionContext): RecordValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const lines = input[field.name]
      if (field.type !== 'rows' || field.name in value || !Array.isArray(lines)) return []
      return [[field.name, lines.map((line: RecordValues) => validate({ fields: field.fields }, line, { mode: 'create', ...conditions }).value)]]
    }),
  )

/** Whether a reference was not found only because a field in which both records must agree is wrong. */
const followsFrom = ({ fields }: Resource, name: string, errors: Readonly<Record<string, string>>): boolean =>
  fields.some((field) => field.name === name && isReference(field) && field.same.some((one) => one in errors))

const refusalProblems = (layout: ImportLayout, row: SheetRow, { code, message, fields }: Refusal): readonly ImportProblem[] => {
  const entries = Object.entries(fields)
  if (entries.length === 0) return [problemOf(layout, row, { path: '' }, 'E102', message)]
  return entries.map(([name, text]) => problemOf(layout, row, { path: name }, codeOf(layout, row, name, code), text))
}

const codeOf = (layout: ImportLayout, row: SheetRow, path: string, code: string): ErrorCode => {
  if (code === '2003') return 'E105'
  const column = columnAt(layout, row, path)
  if (!column || cellOf(layout, row, column.field) === '') return 'E101'
  const type = importField(layout.resource, column)?.type
  return type === 'reference' || type === 'referenceList' ? 'E106' : 'E102'
}
