import { sql } from 'kysely'
import type { ImportBadRow, ImportWarning } from '../../../contract/imports'
import { isReference, parseValue } from '../../../schema/field-types'
import type { Field, RecordValues, ReferenceField } from '../../../schema/language/types'
import { columnName } from '../../../schema/load/names'
import { isEmpty } from '../../../schema/rules/condition'
import { mergedRecords, recordFactory } from '../../../schema/rules/record-values'
import { actorOf } from '../../access/caller'
import { tenantCondition, withTenant } from '../../access/tenant'
import { columnsOf, isNumbered } from '../../database/table-definition'
import { toTaipei } from '../../database/times'
import type { Db, SheetRow } from '../../ports'
import type { RecordContext } from '../../record-context'
import { matchingRecords } from '../../records/get'
import { labelFunction } from '../../records/projection'
import { RowRefusal } from '../row-error'
import type { StagedRow } from '../stage'
import { uniqueFields } from './publish'
import { problemOf, rowInput } from './row-input'
import {
  areProblems,
  isSkipped,
  type PreparedRow,
  type RowValidation,
  type ValidRow,
  validateRow,
} from './validate-row'

/** The results of validating a chunk of rows. */
interface ValidatedRows {
  readonly good: readonly StagedRow[]
  readonly bad: readonly ImportBadRow[]
  /** The rows that are skipped because they equal recorded data. */
  readonly skipped: readonly ImportWarning[]
  /** The warnings about good rows. */
  readonly warnings: readonly ImportWarning[]
}

/** Validates a chunk of rows. Queries the database for the whole chunk, not for each row. */
export const validateRows = async (
  context: RecordContext,
  validation: RowValidation,
  rows: readonly SheetRow[],
): Promise<ValidatedRows> => {
  const prepared = await prepareRows(context, validation, rows)
  const candidates = prepared.map((entry) => candidateOf(context, validation, entry))
  await validation.lookup.load(candidates)
  await validation.unique.load(candidates)
  const valid: (ValidRow & { readonly rowNo: number })[] = []
  const bad: ImportBadRow[] = []
  const skipped: ImportWarning[] = []
  for (const entry of prepared) {
    const result = await validateRow(context, validation, entry)
    const { rowNo, cells } = entry.row
    if (areProblems(result)) bad.push({ RowNo: rowNo, Cells: cells, Problems: result })
    else if (isSkipped(result)) skipped.push({ RowNo: rowNo, ...result.skipped })
    else valid.push({ rowNo, ...result })
  }
  const warnings = valid.flatMap(({ rowNo, warning }) => (warning ? [{ RowNo: rowNo, ...warning }] : []))
  return { good: await stagedRowsOf(context, validation, valid), bad, skipped, warnings }
}

/** Parses rows and finds the existing records that they identify. */
const prepareRows = async (
  context: RecordContext,
  validation: RowValidation,
  rows: readonly SheetRow[],
): Promise<readonly PreparedRow[]> => {
  const { resource, spec, onExisting } = validation
  const parsed = await withOwnRules(
    validation,
    rows.map((row) => parsedRow(validation, row)),
  )
  const withIdentity = parsed.map((entry) => ({ ...entry, identity: validation.identityOf(entry.input) }))
  const identified = withIdentity.filter(({ identity }) => identity)
  const existing = await matchingRecords(context, resource, {
    names: spec.matchFields,
    searches: identified.flatMap(({ identity }) => (identity ? [identity] : [])),
    fields: onExisting === 'update' ? resource.fields : [],
    condition: tenantCondition(resource, context.scope),
  })
  const existingByRow = new Map(identified.map(({ row }, index) => [row, existing.get(index)]))
  return withIdentity.map((entry) => ({ ...entry, existing: existingByRow.get(entry.row) }))
}

type ParsedRow = Pick<PreparedRow, 'row' | 'input' | 'problems'>

const parsedRow = (validation: RowValidation, row: SheetRow): ParsedRow => {
  const { input, problems } = rowInput(validation, row)
  const missingValues = Object.entries(validation.valuesForEmptyCells ?? {}).filter(([name]) => isEmpty(input[name]))
  return {
    row,
    input: missingValues.length === 0 ? input : { ...input, ...Object.fromEntries(missingValues) },
    problems,
  }
}

/** Completes rows by the resource's own rules, and adds a problem to each row that they reject. */
const withOwnRules = async (validation: RowValidation, rows: readonly ParsedRow[]): Promise<readonly ParsedRow[]> => {
  if (!validation.ownRules) return rows
  const completed = await validation.ownRules.complete(rows.map(({ input }) => input))
  return rows.map((entry, index) => {
    const result = completed[index] ?? entry.input
    if (!(result instanceof RowRefusal)) return { ...entry, input: result }
    return {
      ...entry,
      problems: [
        ...entry.problems,
        problemOf(validation, entry.row, { path: result.field }, result.errorCode, result.message),
      ],
    }
  })
}

