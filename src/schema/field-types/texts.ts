import {
  codeSpellings,
  digitSpellings,
  foldRadicals,
  foldText,
  nameSpellings,
  withoutGroups,
  withoutInvisible,
} from '../../domain/text-folding'
import type { FieldBase } from '../language/language'
import { integerFrom, type JsonSchema } from '../language/shapes/shape'
import {
  badCharacter,
  notText,
  privateUseCharacter,
  tooLong,
  tooManyLines,
  tooShort,
  unreadableCharacter,
  wrongFormat,
} from '../rules/messages'
import type { FieldTypeRules, ParseResult, RawField } from './field-type'
import { sampleText } from './samples'
import { codeKeys, lengthKeys, textFindings } from './shared-keys'

/** A field with one or several lines of text. */
export interface PlainTextField extends FieldBase {
  readonly type: 'string' | 'text'
  readonly min: number
  readonly max: number
  readonly pattern?: string
  /** The meaning of `pattern`, in words for users. */
  readonly patternText?: string
  /** Valid values, for a pattern from which none can be generated. */
  readonly examples?: readonly string[]
  readonly upperCase?: boolean
  readonly maxLines?: number
  /**
   * The field of a referenced record that contains the exact length: `ApplyCode.TermNoLen`; length 0 = the field must
   * be empty.
   */
  readonly lengthOf?: string
}

/** One line of text: names, codes, and numbers that are not used in calculations. */
const string: FieldTypeRules<PlainTextField> = {
  group: 'text',
  doc: 'One line of text: names, codes, and numbers that are not used in calculations.',
  keys: { ...lengthKeys, ...codeKeys },
  matches: ['contains', 'exact', 'in', 'startsWith'],
  isSortable: true,
  canBeMasked: true,
  acceptsAnyText,
  limitNotes,
  isCode,
  checkSettings: textFindings,
  compile: compileText,
  columnType: () => 'text',
  referenceColumn: 'text',
  jsonSchema: textJsonSchema,
  parse: parseText,
  searchTexts,
  mayHaveHyphens,
  sample: ({ pattern, min, max, examples }, seed) =>
    examples?.[seed % examples.length] ?? sampleText(pattern, min, max, seed),
}

// Import templates show 範例, a text of two characters, in a field that accepts any text.
function acceptsAnyText({ pattern, lengthOf, min, max }: PlainTextField): boolean {
  return !pattern && lengthOf === undefined && min <= 2 && max >= 2
}

/**
 * Checks whether a text is a code.
 * A pattern that only excludes characters describes a name, such as that of a file.
 */
function isCode({ pattern, upperCase }: PlainTextField): boolean {
  return upperCase === true || (pattern !== undefined && !pattern.includes('[^'))
}

function limitNotes({ max, patternText }: PlainTextField): readonly string[] {
  return [`最多 ${max} 個字。`, ...(patternText ? [`${patternText}。`] : [])]
}

/** Returns the bounds of a text and the description of its pattern. */
function compileText({ required, min, max = 0, pattern, patternText }: RawField): Partial<PlainTextField> {
  const knownText = typeof pattern === 'string' ? patternTexts[pattern] : undefined
  return {
    min: min ?? (required ? 1 : 0),
    max,
    ...(patternText === undefined && knownText ? { patternText: knownText } : {}),
  }
}

/** Several lines of text: notices, remarks. */
const text: FieldTypeRules<PlainTextField> = {
  group: 'text',
  doc: 'Several lines of text, such as notices and remarks.',
  keys: { ...lengthKeys, maxLines: { shape: integerFrom(1), doc: 'Maximum number of lines.' } },
  matches: ['contains'],
  isSortable: false,
  hasLongValues: true,
  canBeUnique: false,
  canBeMasked: true,
  acceptsAnyText,
  limitNotes,
  checkSettings: textFindings,
  compile: compileText,
  columnType: () => 'text',
  referenceColumn: 'text',
  jsonSchema: textJsonSchema,
  parse: parseText,
  searchTexts,
  sample: ({ min, max }, seed) => `第 ${seed} 則說明`.padEnd(min, '。').slice(0, max),
}

/**
 * Trims a text, removes invisible characters, converts a code (a text with `pattern` or `upperCase`) to half width,
 * then validates characters, length and pattern.
 */
function parseText(value: unknown, field: PlainTextField): ParseResult {
  if (typeof value !== 'string' && typeof value !== 'number') return { error: notText(field.label) }
  const text = normalize(String(value), field)
  return textError(text, field) ?? { value: text }
}

