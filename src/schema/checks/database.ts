import { rulesOf } from '../field-types'
import type { Finding } from '../language/shapes/shape'
import { columnName } from '../load/names'
import { serialId, standardNames } from '../load/standard-fields'
import catalogue from './catalogue.json'
import type { AllSchemas, Check, ColumnFacts, KeyFacts, RefusedValues, StoredRecords } from './check'
import { cannot, placeOf } from './check-messages'
import { type DeclaredField, type DeclaredSchema, keyNames, tableName } from './declared/declared-schema'
import { compileDeclaredField } from './declared/field-value'
import { cannotFinding, findingAt } from './findings'

/** W501: every column that contains data belongs to a field, because users do not see the data of other columns. */
export const checkOrphanedColumns: Check = (schema, all) => {
  const facts = tableFacts(schema, all) ?? {}
  const names = [...schema.fields.map(({ name }) => name), serialId.name, ...standardNames].map(columnName)
  // The next start renames a former column, unless a column of the new name exists.
  const formerNames = schema.declared.filter(({ name }) => !(columnName(name) in facts)).map(({ raw }) => columnName(String(raw.was ?? '')))
  return Object.entries(facts)
    .filter(([name, { filled = 0 }]) => filled > 0 && ![...names, ...formerNames].includes(name))
    .map(([name, { filled = 0 }]) => findingAt('W501', ['fields'], `no field has the column '${name}', which contains ${quantity(filled, 'value')}.`))
}

/** W504: the portal drops a unique index that it created and that the file no longer requires. */
export const checkDroppedIndexes: Check = (schema, { project }) =>
  (project.droppedIndexes ?? [])
    .filter(({ table }) => table === tableName(schema))
    .map(({ columns }) => findingAt('W504', [], `the portal drops the unique index on ${columns.join(', ')} when it starts.`))

/** S502: the type of a field matches its column, because a change of the column's type could lose or reject stored values. */
export const checkColumnTypes: Check = (schema, all) =>
  storedFields(schema, all).flatMap(({ field, column, columnType }): Finding[] => {
    if (columnType === undefined || columnType === column.type) return []
    const requiredColumn = columnType ? `a ${columnType} column` : 'no column'
    const reason = `be '${field.type}': it needs ${requiredColumn}, and the database has a ${column.type} column`
    return [cannotFinding('S502', [...field.path, 'type'], reason, column.lossy && conversionHint(`${schema.name} ${field.name}`, column.lossy))]
  })

const conversionHint = (field: string, { count, example }: StoredRecords): string => {
  if (count === 0) return `No value would be lost. Stop the portal and convert the column: npm run admin -- convert ${field}`
  const lost = `The conversion would change the values of ${quantity(count, 'record')}${suchAs(example)}.`
  return `${lost} Correct them with the former type in the file, then run: npm run admin -- convert ${field}`
}

/** S503: no two stored records have the same value in a unique field, because the database could not create its unique index. */
export const checkStoredUniqueness: Check = (schema, all) =>
  storedFields(schema, all).flatMap(({ field, column: { repeated = 0 } }) =>
    repeated > 0 ? [cannotFinding('S503', [...field.path, 'unique'], `be set: several records in the database share ${quantity(repeated, 'value')}`)] : [],
  )

/** W503: stored values satisfy the rules of their fields. Users must correct other values when they next change the records. */
export const checkStoredValues: Check = (schema, all) =>
  storedFields(schema, all).flatMap(({ field, column: { refused = [], empty } }): Finding[] => [
    ...refused.map((values) => refusedFinding(field, values)),
    ...(empty ? [findingAt('W503', [...field.path, 'required'], `${placeOf(field.path)} is required: ${noValueClause(empty)}.`)] : []),
  ])

const refusedFinding = ({ path, raw }: DeclaredField, { rule, option, count, example, message }: RefusedValues): Finding => {
  const records = `${quantity(count, 'record')} in the database`
  const hint = `${catalogue.W503.hint} ${message}`
  if (rule === 'options')
    return findingAt('W503', path, `${placeOf(path)} has no option '${option}': ${records} ${hasOrHave(count)} it${suchAs(example)}.`, hint)
  if (rule === 'max')
    return findingAt('W503', [...path, 'max'], `${placeOf(path)}.max is ${String(raw.max)}: ${records} ${hasOrHave(count)} more${suchAs(example)}.`, hint)
  return findingAt('W503', path, `${placeOf(path)} rejects the values of ${records}${suchAs(example)}.`, hint)
}

const noValueClause = ({ count, example }: StoredRecords): string =>
  `${quantity(count, 'record')} in the database ${hasOrHave(count)} no value${suchAs(example)}`

const hasOrHave = (count: number): string => (count === 1 ? 'has' : 'have')

const suchAs = (example: string): string => (example === '' ? '' : `, such as ${example}`)

const quantity = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** S504: a key identifies every stored record. Otherwise a change of one record could affect several records or none. */
export const checkStoredKeys: Check = (schema, { project }) =>
  (project.keys ?? [])
    .filter(({ table, key }) => table === tableName(schema) && key.join() === keyNames(schema.raw).join())
    .flatMap((facts) => [
      ...(facts.repeated > 0 ? [keyFinding(facts, `${quantity(facts.records, 'record')} in the database share ${quantity(facts.repeated, 'value')}`)] : []),
      ...(facts.empty > 0 ? [keyFinding(facts, `${quantity(facts.empty, 'record')} in the database ${hasOrHave(facts.empty)} no value for it`)] : []),
      ...(facts.repeated + facts.empty === 0 ? [keyFinding(facts, 'the database has no unique index for it', indexHint)] : []),
    ])

const keyFinding = ({ key }: KeyFacts, reason: string, hint?: string): Finding =>
  findingAt('S504', ['key'], cannot('the key', `be ${key.map((name) => `'${name}'`).join(' and ')}: ${reason}`), hint)

const indexHint =
  'The next start creates it, unless another index of the table has its name. For a key of sequence numbers create a unique index on its column by hand.'

interface StoredField {
  readonly field: DeclaredField
  readonly column: ColumnFacts
  /** The column type that the field requires; null = no column, undefined = the field has other mistakes. */
  readonly columnType: string | null | undefined
}

/** Returns the declared fields that have a column in the database. */
const storedFields = (schema: DeclaredSchema, all: AllSchemas): StoredField[] => {
  const facts = tableFacts(schema, all)
  return schema.declared.flatMap((field) => {
    const formerColumn = typeof field.raw.was === 'string' ? facts?.[columnName(field.raw.was)] : undefined
    const column = facts?.[columnName(field.name)] ?? formerColumn
    const compiled = facts && compileDeclaredField(field, schema.raw, all)
    const columnType = compiled && rulesOf(compiled.type).columnType(compiled)
    return column && field.raw.virtual !== true ? [{ field, column, columnType }] : []
  })
}

/** Returns the facts about the columns of a file's table; undefined if two files have the same table, which S105 reports. */
const tableFacts = (schema: DeclaredSchema, { schemas, project }: AllSchemas): Readonly<Record<string, ColumnFacts>> | undefined =>
  schemas.filter((other) => tableName(other) === tableName(schema)).length === 1 ? project.database?.[tableName(schema)] : undefined
