import type { PersonalData } from '../../domain/access/mask'
import { isIsoDate } from '../../domain/dates/dates'
import type { Calendar, FieldBase, FilterMatch, RecordValues } from '../language/language'
import type { Finding, JsonSchema, Path, RawObject, SchemaKeys } from '../language/shapes/shape'

/** A field of any type, for code that does not depend on the type. */
export type AnyTypeField = FieldBase & { readonly type: string }

/** The group of a field type, for code that treats several types alike. */
export type FieldGroup = 'text' | 'number' | 'time' | 'yesNo' | 'choice' | 'reference' | 'rows' | 'data' | 'computed'

/** Properties of a kind of numbers, as fields contain them and expressions compute them. */
export interface NumberKind<F extends AnyTypeField = AnyTypeField> {
  /** Whether they can be added up. */
  readonly isSummable: boolean
  /** Whether they are whole numbers, and so are their sums. */
  readonly isWhole: boolean
  /** Whether they are amounts of money, which need a currency. */
  readonly isAmount?: true
  /** Decimal places of computed numbers. */
  readonly decimals: number
  /** Decimal places of averages. */
  readonly averageDecimals: number
  /** Number format in spreadsheets; absent = none, or for amounts the format of their currency. */
  readonly sheetFormat?: string
  /** Returns the number as text. */
  format(value: number, currency: string): string
  /** Returns the field of a report that contains a sum or an average of such numbers. */
  figureField(base: FieldBase, aggregate: 'sum' | 'average' | 'count'): F
}

/** How a value is written in a schema file. */
export interface LiteralForm {
  /** Its description in messages, such as "a day like '2026-11-30'". */
  readonly description: string
  test(value: unknown): boolean
}

/** A field as its file declares it, with the defaults that all types share. Bounds that are not numbers are read by their types. */
export type RawField = FieldBase & RawObject & { readonly min?: number; readonly max?: number; readonly maxBytes?: number }

/** Properties of the values of a field. Those of a computed field are determined by its `as`. */
export interface ValueFacets<F extends AnyTypeField = AnyTypeField> {
  /** How the values are compared, for bounds and for the conditions atLeast and atMost. Absent = they have no order. */
  readonly comparedAs?: ComparisonKind
  /** The kind of its numbers. Absent = its values are not numbers. */
  readonly numberKind?: NumberKind<F>
  /** How its values are written in a schema file; absent = every value that `parse` accepts. */
  readonly literal?: LiteralForm
  /** Returns a value as text for screens, files and printed documents; absent = unchanged, numbers by their kind. */
  display?(value: unknown, field: AnyTypeField, record: RecordValues): string
}

