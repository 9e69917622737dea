import { sql } from 'kysely'
import type { ImportProblem } from '../../contract/imports'
import { Refusal } from '../../domain/refusal'
import { columnName } from '../../schema/column-name'
import { isEmpty } from '../../schema/condition'
import { importField } from '../../schema/imports/import-field'
import { tellsColumns } from '../../schema/sight'
import type { Around, Resource, Row } from '../../schema/types'
import { validate } from '../../schema/validate'
import type { ErrorCode } from '../imports/row-error'
import type { SheetRow } from '../ports'
import type { RecordContext, RecordKey } from '../records/context'
import { createRecord, type RecordExtras } from '../records/create'
import { findRecord } from '../records/get'
import { isReference, referenceErrors } from '../records/references'
import { columnOf, fromTable } from '../records/select'
import { aroundOf, roleOf } from '../records/sight'
import { tenantErrors, withTenant } from '../records/tenant-input'
import { updateRecord } from '../records/update'
import { tenantCondition } from '../store/tenant'
import { cellOf, columnAt, problemOf, type Reading, rowInput } from './row-input'

/** What became of a row: a record, or one that was changed, as it was before and is now; or why neither. */
export type Written = WrittenRecord | { readonly problems: readonly ImportProblem[] }

export interface WrittenRecord {
  readonly did: 'created' | 'updated'
  readonly before?: Row
  readonly record: Row
}

/** What rows are written with. */
export interface Writing extends Reading {
  readonly existing: 'refuse' | 'update'
  /** Which row of the file was the first with an identity. */
  readonly seen: Map<string, number>
}

/** Makes or changes the record of a row by the very rules of a form; a row that is refused leaves nothing behind, and the transaction goes on. */
export const writeRow = async (context: RecordContext, writing: Writing, row: SheetRow): Promise<Written> => {
  const { input, problems } = rowInput(writing, row)
  const written = problems.length > 0 ? { problems } : await attempt(context, writing, row, input)
  if ('did' in written) return written
  return { problems: [...written.problems, ...(await otherProblems(context, writing, row, { input, known: written.problems }))] }
}

const attempt = async (context: RecordContext, writing: Writing, row: SheetRow, input: Row): Promise<Written> => {
  await sql`savepoint import_row`.execute(context.db)
  try {
    const written = await write(context, writing, row, input)
    await sql`release savepoint import_row`.execute(context.db)
    return written
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(context.db)
    if (error instanceof Refusal) return { problems: refusalProblems(writing, row, error) }
    throw error
  }
}

const write = async (context: RecordContext, writing: Writing, row: SheetRow, input: Row): Promise<Written> => {
  const identity = identityOf(context, writing, input)
  const twin = identity && writing.seen.get(JSON.stringify(identity))
  if (twin !== undefined && identity) return { problems: [ofIdentity(writing, row, `與第 ${twin} 列重複，請刪除其中一列。`)] }
  const key = identity && (await keyOfExisting(context, writing, identity))
  const done = key ? await change(context, writing, row, { key, input }) : await make(context, writing, input)
  if (identity && 'did' in done) writing.seen.set(JSON.stringify(identity), row.rowNo)
  return done
}

const make = async (context: RecordContext, { resource }: Writing, input: Row): Promise<Written> => {
  // A blank cell says nothing, so that a default may take its place.
  const said = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
  return { did: 'created', record: await recordAfter((extras) => createRecord(context, resource, said, extras)) }
}

/** The record that a change makes, with nothing masked. */
const recordAfter = async (write: (extras: RecordExtras) => Promise<unknown>): Promise<Row> => {
  const records: Row[] = []
  await write({ after: async (_, record) => void records.push(record) })
  return records[0] ?? {}
}

const change = async (
  context: RecordContext,
  writing: Writing,
  row: SheetRow,
  { key, input }: { readonly key: RecordKey; readonly input: Row },
): Promise<Written> => {
  const { resource, spec, existing } = writing
  if (existing === 'refuse')
    return { problems: [ofIdentity(writing, row, `這${resource.unit}${resource.noun}已經存在，請刪除這一列，或到清單修改原有的資料。`)] }
  const before = await findRecord(context, resource, key, true)
  const closed = closedList(context, resource, input, before)
  if (closed) return { problems: [problemOf(writing, row, { path: closed.name }, 'E102', keptFrom(closed.label))] }
  const named = Object.entries(input).filter(([name]) => !resource.key.includes(name) && !spec.match.includes(name))
  const said = { ...Object.fromEntries(named), UpdateTime: before.UpdateTime }
  return { did: 'updated', before, record: await recordAfter((extras) => updateRecord(context, resource, key, said, extras)) }
}

/** A list that the row would replace, though it has lines with something in them that the role may not write, and a file cannot say which line is which. */
const closedList = ({ scope }: RecordContext, resource: Resource, input: Row, before: Row): Resource['fields'][number] | undefined =>
  resource.fields.find(({ name }) => name in input && !isEmpty(before[name]) && tellsColumns(resource, roleOf(scope), name))

