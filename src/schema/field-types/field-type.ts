import type { PersonalData } from '../../domain/access/mask'
import { isIsoDate } from '../../domain/dates/dates'
import type { FieldBase, Match, RecordValues } from '../language/language'
import type { Finding, JsonSchema, Keys, Path, RawObject } from '../language/shapes/shape'

/** A field of whatever type. Types of field know one another only so far. */
export type AnyField = FieldBase & { readonly type: string }

/** What a field must know of a resource that it refers to. */
export interface ReferredResource {
  readonly fields: readonly { readonly name: string; readonly type: string | undefined }[]
}

/** Which family of values a type belongs to. */
export type FieldGroup = 'text' | 'number' | 'time' | 'yesNo' | 'choice' | 'reference' | 'rows' | 'data' | 'computed'

/** What numbers of a kind have in common, whether a field or an expression gives them. */
export interface NumberKind<F extends AnyField = AnyField> {
  /** A sum of them means something. */
  readonly sums: boolean
  /** They are whole, and so are their sums. */
  readonly whole: boolean
  /** Amounts, which mean something together with their currency alone. */
  readonly amount?: true
  /** Digits after the point of a computed one, and of an average of several. */
  readonly places: number
  readonly averagePlaces: number
  /** The number in words. */
  text(value: number, currency: string): string
  /** Returns the field of a report that holds a sum or an average of them. */
  figure(named: FieldBase, how: 'sum' | 'average' | 'count'): F
}

/** How a value stands in a schema file. */
export interface Literal {
  /** Such as "a day like '2026-11-30'". */
  readonly description: string
  test(value: unknown): boolean
}

/** What a file says of a field, with the defaults that all types share. Types whose bounds are no numbers read them from the file unchanged. */
export type RawField = FieldBase & RawObject & { readonly min?: number; readonly max?: number; readonly maxBytes?: number }

/** Facts about the values of a field. Those of a computed field follow from its `as`. */
export interface ValueFacets<F extends AnyField = AnyField> {
  /** What its values are compared as, by bounds and by conditions that ask atLeast and atMost. Absent = they have no order. */
  readonly compares?: Comparable
  /** What its numbers are like. Absent = its values are not numbers. */
  readonly number?: NumberKind<F>
  /** How its values stand in a schema file; absent = as what `parse` reads. */
  readonly literal?: Literal
  /** Its values in words, for files and prints; absent = as they are, numbers by their kind. */
  display?(value: unknown, field: AnyField, record: RecordValues): string
}

/** Everything about one type of field: its settings, its column, how its values are parsed and validated. */
export interface FieldTypeRules<F extends AnyField> extends ValueFacets {
  readonly group: FieldGroup
  /** One sentence for editors. */
  readonly text: string
  /** Settings beside those that every field has. */
  readonly keys: Keys
  /** How a list may be narrowed by it; the first is the default. None = not at all. */
  readonly matches: readonly Match[]
  /** Whether a list can be sorted by it. */
  readonly sortable: boolean
  /** Its values are lists; nothing is an empty list. */
  readonly list?: true
  /** People choose rather than type, so they are asked to choose. */
  readonly chosen?: true
  /** False: the server makes it, people never enter it. */
  readonly entered?: false
  /** The word of a file that makes its default follow the clock. */
  readonly clock?: 'today' | 'now'
  /** Returns its value for a day; absent = the day itself. */
  fromDay?(day: string): string
  /** Its values are few, so an index finds too many records. */
  readonly fewValues?: true
  /** A keyword has to equal the whole value; absent = a part is enough where `matches` allows it, else keywords do not search this type. */
  readonly exactKeyword?: true
  /** False: detail pages do not show it. */
  readonly onDetailPage?: false
  /** Too long for the columns of a list that a file does not write out. */
  readonly long?: true
  /** False: list rows cannot show it. */
  readonly listed?: false
  /** Whether any short text is a valid value; absent = none is. */
  acceptsAnyText?(field: F): boolean
  /** False: it cannot be unique. */
  readonly unique?: false
  /** False: it cannot stand in a row. */
  readonly inItems?: false
  /** Its values can be personal data, for they have masks. */
  readonly masked?: true
  /** The class of personal data that its values are, unless somebody decides otherwise. */
  readonly personal?: PersonalData
  /** Mistakes among the settings that a single key does not show. */
  settings?(raw: RawObject, path: Path): Finding[]
  /** Returns what the compiled field has beyond what its file says: defaults, and what follows from other files. */
  compile?(said: RawField, context: CompileContext): Partial<F>
  /** Type of its column; null = no column. */
  column(field: F, find: (resource: string) => ReferredResource | undefined): string | null
  /** Reads what a person or a program gave; `undefined`, null and blanks never arrive here. */
  parse(value: unknown, field: F, context: ParseContext): Parsed
  /** Reads a cell of a spreadsheet, which holds what people read, into what a form would send; absent = the cell itself. What cannot be read stays for `parse` to refuse. */
  cell?(text: string, field: F, currency: string): unknown
  /** Its values as they travel, for the API's description: what a caller should send. Answers keep its types, not its limits. */
  json(field: F, context: JsonContext): JsonSchema
  /** A valid value, for generated tests and examples; `seed` makes different ones. Bounds that say today mean `today`. */
  sample(field: F, seed: number, today?: string): unknown
}

export type Comparable = 'number' | 'date' | 'datetime' | 'month' | 'time'

export interface CompileContext {
  /** What the file of that resource says; empty for an unknown one. */
  raw(resource: string): RawObject
  /** The resource that the field stands in. */
  readonly own: RawObject
}

export interface JsonContext {
  /** The resource of that name; undefined for an unknown one. */
  find(resource: string): ReferredResource | undefined
  /** One row of a list of rows. */
  item(fields: readonly AnyField[]): JsonSchema
}

export interface ParseContext {
  readonly today: string
  /** Validates an item of the list of that name. */
  parseItem(
    fields: readonly AnyField[],
    item: Readonly<Record<string, unknown>>,
    list: string,
  ): { readonly value: Readonly<Record<string, unknown>>; readonly errors: Readonly<Record<string, string>> }
}

/** A value, or a zh-TW sentence for the whole field, or sentences for its parts. */
export type Parsed = { readonly value: unknown } | { readonly error: string } | { readonly errors: Readonly<Record<string, string>> }

/** How numbers and days stand in a file, of fields and of computed values alike. */
export const numberLiteral: Literal = { description: 'a number', test: (value) => typeof value === 'number' }

export const wholeLiteral: Literal = { description: 'a whole number', test: Number.isSafeInteger }

export const dayLiteral: Literal = { description: "a day like '2026-11-30'", test: (value) => typeof value === 'string' && isIsoDate(value) }
