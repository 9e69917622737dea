import { roc7 } from '../../domain/dates/roc-date'
import { rulesOf } from '../field-types'
import { isObject } from '../language/shapes/shape'
import type { DynamicDefault, Field, FieldType } from '../language/types'

/** The values on which defaults depend; only the server passes the current time. */
export interface DefaultContext {
  readonly today: string
  readonly now?: string
  readonly user?: User
}

/** The user who creates a record. */
export interface User {
  readonly id: string
  readonly name: string
}

/** Returns the default of a field for a new record; undefined where its file has none, or where only the server knows it. */
export const defaultOf = ({ type, default: fixed, dynamicDefault }: Field, { today, now, user }: DefaultContext): unknown => {
  if (!dynamicDefault) return fixed
  if ('user' in dynamicDefault) return user?.[dynamicDefault.user]
  if ('sequence' in dynamicDefault) return undefined
  return dynamicDefault.clock === 'now' ? now : (rulesOf(type).fromDay?.(today) ?? today)
}

/** Whether the field has a default in a new record. */
export const hasDefault = ({ default: fixed, dynamicDefault }: Pick<Field, 'default' | 'dynamicDefault'>): boolean =>
  fixed !== undefined || dynamicDefault !== undefined

/** Returns a default that is not a fixed value; undefined for a fixed one. */
export const dynamicDefaultIn = (type: FieldType | undefined, raw: unknown): DynamicDefault | undefined => {
  if (isObject(raw)) return raw as unknown as DynamicDefault
  const clock = type && rulesOf(type).clock
  return clock !== undefined && raw === clock ? { clock } : undefined
}

/** Whether a default is a running number. */
export const isSequence = (raw: unknown): boolean => isObject(raw) && 'sequence' in raw

/** A series of running numbers: the text before and after the number, and its minimum number of digits. */
export interface Series {
  readonly before: string
  readonly after: string
  readonly digits: number
}

/** Returns the series of a pattern such as `C{yyyy}{0000}` on a day; each year, month or day in the pattern has its own series. */
export const seriesOn = (pattern: string, today: string): Series => {
  // Splitting by a pattern with one group returns the group between the two parts.
  const [before = '', , after = ''] = pattern
    .split(numberPlaceholder)
    .map((part) => part.replace(placeholder, (_, word: string) => dateParts[word]?.(today) ?? ''))
  return { before, after, digits: numberPlaceholder.exec(pattern)?.[1]?.length ?? 1 }
}

/** Returns a running number as text. */
export const sequenceText = ({ before, after, digits }: Series, number: number): string => `${before}${String(number).padStart(digits, '0')}${after}`

/** Returns why a pattern of running numbers is invalid, as the end of a sentence with `cannot`; undefined for a valid pattern. */
export const sequenceProblem = (pattern: string, max: number | undefined): string | undefined => {
  const names = [...pattern.matchAll(placeholder)].map(([, word = '']) => word)
  const numbers = names.filter((name) => /^0+$/.test(name))
  const unknownName = names.find((name) => !/^0+$/.test(name) && !Object.hasOwn(dateParts, name))
  if (unknownName !== undefined)
    return `contain '{${unknownName}}': it can contain ${Object.keys(dateParts)
      .map((word) => `{${word}}`)
      .join(', ')} and zeros in braces`
  if (numbers.length !== 1) return `contain ${numbers.length} numbers: it must contain one, such as {0000}`
  const length = sequenceText(seriesOn(pattern, '2026-11-30'), 1).length
  return max !== undefined && length > max ? `be ${length} characters long: 'max' is ${max}` : undefined
}

const placeholder = /\{([^{}]*)\}/g
const numberPlaceholder = /\{(0+)\}/

const dateParts: Readonly<Record<string, (today: string) => string>> = {
  yyyy: (today) => today.slice(0, 4),
  roc: (today) => roc7(today).slice(0, 3),
  mm: (today) => today.slice(5, 7),
  dd: (today) => today.slice(8, 10),
}
