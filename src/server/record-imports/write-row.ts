import { sql } from 'kysely'
import type { ImportProblem } from '../../contract/imports'
import { Refusal } from '../../domain/refusal'
import { columnName } from '../../schema/column-name'
import { isEmpty } from '../../schema/condition'
import type { Row } from '../../schema/types'
import { validate } from '../../schema/validate'
import type { ErrorCode } from '../imports/row-error'
import type { SheetRow } from '../ports'
import type { RecordContext, RecordKey } from '../records/context'
import { createRecord, type RecordExtras } from '../records/create'
import { findRecord } from '../records/get'
import { columnOf, fromTable } from '../records/select'
import { aroundOf } from '../records/sight'
import { withTenant } from '../records/tenant-input'
import { updateRecord } from '../records/update'
import { tenantCondition } from '../store/tenant'
import { cellOf, problemOf, type Reading, rowInput } from './row-input'

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
  if (problems.length > 0) return { problems: [...problems, ...(await otherProblems(context, writing, row, input, problems))] }
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
  const named = Object.entries(input).filter(([name]) => !resource.key.includes(name) && !spec.match.includes(name))
  const said = { ...Object.fromEntries(named), UpdateTime: before.UpdateTime }
  return { did: 'updated', before, record: await recordAfter((extras) => updateRecord(context, resource, key, said, extras)) }
}

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
  problemOf(writing, row, writing.spec.match.at(-1) ?? '', 'E105', message)

/** The rest of what is wrong with a row that was not tried, so that nobody mends a file cell by cell. */
const otherProblems = async (
  context: RecordContext,
  writing: Writing,
  row: SheetRow,
  input: Row,
  known: readonly ImportProblem[],
): Promise<readonly ImportProblem[]> => {
  const { errors } = validate(writing.resource, withTenant(context, writing.resource, input), { mode: 'create', ...aroundOf(context) })
  return Object.entries(errors)
    .map(([name, message]) => problemOf(writing, row, name, codeOf(writing, row, name, '2002'), message))
    .filter(({ ColumnName }) => !known.some((one) => one.ColumnName === ColumnName))
}

const refusalProblems = (writing: Writing, row: SheetRow, { code, message, fields }: Refusal): readonly ImportProblem[] => {
  const named = Object.entries(fields)
  if (named.length === 0) return [problemOf(writing, row, '', 'E102', message)]
  return named.map(([name, sentence]) => problemOf(writing, row, name, codeOf(writing, row, name, code), sentence))
}

const codeOf = (writing: Writing, row: SheetRow, name: string, code: string): ErrorCode => {
  if (code === '2003') return 'E105'
  const type = writing.resource.fields.find((field) => field.name === name)?.type
  if (cellOf(writing, row, name) === '') return 'E101'
  return type === 'reference' || type === 'referenceList' ? 'E106' : 'E102'
}
