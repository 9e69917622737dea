import { isIsoDate, parseTime } from '../../domain/dates'
import { rulesOf } from '../field-types'
import { didYouMean } from '../phrases'
import type { FieldType } from '../types'
import { optionsOf } from './options'
import { wholeField } from './refusal'
import type { FieldView } from './view'

/** Why a field never holds a value that stands in a file, in words that say what to write instead; undefined where it may hold it. Its bounds are not asked: a question may lie beyond them. */
export const literalFault = (field: FieldView, value: unknown): string | undefined => {
  const codes = optionsOf(field)
  // Of an enum that there is not, nobody knows the codes.
  if (codes) return codes.length === 0 || codes.some((code) => code === value) ? undefined : (didYouMean(String(value), codes) ?? 'Write one of its codes.')
  const kind = kindOf(field)
  const form = forms[kind ?? '']
  if (form) return form.test(value) ? undefined : `Write ${form.words}: '${field.name}' is of type '${field.type}'.`
  return kind !== undefined && textTypes.includes(kind) ? textFault(field, value) : undefined
}

/** Days, months and times as files write them. */
export const isLiteral = (kind: string, value: unknown): boolean => forms[kind]?.test(value) ?? true

/** How a value of that kind is written, such as "a day like '2026-11-30'"; undefined where any text is one. */
export const literalWords = (kind: string): string | undefined => forms[kind]?.words

interface Form {
  readonly words: string
  readonly test: (value: unknown) => boolean
}

const isText = (value: unknown): value is string => typeof value === 'string'
const number: Form = { words: 'a number', test: (value) => typeof value === 'number' }
const whole: Form = { words: 'a whole number', test: Number.isSafeInteger }

const forms: Readonly<Record<string, Form>> = {
  integer: whole,
  money: whole,
  count: whole,
  percent: number,
  decimal: number,
  date: { words: "a day like '2026-11-30'", test: (value) => isText(value) && isIsoDate(value) },
  month: { words: "a month like '2026-11'", test: (value) => isText(value) && isIsoDate(`${value}-01`) },
  time: { words: "a time like '09:30'", test: (value) => isText(value) && parseTime(value) === value },
  // A day will do: moments are ISO texts and compare as they sort.
  datetime: { words: "a day or a moment like '2026-11-30T09:30:00+08:00'", test: (value) => isText(value) && isIsoDate(value.slice(0, 10)) },
  boolean: { words: 'true or false, without quotation marks', test: (value) => typeof value === 'boolean' },
}

const kindOf = ({ type, raw }: FieldView): string | undefined => (type === 'computed' ? String(raw.as) : type)

const textTypes: readonly string[] = [
  'string',
  'text',
  'email',
  'mobile',
  'landline',
  'phone',
  'uniformNo',
  'idNo',
  'bankAccount',
  'zipCode',
  'url',
  'virtualAccount',
  'barcode',
] satisfies FieldType[]

// What a field keeps has been read by its rules, so that a text which they refuse or write otherwise is never found.
const textFault = (field: FieldView, value: unknown): string | undefined => {
  if (!isText(value)) return `Write a text, in quotation marks: '${field.name}' is of type '${field.type}'.`
  if (value.trim() === '') return 'Ask for nothing with "empty": true.'
  const whole = field.type === 'computed' ? undefined : wholeField(field, {})
  if (!whole) return undefined
  const parsed = rulesOf(whole.type).parse(value, whole, { today: '2000-01-01', rows: (_, row) => ({ value: row, errors: {} }) })
  if ('error' in parsed) return parsed.error
  return 'value' in parsed && parsed.value !== value ? `Write '${parsed.value}', as the field keeps it.` : undefined
}
