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
import { conditionContextOf } from '../../context'
import type { SheetRow } from '../../ports'
import type { RecordContext } from '../../record-context'
import { referenceErrors } from '../../records/references'
import { type changeValidator, writableChange } from '../../records/update'
import { duplicateRefusal } from '../../records/write-record'
import { cellErrorCode, type ErrorCode, RowRefusal } from '../row-error'
import type { FileLookup } from './lookup'
import type { OwnImportRules } from './own-rules'
import { cellOf, columnAt, type ImportLayout, problemOf } from './row-input'
import type { UniqueValues } from './unique'

/** A valid row: the stored record if the row changes one, the values to write, and the record after the change. */
export interface ValidRow {
  readonly before: RecordValues | undefined
  readonly writtenValues: RecordValues
  readonly after: RecordValues
  /** The warning about a row that equals a recorded one and is imported because the user includes such rows. */
  readonly warning?: ImportProblem
}

/** A row that is neither imported nor bad, because it equals a recorded one. */
export interface SkippedRow {
  readonly skipped: ImportProblem
}

/** The functions and data for validating the rows of a file, including the results of earlier rows. */
export interface RowValidation extends ImportLayout {
  readonly onExisting: OnExisting
  /** Whether rows that equal recorded data are imported. */
  readonly includesEqual: boolean
  /** Values by field for cells that are empty. */
  readonly valuesForEmptyCells?: RecordValues
  /** The default values of a new record. */
  readonly defaults: RecordValues
  readonly conditionContext: ConditionContext
  /** Returns the values of a row that identify an existing record; undefined if one of them is missing or invalid. */
  readonly identityOf: (input: RecordValues) => RecordValues | undefined
  /** Returns a new record; throws a refusal if it is invalid. */
  readonly buildRecord: (input: RecordValues) => Promise<RecordValues>
  /** Returns the values that a change writes; throws a refusal if the change is invalid. */
  readonly validateChange: ReturnType<typeof changeValidator>
  /** Validates values by the rules of the schema file only: without references and unique values. */
  readonly validateBySchema: RecordValidator
  /** For each list field, the function that validates an item by the rules of the schema file. */
  readonly itemValidators: ReadonlyMap<string, RecordValidator>
  /** The own rules of the resource; undefined for most resources. */
  readonly ownRules: ReturnType<NonNullable<OwnImportRules['createRowRules']>> | undefined
  readonly lookup: FileLookup
  readonly unique: UniqueValues
  /**
   * Whether bad rows also free their old values: if a file is imported only as a whole, the bad rows will be corrected
   * before other rows use these values.
   */
  readonly badRowsFreeValues: boolean
  /** The row numbers of the valid rows so far, by the values that identify their records. */
  readonly rowsByIdentity: Map<string, number>
}

/** A parsed row with the existing record that it identifies. */
export interface PreparedRow {
  readonly row: SheetRow
  readonly input: RecordValues
  /** Problems of single cells. */
  readonly problems: readonly ImportProblem[]
  /** The values that identify an existing record. */
  readonly identity: RecordValues | undefined
  /** The existing record with this identity. */
  readonly existing: RecordValues | undefined
}

/**
 * Validates a row like a form, and compares it with earlier rows.
 * Returns the valid row, why it is skipped, or all its problems.
 */
export const validateRow = async (
  context: RecordContext,
  validation: RowValidation,
  prepared: PreparedRow,
): Promise<RowResult> => {
  const identity = prepared.identity && JSON.stringify(Object.values(prepared.identity))
  const earlierRow = identity === undefined ? undefined : validation.rowsByIdentity.get(identity)
  const result =
    prepared.problems.length > 0 ? prepared.problems : await rowResult(context, validation, prepared, earlierRow)
  if (isSkipped(result)) return result
  if (!areProblems(result)) {
    validation.unique.add(result)
    validation.lookup.add(result.after)
    validation.ownRules?.accept(result.after, prepared.row.rowNo)
    if (identity !== undefined) validation.rowsByIdentity.set(identity, prepared.row.rowNo)
    return result
  }
  return [...result, ...(await otherProblems(context, validation, prepared, result))]
}

type RowResult = ValidRow | SkippedRow | readonly ImportProblem[]

/** Returns whether the result of a row is a list of problems. */
export const areProblems = (result: RowResult): result is readonly ImportProblem[] => Array.isArray(result)

/** Returns whether the row is skipped. */
export const isSkipped = (result: RowResult): result is SkippedRow => 'skipped' in result

