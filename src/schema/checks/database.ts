import { rulesOf } from '../field-types'
import type { Finding } from '../language/shapes/shape'
import { fieldNamed } from '../language/types'
import { columnName } from '../load/names'
import { serialId, standardNames } from '../load/standard-fields'
import catalogue from './catalogue.json'
import type { AllSchemas, Check, ColumnFacts, ItemFacts, KeyFacts, RefusedValues, StoredRecords } from './check'
import { cannot, placeOf, quantity } from './check-messages'
import { type DeclaredField, type DeclaredSchema, itemFieldsIn, keyNames, tableName } from './declared/declared-schema'
import { compileDeclaredField } from './declared/field-value'
import { cannotFinding, findingAt } from './findings'

/**
 * W501: every column that contains data, and every value of a list item, belongs to a field, because users do not see
 * other data.
 */
export const checkOrphanedData: Check = (schema, all) => [
  ...orphanedColumnFindings(schema, all),
  ...orphanedItemFindings(schema, all),
]

const orphanedItemFindings = (schema: DeclaredSchema, all: AllSchemas): Finding[] =>
  storedFields(schema, all).flatMap(({ field, column: { items = {} } }) =>
    Object.entries(items)
      .filter(([name, { filled = 0 }]) => filled > 0 && !fieldNamed(itemFieldsIn(field), name))
      .map(([name, { filled = 0 }]) => {
        const path = [...field.path, 'fields']
        return findingAt(
          'W501',
          path,
          `${placeOf(path)} has no '${name}', for which the items in the database contain ${quantity(filled, 'value')}.`,
        )
      }),
  )

const orphanedColumnFindings = (schema: DeclaredSchema, all: AllSchemas): Finding[] => {
  const facts = tableFacts(schema, all) ?? {}
  const names = [...schema.fields.map(({ name }) => name), serialId.name, ...standardNames].map(columnName)
  // When the server starts next, it renames a former column, unless a column with the new name exists.
  const formerNames = schema.declared
    .filter(({ name }) => !(columnName(name) in facts))
    .map(({ raw }) => columnName(String(raw.was ?? '')))
  return Object.entries(facts)
    .filter(([name, { filled = 0 }]) => filled > 0 && ![...names, ...formerNames].includes(name))
    .map(([name, { filled = 0 }]) =>
      findingAt('W501', ['fields'], `no field has the column '${name}', which contains ${quantity(filled, 'value')}.`),
    )
}

/**
 * W504 reports each unique index that the next start drops: the portal created it, and the file no longer requires it.
 */
export const checkDroppedIndexes: Check = (schema, { project }) =>
  (project.droppedIndexes ?? [])
    .filter(({ table }) => table === tableName(schema))
    .map(({ columns }) =>
      findingAt('W504', [], `the portal drops the unique index on ${columns.join(', ')} when it starts.`),
    )

/**
 * S502: the type of a field matches its column or, for a field of list items, the stored values, because a change of
 * their type could lose or reject stored values.
 */
export const checkStoredTypes: Check = (schema, all) => [
  ...columnTypeFindings(schema, all),
  ...storedFields(schema, all).flatMap(structureFindings),
  ...storedItemFields(schema, all).flatMap((itemField) => itemTypeFindings(schema, itemField)),
]

const structureFindings = ({ field, column: { otherStructure } }: StoredField): Finding[] =>
  otherStructure
    ? [
        cannotFinding(
          'S502',
          [...field.path, 'type'],
          `be '${field.type}': ${storedRecordsText(otherStructure)} ${hasOrHave(otherStructure.count)} other content`,
        ),
      ]
    : []

const itemTypeFindings = (
  schema: DeclaredSchema,
  { list, field, facts: { otherType, changedByConversion } }: StoredItemField,
): Finding[] => {
  if (otherType === undefined) return []
  const reason = `be '${field.type}': the items in the database contain values of the JSON type '${otherType}'`
  const hint = changedByConversion && conversionHint(`${schema.name} ${list.name}.${field.name}`, changedByConversion)
  return [cannotFinding('S502', [...field.path, 'type'], reason, hint)]
}

