import { rulesOf } from '../../field-types'
import { type Finding, isObject, type Path } from '../../language/shapes/shape'
import { cannot, notOneOf, placeOf } from '../check-messages'
import { cannotAt, foundAt, mustBeField } from '../findings'
import { type ConditionPlace, type ConditionView, type FieldMention, type Leaf, leavesOf, roleQuestions } from './condition-view'
import { literalProblem } from './field-value'
import { type FieldView, facetsOfView } from './schema-view'

/** Returns what is wrong with the questions of one condition. */
export const faultsOf = ({ condition, path, without, ...place }: ConditionView): Finding[] => [
  ...leavesOf(condition, path).flatMap((leaf) => ofLeaf(leaf, place)),
  ...beyond({ condition, path, without, ...place }),
]

/** S340: a condition asks only for what is known in its place. */
const beyond = ({ condition, path, without, parent }: Omit<ConditionView, 'field' | 'purpose'>): Finding[] => {
  const found = (at: Path, why: string, hint?: string): Finding => cannotAt('S340', at, why, hint)
  const leaves = leavesOf(condition, path)
  const subjects = leaves.flatMap((leaf) => [leaf, ...(leaf.other ? [leaf.other] : [])])
  const kept = without.includes('today')
  return [
    ...(parent ? [] : subjects.filter(({ of }) => of === 'parent').map((one) => found(one.path, "ask for 'parent': it does not stand in a row"))),
    ...(without.includes('role')
      ? roleQuestions(condition, path).map((at) =>
          kept
            ? found(at, 'ask for the role: the value is kept, regardless of who looks')
            : found(at, 'ask for the role: what one role hides would be cleared for all', "Say in 'permissions' from whom it is hidden."),
        )
      : []),
    ...(kept
      ? leaves.flatMap(({ said, path: at }) =>
          ['atLeast', 'atMost']
            .filter((word) => said[word] === 'today')
            .map((word) => found([...at, word], 'ask for today: the value is kept, whatever day it is')),
        )
      : []),
  ]
}

const ofLeaf = (leaf: Leaf, place: ConditionPlace): Finding[] => {
  const { said, path, other } = leaf
  const field = fieldOf(leaf, place)
  const missing = [leaf, ...(other ? [other] : [])].flatMap((one) => missingIn(one, place))
  if (!field?.type) return missing
  const word = wrongWord(field, said, path)
  const wrong = word.length > 0 ? word : [...wrongValue(field, said, path), ...wrongToday(field, said, path)]
  const compared = other && fieldOf(other, place)
  return [...missing, ...wrong, ...(other && compared?.type && wrong.length === 0 ? wrongOther(field, compared, other) : [])]
}

const missingIn = ({ name, of, path }: FieldMention, { around, parent }: ConditionPlace): Finding[] => {
  const record = of === 'parent' ? parent : around
  return record ? mustBeField('S305', name, [...path, of], record) : []
}

const fieldOf = ({ name, of }: FieldMention, { around, parent }: ConditionPlace): FieldView | undefined =>
  (of === 'parent' ? parent : around)?.fields.find((field) => field.name === name)

/** S306: only what is of one kind can be compared. */
const wrongOther = (field: FieldView, other: FieldView, { path }: FieldMention): Finding[] =>
  valueKind(field) === valueKind(other)
    ? []
    : [cannotAt('S306', path, `be '${other.name}': it is of type '${other.type}', and '${field.name}' is of type '${field.type}'`)]

/** S306: today is a day. */
const wrongToday = (field: FieldView, said: Leaf['said'], path: Path): Finding[] =>
  ['atLeast', 'atMost']
    .filter((word) => typeof said[word] === 'string' && said[word] === 'today' && !['date', 'month', 'datetime'].includes(orderOf(field) ?? 'date'))
    .map((word) => cannotAt('S306', [...path, word], `be 'today': '${field.name}' is of type '${field.type}'`))

const valueKind = (field: FieldView): string | undefined =>
  orderOf(field) ?? (field.type === 'boolean' || (field.type && rulesOf(field.type).list) ? field.type : 'text')

/** Returns what the values of a field are compared as; undefined where they have no order. */
const orderOf = (field: FieldView): string | undefined => facetsOfView(field).compares

const wrongWord = (field: FieldView, said: Leaf['said'], path: Path): Finding[] => {
  const { name, type } = field
  if (!type) return []
  const { list } = rulesOf(type)
  const ordered = orderOf(field)
  const wrong = Object.keys(said).find(
    (word) => (word === 'has' && !list) || (['is', 'in'].includes(word) && list) || (['atLeast', 'atMost'].includes(word) && !ordered),
  )
  return wrong
    ? [
        foundAt(
          'S306',
          [...path, wrong],
          cannot(placeOf(path), `ask '${wrong}' of '${name}': it is of type '${type}'`),
          list ? "Lists are asked with 'has' or 'empty'." : undefined,
        ),
      ]
    : []
}

const wrongValue = (field: FieldView, said: Leaf['said'], path: Path): Finding[] =>
  ['is', 'in', 'has', 'atLeast', 'atMost'].flatMap((word) => {
    const fault = firstFault(field, word, said[word])
    return fault ? [foundAt('S306', [...path, word], notOneOf(placeOf([...path, word]), String(fault.value), `a value of '${field.name}'`), fault.hint)] : []
  })

// null means empty, which every field can be; references to other fields are checked separately.
const firstFault = (field: FieldView, word: string, asked: unknown): { readonly value: unknown; readonly hint: string } | undefined =>
  (asked === undefined ? [] : [asked].flat())
    .filter((value) => value !== null && !isObject(value) && !(value === 'today' && word !== 'is' && word !== 'in'))
    .flatMap((value: unknown) => {
      const hint = literalProblem(field, value)
      return hint === undefined ? [] : [{ value, hint }]
    })[0]
