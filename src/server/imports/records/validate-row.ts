import type { ImportProblem } from '../../../contract/imports'
import { Refusal } from '../../../domain/refusal'
import { isReference, parseValue } from '../../../schema/field-types'
import { importField } from '../../../schema/imports/columns'
import type { OnExisting } from '../../../schema/language/import'
import type { ConditionContext, RecordValues } from '../../../schema/language/language'
import type { Resource } from '../../../schema/language/resource'
import { isEmpty } from '../../../schema/rules/condition'
import { mergedRecords } from '../../../schema/rules/record-values'
import { type RecordValidator, recordValidator } from '../../../schema/rules/validate'
import { tenantErrors, withTenant } from '../../access/tenant'
import { canReplaceItems } from '../../access/writable'
import type { SheetRow } from '../../ports'
import { conditionContextOf, type RecordContext } from '../../records/context'
import { duplicateRefusal } from '../../records/create'
import { referenceErrors } from '../../records/references'
import { type changeValidator, writableChange } from '../../records/update'
import { cellErrorCode, type ErrorCode, RowRefusal } from '../row-error'
import type { FileLookup } from './lookup'
import type { OwnImportRules } from './own-rules'
import { cellOf, columnAt, type ImportLayout, problemOf } from './row-input'
import type { UniqueValues } from './unique'

/** A valid row: the stored record if the row changes one, the values to write, and the resulting record. */
export interface ValidRow {
  readonly before: RecordValues | undefined
  readonly value: RecordValues
  readonly after: RecordValues
}

/** The data for validating the rows of a file, with the results of earlier rows. */
export interface RowValidation extends ImportLayout {
  readonly onExisting: OnExisting
  /** The values for empty cells. */
  readonly given?: RecordValues
  /** The default values of a new record. */
  readonly defaults: RecordValues
  readonly conditions: ConditionContext
  /** Returns the values by which an existing record is found; undefined if a value is missing or invalid. */
  readonly identityOf: (input: RecordValues) => RecordValues | undefined
  /** Validates a new record. */
  readonly build: (input: RecordValues) => Promise<RecordValues>
  /** Validates the change of a record. */
  readonly change: ReturnType<typeof changeValidator>
  /** Validates values by the rules of the schema only. */
  readonly validate: RecordValidator
  /** Validates the items of each list by the rules of the schema only. */
  readonly validateItem: ReadonlyMap<string, RecordValidator>
  /** The rules that only this resource has; undefined for most resources. */
  readonly ownRules: ReturnType<OwnImportRules['rows']> | undefined
  readonly lookup: FileLookup
  readonly unique: UniqueValues
  /** Whether bad rows release values too. If a file is imported only as a whole, other rows can take these values once the bad rows are corrected. */
  readonly badRowsReleaseValues: boolean
  /** The row number of each identity in the file. */
  readonly rowsByIdentity: Map<string, number>
}

/** A row with its input and its existing record. */
export interface PreparedRow {
  readonly row: SheetRow
  readonly input: RecordValues
  /** Problems of single cells. */
  readonly problems: readonly ImportProblem[]
  /** The values by which an existing record is found. */
  readonly identity: RecordValues | undefined
  /** The existing record with that identity. */
  readonly found: RecordValues | undefined
}

/** Validates a row by the rules of a form, and against the rows before it. */
export const validateRow = async (context: RecordContext, validation: RowValidation, prepared: PreparedRow): Promise<ValidRow | readonly ImportProblem[]> => {
  const identity = prepared.identity && JSON.stringify(Object.values(prepared.identity))
  const earlierRow = identity === undefined ? undefined : validation.rowsByIdentity.get(identity)
  const result = prepared.problems.length > 0 ? prepared.problems : await rowResult(context, validation, prepared, earlierRow)
  if (!isProblems(result)) {
    validation.unique.take(result)
    validation.lookup.add(result.after)
    validation.ownRules?.accept(result.after, prepared.row.rowNo)
    if (identity !== undefined) validation.rowsByIdentity.set(identity, prepared.row.rowNo)
    return result
  }
  return [...result, ...(await otherProblems(context, validation, prepared, result))]
}

