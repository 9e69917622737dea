import { holds } from './condition'
import { optionCodes } from './option-codes'
import { notNow } from './sentences'
import type { Around, EnumField, Field, Row } from './types'

/** The codes that can be chosen for the record at hand, in their order for people. */
export const openOptions = ({ options, optionsWhen = {} }: EnumField, row: Row, around: Around): readonly string[] =>
  optionCodes(options).filter((code) => {
    const condition = optionsWhen[code]
    return condition === undefined || holds(condition, row, around)
  })

/** The sentence for a choice whose condition does not hold; one that was made when it did is judged only when it changes. */
export const closedOptionError = (
  field: Field,
  row: Row,
  { previous, around }: { readonly previous: Row | undefined; readonly around: Around },
): string | undefined => {
  if ((field.type !== 'enum' && field.type !== 'enumList') || !field.optionsWhen) return undefined
  const value = row[field.name]
  if (previous && JSON.stringify(previous[field.name]) === JSON.stringify(value)) return undefined
  const open = openOptions(field, row, around)
  const closed = [value ?? []].flat().find((code) => typeof code === 'string' && !open.includes(code))
  return typeof closed === 'string' ? notNow(field.label, field.options[closed] ?? closed) : undefined
}
