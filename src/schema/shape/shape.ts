import type { ProblemId } from '../checks/catalogue'

/** A place in a schema file: keys and list positions from the top. */
export type Path = readonly (string | number)[]

/** What a check found, before file and line are looked up. */
export interface Finding {
  readonly id: ProblemId
  readonly path: Path
  /** Where in the text, for what has no path: a slip that is no JSON. */
  readonly offset?: number
  readonly message: string
  readonly hint?: string
}

/** What a value of a schema file may look like: the test for the checks and the JSON Schema for editors, from one declaration. */
export interface Shape {
  readonly json: JsonSchema
  check(value: unknown, path: Path): Finding[]
}

export type JsonSchema = Readonly<Record<string, unknown>>

/** One key of an object in a schema file. */
export interface Key {
  readonly shape: Shape
  /** One sentence for the editor's tooltip. */
  readonly text: string
  readonly required?: boolean
}

export type Keys = Readonly<Record<string, Key>>

/** A plain object as JSON reads it. */
export type RawObject = Readonly<Record<string, unknown>>

/** The entries of an object in the order of the file: options are read as a map, because an object puts codes such as 10 before 00. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  value instanceof Map ? [...(value as Map<string, unknown>)] : isObject(value) ? Object.entries(value) : []

export const isObject = (value: unknown): value is RawObject => typeof value === 'object' && value !== null && !Array.isArray(value)
