import { initialStates } from '../../domain/bills/state-changes'
import { type EnumName, enumOptions, enums } from '../../domain/enums'
import { foldText } from '../../domain/text-folding'
import { cannot, mustHave, placeOf } from '../checks/check-messages'
import type { Condition, FieldBase, Option } from '../language/language'
import { conditionRef } from '../language/shapes/condition-shape'
import {
  eitherShape,
  entriesOf,
  type Finding,
  type JsonSchema,
  listOf,
  mapOf,
  oneOfValues,
  type Path,
  type RawObject,
  type SchemaKey,
  type SchemaKeys,
  text,
} from '../language/shapes/shape'
import { layoutOptions } from '../layouts/layout'
import { notAList, notAnOption, notBoolean, selectedAlone } from '../rules/messages'
import type { FieldTypeRules, ParseResult, RawField } from './field-type'
import { cellEntries, listError, listJson, max, min, minAboveMaxFindings, selectedListRules } from './shared-keys'

/** A field whose value is selected from a few options. */
export type OptionField = BooleanField | EnumField

/** A yes-or-no field. */
export interface BooleanField extends FieldBase {
  readonly type: 'boolean'
}

/** A field with one code, or with a list of codes, from a set of options. */
export interface EnumField extends FieldBase {
  readonly type: 'enum' | 'enumList'
  /** Options in the order of `src/domain/enums.ts` or of the schema file. */
  readonly options: readonly Option[]
  readonly enum?: EnumName
  /** Conditions of options, by code. An option can be selected only while its condition holds. */
  readonly optionsWhen?: Readonly<Record<string, Condition>>
  /** The call that returns the options which the user may select. Absent = all options. */
  readonly optionsFrom?: string
  /** For lists: the codes that are selected alone. */
  readonly exclusive?: readonly string[]
  /** For lists: the lowest and highest number of selected options. */
  readonly min: number
  readonly max: number
  /**
   * The field of a referenced record that limits the value: a single code must equal it, and all codes of a list must
   * be in it.
   * Example: `MarketItemCode.FeeBearType`.
   */
  readonly within?: string
}

/** Yes or no. Accepts true and false, also as text, because multipart forms send text. */
const boolean: FieldTypeRules<BooleanField> = {
  group: 'yesNo',
  hasFewValues: true,
  display: (value) => (value === true ? '是' : '否'),
  fromCell: (text) => ({ value: readBoolean(text) }),
  cellTexts: () => ['是', '否'],
  doc: 'Yes or no.',
  keys: {},
  matches: ['exact'],
  isSortable: true,
  isChosen: true,
  literal: { description: 'true or false, without quotation marks', test: (value) => typeof value === 'boolean' },
  canBeUnique: false,
  columnType: () => 'boolean',
  jsonSchema: () => ({ type: 'boolean' }),
  parse: (value, { label }) => {
    if (value === true || value === 'true') return { value: true }
    return value === false || value === 'false' ? { value: false } : { error: notBoolean(label) }
  },
  sample: (_, seed) => seed % 2 === 0,
}

/** The keys that declare the options. */
const optionKeys: SchemaKeys = {
  enum: {
    shape: oneOfValues(Object.keys(enums), 'an enum of src/domain/enums.ts', 'S109'),
    doc: 'Name of an enum in src/domain/enums.ts.',
  },
  options: {
    shape: eitherShape(
      (value) => value === layoutOptions,
      oneOfValues([layoutOptions], `'${layoutOptions}'`),
      mapOf(text),
    ),
    doc: 'Codes and their zh-TW labels, where the domain has no enum for them; "layouts": the names and labels of the files in schemas/layouts.',
  },
  optionsWhen: {
    shape: mapOf(conditionRef),
    doc: 'Options that can be chosen only while their condition holds, by code.',
  },
  optionsFrom: {
    shape: text,
    doc: 'The call that returns the options which the user may select, as a list of {"Value", "Text"}, or as such lists by field, as GetAllSelectList does: a GET call without a key in its path. Forms offer the options that it returns, which win over those of the schema; lists, filters and the server know those of the schema.',
  },
  within: {
    shape: text,
    doc: 'The field of a referenced record that limits the value: a single code must equal it, and all codes of a list must be in it. Example: MarketItemCode.FeeBearType.',
  },
}

const exclusive: SchemaKey = {
  shape: listOf(text, 1),
  doc: 'Codes of options that cannot be selected together with any other option, such as one for none. Forms clear the other options; the server refuses the value.',
}

/** Returns a finding if a field declares both or neither of `enum` and `options`. */
const optionFindings = ({ enum: name, options }: RawObject, path: Path): Finding[] => {
  if ((name === undefined) !== (options === undefined)) return []
  const message =
    name === undefined
      ? mustHave(placeOf(path), 'enum', 'options')
      : cannot(placeOf(path), "have both 'enum' and 'options'")
  return [{ id: 'S109', path, message }]
}

/** Returns the options of a field, and how many of them can be selected. */
function compileOptions({ enum: enumName, options: raw, required, min, max }: RawField): Partial<EnumField> {
  const name = isEnumName(enumName) ? enumName : undefined
  const options = name ? enumOptions(name) : entriesOf(raw).map(([code, label]) => [code, String(label)] as const)
  return { options, enum: name, min: min ?? (required ? 1 : 0), max: max ?? options.length }
}

/** Returns the JSON Schema of a code; `x-labels` has the label of each code. */
const optionsJsonSchema = (field: EnumField): JsonSchema => ({
  type: 'string',
  enum: optionCodes(field),
  ...(field.enum ? { 'x-enum': field.enum } : {}),
  ...(field.optionsFrom ? { 'x-options-from': field.optionsFrom } : {}),
  'x-labels': Object.fromEntries(field.options),
})

