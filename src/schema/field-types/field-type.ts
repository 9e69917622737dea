import type { PersonalData } from '../../domain/access/mask'
import { isIsoDate } from '../../domain/dates/dates'
import type { Calendar, FieldBase, FilterMatch, RecordValues } from '../language/language'
import type { Finding, JsonSchema, Path, RawObject, SchemaKeys } from '../language/shapes/shape'

/** A field of any type, for code that does not depend on the type. */
export type AnyTypeField = FieldBase & { readonly type: string }

/** The group of a field type, for code that treats several types alike. */
export type FieldGroup =
  | 'text'
  | 'number'
  | 'time'
  | 'yesNo'
  | 'choice'
  | 'reference'
  | 'rows'
  | 'fileOrData'
  | 'computed'

/**
 * The properties of a kind of numbers, such as amounts.
 * The numbers are the values of fields or the results of expressions.
 */
export interface NumberKind {
  /** Whether the numbers are whole. */
  readonly isWhole: boolean
  /** Whether the numbers are amounts of money, which need a currency. */
  readonly isAmount?: true
  /** Decimal places of computed numbers. */
  readonly decimals: number
  /** Number format in spreadsheets. Absent = no format; amounts always have the format of their currency. */
  readonly sheetFormat?: string
  /** Returns the number as text. */
  format(value: number, currency: string): string
}

/** The format in which a value is written in a schema file. */
export interface LiteralFormat {
  /** The description of the format in messages, such as "a day like '2026-11-30'". */
  readonly description: string
  test(value: unknown): boolean
}

/**
 * A field as its file declares it, with the defaults that all types share.
 * `min` and `max` are typed as numbers, although a file may contain a date, a month, a time or `{"field": "…"}` for
 * some types; those types cast them.
 */
export type RawField = FieldBase &
  RawObject & { readonly min?: number; readonly max?: number; readonly maxBytes?: number }

/** The properties of the values of a field. The setting `as` determines those of a computed field. */
export interface ValueFacets {
  /** How bounds and the conditions `atLeast` and `atMost` compare the values. Absent = the values have no order. */
  readonly comparedAs?: ComparisonKind
  /** The kind of numbers. Absent = the values are not numbers. */
  readonly numberKind?: NumberKind
  /** The format of the values in a schema file. Absent = every value that `parse` accepts. */
  readonly literal?: LiteralFormat
  /** Whether screens show the values in groups of four. Files and copied texts have them without gaps. */
  readonly isInGroups?: true
  /**
   * Returns a value as text for screens, files and printed documents.
   * Absent = numbers are formatted by their kind, other values are unchanged.
   */
  display?(value: unknown, field: AnyTypeField, record: RecordValues): string
}

/** The rules of one type of field: its settings, its column, and how its values are parsed, validated and displayed. */
export interface FieldTypeRules<F extends AnyTypeField> extends ValueFacets {
  readonly group: FieldGroup
  /** The description of the type for editors and the handbook. */
  readonly doc: string
  /** The settings of this type in addition to the common ones. */
  readonly keys: SchemaKeys
  /**
   * The matches that a list filter on a field of this type can have.
   * The first is the default; without any, the field cannot have a filter.
   */
  readonly matches: readonly FilterMatch[]
  /** Whether a list can be sorted by a field of this type. */
  readonly isSortable: boolean
  /** Whether the values are lists. The empty value is then an empty list. */
  readonly hasListValues?: true
  /** Whether users choose a value instead of typing it. The message for a missing value is then 請選擇. */
  readonly isChosen?: true
  /** False if the server sets the field and users never enter it. */
  readonly canBeEntered?: false
  /** The word that a schema file writes as the default for the current day or time. */
  readonly clockDefault?: 'today' | 'now'
  /** Converts a day to a value. Absent = the value is the day itself. */
  fromDay?(day: string): string
  /** Whether the type has few distinct values, so that an index does not help. */
  readonly hasFewValues?: true
  /**
   * Whether a keyword search finds only values that equal the keyword.
   * Absent = it finds substrings if `matches` includes `contains`, and otherwise ignores fields of this type.
   */
  readonly matchesWholeKeyword?: true
  /** Whether the values are long. A list whose file declares no columns does not show fields with long values. */
  readonly hasLongValues?: true
  /** False if list rows cannot show fields of this type. */
  readonly canBeListed?: false
  /**
   * Checks whether a field accepts an arbitrary text such as 範例, which templates then show as an example.
   * Absent = no field of this type does.
   */
  acceptsAnyText?(field: F): boolean
  /** False if a field of this type cannot be declared unique. */
  readonly canBeUnique?: false
  /** False if a field of this type cannot be in a list item. */
  readonly canBeInItems?: false
  /**
   * The SQL type of the column in which a reference stores values of this type.
   * Absent = references cannot store them.
   */
  readonly referenceColumn?: ReferenceColumn
  /** Whether values can be masked. Only fields of such types can be declared `personal`. */
  readonly canBeMasked?: true
  /** The class of personal data to which the values usually belong. */
  readonly usualPersonalData?: PersonalData
  /** Returns the mistakes in combinations of settings. */
  checkSettings?(raw: RawObject, path: Path): Finding[]
  /**
   * Returns the settings of the compiled field that its file does not declare: defaults, and settings that depend on
   * other files.
   */
  compile?(raw: RawField, context: CompileContext): Partial<F>
  /** Returns the SQL type of the column of a field; null = no column. */
  columnType(field: F): string | null
  /** Parses input of a user or a program. Callers handle empty input themselves: undefined, null and white space. */
  parse(value: unknown, field: F, context: ParseContext): ParseResult
  /**
   * Returns the spellings under which stored values can be found for a text that somebody searches for, so that a
   * search can use the index of the column.
   * If `isPart` is set, the text can be any part of the values.
   * Absent = the text itself.
   */
  searchTexts?(text: string, field: F, isPart: boolean): readonly string[]
  /**
   * Set if people name a value by its last 4 to 6 digits, which are never a whole value.
   * An exact filter then compares such digits with the end.
   */
  readonly isNamedByEnd?: true
  /**
   * Checks whether the values may contain hyphens, which a search for parts of values ignores; `searchTexts` then
   * returns parts without hyphens.
   * Absent = no.
   */
  mayHaveHyphens?(field: F): boolean
  /**
   * Converts the half-width text of a spreadsheet cell to the value that a form would send.
   * Returns other text unchanged, so that `parse` rejects it.
   * Absent = the value is the text.
   */
  fromCell?(text: string, field: F, context: CellContext): CellResult
  /**
   * Checks whether the values are codes, such as 0012 or 1-2, which a spreadsheet changes if it stores them as numbers
   * or dates.
   * Absent = they are not.
   */
  isCode?(field: F): boolean
  /** Returns the texts that a spreadsheet cell can contain. Absent = any text. */
  cellTexts?(field: F): readonly string[]
  /** Returns the messages of an import template about the length and the characters of the values. Absent = none. */
  limitNotes?(field: F): readonly string[]
  /**
   * Returns the JSON Schema of values that callers send.
   * Responses have the same types but need not keep the limits.
   */
  jsonSchema(field: F, context: JsonContext): JsonSchema
  /**
   * Returns a valid value for generated tests and examples.
   * Different seeds give different values.
   * `today` is the current day, to which bounds can refer.
   */
  sample(field: F, seed: number, today?: string): unknown
}

