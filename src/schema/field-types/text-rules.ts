import { foldFullWidth } from '../../domain/full-width'
import { badCharacter, notText, tooLong, tooManyLines, tooShort, wrongForm } from '../sentences'
import type { JsonSchema } from '../shape/shape'
import type { StringField } from '../types'
import type { Parsed } from './field-type'

/** Reads a text: trims, folds codes to half width, then judges characters, length and pattern. */
export const parseText = (value: unknown, field: StringField): Parsed => {
  if (typeof value !== 'string' && typeof value !== 'number') return { error: notText(field.label) }
  const text = tidy(String(value), field)
  const error = problemIn(text, field)
  return error ? { error } : { value: text }
}

/** Counts what people call characters of Chinese text: code points, not UTF-16 halves. */
export const lengthOf = (text: string): number => [...text].length

/** Whether a text has characters that neither a screen nor a printed slip can show, or that hide others. */
export const hasBadCharacter = (text: string, lineBreaks = false): boolean => badCharacters.test(lineBreaks ? text.replaceAll('\n', '') : text)

// Cc: control characters, NUL among them; Cs: lone surrogates, which PostgreSQL refuses; the rest turn text around or are invisible.
const badCharacters = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u

const tidy = (raw: string, field: StringField): string => {
  // Cells pasted from a spreadsheet bring tabs along.
  const plain = field.type === 'text' ? raw.replaceAll('\t', ' ') : raw
  const text = plain.replace(/\r\n?/g, '\n').trim().normalize('NFC')
  const folded = field.pattern || field.upperCase ? foldFullWidth(text).trim() : text
  return field.upperCase ? folded.toUpperCase() : folded
}

const problemIn = (text: string, field: StringField): string | undefined => {
  const { label, min, max, maxLines, pattern } = field
  const length = lengthOf(text)
  const lines = text.split('\n').length
  if (hasBadCharacter(text, field.type === 'text')) return badCharacter(label)
  if (length > max) return tooLong(label, max, length)
  if (length < min) return tooShort(label, min, length)
  if (maxLines && lines > maxLines) return tooManyLines(label, maxLines, lines)
  if (pattern && !new RegExp(pattern, 'u').test(text)) return wrongForm(label, field.patternText ?? '請檢查輸入的內容')
  return undefined
}

/** A text with its bounds. */
export const textJson = ({ min, max, pattern, patternText }: StringField): JsonSchema => ({
  type: 'string',
  ...(min > 0 ? { minLength: min } : {}),
  maxLength: max,
  ...(pattern ? { pattern, 'x-pattern-text': patternText } : {}),
})