const columnTypeFindings = (schema: DeclaredSchema, all: AllSchemas): Finding[] =>
  storedFields(schema, all).flatMap(({ field, column, requiredType }): Finding[] => {
    if (requiredType === undefined || requiredType === column.type) return []
    const requiredColumn = requiredType ? `a ${requiredType} column` : 'no column'
    const reason = `be '${field.type}': it needs ${requiredColumn}, and the database has a ${column.type} column`
    const { changedByConversion } = column
    return [
      cannotFinding(
        'S502',
        [...field.path, 'type'],
        reason,
        changedByConversion && conversionHint(`${schema.name} ${field.name}`, changedByConversion),
      ),
    ]
  })

const conversionHint = (field: string, records: StoredRecords): string => {
  if (records.count === 0)
    return `No value would be lost. Stop the portal and convert the values: npm run admin -- convert ${field}`
  const changed = `The conversion would change the values of ${quantity(records.count, 'record')}${exampleNote(records)}.`
  return `${changed} Restore the former type in the file and correct these values in the portal. Then set the new type again, stop the portal and run: npm run admin -- convert ${field}`
}

/**
 * S503: no two stored records have the same value in a unique field.
 * Otherwise the database cannot create the unique index of the field.
 */
export const checkStoredUniqueness: Check = (schema, all) =>
  storedFields(schema, all).flatMap(({ field, column: { repeated = 0 } }) =>
    repeated > 0
      ? [
          cannotFinding(
            'S503',
            [...field.path, 'unique'],
            `be set: several records in the database share ${quantity(repeated, 'value')}`,
          ),
        ]
      : [],
  )

/**
 * W503: stored values satisfy the rules of their fields.
 * A value that violates a rule stays stored until a user changes the record; then the user must correct it.
 */
export const checkStoredValues: Check = (schema, all) => [
  ...storedFields(schema, all).flatMap(({ field, column: { refused = [], empty } }): Finding[] => [
    ...refused.map((values) => refusedFinding(field, values)),
    ...(empty
      ? [findingAt('W503', [...field.path, 'required'], `${placeOf(field.path)} is required: ${noValueClause(empty)}.`)]
      : []),
  ]),
  ...storedItemFields(schema, all).flatMap(({ field, facts: { refused = [], empty } }): Finding[] => [
    ...refused.map((values) => refusedFinding(field, values)),
    ...(empty
      ? [
          findingAt(
            'W503',
            [...field.path, 'required'],
            `${placeOf(field.path)} is required: ${noItemValueClause(empty)}.`,
          ),
        ]
      : []),
  ]),
]

const refusedFinding = (
  { path, raw }: DeclaredField,
  { rule, option, count, example, message }: RefusedValues,
): Finding => {
  const records = storedRecordsText({ count, example })
  const hint = `${catalogue.W503.hint} ${message}`
  if (rule === 'options')
    return findingAt(
      'W503',
      path,
      `${placeOf(path)} has no option '${option}': ${records} ${hasOrHave(count)} it.`,
      hint,
    )
  if (rule === 'max')
    return findingAt(
      'W503',
      [...path, 'max'],
      `${placeOf(path)}.max is ${String(raw.max)}: ${records} ${hasOrHave(count)} more.`,
      hint,
    )
  return findingAt('W503', path, `${placeOf(path)} rejects the values of ${records}.`, hint)
}

const noValueClause = (records: StoredRecords): string =>
  `${storedRecordsText(records)} ${hasOrHave(records.count)} no value`

const noItemValueClause = (records: StoredRecords): string =>
  `${storedRecordsText(records)} ${hasOrHave(records.count)} an item without a value`

const storedRecordsText = (records: StoredRecords): string =>
  `${quantity(records.count, 'record')} in the database${exampleNote(records)}`

const hasOrHave = (count: number): string => (count === 1 ? 'has' : 'have')

