import { roc7 } from '../../domain/dates/roc-date'
import { rulesOf } from '../field-types'
import { isObject } from '../language/shapes/shape'
import type { DynamicDefault, Field, FieldType } from '../language/types'

/** What defaults may depend on; only the server knows the moment. */
export interface Start {
  readonly today: string
  readonly now?: string
  readonly user?: User
}

/** Who makes a record. */
export interface User {
  readonly id: string
  readonly name: string
}

/** Returns the default of a field for a new record; undefined where its file has none, or where only the server knows it. */
export const defaultOf = ({ type, default: fixed, dynamicDefault }: Field, { today, now, user }: Start): unknown => {
  if (!dynamicDefault) return fixed
  if ('user' in dynamicDefault) return user?.[dynamicDefault.user]
  if ('sequence' in dynamicDefault) return undefined
  return dynamicDefault.clock === 'now' ? now : (rulesOf(type).fromDay?.(today) ?? today)
}

/** Whether a new record has a value in the field though nobody enters one. */
export const hasDefault = ({ default: fixed, dynamicDefault }: Pick<Field, 'default' | 'dynamicDefault'>): boolean =>
  fixed !== undefined || dynamicDefault !== undefined

/** The default of a file, where it is not always the same value. */
export const dynamicDefaultIn = (type: FieldType | undefined, said: unknown): DynamicDefault | undefined => {
  if (isObject(said)) return said as unknown as DynamicDefault
  const clock = type && rulesOf(type).clock
  return clock !== undefined && said === clock ? { clock } : undefined
}

/** Whether the default of a file is a running number, which nobody enters. */
export const isSequence = (said: unknown): boolean => isObject(said) && 'sequence' in said

/** A series of running numbers: what stands before and after the number, and how many digits it has at least. */
export interface Series {
  readonly before: string
  readonly after: string
  readonly digits: number
}

/** The series that a pattern such as `C{yyyy}{0000}` means on a day: each year, or month, or day, has its own. */
export const seriesOn = (pattern: string, today: string): Series => {
  // What `place` holds stands between them.
  const [before = '', , after = ''] = pattern.split(place).map((part) => part.replace(slot, (_, word: string) => dateParts[word]?.(today) ?? ''))
  return { before, after, digits: place.exec(pattern)?.[1]?.length ?? 1 }
}

/** A number of a series as the record bears it. */
export const numberIn = ({ before, after, digits }: Series, number: number): string => `${before}${String(number).padStart(digits, '0')}${after}`

/** Why a pattern is none; undefined where it is one. */
export const sequenceProblem = (pattern: string, max: number | undefined): string | undefined => {
  const words = [...pattern.matchAll(slot)].map(([, word = '']) => word)
  const numbers = words.filter((word) => /^0+$/.test(word))
  const stranger = words.find((word) => !/^0+$/.test(word) && !Object.hasOwn(dateParts, word))
  if (stranger !== undefined)
    return `have '{${stranger}}' in it: there are ${Object.keys(dateParts)
      .map((word) => `{${word}}`)
      .join(', ')} and zeros`
  if (numbers.length !== 1) return 'do without one place for the number, such as {0000}, or with several'
  const length = numberIn(seriesOn(pattern, '2026-11-30'), 1).length
  return max !== undefined && length > max ? `be ${length} characters long: 'max' is ${max}` : undefined
}

const slot = /\{([^{}]*)\}/g
const place = /\{(0+)\}/

const dateParts: Readonly<Record<string, (today: string) => string>> = {
  yyyy: (today) => today.slice(0, 4),
  roc: (today) => roc7(today).slice(0, 3),
  mm: (today) => today.slice(5, 7),
  dd: (today) => today.slice(8, 10),
}
