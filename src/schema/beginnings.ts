import { rulesOf } from './field-types'
import { isObject } from './shape/shape'
import type { Beginning, Field, FieldType } from './types'

/** What is known when a new record begins; the server alone knows the moment. */
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

/** What a new record begins with in a field; undefined where its file says nothing, or where only the server can say. */
export const beginningOf = ({ type, default: fixed, begins }: Field, { today, now, user }: Start): unknown => {
  if (!begins) return fixed
  if ('user' in begins) return user?.[begins.user]
  if ('sequence' in begins) return undefined
  return begins.clock === 'now' ? now : (rulesOf(type).fromDay?.(today) ?? today)
}

/** Whether a new record has a value in the field though nobody enters one. */
export const hasBeginning = ({ default: fixed, begins }: Pick<Field, 'default' | 'begins'>): boolean => fixed !== undefined || begins !== undefined

/** The default of a file, where it is not always the same value. */
export const beginningIn = (type: FieldType | undefined, said: unknown): Beginning | undefined => {
  if (isObject(said)) return said as unknown as Beginning
  const clock = type && rulesOf(type).clock
  return clock !== undefined && said === clock ? { clock } : undefined
}

/** Whether the default of a file is a running number, which nobody enters. */
export const isSequence = (said: unknown): boolean => isObject(said) && 'sequence' in said
