import { isTenantField } from '../../domain/access/roles'
import { rulesOf } from '../field-types'
import { sampleToday } from '../field-types/samples'
import { type Finding, isObject, type Path } from '../language/shapes/shape'
import { type Field, type FieldType, fieldNamed } from '../language/types'
import { dynamicDefaultIn, isSequenceDefault, sequenceProblem } from '../rules/defaults'
import type { CallFacts, Check } from './check'
import { didYouMean, mustHave, notImplemented, placeOf } from './check-messages'
import {
  actionsOf,
  type DeclaredField,
  type DeclaredSchema,
  itemFieldsIn,
  keyNames,
  withItemFields,
} from './declared/declared-schema'
import {
  canBeToday,
  comparedAs,
  compileDeclaredField,
  isFixedBound,
  literalOf,
  rejectionMessage,
} from './declared/field-value'
import { cannotFinding, findingAt, missingFieldFindings, mustBeFinding } from './findings'

/** S112: a default is a value that its field accepts. */
export const checkDefaults: Check = ({ declared, raw }, all) =>
  declared.flatMap(withItemFields).flatMap((declaredField): Finding[] => {
    const isFixed =
      declaredField.raw.default !== undefined && !dynamicDefaultIn(declaredField.type, declaredField.raw.default)
    const field = isFixed ? compileDeclaredField(declaredField, raw, all) : undefined
    const hint = field && rejectionMessage(field, declaredField.raw.default)
    const path = [...declaredField.path, 'default']
    return hint ? [mustBeFinding('S112', path, 'a valid value of its field', hint)] : []
  })

/**
 * S406: the call that returns the options of a field is in the contract, and can be made without a record and by
 * everyone who uses the page.
 */
export const checkOptionCalls: Check = ({ name, declared }, { project: { calls } }) =>
  declared.flatMap(withItemFields).flatMap(({ raw: { optionsFrom }, path }): Finding[] => {
    if (typeof optionsFrom !== 'string' || calls === undefined) return []
    const keyPath = [...path, 'optionsFrom']
    const call = calls[optionsFrom]
    if (!call) {
      const ofController = Object.keys(calls).filter((other) => other.startsWith(`${optionsFrom.split('.')[0]}.`))
      return [
        findingAt(
          'S406',
          keyPath,
          notImplemented(placeOf(keyPath), optionsFrom, 'call is in src/contract'),
          didYouMean(optionsFrom, ofController),
        ),
      ]
    }
    return optionCallMismatches(call, name).map((reason) =>
      cannotFinding('S406', keyPath, `be '${optionsFrom}': ${reason}`),
    )
  })

const optionCallMismatches = (
  { method, pathParameterCount, response, page }: CallFacts,
  ownPage: string,
): readonly string[] => [
  ...(method === 'GET' && response === 'data' ? [] : ['it is no GET call that returns options']),
  ...(pathParameterCount > 0 ? ['its path contains a key'] : []),
  ...(page === undefined || page === ownPage ? [] : [`it needs a right on the page '${page}'`]),
]

/**
 * S123: a field accepts its examples or, if it has none, its generated sample values.
 * Import templates and generated tests use them.
 */
export const checkSamples: Check = ({ declared, raw }, all) =>
  declared.flatMap(withItemFields).flatMap((declaredField): Finding[] => {
    const { type, path } = declaredField
    const field =
      type && rulesOf(type).canBeEntered !== false && hasValidRules(declaredField, type)
        ? compileDeclaredField(declaredField, raw, all)
        : undefined
    return field
      ? declaredField.raw.examples === undefined
        ? sampleFindings(field, path)
        : exampleFindings(field, path)
      : []
  })

// Other checks report invalid bounds and patterns.
const hasValidRules = ({ raw }: DeclaredField, type: FieldType): boolean =>
  !rulesOf(type).checkSettings?.(raw, []).length &&
  [raw.min, raw.max].every((bound) => typeof bound !== 'string' || isFixedBound(type, bound))

const sampleFindings = (field: Field, path: Path): Finding[] => {
  const messages = [0, 1]
    .map((seed) => rulesOf(field.type).sample(field, seed))
    .map((value) => rejectionMessage(field, value, sampleToday))
  const message = messages.find((candidate) => candidate !== undefined)
  const hint = 'pattern' in field && field.pattern !== undefined ? 'Add valid values: "examples": ["…"].' : message
  return message ? [cannotFinding('S123', path, 'have a sample value: none could be generated', hint)] : []
}

const exampleFindings = (field: Field, path: Path): Finding[] =>
  ('examples' in field ? (field.examples ?? []) : []).flatMap((example, index): Finding[] => {
    const keyPath = [...path, 'examples', index]
    const hint = rejectionMessage(field, example, sampleToday)
    return hint
      ? [findingAt('S123', keyPath, `${placeOf(keyPath)} is '${example}', which the field rejects.`, hint)]
      : []
  })

/**
 * S342: a default that the server generates is only in a field of a record, and suits the type and the settings of that
 * field.
 */
export const checkServerDefaults: Check = (schema) => {
  const otherFields = [...itemFieldsOf(schema), ...actionsOf(schema).flatMap(({ inputs }) => inputs)]
  return [
    ...schema.declared.flatMap((field) => serverDefaultFindings(field, schema)),
    ...otherFields.flatMap(({ raw, path }) =>
      isObject(raw.default)
        ? [defaultFinding([...path, 'default'], 'be set by the server: this is not a field of a record')]
        : [],
    ),
    ...[...schema.declared, ...otherFields].flatMap(currentTimeFindings),
  ]
}

