import { rulesOf } from '../field-types'
import type { Finding } from '../language/shapes/shape'
import { fieldNamed } from '../language/types'
import { columnName } from '../load/names'
import { standardNames } from '../load/standard-fields'
import type { Check } from './check'
import { placeOf } from './check-messages'
import { type DeclaredField, type DeclaredSchema, itemFieldsIn, withItemFields } from './declared/declared-schema'
import { cannotFinding, findingAt, missingFieldFindings, mustBeFinding, mustHaveFinding } from './findings'

/**
 * S107: the name of a field is valid as a column, a query parameter and a JSON key.
 * Inputs of an action that makes a call may begin with a lower-case letter, because they have the names of the
 * contract.
 */
export const checkFieldNames: Check = ({ declared, raw }) =>
  declared.flatMap(withItemFields).flatMap(({ name, path }): Finding[] => {
    // Only the inputs of an action with a call are checked as a schema with `call` (see `inputsAsSchema`).
    const isValid = (typeof raw.call === 'string' ? /^[A-Za-z][A-Za-z0-9]{0,49}$/ : /^[A-Z][A-Za-z0-9]{0,49}$/).test(
      name,
    )
    return isValid ? [] : [mustBeFinding('S107', path, 'named with letters and digits, beginning with a capital')]
  })

/** S108: two fields do not share a column, and a file does not declare the standard fields that every record has. */
export const checkColumnNames: Check = ({ declared }) =>
  declared.flatMap(({ name, path }, index): Finding[] => {
    if (standardNames.includes(name)) return [cannotFinding('S108', path, 'be declared: every record has that field')]
    const duplicate = declared.slice(0, index).find((other) => columnName(other.name) === columnName(name))
    return duplicate
      ? [
          findingAt(
            'S108',
            path,
            `${placeOf(path)} conflicts with '${duplicate.name}': both have the column '${columnName(name)}'.`,
          ),
        ]
      : []
  })

/** S113: the settings of a field do not contradict each other. */
export const checkContradictorySettings: Check = ({ declared }) => declared.flatMap(contradictionFindings)

// Pairs of settings that exclude each other.
// Users do not enter read-only and virtual fields, so these cannot be required.
// A virtual field has no column, so it cannot be unique or have a default.
const contradictoryKeys: readonly (readonly [string, string])[] = [
  ['required', 'readOnly'],
  ['required', 'virtual'],
  ['required', 'requiredWhen'],
  ['requiredWhen', 'readOnly'],
  ['requiredWhen', 'virtual'],
  ['writeOnce', 'readOnly'],
  ['writeOnce', 'readOnlyWhen'],
  ['shownWhen', 'readOnly'],
  ['virtual', 'unique'],
  ['virtual', 'default'],
  ['virtual', 'writeOnce'],
  ['virtual', 'index'],
  ['virtual', 'was'],
]

const contradictionFindings = ({ raw, path, type }: DeclaredField): Finding[] => {
  const declares = (key: string) => raw[key] !== undefined && raw[key] !== false
  const finding = (reason: string): Finding => cannotFinding('S113', path, reason)
  return [
    ...contradictoryKeys
      .filter((keys) => keys.every(declares))
      .map(([key, other]) => finding(`have both '${key}' and '${other}'`)),
    ...(declares('uniqueWhere') && !declares('unique')
      ? [mustHaveFinding('S113', path, 'unique', '"uniqueWhere" limits "unique" to some records.')]
      : []),
    ...(type && rulesOf(type).canBeEntered === false
      ? ['required', 'default', 'unique', 'writeOnce', 'virtual']
          .filter(declares)
          .map((key) => finding(`have '${key}': the server sets fields of type '${type}'`))
      : []),
    // A type that users cannot enter has already been reported.
    ...(declares('unique') && type && rulesOf(type).canBeUnique === false && rulesOf(type).canBeEntered !== false
      ? [finding(`be unique: it is of type '${type}'`)]
      : []),
    ...(declares('personal') && type && !rulesOf(type).canBeMasked
      ? [finding(`be personal: values of type '${type}' have no mask`)]
      : []),
  ]
}

/**
 * S117: fields of list items have only types and settings that work in a list, because one column stores all items as
 * JSON.
 */
