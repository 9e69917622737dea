import { formatRoc7 } from '../../domain/dates/roc-date'
import { rulesOf } from '../field-types'
import { isObject } from '../language/shapes/shape'
import type { DynamicDefault, Field, FieldType } from '../language/types'

/** The values on which defaults depend. Only the server passes the current time. */
export interface DefaultContext {
  readonly today: string
  readonly now?: string
  readonly user?: RecordCreator
}

/** The user who creates a record. */
export interface RecordCreator {
  readonly id: string
  readonly name: string
}

/**
 * Returns the default of a field for a new record; undefined if the schema file declares none, or if only the server
 * knows it.
 */
export const defaultOf = (
  { type, default: fixedDefault, dynamicDefault }: Field,
  { today, now, user }: DefaultContext,
): unknown => {
  if (!dynamicDefault) return fixedDefault
  if ('user' in dynamicDefault) return user?.[dynamicDefault.user]
  // The server assigns the number in the transaction that creates the record.
  if ('sequence' in dynamicDefault) return undefined
  return dynamicDefault.clock === 'now' ? now : (rulesOf(type).fromDay?.(today) ?? today)
}

/** Checks whether new records have a default for the field. */
export const hasDefault = ({
  default: fixedDefault,
  dynamicDefault,
}: Pick<Field, 'default' | 'dynamicDefault'>): boolean => fixedDefault !== undefined || dynamicDefault !== undefined

/** Returns the dynamic default that a schema file declares; undefined for a fixed value. */
export const dynamicDefaultIn = (type: FieldType | undefined, raw: unknown): DynamicDefault | undefined => {
  if (isObject(raw)) return raw as unknown as DynamicDefault
  const clock = type && rulesOf(type).clockDefault
  return clock !== undefined && raw === clock ? { clock } : undefined
}

/** Checks whether the default in a schema file is a sequence number. */
export const isSequenceDefault = (raw: unknown): boolean => isObject(raw) && 'sequence' in raw

/** A series of sequence numbers, which differ only in their digits: `C20260001`, `C20260002`. */
export interface NumberSeries {
  readonly prefix: string
  readonly suffix: string
  readonly minDigits: number
}

/**
 * Returns the series in which a pattern such as `C{yyyy}{0000}` numbers the records of this day.
 * When the year, month or day in the pattern changes, a new series starts at 1.
 */
export const seriesOn = (pattern: string, today: string): NumberSeries => {
  // Splitting by a pattern with a group returns [text before, group, text after].
  const [prefix = '', , suffix = ''] = pattern
    .split(numberPlaceholder)
    .map((part) => part.replace(placeholder, (_, name: string) => dateParts[name]?.(today) ?? ''))
  return { prefix, suffix, minDigits: numberPlaceholder.exec(pattern)?.[1]?.length ?? 1 }
}

/** Returns a number of a series as text, such as `C20260007` for 7. */
export const sequenceText = ({ prefix, suffix, minDigits }: NumberSeries, number: number): string =>
  `${prefix}${String(number).padStart(minDigits, '0')}${suffix}`

/**
 * Returns why a pattern of sequence numbers is invalid, as the part of a message that follows the word `cannot`;
 * undefined if the pattern is valid.
 */
export const sequenceProblem = (pattern: string, max: number | undefined): string | undefined => {
  const names = [...pattern.matchAll(placeholder)].map(([, name = '']) => name)
  const numbers = names.filter((name) => /^0+$/.test(name))
  const unknownName = names.find((name) => !/^0+$/.test(name) && !Object.hasOwn(dateParts, name))
  if (unknownName !== undefined)
    return `contain '{${unknownName}}': it can contain ${Object.keys(dateParts)
      .map((name) => `{${name}}`)
      .join(', ')} and zeros in braces`
  if (numbers.length !== 1) return `contain ${numbers.length} numbers: it must contain one, such as {0000}`
  // The length is the same on every day.
  const length = sequenceText(seriesOn(pattern, '2026-11-30'), 1).length
  return max !== undefined && length > max ? `be ${length} characters long: 'max' is ${max}` : undefined
}

const placeholder = /\{([^{}]*)\}/g
const numberPlaceholder = /\{(0+)\}/

const dateParts: Readonly<Record<string, (today: string) => string>> = {
  yyyy: (today) => today.slice(0, 4),
  roc: (today) => formatRoc7(today).slice(0, 3),
  mm: (today) => today.slice(5, 7),
  dd: (today) => today.slice(8, 10),
}