const isEnumName = (name: unknown): name is EnumName => typeof name === 'string' && Object.hasOwn(enums, name)

/** One code from the options. */
const enumType: FieldTypeRules<EnumField> = {
  group: 'choice',
  hasFewValues: true,
  display: (value, field: EnumField) => optionText(field, value),
  fromCell: (text, field) => ({ value: codeFromText(field, text) }),
  cellTexts: ({ options }) => options.map(([, text]) => text),
  doc: 'One code from a list of options.',
  keys: optionKeys,
  matches: ['in', 'exact'],
  isSortable: true,
  isChosen: true,
  checkSettings: optionFindings,
  compile: compileOptions,
  columnType: () => 'text',
  referenceColumn: 'text',
  jsonSchema: optionsJsonSchema,
  parse: (value, field) => (isOption(field, value) ? { value } : { error: unknownOption(field, value) }),
  sample: (field, seed) => {
    // A sample is a new record, which must be in an initial state if its enum contains states.
    const codes = initialStates(field.enum) ?? optionCodes(field)
    return codes[seed % codes.length]
  },
}

/** A list of codes from the options, stored in the order of the options. */
const enumList: FieldTypeRules<EnumField> = {
  group: 'choice',
  display: (value, field: EnumField) => Array.from([value].flat(), (code) => optionText(field, code)).join('、'),
  fromCell: (text, field) => ({ value: cellEntries(text).map((entry) => codeFromText(field, entry)) }),
  doc: 'Several codes from a list of options.',
  keys: { ...optionKeys, exclusive, min, max },
  ...selectedListRules,
  checkSettings: (raw, path) => [...optionFindings(raw, path), ...minAboveMaxFindings(raw, path)],
  compile: compileOptions,
  columnType: () => 'jsonb',
  jsonSchema: (field) => ({
    ...listJson(optionsJsonSchema(field), field),
    uniqueItems: true,
    ...(field.exclusive ? { not: { contains: { enum: field.exclusive }, minItems: 2 } } : {}),
  }),
  parse: parseCodes,
  sample: (field) => {
    const combinable = optionCodes(field).filter((code) => !isExclusive(field, code))
    return (combinable.length > 0 ? combinable : optionCodes(field)).slice(0, Math.max(1, field.min))
  },
}

function parseCodes(value: unknown, field: EnumField): ParseResult {
  if (!Array.isArray(value)) return { error: notAList(field.label) }
  const unknownCode = value.find((code) => !isOption(field, code))
  const error =
    unknownCode === undefined
      ? (listError(value, field, (code) => optionText(field, code)) ?? exclusiveError(value, field))
      : unknownOption(field, unknownCode)
  return error === undefined ? { value: optionCodes(field).filter((code) => value.includes(code)) } : { error }
}

/** Returns the message for an exclusive option that is selected with others; undefined for a valid list. */
const exclusiveError = (codes: readonly string[], field: EnumField): string | undefined => {
  const code = canBeCombined(codes, field) ? undefined : codes.find((candidate) => isExclusive(field, candidate))
  return code === undefined ? undefined : selectedAlone(field.label, optionText(field, code))
}

const isExclusive = ({ exclusive: codes = [] }: EnumField, code: string): boolean => codes.includes(code)

/** Checks whether codes can be selected together: a code that excludes all others only alone. */
export const canBeCombined = (codes: readonly string[], field: EnumField): boolean =>
  codes.length <= 1 || !codes.some((code) => isExclusive(field, code))

const unknownOption = ({ label, options }: EnumField, value: unknown): string =>
  notAnOption(
    label,
    value,
    options.map(([, text]) => text),
  )

const normalizeText = (text: string): string => foldText(text).toLowerCase()

/** Returns the code if the text is a code or its label. Returns any other text unchanged. */
function codeFromText({ options }: EnumField, text: string): string {
  return (
    options.find((option) => option.some((codeOrLabel) => normalizeText(codeOrLabel) === normalizeText(text)))?.[0] ??
    text
  )
}

function readBoolean(text: string): boolean | string {
  const input = normalizeText(text)
  if (['是', 'y', 'yes', 'true', '1', 'v', '✓'].includes(input)) return true
  return ['否', 'n', 'no', 'false', '0'].includes(input) ? false : text
}

/** The field types whose values are selected from options. */
export const optionTypes = { boolean, enum: enumType, enumList }

interface WithOptions {
  readonly options: readonly Option[]
}

/** Returns the codes of an enum field in the order in which screens show them. */
export const optionCodes = ({ options }: WithOptions): readonly string[] => options.map(([code]) => code)

/**
 * Returns the codes that stay selected in a form, in the order of the options.
 * The last code is the one that was selected last: an exclusive one clears the others, and another one clears exclusive
 * ones.
 */
export const selectedCodes = (field: EnumField, codes: readonly string[]): readonly string[] => {
  const last = codes.at(-1)
  const isKept = (code: string) =>
    code === last || (last !== undefined && !isExclusive(field, last) && !isExclusive(field, code))
  return optionCodes(field).filter((code) => codes.includes(code) && isKept(code))
}

/** Returns the label of a code. If the code is not an option, returns the code itself. */
export const optionText = ({ options }: WithOptions, code: unknown): string =>
  options.find(([optionCode]) => optionCode === code)?.[1] ?? String(code ?? '')

/** Checks whether a value is the code of an option. */
export const isOption = ({ options }: WithOptions, value: unknown): value is string =>
  options.some(([code]) => code === value)
