import { cannot, mustBe, placeOf } from '../checks/check-messages'
import {
  eitherShape,
  type Finding,
  flag,
  integerFrom,
  isObject,
  type JsonSchema,
  listOf,
  object,
  oneOfValues,
  type Path,
  type RawObject,
  type SchemaKey,
  type SchemaKeys,
  type Shape,
  text,
} from '../language/shapes/shape'
import { repeated, tooFew, tooMany } from '../rules/messages'
import { hasNestedQuantifiers, parsePattern } from './patterns'

/** The calendar in which screens show a date or a month. Users may type a date in either calendar. */
export const calendar: SchemaKey = {
  shape: oneOfValues(['gregorian', 'roc'], 'a calendar'),
  doc: 'Calendar of displayed dates: roc = 115/11/30, gregorian = 2026/11/30. Default: the setting SITE_CALENDAR. Users may type either.',
}

/** Returns the shape of a bound: a fixed value, or `{"field": "…"}` for the value of another field. */
export const boundShape = (fixed: Shape): Shape =>
  eitherShape(
    isObject,
    object({ field: { shape: text, doc: 'The field of the same record that contains the bound.', required: true } }),
    fixed,
  )

/** The lowest number of entries in a list. */
export const min: SchemaKey = {
  shape: integerFrom(0),
  doc: 'Minimum number of entries; from 1 on, the list is required, unless requiredWhen says when. Default: 0, or 1 if the field is required.',
}

/** The highest number of entries in a list. */
export const max: SchemaKey = { shape: integerFrom(1), doc: 'Maximum number of entries.' }

/** Returns the JSON Schema of a list with a minimum and a maximum length. */
export const listJson = (
  items: JsonSchema,
  { required, min, max }: { readonly required: boolean; readonly min: number; readonly max: number },
): JsonSchema => ({
  type: 'array',
  items,
  ...(required && min > 0 ? { minItems: min } : {}),
  ...(Number.isFinite(max) ? { maxItems: max } : {}),
})

/** Splits the text of a spreadsheet cell into the entries of a list. */
export const cellEntries = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s*[、,，;；\n]\s*/)
    .filter(Boolean)

/** The rules that lists of codes and lists of references share. */
export const selectedListRules = {
  matches: ['in'],
  isSortable: false,
  hasListValues: true,
  isChosen: true,
  hasLongValues: true,
  canBeUnique: false,
} as const

interface Limits {
  readonly label: string
  readonly min: number
  readonly max: number
}

/** Returns the error message for a list with too few, too many or repeated entries; undefined for a valid list. */
export const listError = (
  values: readonly unknown[],
  { label, min, max }: Limits,
  textOf: (value: unknown) => string,
): string | undefined => {
  const repeatedValue = values.find((entry, index) => values.indexOf(entry) !== index)
  if (repeatedValue !== undefined) return repeated(label, textOf(repeatedValue))
  if (values.length < min) return tooFew(label, min, '項')
  return values.length > max ? tooMany(label, max, '項', values.length) : undefined
}

/** The keys that limit the length of a text. */
export const lengthKeys: SchemaKeys = {
  min: { shape: integerFrom(0), doc: 'Minimum number of characters. Default: 0, or 1 if the field is required.' },
  max: { shape: integerFrom(1), doc: 'Maximum number of characters (Unicode code points).', required: true },
}

/** The keys of a text besides its length; most of them are for codes. */
export const codeKeys: SchemaKeys = {
  pattern: {
    shape: text,
    doc: 'Regular expression for the value, which is converted to half width first. A repetition inside a repetition is refused, because it may take too long to reject a value.',
  },
  patternText: {
    shape: text,
    doc: 'Meaning of the pattern in zh-TW, as the end of an error message: 請輸入英文字母或數字.',
  },
  examples: {
    shape: listOf(text, 1),
    doc: 'Valid values for templates and tests, where none can be generated from the pattern.',
  },
  upperCase: { shape: flag, doc: 'Converts letters to capitals.' },
  lengthOf: {
    shape: text,
    doc: 'The field of a referenced record that contains the exact length: ApplyCode.TermNoLen. 0 = must be empty.',
  },
}

/** Returns the mistakes in the bounds and the pattern of a text. */
export const textFindings = (raw: RawObject, path: Path): Finding[] => [
  ...minAboveMaxFindings(raw, path),
  ...patternFindings(raw, path),
]

/** Returns a finding if `min` is above `max`. */
export const minAboveMaxFindings = ({ min, max }: RawObject, path: Path): Finding[] =>
  isAbove(min, max)
    ? [
        {
          id: 'S110',
          path: [...path, 'min'],
          message: mustBe(placeOf([...path, 'min']), `at most max, which is ${max}`),
        },
      ]
    : []

const isAbove = (min: unknown, max: unknown): boolean =>
  (typeof min === 'number' && typeof max === 'number' && min > max) ||
  (isFixedTime(min) && isFixedTime(max) && min > max)

/** Checks whether a bound is a day, a month or a time of day, and not the word `today`. */
const isFixedTime = (value: unknown): value is string => typeof value === 'string' && /^\d/.test(value)

/**
 * S111, S124: a pattern is a regular expression that quickly rejects any value, because it is applied to input from any
 * caller.
 */
const patternFindings = ({ pattern }: RawObject, path: Path): Finding[] => {
  if (typeof pattern !== 'string') return []
  const keyPath = [...path, 'pattern']
  const place = placeOf(keyPath)
  try {
    new RegExp(pattern, 'u')
  } catch (error) {
    return [
      {
        id: 'S111',
        path: keyPath,
        message: mustBe(place, 'a regular expression'),
        hint: error instanceof Error ? error.message : undefined,
      },
    ]
  }
  return hasNestedQuantifiers(parsePattern(pattern))
    ? [
        {
          id: 'S124',
          path: keyPath,
          message: cannot(place, 'be used: it repeats a part that itself repeats'),
          hint: nestedQuantifiersHint,
        },
      ]
    : []
}

const nestedQuantifiersHint = 'Separate the repetitions: use ^[A-Z]+( [A-Z]+)*$ instead of ^([A-Z]+ ?)+$.'
