/** The properties of an answer whose types are unknown. */
export type AnswerValues = Readonly<Record<string, unknown>>

/** Returns the properties of an answer; none if it is no object. */
export const valuesOf = (answer: unknown): AnswerValues =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as AnswerValues) : {}

/** Returns a list of an answer; an empty one if there is none. */
export const itemsOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : [])

/** Returns a text or a number as text; the default for any other value. */
export const textOr = (value: unknown, missing: string): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : missing

/**
 * Returns the defaults, replaced by the values of the answer that have the same type, and all other values of the
 * answer.
 * A value of any type replaces the default null.
 */
export const withDefaults = <T extends object>(answer: AnswerValues, defaults: T): T => ({
  ...answer,
  ...defaults,
  ...Object.fromEntries(
    Object.entries(defaults)
      .filter(([name, missing]) => hasTypeOf(answer[name], missing))
      .map(([name]) => [name, answer[name]]),
  ),
})

const hasTypeOf = (value: unknown, missing: unknown): boolean =>
  value !== undefined &&
  (missing === null || (typeof value === typeof missing && Array.isArray(value) === Array.isArray(missing)))

/** Returns a value without which the front end cannot continue; throws an error that names it if it is missing. */
export const needed = (answer: AnswerValues, name: string): unknown => {
  const value = answer[name]
  if (value === undefined || value === null || value === '') throw new TypeError(`The answer has no ${name}.`)
  return value
}

/** Returns a needed value as text. */
export const neededText = (answer: AnswerValues, name: string): string => String(needed(answer, name))

/** Returns a needed value as a number. */
export const neededNumber = (answer: AnswerValues, name: string): number => {
  const value = Number(needed(answer, name))
  if (!Number.isFinite(value)) throw new TypeError(`The ${name} of the answer is not a number.`)
  return value
}

/** Returns a value as a number, or the default if the answer does not have it. */
export const numberOr = (answer: AnswerValues, name: string, missing: number): number =>
  answer[name] === undefined || answer[name] === null || answer[name] === '' ? missing : neededNumber(answer, name)
