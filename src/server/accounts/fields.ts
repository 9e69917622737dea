import { foldFullWidth } from '../../domain/full-width'
import { Refusal } from '../../domain/refusal'

/** The rule of a field of a sign-in form. */
export interface FieldRule {
  readonly label: string
  readonly max: number
  /** Optional fields may be absent or empty. */
  readonly optional?: true
  /** Passwords are taken exactly as typed; everything else loses outer blanks and full-width forms. */
  readonly exact?: true
}

/** Reads the text fields of a small form strictly: wrong types, missing and unknown fields are refused with a sentence each. */
export const readFields = <Name extends string>(body: unknown, rules: Readonly<Record<Name, FieldRule>>): Readonly<Record<Name, string>> => {
  const given = asObject(body)
  const names = Object.keys(rules) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, typedValue(given[name], rules[name])])) as Record<Name, string>
  const errors = [...names.flatMap((name) => problemOf(name, given[name], values[name], rules[name])), ...unknownFields(given, names)]
  if (errors.length > 0) throw new Refusal('2002', '輸入的資料有誤，請依欄位的說明修正。', Object.fromEntries(errors))
  return values
}

/** Returns a field of an unchecked body as text; empty when it is anything else. */
export const textOf = (body: unknown, name: string): string => {
  const value = asObject(body)[name]
  return typeof value === 'string' ? fold(value) : ''
}

type Given = Readonly<Record<string, unknown>>
type Problems = readonly (readonly [field: string, sentence: string])[]

const asObject = (body: unknown): Given => (typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Given) : {})

const typedValue = (value: unknown, rule: FieldRule): string => (typeof value !== 'string' ? '' : rule.exact ? value : fold(value))

const problemOf = (name: string, given: unknown, value: string, rule: FieldRule): Problems => {
  if (given !== undefined && given !== null && typeof given !== 'string') return [[name, `${rule.label}必須是文字。`]]
  if (value === '') return rule.optional ? [] : [[name, `請輸入${rule.label}。`]]
  return value.length > rule.max ? [[name, `${rule.label}最多 ${rule.max} 個字。`]] : []
}

const unknownFields = (given: Given, names: readonly string[]): Problems =>
  Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => [name, '沒有這個欄位。'])

// Input methods often produce digits and letters in full-width form.
const fold = (text: string): string => foldFullWidth(text).trim()
