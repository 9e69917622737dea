import { isObject, type RawObject } from '../language/shapes/shape'
import type { Field, ListField } from '../language/types'
import { parentFields } from '../rules/condition'
import { fieldConditions } from '../rules/expression'
import { inItem, notAList, tooFew, tooMany } from '../rules/messages'
import { type SampleValue, sampleRecord } from '../rules/sample-record'
import type { CompileContext, FieldTypeRules, ParseContext, ParseResult } from './field-type'
import { listJson, max, min, minAboveMaxFindings } from './shared-keys'

/** The compile context of a list field, with a function that compiles the fields of its items. */
type ListCompileContext = CompileContext & {
  compileItemFields(raw: Readonly<Record<string, RawObject>>): readonly Field[]
}

/**
 * Returns the rules of list fields, such as the items of a bill.
 * Items have fields of other types.
 * To avoid import cycles, `field-shape.ts` declares the key `fields`, and `sampleValue` is a parameter.
 */
export const listType = (sampleValue: SampleValue): FieldTypeRules<ListField> => ({
  group: 'rows',
  doc: 'A list of items inside the record, such as the items of a bill.',
  keys: {
    min,
    max: { ...max, required: true },
  },
  matches: [],
  isSortable: false,
  hasListValues: true,
  hasLongValues: true,
  canBeListed: false,
  canBeUnique: false,
  canBeInItems: false,
  checkSettings: minAboveMaxFindings,
  compile: ({ required, min, max = 0, fields }, context: ListCompileContext) => {
    const declared = Object.entries(isObject(fields) ? fields : {}).filter(
      (entry): entry is [string, Record<string, unknown>] => isObject(entry[1]),
    )
    const itemFields = context.compileItemFields(Object.fromEntries(declared))
    return {
      min: min ?? (required ? 1 : 0),
      max,
      fields: itemFields,
      dependsOn: [...new Set(itemFields.flatMap(fieldConditions).flatMap(parentFields))],
    }
  },
  columnType: () => 'jsonb',
  jsonSchema: (field, { itemSchema }) => listJson(itemSchema(field.fields), field),
  parse: parseItems,
  sample: ({ min, fields }, seed, today) =>
    Array.from({ length: min }, () => sampleRecord(fields, seed, sampleValue, { today })),
})

function parseItems(value: unknown, { name, label, min, max, fields }: ListField, context: ParseContext): ParseResult {
  if (!Array.isArray(value) || !value.every(isObject)) return { error: notAList(label) }
  if (value.length < min) return { error: tooFew(label, min, '列') }
  if (value.length > max) return { error: tooMany(label, max, '列', value.length) }
  const results = value.map((item) => context.parseItem(fields, item, name))
  const errors = results.flatMap(({ errors }, index) =>
    Object.entries(errors).map(
      ([field, message]) => [`${name}.${index}.${field}`, inItem(index + 1, message)] as const,
    ),
  )
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { value: results.map((item) => item.value) }
}