// Only the server knows the current time, so it can be the default only of fields that users do not enter.
const currentTimeFindings = ({ name, raw, path, type }: DeclaredField): Finding[] =>
  type && rulesOf(type).clockDefault === 'now' && raw.default === 'now' && raw.readOnly !== true
    ? [
        defaultFinding(
          [...path, 'default'],
          `be "now": users enter '${name}'`,
          'Set "readOnly": true in a field of the record, or remove the default.',
        ),
      ]
    : []

/** S343: the pattern of a sequence number is valid, and the number fits into its field. */
export const checkSequences: Check = ({ declared }) =>
  declared.flatMap(({ raw, path }): Finding[] => {
    const keyPath = [...path, 'default', 'sequence']
    const pattern = isObject(raw.default) ? raw.default.sequence : undefined
    const reason =
      typeof pattern === 'string'
        ? sequenceProblem(pattern, typeof raw.max === 'number' ? raw.max : undefined)
        : undefined
    return reason ? [cannotFinding('S343', keyPath, reason)] : []
  })

const serverDefaultFindings = ({ name, raw, path, type }: DeclaredField, schema: DeclaredSchema): Finding[] => {
  if (!isObject(raw.default)) return []
  const keyPath = [...path, 'default']
  if (type !== 'string')
    return type
      ? [
          defaultFinding(
            keyPath,
            `be set by the server: '${name}' is of type '${type}'`,
            'Only a string can have such a default.',
          ),
        ]
      : []
  if (schema.kind === 'report') return [defaultFinding(keyPath, 'be set by the server: a report stores nothing')]
  const conflictingKeys = isSequenceDefault(raw.default)
    ? ['required', 'requiredWhen', 'shownWhen', 'readOnlyWhen', 'writeOnce', 'pattern', 'lengthOf', 'upperCase']
    : []
  return [
    ...conflictingKeys
      .filter((key) => raw[key] !== undefined && raw[key] !== false)
      .map((key) => defaultFinding(keyPath, `be a sequence number in a field with '${key}': users do not enter it`)),
    ...(isTenantField(name)
      ? [defaultFinding(keyPath, 'be set by the server: the field is the tenant of the record')]
      : []),
    ...(isSequenceDefault(raw.default) && !keyNames(schema.raw).includes(name) && raw.unique === undefined
      ? [notUniqueFinding(keyPath, name)]
      : []),
  ]
}

const notUniqueFinding = (path: Path, name: string): Finding =>
  cannotFinding('S342', path, `be a sequence number: '${name}' is not unique`, 'Set "unique": true in the field.')

const itemFieldsOf = ({ declared }: DeclaredSchema): readonly DeclaredField[] =>
  declared.filter(({ type }) => type === 'rows').flatMap(itemFieldsIn)

const defaultFinding = (path: Path, reason: string, hint?: string): Finding => cannotFinding('S342', path, reason, hint)

/** S307: a bound is a value of the field's type, or another field whose values can be compared with it. */
export const checkBounds: Check = (schema) => [
  ...schema.declared.flatMap((field) => fieldBoundsFindings(field, schema)),
  ...schema.declared
    .filter(({ type }) => type === 'rows')
    .flatMap(({ raw, path, name }) => {
      const fields = itemFieldsIn({ raw, path })
      return fields.flatMap((field) => fieldBoundsFindings(field, { fields, name }))
    }),
]

const fieldBoundsFindings = (field: DeclaredField, scope: Pick<DeclaredSchema, 'fields' | 'name'>): Finding[] => [
  ...['min', 'max', 'maxYears'].flatMap((key) => boundKeyFindings(field, key, scope)),
  ...(typeof field.raw.maxYears === 'number' && !isObject(field.raw.min)
    ? [
        findingAt(
          'S307',
          [...field.path, 'maxYears'],
          mustHave(placeOf(field.path), 'min'),
          'maxYears counts from the field in min: {"field": "…"}.',
        ),
      ]
    : []),
]

const boundKeyFindings = (
  { name, raw, path, type }: DeclaredField,
  key: string,
  scope: Pick<DeclaredSchema, 'fields' | 'name'>,
): Finding[] => {
  const bound = raw[key]
  if (typeof bound === 'string') return textBoundFindings(bound, type, [...path, key], scope)
  if (!isObject(bound) || typeof bound.field !== 'string') return []
  const keyPath = [...path, key, 'field']
  const other = fieldNamed(scope.fields, bound.field)
  if (other?.type && (comparedAs(other.type) !== comparedAs(type) || other.name === name))
    return [
      cannotFinding(
        'S307',
        keyPath,
        other.name === name
          ? 'be the field itself'
          : `be '${other.name}': it is of type '${other.type}', not of type '${type}'`,
      ),
    ]
  return missingFieldFindings('S307', bound.field, keyPath, scope)
}

const textBoundFindings = (
  bound: string,
  type: FieldType | undefined,
  path: DeclaredField['path'],
  { fields }: Pick<DeclaredSchema, 'fields'>,
): Finding[] => {
  if (isFixedBound(type, bound)) return []
  const sameName = fields.find(({ name }) => name.toLowerCase() === bound.toLowerCase())
  const hint = sameName && `To refer to the field, write {"field": "${sameName.name}"}.`
  return [
    mustBeFinding(
      'S307',
      path,
      `${literalOf(type)?.description}${canBeToday(type) ? " or 'today'" : ''}, not '${bound}'`,
      hint,
    ),
  ]
}
