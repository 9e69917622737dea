import { tenantFields } from '../../domain/access/roles'
import { isIsoDate } from '../../domain/dates/dates'
import { codeSpellings, foldText } from '../../domain/text-folding'
import type { FieldBase, RecordValues } from '../language/language'
import {
  integerFrom,
  isObject,
  type JsonSchema,
  listOf,
  mapOf,
  type RawObject,
  type SchemaKeys,
  text,
} from '../language/shapes/shape'
import { noSuchRecord, notAList, notDate, notInteger } from '../rules/messages'
import type { AnyTypeField, CompileContext, FieldTypeRules, ParseResult, RawField, ReferenceColumn } from './field-type'
import { cellEntries, listError, listJson, max, min, minAboveMaxFindings, selectedListRules } from './shared-keys'
import { hasBadCharacter } from './texts'

/** A field that refers to one record, or to several records, of another resource. */
export interface ReferenceField extends FieldBase {
  readonly type: 'reference' | 'referenceList'
  /** Name of the referenced resource. */
  readonly to: string
  /** The field of the referenced record whose value is stored. */
  readonly by: string
  /** The SQL type of the stored values. It depends on the type of the field `by`. */
  readonly storedAs: ReferenceColumn
  /** Whether the referenced codes are stored in capital letters. */
  readonly upperCase?: boolean
  /** Fields in which both records must agree, such as ApplyCode. Inputs offer only records that agree. */
  readonly same: readonly string[]
  /**
   * Limits the records that inputs offer: allowed values by field of the referenced resource, passed as filters of its
   * list.
   * The server accepts other records as well.
   */
  readonly offers?: Readonly<Record<string, readonly string[]>>
  /**
   * The fields that a chosen record fills in: names of fields of the other resource, by names of fields of this record or
   * list item.
   * Inputs that the user has filled in stay as they are.
   */
  readonly prefill?: Readonly<Record<string, string>>
  /** For lists: the lowest and highest number of references. */
  readonly min: number
  readonly max: number
  /** For a reference to its own resource: the highest number of levels. Cycles are not allowed. */
  readonly maxDepth?: number
}

/** The keys that both types of references share. */
const referenceKeys: SchemaKeys = {
  to: { shape: text, doc: 'The referenced resource: the name of its file.', required: true },
  by: { shape: text, doc: 'The field of the referenced record whose value is stored. Default: its key.' },
  same: {
    shape: listOf(text),
    doc: `Fields in which both records must agree. Default: ${tenantFields.agreement}, where both records have it and it is not the reference itself.`,
  },
}

/**
 * Returns the settings of a reference with their defaults: the stored field and its type, the fields in which both
 * records must agree, and the bounds.
 */
function compileReference(
  { to, by: declaredBy, same, required, min, max = 1 }: RawField,
  context: CompileContext,
): Partial<ReferenceField> {
  const target = context.rawOf(to as string)
  const by = typeof declaredBy === 'string' ? declaredBy : defaultReferencedField(target)
  return {
    by,
    ...(isUpperCase(target, by) ? { upperCase: true } : {}),
    storedAs: by === 'SerialId' ? 'bigint' : (context.referenceColumnOf(typeOf(target, by)) ?? 'text'),
    same: Array.isArray(same) ? same : defaultSame(by, target, context.file),
    min: min ?? (required ? 1 : 0),
    max,
  }
}

/** Returns the field that a reference stores by default: the last field of the other resource's key. */
export const defaultReferencedField = (other: RawObject): string =>
  [other.key ?? 'SerialId'].flat().map(String).at(-1) ?? 'SerialId'

const { agreement } = tenantFields

// A code is unique only within its agreement; a SerialId is unique in the whole table.
const defaultSame = (by: string, other: RawObject, file: RawObject): string[] =>
  by !== agreement && by !== 'SerialId' && hasField(file, agreement) && hasField(other, agreement) ? [agreement] : []

const keyOfField = ({ fields }: RawObject, name: string, key: string): unknown =>
  isObject(fields) && isObject(fields[name]) ? fields[name][key] : undefined

const typeOf = (target: RawObject, name: string): unknown => keyOfField(target, name, 'type')

const isUpperCase = (target: RawObject, name: string): boolean => keyOfField(target, name, 'upperCase') === true

const hasField = ({ fields }: RawObject, name: string): boolean => isObject(fields) && Object.hasOwn(fields, name)

/** Returns the code as a reference stores it: half width, and in capital letters if the referenced codes are. */
export const storedCode = (text: string, { upperCase }: Pick<ReferenceField, 'upperCase'>): string => {
  const code = foldText(text)
  return upperCase ? code.toUpperCase() : code
}

