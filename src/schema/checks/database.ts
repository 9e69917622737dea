import { rulesOf } from '../field-types'
import type { Finding } from '../language/shapes/shape'
import { columnName } from '../load/names'
import { standardNames } from '../load/standard-fields'
import type { AllSchemas, Check, ColumnFacts, KeyFacts } from './check'
import { cannot } from './check-messages'
import { cannotAt, foundAt } from './findings'
import { compiledField, optionsOf } from './view/field-value'
import { type DeclaredField, keyNames, type SchemaView, tableName } from './view/schema-view'

/** S501: every column that contains data belongs to a field, so that changing a file orphans no data. */
export const checkOrphanedColumns: Check = (schema, { known }) => {
  const keptColumns = [
    ...schema.fields.map(({ name }) => name),
    ...keyNames(schema.raw),
    ...standardNames,
    ...schema.declared.map(({ raw }) => String(raw.was ?? '')),
  ].map(columnName)
  return Object.entries(tableFacts(schema, known) ?? {})
    .filter(([name, { filled }]) => filled > 0 && !keptColumns.includes(name))
    .map(([name, { filled }]) => foundAt('S501', ['fields'], `no field has the column '${name}', which contains ${counted(filled, 'value')}.`))
}

/** S502: the type of a field matches its column, because a change of the column's type could lose or reject stored values. */
export const checkColumnTypes: Check = (schema, all) =>
  columnsOf(schema, all).flatMap(({ field, column, columnType }): Finding[] => {
    if (columnType === undefined || columnType === column.type) return []
    const neededColumn = columnType ? `a ${columnType} column` : 'no column'
    return [cannotAt('S502', [...field.path, 'type'], `be '${field.type}': it needs ${neededColumn}, and the database has a ${column.type} column`)]
  })

/** S503: stored values satisfy the rules of their fields; otherwise the next change of their records would be rejected. */
export const checkStoredValues: Check = (schema, all) =>
  columnsOf(schema, all).flatMap(({ field, column }): Finding[] => {
    const { max } = field.raw
    const options = optionsOf(field)
    const unknownCodes = options?.length ? (column.codes ?? []).filter((code) => !options.includes(code)) : []
    const tooLong = typeof max === 'number' && column.longest !== null && field.type && ['string', 'text'].includes(field.type) && column.longest > max
    const findings = [
      ...(tooLong ? [storedFinding([...field.path, 'max'], `be ${max}: the database has a value of ${column.longest} characters`)] : []),
      ...unknownCodes.map((code) => storedFinding(field.path, `omit the option '${code}': records in the database have it`)),
    ]
    return [...findings, ...(findings.length > 0 ? [] : rejectedValues(field, column)), ...missingValues(field, column), ...repeatedValues(field, column)]
  })

const rejectedValues = ({ path }: DeclaredField, { refused }: ColumnFacts): Finding[] => {
  if (!refused) return []
  const reason = `have these rules: they reject ${counted(refused.count, 'value')} in the database`
  return [cannotAt('S503', path, reason, `Correct those records first. ${refused.why}`)]
}

const missingValues = ({ path }: DeclaredField, { empty = 0 }: ColumnFacts): Finding[] =>
  empty > 0 ? [storedFinding([...path, 'required'], `be true: ${counted(empty, 'record')} in the database ${empty === 1 ? 'has' : 'have'} no value`)] : []

const repeatedValues = ({ path }: DeclaredField, { repeated = 0 }: ColumnFacts): Finding[] =>
  repeated > 0 ? [storedFinding([...path, 'unique'], `be set: several records in the database share ${counted(repeated, 'value')}`)] : []

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const storedFinding = (path: Finding['path'], reason: string): Finding => cannotAt('S503', path, reason)

/** S504: a key identifies every stored record; otherwise a change of one record could affect several records or none. */
export const checkStoredKeys: Check = (schema, { known }) =>
  (known.keys ?? [])
    .filter(({ table, key }) => table === tableName(schema) && key.join() === keyNames(schema.raw).join())
    .flatMap((facts) => [
      ...(facts.repeated > 0 ? [keyFinding(facts, `${counted(facts.records, 'record')} in the database share ${counted(facts.repeated, 'value')}`)] : []),
      ...(facts.empty > 0
        ? [keyFinding(facts, `${counted(facts.empty, 'record')} in the database ${facts.empty === 1 ? 'has' : 'have'} no value for it`)]
        : []),
      ...(facts.repeated + facts.empty === 0 ? [keyFinding(facts, 'the database has no unique index for it', indexHint)] : []),
    ])

const keyFinding = ({ key }: KeyFacts, reason: string, hint?: string): Finding =>
  foundAt('S504', ['key'], cannot('the key', `be ${key.map((name) => `'${name}'`).join(' and ')}: ${reason}`), hint)

const indexHint =
  'The next start creates it, unless another index of the table has its name. For a key of running numbers create a unique index on its column by hand.'

interface StoredField {
  readonly field: DeclaredField
  readonly column: ColumnFacts
  /** The column type that the field requires; null = no column, undefined = the field has other mistakes. */
  readonly columnType: string | null | undefined
}

/** Returns the declared fields that have a column in the database. */
const columnsOf = (schema: SchemaView, all: AllSchemas): StoredField[] => {
  const facts = tableFacts(schema, all.known)
  return schema.declared.flatMap((field) => {
    const was = typeof field.raw.was === 'string' ? facts?.[columnName(field.raw.was)] : undefined
    const column = facts?.[columnName(field.name)] ?? was
    const compiled = facts && compiledField(field, schema.raw, all)
    const columnType = compiled && rulesOf(compiled.type).column(compiled, (name) => all.get(name))
    return column && field.raw.virtual !== true ? [{ field, column, columnType }] : []
  })
}

const tableFacts = (schema: SchemaView, { database }: AllSchemas['known']): Readonly<Record<string, ColumnFacts>> | undefined => database?.[tableName(schema)]