/** Returns the valid row, why it is skipped, or the first problems that were found. */
const rowResult = async (
  context: RecordContext,
  validation: RowValidation,
  prepared: PreparedRow,
  earlierRow: number | undefined,
): Promise<RowResult> => {
  if (earlierRow !== undefined)
    return [identityProblem(validation, prepared, `與第 ${earlierRow} 列重複，請刪除其中一列。`)]
  try {
    const valid = prepared.existing
      ? await changedRecord(context, validation, prepared, prepared.existing)
      : await createdRecord(validation, prepared)
    if (isSkipped(valid)) return valid
    const [field] = areProblems(valid) ? [] : await validation.unique.duplicates(valid)
    if (field && !areProblems(valid)) throw duplicateRefusal(field, valid.after)
    return valid
  } catch (error) {
    if (error instanceof Refusal)
      return refusalProblems(validation, prepared.row, error, validation.conditionContext.today)
    throw error
  }
}

const createdRecord = async (
  validation: RowValidation,
  { row, input }: PreparedRow,
): Promise<ValidRow | SkippedRow> => {
  const { buildRecord, ownRules, includesEqual } = validation
  const filledCells: Record<string, unknown> = {}
  // Empty cells are left out, so that their fields get the default values.
  for (const name of Object.keys(input)) if (input[name] !== null) filledCells[name] = input[name]
  const built = await buildRecord(filledCells)
  const equal = ownRules?.equalRecord(built)
  const warning =
    equal &&
    problemOf(
      validation,
      row,
      { path: equal.field },
      'W103',
      `${equal.message}${includesEqual ? includedText : skippedText}`,
    )
  if (warning && !includesEqual) return { skipped: warning }
  const record = ownRules ? { ...built, ...(await ownRules.generateValuesOrReject(built)) } : built
  return { before: undefined, writtenValues: record, after: record, ...(warning ? { warning } : {}) }
}

const skippedText = '，因此略過；若確實是另一筆，請選擇一併匯入。'
const includedText = '，依您的選擇一併匯入。'

const changedRecord = async (
  context: RecordContext,
  validation: RowValidation,
  prepared: PreparedRow,
  before: RecordValues,
): Promise<ValidRow | readonly ImportProblem[]> => {
  const { resource, spec, onExisting } = validation
  if (onExisting === 'refuse')
    return [
      identityProblem(
        validation,
        prepared,
        `這${resource.unit}${resource.noun}已經存在，請刪除這一列，或到清單修改原有的資料。`,
      ),
    ]
  const list = protectedList(context, resource, prepared.input, before)
  if (list) return [problemOf(validation, prepared.row, { path: list.name }, 'E102', protectedListText(list.label))]
  const change = Object.fromEntries(
    Object.entries(prepared.input).filter(([name]) => !resource.key.includes(name) && !spec.matchFields.includes(name)),
  )
  const writtenValues = await validation.validateChange({
    before,
    change: writableChange(context, resource, change, before),
  })
  return { before, writtenValues, after: mergedRecords(before, writtenValues) }
}

/**
 * Returns a list of the record that the row must not replace: its items have fields that the role may not write, and a
 * file cannot identify stored items to preserve these fields.
 */
const protectedList = (
  context: RecordContext,
  resource: Resource,
  input: RecordValues,
  before: RecordValues,
): Resource['fields'][number] | undefined =>
  resource.fields.find(
    ({ name }) => name in input && !isEmpty(before[name]) && !canReplaceItems(context, resource, name),
  )

const protectedListText = (label: string): string =>
  `${label}中有您不能修改的欄位，原有的${label}不能以匯入修改；請從檔案中刪除這些欄位，或到該筆資料修改。`

/**
 * Returns the function that reads the values that identify the record of a row, in their stored form.
 * The function returns undefined if one of them is missing or invalid, which the validation reports later.
 */
export const identityReader = (
  context: RecordContext,
  { resource, spec: { matchFields } }: ImportLayout,
): RowValidation['identityOf'] => {
  if (matchFields.length === 0) return () => undefined
  const fields = resource.fields.filter(({ name }) => matchFields.includes(name))
  // Whether a field with `shownWhen` has a value can depend on any other field.
  const neededFields = fields.some(({ shownWhen }) => shownWhen) ? resource.fields : fields
  const conditionContext = conditionContextOf(context)
  const validate = recordValidator({ fields: neededFields })
  return (input) => {
    const entered = withTenant(context, resource, input)
    const values: Record<string, unknown> = {}
    for (const { name } of neededFields) if (name in entered) values[name] = entered[name]
    const { value, errors } = validate(values, { mode: 'create', ...conditionContext })
    const identity = withTenant(context, resource, value)
    if (!matchFields.every((name) => !isEmpty(identity[name]) && !(name in errors))) return undefined
    return Object.fromEntries(matchFields.map((name) => [name, identity[name]]))
  }
}

