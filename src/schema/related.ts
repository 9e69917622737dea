import { isEmpty } from './condition'
import { optionText } from './options'
import type { Resource } from './resource'
import { exactLength, notWithin } from './sentences'
import type { Field, Row } from './types'

/** The records that a record refers to, by the field that refers. */
export type Related = Readonly<Record<string, Row | undefined>>

/** Judges the rules that follow a reference: exact lengths and choices that another record holds. The server calls it once it has looked the references up. */
export const checkRelated = (resource: Pick<Resource, 'fields'>, row: Row, related: Related): Readonly<Record<string, string>> =>
  Object.fromEntries(
    resource.fields.flatMap((field) => {
      const sentence = lengthError(field, row, related) ?? withinError(field, row, related)
      return sentence ? [[field.name, sentence]] : []
    }),
  )

/** The two parts of a rule such as `ApplyCode.TermNoLen`. */
export const pathOf = (rule: string): readonly [reference: string, field: string] => {
  const [reference = '', field = ''] = rule.split('.')
  return [reference, field]
}

const lengthError = (field: Field, row: Row, related: Related): string | undefined => {
  if (!('lengthOf' in field) || !field.lengthOf) return undefined
  const wanted = follow(field.lengthOf, related)
  const length = [...String(row[field.name] ?? '')].length
  return typeof wanted === 'number' && length !== wanted ? exactLength(field.label, wanted, length) : undefined
}

const withinError = (field: Field, row: Row, related: Related): string | undefined => {
  if (!('options' in field) || !field.within || isEmpty(row[field.name])) return undefined
  const [reference] = pathOf(field.within)
  if (!related[reference]) return undefined
  const allowed: readonly unknown[] = [follow(field.within, related) ?? []].flat()
  const wrong = [row[field.name]].flat().some((code) => !allowed.includes(code))
  return wrong ? notWithin(field.label, allowed.map((code) => optionText(field, code)).join('、')) : undefined
}

const follow = (rule: string, related: Related): unknown => {
  const [reference, name] = pathOf(rule)
  return related[reference]?.[name]
}
