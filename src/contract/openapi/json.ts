import type { JsonSchema } from '../../schema/language/shapes/shape'

export type { JsonSchema }

/** Returns a text of that meaning. */
export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', description, ...more })

/** Returns a text of at most so many characters, as forms send it. */
export const entry = (description: string, maxLength: number): JsonSchema => text(description, { minLength: 1, maxLength })

/** Returns a whole number; money is in the smallest unit of its currency. */
export const whole = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'integer', description, ...more })

export const yesNo = (description: string): JsonSchema => ({ type: 'boolean', description })

export const day = (description: string): JsonSchema => text(description, { format: 'date' })

export const moment = (description: string): JsonSchema => text(description, { format: 'date-time' })

/** One of these codes. */
export const oneOf = (description: string, codes: readonly (string | number)[]): JsonSchema => ({
  type: typeof codes[0] === 'number' ? 'integer' : 'string',
  enum: codes,
  description,
})

export const listOf = (items: JsonSchema, description?: string): JsonSchema => ({ type: 'array', items, ...(description ? { description } : {}) })

/** Returns a reference to a named shape. */
export const shape = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Describes the same, or null. */
export const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'].flat(),
  ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
})

/** Nothing. */
export const nothing: JsonSchema = { type: 'null' }

/** Returns an object with exactly these properties. Named by its type, so that the compiler tells when one of the two lacks a property. */
export const closed = <T>(properties: { readonly [Name in keyof Required<T>]: JsonSchema }, optional: readonly (keyof T)[] = []): JsonSchema => {
  const required = Object.keys(properties).filter((name) => !optional.some((one) => one === name))
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}

/** Bytes. */
export const bytes: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' }