/** Returns a problem of the identity of a row, under the last of the fields that identify a record. */
const identityProblem = (validation: RowValidation, { row }: PreparedRow, message: string): ImportProblem =>
  problemOf(validation, row, { path: validation.spec.matchFields.at(-1) ?? '' }, 'E105', message)

/** Returns further problems of a rejected row, so that users can correct all problems at once. */
const otherProblems = async (
  context: RecordContext,
  validation: RowValidation,
  { row, input, existing }: PreparedRow,
  problems: readonly ImportProblem[],
): Promise<readonly ImportProblem[]> => {
  const { resource, lookup, unique, ownRules, badRowsFreeValues, conditionContext, validateBySchema } = validation
  const before = validation.onExisting === 'update' ? existing : undefined
  const values = withTenant(context, resource, input)
  const { value, errors } = validateBySchema(
    values,
    before ? { mode: 'update', ...conditionContext, previous: before } : { mode: 'create', ...conditionContext },
  )
  const merged = { ...before, ...withTenant(context, resource, value), ...validItems(validation, input, value) }
  if (badRowsFreeValues) unique.addRejected({ before, after: merged })
  const errorsOfRecord = {
    ...errors,
    ...(await referenceErrors(lookup, resource, merged, before)),
    ...tenantErrors(context, resource, merged),
  }
  const titles = titlesNamedBy(validation, problems)
  return Object.entries(errorsOfRecord)
    .filter(([name]) => !isConsequence(resource, name, errorsOfRecord) && !ownRules?.completedFields.includes(name))
    .map(([name, message]) =>
      problemOf(
        validation,
        row,
        { path: name },
        errorCodeOf(validation, row, { path: name, code: '2002', today: conditionContext.today }),
        message,
      ),
    )
    .filter(({ ColumnName }) => !titles.includes(ColumnName))
}

/**
 * Returns the titles that already have a problem: the titles of the columns, and the labels of the lists to which these
 * columns belong.
 */
const titlesNamedBy = ({ resource, spec }: ImportLayout, problems: readonly ImportProblem[]): readonly string[] => {
  const titles = problems.map(({ ColumnName }) => ColumnName)
  const lists = spec.columns.flatMap(({ title, item }) => (item && titles.includes(title) ? [item.list] : []))
  return [...titles, ...resource.fields.filter(({ name }) => lists.includes(name)).map(({ label }) => label)]
}

/**
 * Returns the valid values in the items of lists that have an invalid item, so that the references in these lists are
 * validated too.
 */
const validItems = (
  { itemValidators, conditionContext }: RowValidation,
  input: RecordValues,
  value: RecordValues,
): RecordValues =>
  Object.fromEntries(
    [...itemValidators].flatMap(([name, validate]) => {
      const items = input[name]
      if (name in value || !Array.isArray(items)) return []
      return [[name, items.map((item: RecordValues) => validate(item, { mode: 'create', ...conditionContext }).value)]]
    }),
  )

/**
 * Returns whether the error of a reference is a consequence of another error: that of a field in which both records
 * must agree (`same`).
 */
const isConsequence = ({ fields }: Resource, name: string, errors: Readonly<Record<string, string>>): boolean =>
  fields.some((field) => field.name === name && isReference(field) && field.same.some((sameName) => sameName in errors))

/** Returns the problems of a row that a refusal names, each with the column of its field. */
export const refusalProblems = (
  layout: ImportLayout,
  row: SheetRow,
  refusal: Refusal,
  today: string,
): readonly ImportProblem[] => {
  if (refusal instanceof RowRefusal)
    return [problemOf(layout, row, { path: refusal.field }, refusal.errorCode, refusal.message)]
  const { code, message, fields } = refusal
  const entries = Object.entries(fields)
  if (entries.length === 0) return [problemOf(layout, row, { path: '' }, 'E102', message)]
  return entries.map(([name, text]) =>
    problemOf(layout, row, { path: name }, errorCodeOf(layout, row, { path: name, code, today }), text),
  )
}

/**
 * Returns the error code of a problem: `E105` for a value that another record already has (2003), otherwise the code
 * for the invalid value of the cell, or `E101` for an empty cell.
 */
export const errorCodeOf = (
  layout: ImportLayout,
  row: SheetRow,
  { path, code, today }: Readonly<Record<'path' | 'code' | 'today', string>>,
): ErrorCode => {
  if (code === '2003') return 'E105'
  const column = columnAt(layout, row, path)
  const cell = column ? cellOf(layout, row, column.field) : ''
  const field = column && importField(layout.resource, column)
  return field && cell !== '' ? cellErrorCode(field, parseValue(field, cell, today)) : 'E101'
}
