import { Refusal } from '../../domain/refusal'
import { foldText } from '../../domain/text-folding'

/** The rule for a field of a sign-in form. */
export interface TextFieldRule {
  readonly label: string
  /** Maximum number of characters. */
  readonly max: number
  /** Optional fields may be absent or empty. */
  readonly optional?: true
  /** Returns the value as it is stored, for example without separators. */
  readonly normalize?: (value: string) => string
  /**
   * Set for passwords, link tokens and the codes that identify a step; the values of all other fields are trimmed and
   * converted to half-width characters.
   */
  readonly isKeptAsTyped?: true
}

/**
 * Reads the text fields of a small form; throws a refusal with a message for each field that is missing, too long,
 * unknown or of the wrong type.
 */
export const readFields = <Name extends string>(
  body: unknown,
  rules: Readonly<Record<Name, TextFieldRule>>,
): Readonly<Record<Name, string>> => {
  const input = asObject(body)
  const names = Object.keys(rules) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, normalizedValue(input[name], rules[name])])) as Record<
    Name,
    string
  >
  const errors = [
    ...names.flatMap((name) => problemOf(name, input[name], values[name], rules[name])),
    ...unknownFields(input, names),
  ]
  if (errors.length > 0) throw new Refusal('2002', '輸入的資料有誤，請依欄位的說明修正。', Object.fromEntries(errors))
  return values
}

/** Returns a text field of an unvalidated body, trimmed and in half-width characters; empty if it is not text. */
export const textOf = (body: unknown, name: string): string => {
  const value = asObject(body)[name]
  return typeof value === 'string' ? foldText(value) : ''
}

type FormBody = Readonly<Record<string, unknown>>
type Problems = readonly (readonly [field: string, message: string])[]

const asObject = (body: unknown): FormBody =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as FormBody) : {}

const normalizedValue = (value: unknown, rule: TextFieldRule): string =>
  typeof value !== 'string' ? '' : rule.isKeptAsTyped ? value : (rule.normalize ?? identity)(foldText(value))

const identity = (value: string): string => value

const problemOf = (name: string, raw: unknown, value: string, rule: TextFieldRule): Problems => {
  if (raw !== undefined && raw !== null && typeof raw !== 'string') return [[name, `${rule.label}必須是文字。`]]
  if (value === '') return rule.optional ? [] : [[name, `請輸入${rule.label}。`]]
  return value.length > rule.max ? [[name, `${rule.label}最多 ${rule.max} 個字。`]] : []
}

const unknownFields = (body: FormBody, names: readonly string[]): Problems =>
  Object.keys(body)
    .filter((name) => !names.includes(name))
    .map((name) => [name, '沒有這個欄位。'])