/**
 * Parses the stored value of a reference: a number, a date or a code.
 * The server checks separately whether the record exists.
 */
const parseReference = (
  value: unknown,
  field: Pick<ReferenceField, 'label' | 'storedAs' | 'upperCase'>,
): ParseResult => {
  const { label, storedAs } = field
  const text = typeof value === 'string' || typeof value === 'number' ? storedCode(String(value), field) : ''
  if (storedAs === 'date') return isIsoDate(text) ? { value: text } : { error: notDate(label) }
  if (storedAs === 'bigint')
    return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
      ? { value: Number(text) }
      : { error: notInteger(label) }
  return text === '' || text.length > maxCodeLength || hasBadCharacter(text)
    ? { error: noSuchRecord(label, text.slice(0, 20)) }
    : { value: text }
}

/** Returns the JSON Schema of a reference, which follows the type of the referenced field. */
const referenceJsonSchema = ({ to, storedAs }: ReferenceField): JsonSchema => {
  if (storedAs === 'bigint') return { type: 'integer', 'x-reference': to }
  return storedAs === 'date'
    ? { type: 'string', format: 'date', 'x-reference': to }
    : { type: 'string', maxLength: maxCodeLength, 'x-reference': to }
}

const maxCodeLength = 60

/** A reference to a record of another resource. */
const reference: FieldTypeRules<ReferenceField> = {
  group: 'reference',
  matchesWholeKeyword: true,
  display: labelOf,
  doc: 'A record of another resource.',
  keys: {
    ...referenceKeys,
    offers: {
      shape: mapOf(listOf(text, 1)),
      doc: 'Offers only records whose fields have one of these values; the other list must have a filter on each field. Other records stay valid: the server decides.',
    },
    prefill: {
      shape: mapOf(text),
      doc: 'Fills in fields of this record, or of this list item, with values of the chosen record: {"Field": "field of the other resource"}. Only fields that are empty, or that still have the value of the record chosen before. Both fields have the same type.',
    },
    maxDepth: {
      shape: integerFrom(1),
      doc: 'For a reference to its own resource: the maximum number of levels; cycles are not allowed.',
    },
  },
  matches: ['exact', 'in'],
  isSortable: true,
  isChosen: true,
  isCode: ({ storedAs }) => storedAs === 'text',
  compile: compileReference,
  referenceColumn: 'text',
  columnType: ({ storedAs }) => storedAs,
  jsonSchema: referenceJsonSchema,
  parse: parseReference,
  searchTexts: (text, { storedAs }) =>
    storedAs === 'text' ? codeSpellings(text, { mayHaveHyphens: true }) : [foldText(text)],
  sample: ({ storedAs }, seed) => sampleOf(storedAs, seed),
}

/** References to several records of another resource. */
const referenceList: FieldTypeRules<ReferenceField> = {
  group: 'reference',
  display: labelOf,
  fromCell: (text) => ({ value: cellEntries(text) }),
  isCode: ({ storedAs }) => storedAs === 'text',
  doc: 'Several records of another resource.',
  keys: { ...referenceKeys, min, max: { ...max, required: true } },
  ...selectedListRules,
  canBeInItems: false,
  checkSettings: minAboveMaxFindings,
  compile: compileReference,
  columnType: () => 'jsonb',
  jsonSchema: (field) => ({ ...listJson(referenceJsonSchema(field), field), uniqueItems: true }),
  parse: parseReferences,
  sample: ({ storedAs, min }, seed) =>
    Array.from({ length: Math.max(1, min) }, (_, index) => sampleOf(storedAs, seed + index)),
}

function sampleOf(storedAs: ReferenceColumn, seed: number): string | number {
  if (storedAs === 'date') return `2026-11-${String((seed % 28) + 1).padStart(2, '0')}`
  return storedAs === 'bigint' ? seed + 1 : `R${seed}`
}

function parseReferences(value: unknown, field: ReferenceField): ParseResult {
  if (!Array.isArray(value)) return { error: notAList(field.label) }
  const parsed = value.map((entry) => parseReference(entry, field))
  const invalid = parsed.find((result) => 'error' in result)
  if (invalid) return invalid
  const values = parsed.map((result) => ('value' in result ? result.value : undefined))
  const error = listError(values, field, String)
  return error === undefined ? { value: values } : { error }
}

/**
 * Returns the display text of the referenced record, or the stored value if the record of the field has no label for
 * it.
 */
function labelOf(value: unknown, { name }: AnyTypeField, { Labels }: RecordValues): string {
  const label = isObject(Labels) ? Labels[name] : undefined
  return typeof label === 'string' && label !== '' ? label : [value].flat().join('、')
}

/** The field types of references. */
export const references = { reference, referenceList }
