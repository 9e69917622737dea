import { rulesOf } from '../field-types'
import { sampleToday } from '../field-types/samples'
import type { Finding, Path } from '../language/shapes/shape'
import type { Field, FieldType } from '../language/types'
import { columnName } from '../load/names'
import { standardNames } from '../load/standard-fields'
import { beginningIn } from '../rules/defaults'
import type { Check } from './check'
import { cannot, mustSay, placeOf } from './check-messages'
import { isFixedBound, refusalOf, wholeField } from './field-values'
import { cannotAt, foundAt, mustBeAt } from './findings'
import { allFields, columnsIn, type FieldView } from './view'

/** E107: a field's name is a column, a query parameter and a key in JSON. What a call of the contract takes bears the name that it has there. */
export const fieldNames: Check = ({ declared, raw }) =>
  declared
    .flatMap(allFields)
    .flatMap(({ name, path }): Finding[] =>
      (typeof raw.call === 'string' ? /^[A-Za-z][A-Za-z0-9]{0,49}$/ : /^[A-Z][A-Za-z0-9]{0,49}$/).test(name)
        ? []
        : [mustBeAt('E107', path, 'named with letters and digits, a capital first')],
    )

/** E108: two fields may not share a column, and nobody declares what every record has. */
export const columnsDiffer: Check = ({ declared }) =>
  declared.flatMap(({ name, path }, index): Finding[] => {
    if (standardNames.includes(name)) return [cannotAt('E108', path, 'be declared: every record has it')]
    const twin = declared.slice(0, index).find((other) => columnName(other.name) === columnName(name))
    return twin ? [cannotAt('E108', path, `stand beside '${twin.name}': both mean the column '${columnName(name)}'`)] : []
  })

/** E112: a default that a form would refuse. */
export const defaultsAreValid: Check = ({ declared, raw }, all) =>
  declared.flatMap(allFields).flatMap((view): Finding[] => {
    const isFixed = view.raw.default !== undefined && !beginningIn(view.type, view.raw.default)
    const field = isFixed ? wholeField(view, raw, all) : undefined
    const hint = field && refusalOf(field, view.raw.default)
    const path = [...view.path, 'default']
    return hint ? [mustBeAt('E112', path, 'a valid value of its field', hint)] : []
  })

/** E123: templates and generated tests show values that a field takes. */
export const samplesAreValid: Check = ({ declared, raw }, all) =>
  declared.flatMap(allFields).flatMap((view): Finding[] => {
    const { type, path } = view
    const field = type && rulesOf(type).entered !== false && hasSense(view, type) ? wholeField(view, raw, all) : undefined
    return field ? (view.raw.examples === undefined ? ofSample(field, path) : ofExamples(field, path)) : []
  })

// Bounds and patterns that are wrong themselves are told by other checks.
const hasSense = ({ raw }: FieldView, type: FieldType): boolean =>
  !rulesOf(type).settings?.(raw, []).length && [raw.min, raw.max].every((bound) => typeof bound !== 'string' || isFixedBound(type, bound))

const ofSample = (field: Field, path: Path): Finding[] => {
  const wrong = [0, 1].map((seed) => rulesOf(field.type).sample(field, seed)).map((value) => refusalOf(field, value, sampleToday))
  const refusal = wrong.find((one) => one !== undefined)
  const hint = 'pattern' in field && field.pattern !== undefined ? 'Say values that it takes: "examples": ["…"].' : refusal
  return refusal ? [cannotAt('E123', path, 'be filled in: no value is known that it takes', hint)] : []
}

const ofExamples = (field: Field, path: Path): Finding[] =>
  ('examples' in field ? (field.examples ?? []) : []).flatMap((example, index): Finding[] => {
    const at = [...path, 'examples', index]
    const hint = refusalOf(field, example, sampleToday)
    return hint ? [foundAt('E123', at, `${placeOf(at)} is '${example}', which the field would refuse.`, hint)] : []
  })

/** E113: marks that cannot both be meant. */
export const marksAgree: Check = ({ declared }) => declared.flatMap(contradictionsOf)

// What people do not enter cannot be asked of them; what has no column cannot be kept, unique or fixed.
const opposites: readonly (readonly [string, string])[] = [
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

const contradictionsOf = ({ raw, path, type }: FieldView): Finding[] => {
  const says = (key: string) => raw[key] !== undefined && raw[key] !== false
  const found = (message: string, hint?: string): Finding => foundAt('E113', path, message, hint)
  return [
    ...opposites.filter(([one, other]) => says(one) && says(other)).map(([one, other]) => found(cannot(placeOf(path), `be both '${one}' and '${other}'`))),
    ...(says('uniqueWhere') && !says('unique') ? [found(mustSay(placeOf(path), 'unique'), 'uniqueWhere says among which records.')] : []),
    ...(type && rulesOf(type).entered === false
      ? ['required', 'default', 'unique', 'writeOnce', 'virtual']
          .filter(says)
          .map((key) => found(cannot(placeOf(path), `be '${key}': ${type === 'count' ? 'it is counted' : `the server makes what is of type '${type}'`}`)))
      : []),
    ...(says('unique') && type && rulesOf(type).unique === false && rulesOf(type).entered !== false
      ? [found(cannot(placeOf(path), `be unique: it is of type '${type}'`))]
      : []),
    ...(says('personal') && type && !rulesOf(type).masked ? [found(cannot(placeOf(path), `be personal: values of type '${type}' have no mask`))] : []),
  ]
}

/** E117: the rows of a list are plain values in one column. */
export const rowsArePlain: Check = ({ declared }) =>
  declared
    .filter(({ type }) => type === 'rows')
    .flatMap(columnsIn)
    .flatMap(({ type, raw, path }): Finding[] => [
      ...(type && rulesOf(type).inRows === false ? [cannotAt('E117', path, `be of type '${type}': it stands in a row`)] : []),
      ...['unique', 'virtual', 'readOnly', 'writeOnce', 'detailOnly', 'readOnlyWhen']
        .filter((key) => raw[key] !== undefined)
        .map((key) => foundAt('E117', [...path, key], cannot(placeOf(path), `be '${key}': it stands in a row`))),
    ])
