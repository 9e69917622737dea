import { type RawBuilder, sql } from 'kysely'
import { fileFormatParam, type ListFileFormat, listFileFormats } from '../../../contract/list-query'
import { csvLines, csvText } from '../../../domain/csv'
import { mediaTypeOf } from '../../../domain/file-kinds'
import { Refusal } from '../../../domain/refusal'
import { isShownReference } from '../../../schema/field-types'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../../schema/language/types'
import { type FieldColumn, fieldColumns, sheetColumn } from '../../../schema/sheets/field-columns'
import { maxSheetRows, type SheetRow, type StreamedSheet } from '../../../schema/sheets/sheet'
import { currencyField, valueText } from '../../../schema/text/value-text'
import { recordViewFor } from '../../access/fields'
import { requireReason } from '../../access/reason'
import { tenantCondition } from '../../access/tenant'
import { type Call, type FileBytes, FileDownload } from '../../call'
import { auditList, contextOf, throwIfFieldErrors } from '../../context'
import { columnsOf } from '../../database/table-definition'
import { loggedDownload } from '../../files'
import type { RecordContext } from '../../record-context'
import { columnOf, fromTable, sameValues, sqlContextOf } from '../projection'
import { withBounds } from './list-bounds'
import { listCondition } from './list-condition'
import { orderOf } from './list-page'
import { type ListPlan, listPlan } from './list-plan'
import { type ParsedQuery, parseListQuery } from './list-query'

/**
 * Returns all records of a list query as a file with the columns of the list, masked as in the list: as a workbook, or
 * as CSV if the query says so.
 * First reads the keys of all records in the order of the list.
 * Then reads the records in small steps on the background database, while the file is sent.
 */
export const listFile = async (call: Call, resource: Resource): Promise<FileDownload<FileBytes>> => {
  requireReason(call, resource)
  const context: RecordContext = { ...contextOf(call), db: call.ports.backgroundDb }
  const plan = listPlan(context, resource)
  const { [fileFormatParam]: formats = [], ...query } = call.query
  const format = fileFormatOf(formats)
  const parsed = parseListQuery(plan, query)
  const keys = await readKeys(context, plan, { parsed, max: maxSheetRows, limit: 'Excel 一張工作表' })
  const columns = fieldColumns(fieldsOf(plan, parsed), valueText)
  const steps = recordSteps(context, plan, { parsed, keys })
  // The first step is read before the response begins, so that its errors still determine the status of the response.
  const first = await steps.next()
  const name = `${resource.label}.${format.toLowerCase()}`
  const records = loggedDownload(call.ports, { path: call.endpoint.path }, steps)
  const content = { name: resource.label, columns, keys, first: first.done ? [] : first.value, records }
  const bytes = format === 'Csv' ? csvBytes(content) : call.ports.sheets.stream(sheetOf(content))
  await auditList(context, resource, { action: 'Export', count: keys.length })
  return new FileDownload(name, mediaTypeOf(name), bytes)
}

/** A list query, and the maximum number of records that it may find. */
interface LimitedQuery {
  readonly query: Call['query']
  readonly max: number
}

/**
 * Returns the records of a list query with all fields that the list can show, masked as in the list.
 * Throws a refusal (2002) if it finds too many.
 */
export const listedRecords = async (
  context: RecordContext,
  resource: Resource,
  { query, max }: LimitedQuery,
): Promise<readonly RecordValues[]> => {
  const plan = listPlan(context, resource)
  const parsed = { ...parseListQuery(plan, query), needsAllFields: true }
  const keys = await readKeys(context, plan, { parsed, max, limit: '一個檔案' })
  const records: RecordValues[] = []
  for await (const step of recordSteps(context, plan, { parsed, keys })) records.push(...step)
  return records
}

const fileFormatOf = ([format, ...others]: readonly string[]): ListFileFormat => {
  const found = listFileFormats.find((known) => known === (format ?? 'Xlsx'))
  if (found === undefined || others.length > 0)
    throwIfFieldErrors({ [fileFormatParam]: `檔案格式須為 ${listFileFormats.join(' 或 ')}。` })
  return found ?? 'Xlsx'
}

/** The content of a file; `records` are those after the `first` ones. */
interface FileContent {
  readonly name: string
  readonly columns: readonly FieldColumn[]
  readonly keys: readonly RecordValues[]
  readonly first: readonly RecordValues[]
  readonly records: AsyncIterable<readonly RecordValues[]>
}

const sheetOf = ({ name, columns, keys, first, records }: FileContent): StreamedSheet => ({
  name,
  columns: columns.map((column) => sheetColumn(column, [], keys)),
  count: keys.length,
  firstRows: rowsOf(columns, first),
  moreRows: rowSteps(columns, records),
})

/** Writes CSV while the records are read. Dates and times are written as the portal shows them. */
const csvBytes = async function* ({ columns, first, records }: FileContent): AsyncGenerator<Uint8Array> {
  const textRows = (step: readonly RecordValues[]) => step.map((record) => columns.map(({ text }) => text(record)))
  const encoder = new TextEncoder()
  yield encoder.encode(csvText([columns.map(({ title }) => title), ...textRows(first)]))
  for await (const step of records) yield encoder.encode(csvLines(textRows(step)))
}