/**
 * Returns the provisional record of a row that is not validated yet, by which references and unique values are looked
 * up.
 */
const candidateOf = (
  context: RecordContext,
  { resource, defaults, onExisting, conditionContext }: RowValidation,
  { input, existing }: PreparedRow,
): RecordValues =>
  withTenant(
    context,
    resource,
    mergedRecords(
      onExisting === 'update' && existing ? existing : defaults,
      parsedValues(resource.fields, input, conditionContext.today),
    ),
  )

const parsedValues = (fields: readonly Field[], input: RecordValues, today: string): RecordValues => {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const raw = input[field.name]
    if (raw === null || raw === undefined) continue
    if (field.type === 'rows')
      values[field.name] = (Array.isArray(raw) ? raw : []).map((item: RecordValues) =>
        parsedValues(field.fields, item, today),
      )
    else {
      const parsed = parseValue(field, raw, today)
      if ('value' in parsed) values[field.name] = parsed.value
    }
  }
  return values
}

/**
 * Converts valid rows to staged rows.
 * Takes the next serial ids of the table for new records, if the server numbers them.
 */
const stagedRowsOf = async (
  context: RecordContext,
  { resource, lookup }: RowValidation,
  rows: readonly (ValidRow & { readonly rowNo: number })[],
): Promise<readonly StagedRow[]> => {
  const columns = columnsOf(resource)
  const columnsFrom = (row: RecordValues): Record<string, unknown> => {
    const values: Record<string, unknown> = {}
    for (const { name, field } of columns) if (row[field.name] !== undefined) values[name] = row[field.name]
    return values
  }
  const [serialField = ''] = isNumbered(resource) ? resource.key : []
  const serialIds = serialField
    ? await nextSerialIds(
        context.db,
        resource.table,
        columnName(serialField),
        rows.filter(({ before }) => !before).length,
      )
    : []
  const now = context.clock().toISOString()
  const actor = actorOf(context.scope)
  const auditValues = { CreateUser: actor, CreateTime: toTaipei(now), UpdateUser: actor, UpdateTime: toTaipei(now) }
  const references = resource.fields
    .filter(isReference)
    .map((field) => ({ field, labelOf: labelFunction(context.schemas.get(field.to)) }))
  const createUniqueValues = recordFactory(uniqueFields(resource))
  const uniqueValuesOf = (row: RecordValues): RecordValues => createUniqueValues(({ name }) => row[name] ?? null)
  const createRecordForAudit = recordFactory([
    ...resource.fields.filter(({ virtual, type }) => !virtual && type !== 'count'),
    { name: 'Labels' },
  ])
  const keyColumns = resource.key.map((name) => ({ name: columnName(name), field: name }))
  let createdCount = 0
  const staged: StagedRow[] = []
  for (const { rowNo, before, writtenValues, after } of rows) {
    const generated: RecordValues = before
      ? { UpdateTime: auditValues.UpdateTime }
      : { ...(serialField ? { [serialField]: serialIds[createdCount++] } : {}), ...auditValues }
    const Labels = await labelsOf(references, lookup, after)
    const recordAfter = before ? mergedRecords(before, after) : createRecordForAudit(({ name }) => after[name] ?? null)
    Object.assign(recordAfter, generated, { UpdateUser: actor, Labels })
    // The publication may clear unique values temporarily, so the values of a changed record include all unique ones.
    const columnValues = columnsFrom(before ? mergedRecords(uniqueValuesOf(after), writtenValues) : writtenValues)
    for (const { name, field } of keyColumns) columnValues[name] = recordAfter[field]
    Object.assign(columnValues, before ? {} : { create_user: actor, create_time: now }, {
      update_user: actor,
      update_time: now,
    })
    staged.push({ rowNo, action: before ? 'Update' : 'Create', record: columnValues, before, after: recordAfter })
  }
  return staged
}

const nextSerialIds = async (db: Db, table: string, column: string, count: number): Promise<readonly number[]> => {
  if (count === 0) return []
  const { rows } = await sql<{ serial: number }>`
    select nextval(pg_get_serial_sequence(${`"${table}"`}, ${column})) as serial from generate_series(1, ${count}::integer)`.execute(
    db,
  )
  return rows.map(({ serial }) => serial)
}

interface LabelledReference {
  readonly field: ReferenceField
  /** Returns the display text of one referenced record or of a list of them. */
  readonly labelOf: (referenced: unknown) => string | null
}

const labelsOf = async (
  fields: readonly LabelledReference[],
  lookup: RowValidation['lookup'],
  row: RecordValues,
): Promise<RecordValues> => {
  const labels: Record<string, string> = {}
  for (const { field, labelOf } of fields) {
    if (isEmpty(row[field.name])) continue
    const [referenced = []] = await lookup.find([{ field, record: row }])
    const label = referenced.length > 0 ? labelOf(field.type === 'reference' ? referenced[0] : referenced) : null
    if (label !== null) labels[field.name] = label
  }
  return labels
}
