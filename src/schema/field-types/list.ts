import { isObject, type RawObject } from '../language/shapes/shape'
import type { Field, ListField } from '../language/types'
import { parentFields } from '../rules/condition'
import { fieldConditions } from '../rules/expression'
import { inItem, notAList, tooFew, tooMany } from '../rules/messages'
import { type SampleValue, sampleRecord } from '../rules/sample-record'
import type { CompileContext, FieldTypeRules, ParseContext, Parsed } from './field-type'
import * as list from './shared-keys'
import { boundsFindings } from './shared-keys'

/** What completes the fields of a row. */
type RowsContext = CompileContext & { field(name: string, raw: RawObject): Field }

/** Returns a list of small records inside a record, such as the items of a bill. Its key `fields` is in `field-shape.ts`, because it takes fields of every type; `sampleValue` is for the same reason handed in. */
export const listType = (sampleValue: SampleValue): FieldTypeRules<ListField> => ({
  group: 'rows',
  text: 'A list of small records inside the record, such as the items of a bill.',
  keys: {
    min: list.min,
    max: { ...list.max, required: true },
  },
  matches: [],
  sortable: false,
  list: true,
  long: true,
  listed: false,
  unique: false,
  inItems: false,
  settings: boundsFindings,
  compile: ({ required, min, max = 0, fields }, context: RowsContext) => {
    const declared = Object.entries(isObject(fields) ? fields : {}).filter((entry): entry is [string, Record<string, unknown>] => isObject(entry[1]))
    const itemFields = declared.map(([name, field]) => context.field(name, field))
    return {
      min: min ?? (required ? 1 : 0),
      max,
      fields: itemFields,
      dependsOn: [...new Set(itemFields.flatMap(fieldConditions).flatMap(parentFields))],
    }
  },
  column: () => 'jsonb',
  json: ({ min, max, fields }, { item: row }) => list.listJson(row(fields), min, max),
  parse: parseItems,
  sample: ({ min, fields }, seed, today) => Array.from({ length: min }, () => sampleRecord(fields, seed, sampleValue, { today })),
})

function parseItems(value: unknown, { name, label, min, max, fields }: ListField, context: ParseContext): Parsed {
  if (!Array.isArray(value) || !value.every(isObject)) return { error: notAList(label) }
  if (value.length < min) return { error: tooFew(label, min, '列') }
  if (value.length > max) return { error: tooMany(label, max, '列', value.length) }
  const results = value.map((row) => context.parseItem(fields, row, name))
  const errors = results.flatMap(({ errors }, index) =>
    Object.entries(errors).map(([field, sentence]) => [`${name}.${index}.${field}`, inItem(index + 1, sentence)] as const),
  )
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { value: results.map((row) => row.value) }
}
