import type { PersonalData } from '../../domain/access/mask'
import { isIsoDate } from '../../domain/dates/dates'
import type { Calendar, FieldBase, Match, RecordValues } from '../language/language'
import type { Finding, JsonSchema, Keys, Path, RawObject } from '../language/shapes/shape'

/** A field of any type, for code that does not depend on the type. */
export type AnyField = FieldBase & { readonly type: string }

/** The part of a resource that references to it depend on. */
export interface ReferredResource {
  readonly fields: readonly { readonly name: string; readonly type: string | undefined }[]
}

/** The kind of values of a type. */
export type FieldGroup = 'text' | 'number' | 'time' | 'yesNo' | 'choice' | 'reference' | 'rows' | 'data' | 'computed'

/** Properties of a kind of numbers, of fields and of expressions. */
export interface NumberKind<F extends AnyField = AnyField> {
  /** Whether they can be added up. */
  readonly sums: boolean
  /** Whether they are whole numbers, and so are their sums. */
  readonly whole: boolean
  /** They are amounts of money, which need a currency. */
  readonly amount?: true
  /** Decimal places of computed numbers, and of averages. */
  readonly places: number
  readonly averagePlaces: number
  /** Returns the number as text. */
  format(value: number, currency: string): string
  /** Returns the field of a report that holds a sum or an average of them. */
  figure(base: FieldBase, aggregate: 'sum' | 'average' | 'count'): F
}

/** How a value is written in a schema file. */
export interface Literal {
  /** Such as "a day like '2026-11-30'". */
  readonly description: string
  test(value: unknown): boolean
}

/** A field as its file declares it, with the defaults that all types share. Bounds that are not numbers are read by their types. */
export type RawField = FieldBase & RawObject & { readonly min?: number; readonly max?: number; readonly maxBytes?: number }

/** Properties of the values of a field. Those of a computed field follow from its `as`. */
export interface ValueFacets<F extends AnyField = AnyField> {
  /** How bounds and the conditions atLeast and atMost compare its values. Absent = they have no order. */
  readonly compares?: Comparable
  /** Its kind of numbers. Absent = its values are not numbers. */
  readonly number?: NumberKind<F>
  /** How its values are written in a schema file; absent = every value that `parse` accepts. */
  readonly literal?: Literal
  /** Returns a value as text for screens, files and prints; absent = unchanged, numbers by their kind. */
  display?(value: unknown, field: AnyField, record: RecordValues): string
}

/** Everything about one type of field: its settings, its column, how its values are parsed and validated. */
export interface FieldTypeRules<F extends AnyField> extends ValueFacets {
  readonly group: FieldGroup
  /** One sentence for editors. */
  readonly doc: string
  /** Settings besides those of every field. */
  readonly keys: Keys
  /** Ways to filter a list by it; the first is the default. Empty = lists cannot be filtered by it. */
  readonly matches: readonly Match[]
  /** Whether a list can be sorted by it. */
  readonly sortable: boolean
  /** Its values are lists; the empty value is an empty list. */
  readonly list?: true
  /** Users choose a value rather than type it, and messages ask them to choose. */
  readonly chosen?: true
  /** False: the server sets it and users never enter it. */
  readonly entered?: false
  /** The default that means the current date or time. */
  readonly clock?: 'today' | 'now'
  /** Converts a day to a value; absent = the day itself. */
  fromDay?(day: string): string
  /** It has few different values, so that an index does not help. */
  readonly fewValues?: true
  /** A keyword has to equal the whole value; absent = a substring is enough where `matches` allows it, else keywords do not search this type. */
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
  /** False: it cannot be a field of list items. */
  readonly inItems?: false
  /** Its values can be personal data, because masks exist for them. */
  readonly maskable?: true
  /** The class of personal data that its values usually belong to. */
  readonly personal?: PersonalData
  /** Finds mistakes in combinations of settings. */
  checkSettings?(raw: RawObject, path: Path): Finding[]
  /** Returns the settings that the compiled field has besides the declared ones: defaults, and those that depend on other files. */
  compile?(raw: RawField, context: CompileContext): Partial<F>
  /** Returns the type of its column; null = no column. */
  column(field: F, find: (resource: string) => ReferredResource | undefined): string | null
  /** Parses input of a user or a program; it is never called with undefined, null or blanks. */
  parse(value: unknown, field: F, context: ParseContext): Parsed
  /** Converts the text of a spreadsheet cell, in half width, to what a form would send; absent = the text itself. Text that it cannot convert is returned unchanged, and `parse` rejects it. */
  cell?(text: string, field: F, context: CellContext): CellValue
  /** Returns the JSON Schema of values that callers send. Responses have its types, but not its limits. */
  jsonSchema(field: F, context: JsonContext): JsonSchema
  /** Returns a valid value for generated tests and examples; different seeds give different values. `today` is the day for bounds of today. */
  sample(field: F, seed: number, today?: string): unknown
}

export type Comparable = 'number' | 'date' | 'datetime' | 'month' | 'time'

export interface CompileContext {
  /** Returns the content of the file of that resource; empty for an unknown one. */
  rawOf(resource: string): RawObject
  /** The content of the file that declares the field. */
  readonly file: RawObject
}

export interface JsonContext {
  /** Returns the resource of that name; undefined for an unknown one. */
  find(resource: string): ReferredResource | undefined
  /** Returns the JSON Schema of an item of a list. */
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

/** The context in which a cell is read. */
export interface CellContext {
  /** The calendar of the column's dates; absent = either. */
  readonly format?: Calendar | undefined
  /** The currency of the row, for amounts with decimals. */
  readonly currency: string
}

/** The value of a cell for the validator, or a zh-TW message for an invalid cell. */
export type CellValue = { readonly value: unknown } | { readonly error: string }

/** What is wrong with a value whose characters are correct. */
export type Fault = 'checkDigit' | 'length'

/** A value, or a zh-TW message for the whole field, or messages for its parts. */
export type Parsed = { readonly value: unknown } | { readonly error: string; readonly fault?: Fault } | { readonly errors: Readonly<Record<string, string>> }

/** How numbers are written in a schema file. */
export const numberLiteral: Literal = { description: 'a number', test: (value) => typeof value === 'number' }

export const wholeLiteral: Literal = { description: 'a whole number', test: Number.isSafeInteger }

export const dayLiteral: Literal = { description: "a day like '2026-11-30'", test: (value) => typeof value === 'string' && isIsoDate(value) }
