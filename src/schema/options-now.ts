import { holds } from './condition'
import { optionCodes, optionText } from './options'
import { notNow } from './sentences'
import type { Around, EnumField, Field, Row } from './types'

/** The codes that can be chosen for the record at hand, in their order for people. */
export const openOptions = (field: EnumField, row: Row, around: Around): readonly string[] =>
  optionCodes(field).filter((code) => {
    const condition = field.optionsWhen?.[code]
    return condition === undefined || holds(condition, row, around)
  })

/** The sentence for a choice whose condition does not hold; one that was made when it did is judged only when it changes. */
export const closedOptionError = (
  field: Field,
  row: Row,
  { previous, around }: { readonly previous: Row | undefined; readonly around: Around },
): string | undefined => {
  if (!('options' in field) || !field.optionsWhen) return undefined
  const value = row[field.name]
  if (previous && JSON.stringify(previous[field.name]) === JSON.stringify(value)) return undefined
  const open = openOptions(field, row, around)
  const closed = [value ?? []].flat().find((code) => typeof code === 'string' && !open.includes(code))
  return typeof closed === 'string' ? notNow(field.label, optionText(field, closed)) : undefined
}
