import { rulesOf } from '../field-types'
import { cannot, didYouMean, notOneOf, placeOf } from '../phrases'
import type { Finding, Path } from '../shape/shape'
import { type Check, mustBeField } from './check'
import { type Around, allowancesOf, type ConditionView, conditionsOf, type Leaf, leavesOf } from './conditions'
import { allFields } from './field-checks'
import { literalFault } from './literal'
import { optionsOf } from './options'
import { type FieldView, part } from './view'

/** E305, E306: conditions look at fields of the same record, and ask for what these can be. */
export const conditionsLook: Check = (schema) => [...conditionsOf(schema), ...allowancesOf(schema)].flatMap(faultsOf)

/** What is wrong with the questions of one condition. */
export const faultsOf = ({ condition, path, around }: ConditionView): Finding[] => leavesOf(condition, path).flatMap((leaf) => ofLeaf(leaf, around))

/** E315: an option's condition is that of an option that there is. */
export const optionsExist: Check = ({ declared }) =>
  declared.flatMap(allFields).flatMap((field) => {
    const options = optionsOf(field) ?? []
    return Object.keys(part(field.raw, 'optionsWhen'))
      .filter((code) => !options.includes(code))
      .map((code): Finding => {
        const path = [...field.path, 'optionsWhen', code]
        return {
          id: 'E315',
          path,
          message: notOneOf(placeOf([...field.path, 'optionsWhen']), code, `an option of '${field.name}'`),
          hint: didYouMean(code, options),
        }
      })
  })

const ofLeaf = ({ field: name, said, path }: Leaf, around: Around): Finding[] => {
  const missing = mustBeField('E305', name, [...path, 'field'], around)
  const field = around.fields.find((one) => one.name === name)
  if (!field?.type) return missing
  const wrong = wrongWord(field, said, path)
  return wrong.length > 0 ? wrong : wrongValue(field, said, path)
}

const wrongWord = ({ name, type }: FieldView, said: Leaf['said'], path: Path): Finding[] => {
  if (!type) return []
  const { list, compares: ordered } = rulesOf(type)
  const wrong = Object.keys(said).find(
    (word) => (word === 'has' && !list) || (['is', 'in'].includes(word) && list) || (['atLeast', 'atMost'].includes(word) && !ordered),
  )
  return wrong
    ? [
        {
          id: 'E306',
          path: [...path, wrong],
          message: cannot(placeOf(path), `ask '${wrong}' of '${name}': it is of type '${type}'`),
          hint: list ? "Lists are asked with 'has' or 'empty'." : undefined,
        },
      ]
    : []
}

const wrongValue = (field: FieldView, said: Leaf['said'], path: Path): Finding[] =>
  ['is', 'in', 'has', 'atLeast', 'atMost'].flatMap((word) => {
    const fault = firstFault(field, said[word])
    return fault
      ? [
          {
            id: 'E306' as const,
            path: [...path, word],
            message: notOneOf(placeOf([...path, word]), String(fault.value), `a value of '${field.name}'`),
            hint: fault.hint,
          },
        ]
      : []
  })

// null asks for nothing, and anything can be that.
const firstFault = (field: FieldView, asked: unknown): { readonly value: unknown; readonly hint: string } | undefined =>
  (asked === undefined ? [] : [asked].flat())
    .filter((value) => value !== null)
    .flatMap((value: unknown) => {
      const hint = literalFault(field, value)
      return hint === undefined ? [] : [{ value, hint }]
    })[0]

/** E310: a field that is shown by what another says, which is shown by what the first says, is never shown. */
export const conditionsEnd: Check = ({ declared }) => {
  const next = (name: string) => leavesOf(declared.find((field) => field.name === name)?.raw.shownWhen, []).map(({ field }) => field)
  const reaches = (from: string, goal: string, seen: readonly string[]): boolean =>
    next(from).some((name) => name === goal || (!seen.includes(name) && reaches(name, goal, [...seen, name])))
  return declared
    .filter(({ name }) => reaches(name, name, [name]))
    .map(({ name, path }) => ({
      id: 'E310',
      path: [...path, 'shownWhen'],
      message: cannot(placeOf(path), `be shown by a condition that leads back to '${name}'`),
    }))
}