const normalize = (raw: string, field: PlainTextField): string => {
  // Cells that are pasted from a spreadsheet contain tabs.
  const untabbed = field.type === 'text' ? raw.replaceAll('\t', ' ') : raw
  const text = foldRadicals(withoutInvisible(untabbed)).replace(/\r\n?/g, '\n').trim().normalize('NFC')
  if (!isCode(field)) return text
  const code = isAccount(field) ? withoutGroups(foldText(text)) : foldText(text)
  return field.upperCase ? code.toUpperCase() : code
}

/** Checks whether a code consists of digits only. */
const hasOnlyDigits = ({ pattern }: PlainTextField): boolean =>
  pattern !== undefined && /^[\d^$()|?+*,{}]*$/.test(pattern.replace(/\[0-9\]|\\d/g, ''))

/**
 * Checks whether a field contains long numbers, which people write in groups of digits.
 * In a shorter number, 1-2 is rather a date or a typing error.
 */
const isAccount = (field: PlainTextField): boolean => hasOnlyDigits(field) && field.max >= 12

function mayHaveHyphens({ pattern }: PlainTextField): boolean {
  return pattern?.includes('-') === true && withoutRanges(pattern).includes('-')
}

const withoutRanges = (pattern: string): string => pattern.replace(/A-Z|a-z|0-9|\\d/g, '')

function searchTexts(text: string, field: PlainTextField, isPart: boolean): readonly string[] {
  if (!isCode(field)) return nameSpellings(text)
  if (hasOnlyDigits(field)) return digitSpellings(text)
  if (!isPart) return codeSpellings(text, { mayHaveHyphens: mayHaveHyphens(field) })
  const code = foldText(text).replaceAll(' ', '')
  return [mayHaveHyphens(field) ? code.replaceAll('-', '') : code]
}

const textError = (text: string, field: PlainTextField): ParseResult | undefined => {
  const { label, min, max, maxLines, pattern } = field
  const length = characterCount(text)
  if (hasBadCharacter(text, field.type === 'text')) return { error: badCharacter(label) }
  const unreadable = unreadableError(label, text)
  if (unreadable !== undefined) return { error: unreadable }
  if (length > max) return { error: tooLong(label, max, length), errorKind: 'length' }
  if (length < min) return { error: tooShort(label, min, length), errorKind: 'length' }
  const lines = maxLines ? text.split('\n').length : 0
  if (maxLines && lines > maxLines) return { error: tooManyLines(label, maxLines, lines) }
  if (pattern && !new RegExp(pattern, 'u').test(text))
    return { error: wrongFormat(label, field.patternText ?? '請檢查輸入的內容') }
  return undefined
}

/** Returns the JSON Schema of a text with its bounds. */
function textJsonSchema({ min, max, pattern, patternText }: PlainTextField): JsonSchema {
  return {
    type: 'string',
    ...(min > 0 ? { minLength: min } : {}),
    maxLength: max,
    ...(pattern ? { pattern, 'x-pattern-text': patternText } : {}),
  }
}

/** The field types of texts. */
export const texts = { string, text }

/** Returns the number of characters of a text, counted as code points rather than UTF-16 units. */
export const characterCount = (text: string): number => (surrogates.test(text) ? [...text].length : text.length)

const surrogates = /[\ud800-\udfff]/

/** Checks whether a text has characters that screens and printed slips cannot show, or that hide other characters. */
export const hasBadCharacter = (text: string, allowsLineBreaks = false): boolean =>
  badCharacters.test(allowsLineBreaks ? text.replaceAll('\n', '') : text)

// Cc: control characters, including NUL.
// Cs: lone surrogates, which PostgreSQL rejects.
// The other characters change the direction of text or are invisible.
const badCharacters = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * Returns the message for a character that nobody else can read: one that a company has defined itself (造字), or the
 * sign for one that was lost; undefined if there is none.
 */
export const unreadableError = (label: string, text: string): string | undefined => {
  if (text.includes('\ufffd')) return unreadableCharacter(label)
  const privateUse = /\p{Co}/u.exec(text)?.[0].codePointAt(0)
  return privateUse === undefined ? undefined : privateUseCharacter(label, `U+${privateUse.toString(16).toUpperCase()}`)
}

/** Descriptions of common patterns, so that schema files need not repeat them. */
export const patternTexts: Readonly<Record<string, string>> = {
  '^[0-9]+$': '請輸入數字',
  '^[A-Z0-9]+$': '請輸入大寫英文字母或數字',
  '^[A-Za-z0-9]+$': '請輸入英文字母或數字',
  '^[A-Za-z0-9-]+$': '請輸入英文字母、數字或連字號',
  '^[A-Za-z0-9_-]+$': '請輸入英文字母、數字、底線或連字號',
}
