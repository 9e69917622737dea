import { rulesOf } from '../field-types'
import type { Finding, Path } from '../language/shapes/shape'
import { type FilterMatch, fieldNamed } from '../language/types'
import type { Check } from './check'
import { notOneOf, placeOf } from './check-messages'
import { type DeclaredField, objectsAt, objectUnder } from './declared/declared-schema'
import { literalProblem } from './declared/field-value'
import { cannotFinding, findingAt } from './findings'

/** S216: the default of a filter consists of values of its field, and the filter compares with whole values. */
export const checkFilterDefaults: Check = (schema) =>
  objectsAt(objectUnder(schema.raw, 'list').filters, ['list', 'filters']).flatMap(({ raw, path }): Finding[] => {
    const field = fieldNamed(schema.fields, String(raw.field))
    if (raw.default === undefined || !field?.type) return []
    const keyPath = [...path, 'default']
    const match = raw.match ?? defaultMatchOf(field)
    const values: readonly unknown[] = [raw.default].flat()
    if (match !== 'in' && match !== 'exact')
      return [cannotFinding('S216', keyPath, `be set: the match of '${field.name}' is '${match}'`)]
    if (match === 'exact' && values.length !== 1)
      return [cannotFinding('S216', keyPath, `have ${values.length} values: the match of '${field.name}' is 'exact'`)]
    return values.flatMap((value) => valueFindings(field, value, keyPath))
  })

const valueFindings = (field: DeclaredField, value: unknown, path: Path): Finding[] => {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  const hint = isScalar ? literalProblem(field, value) : 'Use a text, a number, true or false.'
  return hint === undefined
    ? []
    : [findingAt('S216', path, notOneOf(placeOf(path), String(value), `a value of '${field.name}'`), hint)]
}

const defaultMatchOf = ({ type, raw }: DeclaredField): FilterMatch | undefined => {
  if (!type) return undefined
  const { group, matches } = rulesOf(type)
  return group === 'text' && (raw.pattern !== undefined || raw.unique === true) ? 'exact' : matches[0]
}