/** The SQL types in which references store values. */
export type ReferenceColumn = 'text' | 'bigint' | 'date'

/** The kinds of values that have an order. */
export type ComparisonKind = 'number' | 'date' | 'datetime' | 'month' | 'time'

/** The context in which a field is compiled. */
export interface CompileContext {
  /** Returns the content of the file of a resource; an empty object for an unknown resource. */
  rawOf(resource: string): RawObject
  /** Returns the SQL type in which references store values of a type; undefined if they cannot store them. */
  referenceColumnOf(type: unknown): ReferenceColumn | undefined
  /** The content of the file that declares the field. */
  readonly file: RawObject
}

/** The functions that a type needs to build the JSON Schema of lists, whose items contain fields. */
export interface JsonContext {
  /** Returns the JSON Schema of a list item with the given fields. */
  itemSchema(fields: readonly AnyTypeField[]): JsonSchema
}

/** The context in which a value is parsed. */
export interface ParseContext {
  readonly today: string
  /** Validates an item of a list; `list` is the name of the list field. */
  parseItem(
    fields: readonly AnyTypeField[],
    item: Readonly<Record<string, unknown>>,
    list: string,
  ): { readonly value: Readonly<Record<string, unknown>>; readonly errors: Readonly<Record<string, string>> }
}

/** The context in which a cell is read. */
export interface CellContext {
  /** The calendar of the dates in the column. Absent = either calendar. */
  readonly calendar?: Calendar | undefined
  /** The currency of the row, for amounts with decimals. */
  readonly currency: string
  /** How a workbook stores the cell. Absent = as a text. */
  readonly storedAs?: StoredAs | undefined
}

/** How a workbook stores a cell that is not a plain text. An `inexactNumber` has more digits than Excel keeps. */
export type StoredAs = 'number' | 'inexactNumber' | 'date' | 'formula'

/** The value of a cell for the validator, or a zh-TW message for an invalid cell. */
export type CellResult = { readonly value: unknown } | { readonly error: string }

/** A kind of error that has its own code in the error logs of uploads. */
export type ErrorKind = 'checkDigit' | 'length'

/**
 * The result of parsing: a value, a zh-TW message for the whole field, or messages for its parts by their paths, such
 * as `FeeItems.0.Amount`.
 */
export type ParseResult =
  | { readonly value: unknown }
  | { readonly error: string; readonly errorKind?: ErrorKind }
  | { readonly errors: Readonly<Record<string, string>> }

/** A number in a schema file. */
export const numberLiteral: LiteralFormat = { description: 'a number', test: (value) => typeof value === 'number' }

/** A whole number in a schema file. */
export const wholeLiteral: LiteralFormat = { description: 'a whole number', test: Number.isSafeInteger }

/** A day in a schema file. */
export const dayLiteral: LiteralFormat = {
  description: "a day like '2026-11-30'",
  test: (value) => typeof value === 'string' && isIsoDate(value),
}