/** Returns whether the result of a row consists of problems. */
export const isProblems = (result: ValidRow | readonly ImportProblem[]): result is readonly ImportProblem[] => Array.isArray(result)

const rowResult = async (
  context: RecordContext,
  validation: RowValidation,
  prepared: PreparedRow,
  earlierRow: number | undefined,
): Promise<ValidRow | readonly ImportProblem[]> => {
  if (earlierRow !== undefined) return [identityProblem(validation, prepared, `與第 ${earlierRow} 列重複，請刪除其中一列。`)]
  try {
    const valid = prepared.found ? await changedRecord(context, validation, prepared, prepared.found) : await createdRecord(validation, prepared)
    const [field] = isProblems(valid) ? [] : await validation.unique.duplicates(valid)
    if (field && !isProblems(valid)) throw duplicateRefusal(field, valid.after)
    return valid
  } catch (error) {
    if (error instanceof Refusal) return refusalProblems(validation, prepared.row, error, validation.conditions.today)
    throw error
  }
}

const createdRecord = async ({ build, ownRules }: RowValidation, { input }: PreparedRow): Promise<ValidRow> => {
  const filledCells: Record<string, unknown> = {}
  // A blank cell takes the default value.
  for (const name of Object.keys(input)) if (input[name] !== null) filledCells[name] = input[name]
  const built = await build(filledCells)
  const value = ownRules ? { ...built, ...(await ownRules.values(built)) } : built
  return { before: undefined, value, after: value }
}

const changedRecord = async (
  context: RecordContext,
  validation: RowValidation,
  prepared: PreparedRow,
  before: RecordValues,
): Promise<ValidRow | readonly ImportProblem[]> => {
  const { resource, spec, onExisting } = validation
  if (onExisting === 'refuse')
    return [identityProblem(validation, prepared, `這${resource.unit}${resource.noun}已經存在，請刪除這一列，或到清單修改原有的資料。`)]
  const list = protectedList(context, resource, prepared.input, before)
  if (list) return [problemOf(validation, prepared.row, { path: list.name }, 'E102', protectedListText(list.label))]
  const change = Object.fromEntries(Object.entries(prepared.input).filter(([name]) => !resource.key.includes(name) && !spec.matchFields.includes(name)))
  const value = await validation.change({ before, change: writableChange(context, resource, change, before) })
  return { before, value, after: mergedRecords(before, value) }
}

/** Returns a list that the row would replace although its items have fields that the role may not write: a file does not identify the existing items. */
const protectedList = (context: RecordContext, resource: Resource, input: RecordValues, before: RecordValues): Resource['fields'][number] | undefined =>
  resource.fields.find(({ name }) => name in input && !isEmpty(before[name]) && !canReplaceItems(context, resource, name))

const protectedListText = (label: string): string => `${label}中有您不能修改的欄位，原有的${label}不能以匯入修改；請從檔案中刪除這些欄位，或到該筆資料修改。`

/** Returns the function that reads the values by which an existing record is found, in stored form. It returns undefined if one of them is missing or wrong; the validation reports that later. */
export const identityReader = (context: RecordContext, { resource, spec: { matchFields } }: ImportLayout): RowValidation['identityOf'] => {
  if (matchFields.length === 0) return () => undefined
  const fields = resource.fields.filter(({ name }) => matchFields.includes(name))
  // Any other field may decide whether a field is shown.
  const needed = fields.some(({ shownWhen }) => shownWhen) ? resource.fields : fields
  const conditions = conditionContextOf(context)
  const validate = recordValidator({ fields: needed })
  return (input) => {
    const entered = withTenant(context, resource, input)
    const values: Record<string, unknown> = {}
    for (const { name } of needed) if (name in entered) values[name] = entered[name]
    const { value, errors } = validate(values, { mode: 'create', ...conditions })
    const identity = withTenant(context, resource, value)
    if (!matchFields.every((name) => !isEmpty(identity[name]) && !(name in errors))) return undefined
    return Object.fromEntries(matchFields.map((name) => [name, identity[name]]))
  }
}

