import { columnName } from '../column-name'
import { completeField } from '../complete-field'
import { rulesOf } from '../field-types'
import { fieldShape } from '../field-types/field-shape'
import { cannot, mustBe, mustSay, placeOf } from '../phrases'
import type { Finding } from '../shape/shape'
import { standardNames } from '../standard-fields'
import type { Check } from './check'
import { type FieldView, fieldViews } from './view'

/** E107: a field's name is a column, a query parameter and a key in JSON. */
export const fieldNames: Check = ({ declared }) =>
  declared
    .flatMap(allFields)
    .flatMap(({ name, path }): Finding[] =>
      /^[A-Z][A-Za-z0-9]{0,49}$/.test(name) ? [] : [{ id: 'E107', path, message: mustBe(placeOf(path), 'named with letters and digits, a capital first') }],
    )

/** E108: two fields may not share a column, and nobody declares what every record has. */
export const columnsDiffer: Check = ({ declared }) =>
  declared.flatMap(({ name, path }, index): Finding[] => {
    if (standardNames.includes(name)) return [{ id: 'E108', path, message: cannot(placeOf(path), 'be declared: every record has it') }]
    const twin = declared.slice(0, index).find((other) => columnName(other.name) === columnName(name))
    return twin ? [{ id: 'E108', path, message: cannot(placeOf(path), `stand beside '${twin.name}': both mean the column '${columnName(name)}'`) }] : []
  })

/** E112: a default that a form would refuse. */
export const defaultsAreValid: Check = ({ declared, raw }, all) =>
  declared.flatMap(allFields).flatMap((view): Finding[] => {
    if (view.raw.default === undefined || !view.type || fieldShape(view.type).check(view.raw, []).length > 0) return []
    const field = completeField(view.name, view.raw, { raw: (name) => all.get(name)?.raw ?? {}, own: raw, tenant: 'ApplyCode' })
    const parsed = rulesOf(view.type).parse(view.raw.default, field, { today: '2000-01-01', rows: (_, value) => ({ value, errors: {} }) })
    const path = [...view.path, 'default']
    return 'error' in parsed || 'errors' in parsed
      ? [{ id: 'E112', path, message: mustBe(placeOf(path), 'a valid value of its field'), hint: 'error' in parsed ? parsed.error : undefined }]
      : []
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
  const found = (message: string): Finding => ({ id: 'E113', path, message })
  return [
    ...opposites.filter(([one, other]) => says(one) && says(other)).map(([one, other]) => found(cannot(placeOf(path), `be both '${one}' and '${other}'`))),
    ...(says('uniqueWhere') && !says('unique') ? [found(mustSay(placeOf(path), 'unique'))] : []),
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
    .flatMap(({ raw, path }) => fieldViews(raw.fields, [...path, 'fields']))
    .flatMap(({ type, raw, path }): Finding[] => [
      ...(type && rulesOf(type).inRows === false
        ? [{ id: 'E117' as const, path, message: cannot(placeOf(path), `be of type '${type}': it stands in a row`) }]
        : []),
      ...['unique', 'virtual', 'readOnly', 'writeOnce', 'detailOnly', 'readOnlyWhen']
        .filter((key) => raw[key] !== undefined)
        .map((key) => ({ id: 'E117' as const, path: [...path, key], message: cannot(placeOf(path), `be '${key}': it stands in a row`) })),
    ])

/** A field and, where it is a list of rows, the fields of its rows. */
export const allFields = (view: FieldView): FieldView[] => [view, ...(view.type === 'rows' ? fieldViews(view.raw.fields, [...view.path, 'fields']) : [])]
