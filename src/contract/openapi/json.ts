import type { JsonSchema } from '../../schema/language/shapes/shape'

export type { JsonSchema }

/**
 * A JSON Schema whose type also contains the TypeScript type of the values that it describes, so that this type is not
 * declared twice.
 */
export type Described<T> = JsonSchema & { readonly [described]?: T }

/** Key of a property that exists only for the compiler: no schema has it at run time. */
export declare const described: unique symbol

/** The TypeScript type of the values that a schema describes. */
export type ValueOf<S extends JsonSchema> = S extends Described<infer T> ? T : never

/** Describes a text. */
export const text = (description: string, keywords: JsonSchema = {}): Described<string> => ({
  type: 'string',
  description,
  ...keywords,
})

/** Describes a non-empty text with a maximum length. */
export const nonEmptyText = (description: string, maxLength: number): Described<string> =>
  text(description, { minLength: 1, maxLength })

/** Describes a whole number; money is in the smallest unit of its currency. */
export const integer = (description: string, keywords: JsonSchema = {}): Described<number> => ({
  type: 'integer',
  description,
  ...keywords,
})

/** Describes a boolean. */
export const flag = (description: string): Described<boolean> => ({ type: 'boolean', description })

/** Describes a date in the format YYYY-MM-DD. */
export const day = (description: string): Described<string> => text(description, { format: 'date' })

/** Describes a date and time with its UTC offset. */
export const dateTime = (description: string): Described<string> => text(description, { format: 'date-time' })

/** Describes a value that is one of these codes. */
export const oneOf = <const Code extends string | number>(
  description: string,
  codes: readonly Code[],
): Described<Code> => ({
  type: typeof codes[0] === 'number' ? 'integer' : 'string',
  enum: codes,
  description,
})

/** Describes a list of items that all have the same schema. */
export const listOf = <T>(items: Described<T>, description?: string): Described<readonly T[]> => ({
  type: 'array',
  items,
  ...(description ? { description } : {}),
})

/** Returns a reference to a named schema. */
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Describes a value that may also be null. */
export const orNull = <T>(schema: Described<T>): Described<T | null> => ({
  ...schema,
  type: [schema.type, 'null'].flat(),
  ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
})

/** Describes the value null. */
export const nullValue: Described<null> = { type: 'null' }

type Properties = Readonly<Record<string, JsonSchema>>

/** Describes an object with exactly these properties, all of which are required. */
export const exactObject = <P extends Properties>(properties: P): Described<ValuesOf<P>> =>
  objectOf(properties, Object.keys(properties))

/** Describes an object that has no other properties than these; those named in `optional` may be absent. */
export const partialObject = <P extends Properties, Name extends keyof P>(
  properties: P,
  optional: readonly Name[],
): Described<ValuesOf<Omit<P, Name>> & Partial<ValuesOf<Pick<P, Name>>>> => {
  const required = Object.keys(properties).filter((name) => !optional.some((optionalName) => optionalName === name))
  return objectOf(properties, required)
}

/** Describes an object that has no other properties than these; those named in `required` must be present. */
export const objectOf = (properties: Properties, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
})

type ValuesOf<P> = { readonly [Name in keyof P]: P[Name] extends JsonSchema ? ValueOf<P[Name]> : never }

/** Describes the bytes of a file. */
export const bytes: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' }