export const checkListItemFields: Check = ({ declared }) =>
  declared
    .filter(({ type }) => type === 'rows')
    .flatMap(itemFieldsIn)
    .flatMap(({ type, raw, path }): Finding[] => [
      ...(type && rulesOf(type).canBeInItems === false
        ? [cannotFinding('S117', path, `be of type '${type}': it is a field of list items`)]
        : []),
      ...['unique', 'virtual', 'readOnly', 'writeOnce', 'detailOnly', 'readOnlyWhen', 'handWritten']
        .filter((key) => raw[key] !== undefined)
        .map((key) => cannotFinding('S117', [...path, key], 'be set: this is a field of list items')),
    ])

/** S121: a field has none of the names that are reserved in records, in list calls, in PostgreSQL or in JavaScript. */
export const checkReservedNames: Check = ({ declared }) =>
  declared.flatMap(withItemFields).flatMap(({ name, path }): Finding[] => {
    const reason = reservedNames.find(({ names }) => names.includes(columnName(name)))?.reason
    return reason ? [cannotFinding('S121', path, `be named '${name}': ${reason}`)] : []
  })

const reservedNames: readonly { readonly names: readonly string[]; readonly reason: string }[] = [
  { names: ['id'], reason: 'the admin area identifies every record by its id' },
  { names: ['labels'], reason: 'records contain the labels of their references under that name' },
  { names: ['request_id'], reason: 'the body of a creation contains its identification under that name' },
  {
    names: ['page_no', 'page_size', 'sort_field', 'sort_order', 'keyword'],
    reason: 'every list call has a parameter of that name',
  },
  {
    names: ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'],
    reason: 'every table of PostgreSQL has such a column',
  },
  { names: ['constructor', 'prototype'], reason: 'every JavaScript object has it' },
]

/** S122: the former name of a field (`was`) is not the name of a field, and no two fields have the same former name. */
export const checkFormerNames: Check = ({ declared }) => [
  ...formerNameFindings(declared, columnName),
  // Items are stored as JSON, in which names differ in case.
  ...declared
    .filter(({ type }) => type === 'rows')
    .flatMap((list) => formerNameFindings(itemFieldsIn(list), (name) => name)),
]

const formerNameFindings = (fields: readonly DeclaredField[], storedName: (name: string) => string): Finding[] =>
  fields.flatMap(({ name, raw, path }, index): Finding[] => {
    if (typeof raw.was !== 'string') return []
    const { was } = raw
    const keyPath = [...path, 'was']
    if (fields.some((other) => storedName(other.name) === storedName(was)))
      return [
        cannotFinding('S122', keyPath, `be '${was}': that is still a field, so '${name}' cannot take over its data`),
      ]
    const duplicate = fields
      .slice(0, index)
      .find((other) => typeof other.raw.was === 'string' && storedName(other.raw.was) === storedName(was))
    return duplicate
      ? [cannotFinding('S122', keyPath, `be '${was}': '${duplicate.name}' already has that former name`)]
      : []
  })

/**
 * S126: `identifiedBy` is set only in a field with `personal: name`, and names a field of type idNo in the same record
 * or list item.
 * The id number determines how the name is masked.
 */
export const checkIdentifiedBy: Check = (schema) => [
  ...idFieldFindings(schema),
  ...schema.declared
    .filter(({ type }) => type === 'rows')
    .flatMap((list) => idFieldFindings({ fields: itemFieldsIn(list), name: list.name })),
]

const idFieldFindings = (scope: Pick<DeclaredSchema, 'fields' | 'name'>): Finding[] =>
  scope.fields.flatMap(({ raw, path }) => {
    const { identifiedBy } = raw
    if (typeof identifiedBy !== 'string') return []
    const keyPath = [...path, 'identifiedBy']
    if (raw.personal !== 'name') return [cannotFinding('S126', keyPath, 'be set: the field is not a name')]
    const other = fieldNamed(scope.fields, identifiedBy)
    return other?.type && other.type !== 'idNo'
      ? [mustBeFinding('S126', keyPath, `a field of type idNo; '${identifiedBy}' is of type '${other.type}'`)]
      : missingFieldFindings('S126', identifiedBy, keyPath, scope)
  })
