import { sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import { isEmpty } from '../../schema/condition'
import type { Field, Resource, Row } from '../../schema/types'
import { validate } from '../../schema/validate'
import type { Db, SheetRow } from '../ports'
import { auditKey, type RecordContext } from '../records/context'
import { aroundOf } from '../records/sight'
import { rowInput } from './row-input'
import { recordOf, type Writing } from './write-row'
import { type Done, isGood } from './write-rows'

/** A record whose unique values a row of the file changes, as it was: other rows may take them, for only the end of an import counts. */
export interface Vacancy {
  readonly record: Row
  readonly fields: readonly Field[]
}

/** By the key of the record. */
export type Vacancies = ReadonlyMap<string, Vacancy>

/** What the rows of a file set free. */
export const vacanciesOf = async (context: RecordContext, writing: Writing, rows: readonly SheetRow[]): Promise<Vacancies> => {
  const fields = changeable(writing)
  const found = new Map<string, Vacancy>()
  for (const row of fields.length > 0 ? rows : []) {
    const { input } = rowInput(writing, row)
    const record = await recordOf(context, writing, input)
    if (!record) continue
    const { value } = validate(writing.resource, input, { mode: 'update', ...aroundOf(context), previous: record })
    const left = fields.filter(({ name }) => name in value && !isEmpty(record[name]) && value[name] !== record[name])
    if (left.length > 0) found.set(auditKey(writing.resource, record), { record, fields: left })
  }
  return found
}

/**
 * Takes the values away that will be set free: who takes one of them is not in the way of who has it now. Nobody sees it before the transaction ends.
 * False where somebody changed one of the records meanwhile: no row of the file may be about it any more, and it would lose its value for nothing.
 */
export const vacate = async (db: Db, resource: Resource, vacancies: Vacancies): Promise<boolean> => {
  const all = [...vacancies.values()]
  for (const field of new Set(all.flatMap(({ fields }) => fields))) {
    const names = [...resource.key, 'UpdateTime']
    const left = all
      .filter(({ fields }) => fields.includes(field))
      .map(({ record }) => Object.fromEntries(names.map((name) => [columnName(name), record[name]])))
    const table = sql.table(resource.table)
    const { rows } = await sql`
      update ${table} as t
      set ${sql.id(columnName(field.name))} = null
      from jsonb_populate_recordset(null::${table}, ${JSON.stringify(left)}::text::jsonb) as w
      where ${sql.join(
        names.map((name) => sql`t.${sql.id(columnName(name))} = w.${sql.id(columnName(name))}`),
        sql` and `,
      )}
      returning 1`.execute(db)
    if (rows.length < left.length) return false
  }
  return true
}

/** A row as it was done, from the record as it was before its values were taken away. */
export const asBefore = (resource: Resource, vacancies: Vacancies, done: Done): Done => {
  const { written } = done
  if (!isGood(written) || !written.before) return done
  const vacancy = vacancies.get(auditKey(resource, written.record))
  if (!vacancy) return done
  const values = Object.fromEntries(vacancy.fields.map(({ name }) => [name, vacancy.record[name]]))
  return { ...done, written: { ...written, before: { ...written.before, ...values } } }
}

/** Unique fields that a row may change; what is fixed after creation must be compared with what it was. */
const changeable = ({ resource, spec, mapping, existing }: Writing): readonly Field[] =>
  existing === 'refuse'
    ? []
    : resource.fields.filter(
        ({ name, unique, readOnly, writeOnce, readOnlyWhen }) =>
          unique && name in mapping && !readOnly && !writeOnce && !readOnlyWhen && !resource.key.includes(name) && !spec.match.includes(name),
      )