const exampleNote = ({ count, example }: StoredRecords): string => {
  if (example === '') return ''
  return count === 1 ? ` (${example})` : ` (such as ${example})`
}

/**
 * S504: a key identifies every stored record, and a unique index guarantees this.
 * Otherwise a change of one record could affect several records or none.
 */
export const checkStoredKeys: Check = (schema, { project }) =>
  (project.keys ?? [])
    .filter(({ table, key }) => table === tableName(schema) && key.join() === keyNames(schema.raw).join())
    .flatMap((facts) => [
      ...(facts.repeatedKeyCount > 0
        ? [
            keyFinding(
              facts,
              `${quantity(facts.recordCountWithRepeatedKey, 'record')} in the database share ${quantity(facts.repeatedKeyCount, 'value')}`,
            ),
          ]
        : []),
      ...(facts.recordCountWithoutKey > 0
        ? [
            keyFinding(
              facts,
              `${quantity(facts.recordCountWithoutKey, 'record')} in the database ${hasOrHave(facts.recordCountWithoutKey)} no value for it`,
            ),
          ]
        : []),
      ...(facts.repeatedKeyCount + facts.recordCountWithoutKey === 0
        ? [keyFinding(facts, 'the database has no unique index for it', indexHint)]
        : []),
    ])

const keyFinding = ({ key }: KeyFacts, reason: string, hint?: string): Finding =>
  findingAt('S504', ['key'], cannot('the key', `be ${key.map((name) => `'${name}'`).join(' and ')}: ${reason}`), hint)

// A missing index is reported only if the last start of the server should have created it.
const indexHint =
  "The start could not create the index, probably because another index has its name: rename that index and start the portal again. If the portal numbers the records, create a unique index on the key's column yourself."

interface StoredField {
  readonly field: DeclaredField
  readonly column: ColumnFacts
  /** The column type that the field requires; null = no column, undefined = the field has other mistakes. */
  readonly requiredType: string | null | undefined
}

const storedFieldsOf = new WeakMap<DeclaredSchema, readonly StoredField[]>()

/** Returns the declared fields that have a column in the database; found once, because most checks of this file ask. */
const storedFields = (schema: DeclaredSchema, all: AllSchemas): readonly StoredField[] => {
  const found = storedFieldsOf.get(schema) ?? findStoredFields(schema, all)
  storedFieldsOf.set(schema, found)
  return found
}

const findStoredFields = (schema: DeclaredSchema, all: AllSchemas): readonly StoredField[] => {
  const facts = tableFacts(schema, all)
  if (!facts) return []
  return schema.declared.flatMap((field) => {
    const formerColumn = typeof field.raw.was === 'string' ? facts[columnName(field.raw.was)] : undefined
    const column = facts[columnName(field.name)] ?? formerColumn
    if (!column || field.raw.virtual === true) return []
    const compiled = compileDeclaredField(field, schema.raw, all)
    return [{ field, column, requiredType: compiled && rulesOf(compiled.type).columnType(compiled) }]
  })
}

/** A declared field of list items, and the facts about its stored values. */
interface StoredItemField {
  readonly list: DeclaredField
  readonly field: DeclaredField
  readonly facts: ItemFacts
}

/** Returns the declared fields of list items that have facts about stored values. */
const storedItemFields = (schema: DeclaredSchema, all: AllSchemas): StoredItemField[] =>
  storedFields(schema, all).flatMap(({ field: list, column: { items = {} } }) =>
    itemFieldsIn(list).flatMap((field) => {
      const facts = items[field.name]
      return facts ? [{ list, field, facts }] : []
    }),
  )

/**
 * Returns the facts about the columns of a file's table; undefined if two files have the same table, which S105
 * reports.
 */
const tableFacts = (
  schema: DeclaredSchema,
  { schemas, project }: AllSchemas,
): Readonly<Record<string, ColumnFacts>> | undefined =>
  schemas.filter((other) => tableName(other) === tableName(schema)).length === 1
    ? project.database?.[tableName(schema)]
    : undefined