const identityProblem = (validation: RowValidation, { row }: PreparedRow, message: string): ImportProblem =>
  problemOf(validation, row, { path: validation.spec.matchFields.at(-1) ?? '' }, 'E105', message)

/** Returns further problems of a rejected row, so that users can correct all problems at once. */
const otherProblems = async (
  context: RecordContext,
  validation: RowValidation,
  { row, input, found }: PreparedRow,
  problems: readonly ImportProblem[],
): Promise<readonly ImportProblem[]> => {
  const { resource, lookup, unique, ownRules, badRowsReleaseValues, conditions, validate } = validation
  const before = validation.onExisting === 'update' ? found : undefined
  const values = withTenant(context, resource, input)
  const { value, errors } = validate(values, before ? { mode: 'update', ...conditions, previous: before } : { mode: 'create', ...conditions })
  const merged = { ...before, ...withTenant(context, resource, value), ...validItems(validation, input, value) }
  if (badRowsReleaseValues) unique.release({ before, after: merged })
  const errorsOfRecord = { ...errors, ...(await referenceErrors(lookup, resource, merged, before)), ...tenantErrors(context, resource, merged) }
  const titles = titlesNamedBy(validation, problems)
  return Object.entries(errorsOfRecord)
    .filter(([name]) => !isConsequence(resource, name, errorsOfRecord) && !ownRules?.completes.includes(name))
    .map(([name, message]) =>
      problemOf(validation, row, { path: name }, errorCodeOf(validation, row, { path: name, code: '2002', today: conditions.today }), message),
    )
    .filter(({ ColumnName }) => !titles.includes(ColumnName))
}

/** Returns the titles that problems name: the titles of their columns, and the labels of the lists of these columns. */
const titlesNamedBy = ({ resource, spec }: ImportLayout, problems: readonly ImportProblem[]): readonly string[] => {
  const titles = problems.map(({ ColumnName }) => ColumnName)
  const lists = spec.columns.flatMap(({ title, item }) => (item && titles.includes(title) ? [item.list] : []))
  return [...titles, ...resource.fields.filter(({ name }) => lists.includes(name)).map(({ label }) => label)]
}

/** Returns the valid values of lists with an invalid item, so that the references in other items are validated too. */
const validItems = ({ validateItem, conditions }: RowValidation, input: RecordValues, value: RecordValues): RecordValues =>
  Object.fromEntries(
    [...validateItem].flatMap(([name, validate]) => {
      const items = input[name]
      if (name in value || !Array.isArray(items)) return []
      return [[name, items.map((item: RecordValues) => validate(item, { mode: 'create', ...conditions }).value)]]
    }),
  )

/** Returns whether a reference was not found because a field that both records must share is invalid. */
const isConsequence = ({ fields }: Resource, name: string, errors: Readonly<Record<string, string>>): boolean =>
  fields.some((field) => field.name === name && isReference(field) && field.same.some((name) => name in errors))

const refusalProblems = (layout: ImportLayout, row: SheetRow, refusal: Refusal, today: string): readonly ImportProblem[] => {
  if (refusal instanceof RowRefusal) return [problemOf(layout, row, { path: refusal.field }, refusal.errorCode, refusal.message)]
  const { code, message, fields } = refusal
  const entries = Object.entries(fields)
  if (entries.length === 0) return [problemOf(layout, row, { path: '' }, 'E102', message)]
  return entries.map(([name, text]) => problemOf(layout, row, { path: name }, errorCodeOf(layout, row, { path: name, code, today }), text))
}

const errorCodeOf = (layout: ImportLayout, row: SheetRow, { path, code, today }: Readonly<Record<'path' | 'code' | 'today', string>>): ErrorCode => {
  if (code === '2003') return 'E105'
  const column = columnAt(layout, row, path)
  const cell = column ? cellOf(layout, row, column.field) : ''
  const field = column && importField(layout.resource, column)
  return field && cell !== '' ? cellErrorCode(field, parseValue(field, cell, today)) : 'E101'
}