/** The rules of one type of field: its settings, its column, and how its values are parsed, validated and displayed. */
export interface FieldTypeRules<F extends AnyTypeField> extends ValueFacets {
  readonly group: FieldGroup
  /** One sentence for editors. */
  readonly doc: string
  /** The settings of this type in addition to the common ones. */
  readonly keys: SchemaKeys
  /** The matches by which lists can be filtered by it; the first is the default. Empty = lists cannot be filtered by it. */
  readonly matches: readonly FilterMatch[]
  /** Whether a list can be sorted by it. */
  readonly isSortable: boolean
  /** Whether its values are lists; the empty value is then an empty list. */
  readonly hasListValues?: true
  /** Whether users choose a value instead of typing it. The message for a missing value is then 請選擇. */
  readonly isChosen?: true
  /** False if the server sets the field and users never enter it. */
  readonly canBeEntered?: false
  /** The word that stands for the current date or time when it is the default of a field. */
  readonly clock?: 'today' | 'now'
  /** Converts a day to a value; absent = the day itself. */
  fromDay?(day: string): string
  /** Whether it has few distinct values, so that an index does not help. */
  readonly hasFewValues?: true
  /** Whether a keyword must equal the whole value; absent = keywords match substrings if `matches` contains `contains`, otherwise they do not search this type. */
  readonly mustEqualKeyword?: true
  /** Whether its values are long; a list whose file declares no columns does not show such a field. */
  readonly hasLongValues?: true
  /** False if list rows cannot show it. */
  readonly canBeListed?: false
  /** Checks whether the field accepts any short text; absent = it does not. */
  acceptsAnyText?(field: F): boolean
  /** False if a field of this type cannot be declared unique. */
  readonly canBeUnique?: false
  /** False if it cannot be a field of list items. */
  readonly canBeInItems?: false
  /** The SQL type of the column in which a reference stores its values; absent = references cannot store them. */
  readonly referenceColumn?: ReferenceColumn
  /** Whether its values can be personal data, because masks exist for them. */
  readonly canBeMasked?: true
  /** The class of personal data that its values usually belong to. */
  readonly usualPersonalData?: PersonalData
  /** Finds mistakes in combinations of settings. */
  checkSettings?(raw: RawObject, path: Path): Finding[]
  /** Returns the settings that the compiled field has besides the declared ones: defaults, and those that depend on other files. */
  compile?(raw: RawField, context: CompileContext): Partial<F>
  /** Returns the SQL type of its column; null = no column. */
  columnType(field: F): string | null
  /** Parses input of a user or a program; it is never called with undefined, null or white space only. */
  parse(value: unknown, field: F, context: ParseContext): ParseResult
  /** Converts the text of a spreadsheet cell, in half width, to what a form would send; absent = the text itself. Text that it cannot convert is returned unchanged, and `parse` rejects it. */
  fromCell?(text: string, field: F, context: CellContext): CellResult
  /** Returns the texts of which a spreadsheet cell contains one; absent = any text. */
  cellTexts?(field: F): readonly string[]
  /** Returns the sentences in an import template about the length and the characters of its values; absent = none. */
  limitNotes?(field: F): readonly string[]
  /** Returns the JSON Schema of values that callers send. Responses have the same types but need not keep the limits. */
  jsonSchema(field: F, context: JsonContext): JsonSchema
  /** Returns a valid value for generated tests and examples; different seeds give different values. `today` is the day that bounds of `today` stand for. */
  sample(field: F, seed: number, today?: string): unknown
}

/** The SQL types in which references store values. */
export type ReferenceColumn = 'text' | 'bigint' | 'date'

/** The kinds of values that have an order. */
export type ComparisonKind = 'number' | 'date' | 'datetime' | 'month' | 'time'

/** The context in which a field is compiled. */
export interface CompileContext {
  /** Returns the content of the file of that resource; empty for an unknown one. */
  rawOf(resource: string): RawObject
  /** Returns the SQL type in which references store values of a type; undefined if they cannot. */
  referenceColumnOf(type: unknown): ReferenceColumn | undefined
  /** The content of the file that declares the field. */
  readonly file: RawObject
}

/** The functions with which types describe values that depend on other fields. */
export interface JsonContext {
  /** Returns the JSON Schema of an item of a list. */
  item(fields: readonly AnyTypeField[]): JsonSchema
}

/** The context in which a value is parsed. */
export interface ParseContext {
  readonly today: string
  /** Validates an item of the list of that name. */
  parseItem(
    fields: readonly AnyTypeField[],
    item: Readonly<Record<string, unknown>>,
    list: string,
  ): { readonly value: Readonly<Record<string, unknown>>; readonly errors: Readonly<Record<string, string>> }
}

/** The context in which a cell is read. */
export interface CellContext {
  /** The calendar of the column's dates; absent = either. */
  readonly calendar?: Calendar | undefined
  /** The currency of the row, for amounts with decimals. */
  readonly currency: string
}

/** The value of a cell for the validator, or a zh-TW message for an invalid cell. */
export type CellResult = { readonly value: unknown } | { readonly error: string }

/** The kind of error of a value whose characters are valid. */
export type ErrorKind = 'checkDigit' | 'length'

/** The result of parsing: a value, or a zh-TW message for the whole field, or messages for its parts. */
export type ParseResult =
  | { readonly value: unknown }
  | { readonly error: string; readonly errorKind?: ErrorKind }
  | { readonly errors: Readonly<Record<string, string>> }

/** A number in a schema file. */
export const numberLiteral: LiteralForm = { description: 'a number', test: (value) => typeof value === 'number' }

/** A whole number in a schema file. */
export const wholeLiteral: LiteralForm = { description: 'a whole number', test: Number.isSafeInteger }

/** A day in a schema file. */
export const dayLiteral: LiteralForm = { description: "a day like '2026-11-30'", test: (value) => typeof value === 'string' && isIsoDate(value) }
