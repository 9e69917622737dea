import type { Finding, JsonSchema, Keys, Path, RawObject } from '../shape/shape'
import type { Field, FieldBase, Filter, Resource } from '../types'

/** Everything one type of field knows: what a file may say about it, its column, how its values are read and judged. */
export interface FieldTypeRules<F extends Field> {
  /** One sentence for editors. */
  readonly text: string
  /** Settings beside those that every field has. */
  readonly keys: Keys
  /** How a list may be narrowed by it; the first is the default. None = not at all. */
  readonly matches: readonly Filter['match'][]
  /** Whether a list can be sorted by it. */
  readonly sortable: boolean
  /** What its values are compared as, by bounds and by conditions that ask atLeast and atMost. Absent = they have no order. */
  readonly compares?: Comparable
  /** Its values are lists; nothing is an empty list. */
  readonly list?: true
  /** People choose rather than type, so they are asked to choose. */
  readonly chosen?: true
  /** False: the server makes it, people never enter it. */
  readonly entered?: false
  /** Too long for the columns of a list that a file does not write out. */
  readonly long?: true
  /** False: list rows cannot show it. */
  readonly listed?: false
  /** False: it cannot be unique. */
  readonly unique?: false
  /** False: it cannot stand in a row. */
  readonly inRows?: false
  /** Its values can be personal data, for they have masks. */
  readonly masked?: true
  /** Mistakes among the settings that a single key does not show. */
  settings?(raw: RawObject, path: Path): Finding[]
  /** The field with its defaults filled in. `context` knows what other files say. */
  complete(raw: RawObject, base: FieldBase, context: CompleteContext): F
  /** Type of its column; null = no column. */
  column(field: F, find: (resource: string) => Resource | undefined): string | null
  /** Reads what a person or a program gave; `undefined`, null and blanks never arrive here. */
  parse(value: unknown, field: F, context: ParseContext): Parsed
  /** Its values as they travel, for the API's description: what a caller should send. Answers keep its types, not its limits. */
  json(field: F, context: JsonContext): JsonSchema
  /** A valid value, for generated tests and examples; `seed` makes different ones. Bounds that say today mean `today`. */
  sample(field: F, seed: number, today?: string): unknown
}

export type Comparable = 'number' | 'date' | 'datetime' | 'month' | 'time'

export interface CompleteContext {
  /** What the file of that resource says; empty for an unknown one. */
  raw(resource: string): RawObject
  /** The resource that the field stands in. */
  readonly own: RawObject
  /** Completes a field of a row. */
  field(name: string, raw: RawObject): Field
}

export interface JsonContext {
  /** The resource of that name; undefined for an unknown one. */
  find(resource: string): Resource | undefined
  /** One row of a list of rows. */
  row(fields: readonly Field[]): JsonSchema
}

export interface ParseContext {
  readonly today: string
  /** Judges a row of the list of that name. */
  rows(
    fields: readonly Field[],
    row: Readonly<Record<string, unknown>>,
    list: string,
  ): { readonly value: Readonly<Record<string, unknown>>; readonly errors: Readonly<Record<string, string>> }
}

/** A value, or a zh-TW sentence for the whole field, or sentences for its parts. */
export type Parsed = { readonly value: unknown } | { readonly error: string } | { readonly errors: Readonly<Record<string, string>> }