const keptFrom = (label: string): string => `${label}中有您不能修改的欄位，原有的${label}不能以匯入修改；請從檔案中刪除這些欄位，或到該筆資料修改。`

/** The values that tell whether the record exists, as they would be kept; undefined where one of them is missing or wrong, which creating will say. */
const identityOf = (context: RecordContext, { resource, spec }: Reading, input: Row): readonly unknown[] | undefined => {
  const { value, errors } = validate(resource, withTenant(context, resource, input), { mode: 'create', ...aroundOf(context) })
  const known = withTenant(context, resource, value)
  const sound = spec.match.length > 0 && spec.match.every((name) => !isEmpty(known[name]) && !(name in errors))
  return sound ? spec.match.map((name) => known[name]) : undefined
}

const keyOfExisting = async (context: RecordContext, { resource, spec }: Reading, identity: readonly unknown[]): Promise<RecordKey | undefined> => {
  const { rows } = await sql<Readonly<Record<string, string | number>>>`
    select ${sql.join(resource.key.map((name) => sql`${columnOf(name)} as ${sql.id(name)}`))}
    ${fromTable(resource)}
    where ${sql.join(
      [...spec.match.map((name, index) => sql`${sql.ref(`t.${columnName(name)}`)} = ${identity[index]}`), tenantCondition(resource, context.scope)],
      sql` and `,
    )}
    limit 1`.execute(context.db)
  return rows[0]
}

const ofIdentity = (writing: Writing, row: SheetRow, message: string): ImportProblem =>
  problemOf(writing, row, { path: writing.spec.match.at(-1) ?? '' }, 'E105', message)

/** The rest of what is wrong with a row: what stopped it hid its other mistakes, and nobody wants to mend a file cell by cell. */
const otherProblems = async (
  context: RecordContext,
  writing: Writing,
  row: SheetRow,
  { input, known }: { readonly input: Row; readonly known: readonly ImportProblem[] },
): Promise<readonly ImportProblem[]> => {
  const { resource } = writing
  const before = await recordOf(context, writing, input)
  const own = withTenant(context, resource, input)
  const around = aroundOf(context)
  const { value, errors } = validate(resource, own, before ? { mode: 'update', ...around, previous: before } : { mode: 'create', ...around })
  const merged = { ...before, ...withTenant(context, resource, value), ...soundLines(resource, input, value, around) }
  const found = { ...errors, ...(await referenceErrors(context, resource, merged, before)), ...tenantErrors(context, resource, merged) }
  const told = toldBy(writing, known)
  return Object.entries(found)
    .filter(([name]) => !followsFrom(resource, name, found))
    .map(([name, message]) => problemOf(writing, row, { path: name }, codeOf(writing, row, name, '2002'), message))
    .filter(({ ColumnName }) => !told.includes(ColumnName))
}

/** What problems speak of: their columns, and the lists that these are of. */
const toldBy = ({ resource, spec }: Reading, problems: readonly ImportProblem[]): readonly string[] => {
  const titles = problems.map(({ ColumnName }) => ColumnName)
  const lists = spec.columns.flatMap(({ title, line }) => (line && titles.includes(title) ? [line.list] : []))
  return [...titles, ...resource.fields.filter(({ name }) => lists.includes(name)).map(({ label }) => label)]
}

/** What can be read of lists that are refused for one of their lines, so that its other lines are looked at too. */
const soundLines = ({ fields }: Resource, input: Row, value: Row, around: Around): Row =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const lines = input[field.name]
      if (field.type !== 'rows' || field.name in value || !Array.isArray(lines)) return []
      return [[field.name, lines.map((line: Row) => validate({ fields: field.fields }, line, { mode: 'create', ...around }).value)]]
    }),
  )

/** Whether a reference is not found because the field is wrong that both records agree in. */
const followsFrom = ({ fields }: Resource, name: string, wrong: Readonly<Record<string, string>>): boolean =>
  fields.some((field) => field.name === name && isReference(field) && field.same.some((one) => one in wrong))

/** The record that a row would change. */
export const recordOf = async (context: RecordContext, writing: Writing, input: Row): Promise<Row | undefined> => {
  const identity = writing.existing === 'update' ? identityOf(context, writing, input) : undefined
  const key = identity && (await keyOfExisting(context, writing, identity))
  return key && findRecord(context, writing.resource, key)
}

const refusalProblems = (writing: Writing, row: SheetRow, { code, message, fields }: Refusal): readonly ImportProblem[] => {
  const named = Object.entries(fields)
  if (named.length === 0) return [problemOf(writing, row, { path: '' }, 'E102', message)]
  return named.map(([name, sentence]) => problemOf(writing, row, { path: name }, codeOf(writing, row, name, code), sentence))
}

const codeOf = (writing: Writing, row: SheetRow, path: string, code: string): ErrorCode => {
  if (code === '2003') return 'E105'
  const column = columnAt(writing, row, path)
  if (!column || cellOf(writing, row, column.field) === '') return 'E101'
  const type = importField(writing.resource, column)?.type
  return type === 'reference' || type === 'referenceList' ? 'E106' : 'E102'
}