/** Returns the fields of the file: the default columns of the list, or all columns that the list can show. */
const fieldsOf = ({ visible }: ListPlan, { needsAllFields }: ParsedQuery): readonly Field[] => {
  const { columns, optionalColumns, hidden } = visible.list
  return [...columns, ...(needsAllFields ? optionalColumns : [])]
    .flatMap((name) => fieldNamed(visible.fields, name) ?? [])
    .filter((field) => !hidden.includes(field.name) || !isReferenceBySerialId(field))
}

// Lists hide such a reference if other columns, such as the number of a bill, say what they link to.
const isReferenceBySerialId = (field: Field): boolean => isShownReference(field) && field.storedAs === 'bigint'

/** A parsed list query, and the maximum number of records that it may find; `limit` names what has this maximum. */
interface LimitedKeys {
  readonly parsed: ParsedQuery
  readonly max: number
  readonly limit: string
}

/**
 * Returns the keys of the records in the order of the query, with their currencies, on which the format of amounts
 * depends.
 * Throws a refusal if there are too many records.
 */
const readKeys = async (
  context: RecordContext,
  plan: ListPlan,
  { parsed, max, limit }: LimitedKeys,
): Promise<readonly RecordValues[]> => {
  const { resource, visible } = plan
  const sqlContext = sqlContextOf(context)
  const where = listCondition(await withBounds({ context, plan, parsed }))
  const { rows } = await sql<{ total: number }>`select count(*) as total ${fromTable(resource)} where ${where}`.execute(
    context.db,
  )
  const total = rows[0]?.total ?? 0
  if (total > max) throw tooManyRecordsRefusal(total, `${limit}的 ${max.toLocaleString('en')} 筆`)
  const names = [...new Set([...resource.key, ...(fieldNamed(visible.fields, currencyField) ? [currencyField] : [])])]
  const keys = await sql<RecordValues>`
    select ${sql.join(names.map((name) => sql`${columnOf(name)} as ${sql.id(name)}`))}
    ${fromTable(resource)}
    where ${where}
    order by ${orderOf(visible, parsed, sqlContext)}
    limit ${max}`.execute(context.db)
  return keys.rows
}

const tooManyRecordsRefusal = (total: number, limit: string): Refusal =>
  new Refusal('2002', `查詢結果有 ${total.toLocaleString('en')} 筆，超過 ${limit}，請縮小查詢條件後再下載。`)

/** Number of records that one statement reads. */
const recordsPerStep = 500

/** A list query with the keys of its records. */
interface KeyedQuery {
  readonly parsed: ParsedQuery
  readonly keys: readonly RecordValues[]
}

/** Reads the records with these keys in steps. Each step is read while the previous step is written to the file. */
const recordSteps = async function* (
  context: RecordContext,
  plan: ListPlan,
  { parsed, keys }: KeyedQuery,
): AsyncGenerator<readonly RecordValues[]> {
  const { resource } = plan
  const projection = parsed.needsAllFields ? plan.fullProjection : plan.defaultProjection
  const show = recordViewFor(context, resource, 'list')
  const readStep = async (start: number): Promise<readonly RecordValues[]> => {
    const { rows } = await sql<RecordValues>`
      select ${projection.select(sqlContextOf(context))}
      from ${keyRows(plan, keys.slice(start, start + recordsPerStep))}
      join ${sql.table(resource.table)} as t on ${sameValues(resource.key, 'k', 't')}
      where ${tenantCondition(plan.visible, context.scope)}
      order by k.position`.execute(context.db)
    return rows.map((row) => show(projection.read(row), row))
  }
  for (let start = 0, step = readStep(0); start < keys.length; start += recordsPerStep) {
    const records = await step
    step = start + recordsPerStep < keys.length ? readStep(start + recordsPerStep) : step
    // A failure is thrown when the loop awaits the step; this `catch` only prevents an unhandled rejection.
    step.catch(() => {})
    yield records
  }
}

/** Returns SQL for a table `k` with the keys and their positions. */
const keyRows = ({ resource }: ListPlan, keys: readonly RecordValues[]): RawBuilder<unknown> => {
  const columns = columnsOf(resource).filter(({ field }) => resource.key.includes(field.name))
  const rows = keys.map((key, position) => ({
    position,
    ...Object.fromEntries(columns.map(({ name, field }) => [name, key[field.name]])),
  }))
  const definitions = columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`)
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as k (${sql.join([sql`position integer`, ...definitions])})`
}

const rowSteps = async function* (
  columns: readonly FieldColumn[],
  steps: AsyncIterable<readonly RecordValues[]>,
): AsyncGenerator<readonly SheetRow[]> {
  for await (const records of steps) yield rowsOf(columns, records)
}

const rowsOf = (columns: readonly FieldColumn[], records: readonly RecordValues[]): readonly SheetRow[] =>
  records.map((record) => ({ cells: columns.map(({ cell }) => cell(record)) }))
