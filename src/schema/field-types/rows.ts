import { sampleRow } from '../sample-row'
import { inRow, notAList, tooFew, tooMany } from '../sentences'
import { isObject } from '../shape/shape'
import { later } from '../shape/shapes'
import type { RowsField } from '../types'
import { fieldsShape } from './field-shape'
import type { FieldTypeRules, ParseContext, Parsed } from './field-type'
import * as list from './list-keys'
import { boundsInOrder } from './text-keys'

/** A list of small records inside a record, such as the items of a bill. */
export const rows: FieldTypeRules<RowsField> = {
  text: 'A list of small records inside the record, such as the items of a bill.',
  keys: {
    min: list.min,
    max: { ...list.max, required: true },
    fields: { shape: later('fields', () => fieldsShape), text: 'The fields of each row.', required: true },
  },
  matches: [],
  sortable: false,
  list: true,
  long: true,
  listed: false,
  unique: false,
  inRows: false,
  settings: boundsInOrder,
  complete: (raw, base, context) => {
    const { min, max = 0, fields } = raw as { min?: number; max?: number; fields?: unknown }
    const own = Object.entries(isObject(fields) ? fields : {}).filter((entry): entry is [string, Record<string, unknown>] => isObject(entry[1]))
    return { ...base, type: 'rows', min: min ?? (base.required ? 1 : 0), max, fields: own.map(([name, field]) => context.field(name, field)) }
  },
  column: () => 'jsonb',
  json: ({ min, max, fields }, { row }) => list.listJson(row(fields), min, max),
  parse: parseRows,
  sample: ({ min, fields }, seed, today) => Array.from({ length: min }, () => sampleRow(fields, seed, { today })),
}

function parseRows(value: unknown, { name, label, min, max, fields }: RowsField, context: ParseContext): Parsed {
  if (!Array.isArray(value) || !value.every(isObject)) return { error: notAList(label) }
  if (value.length < min) return { error: tooFew(label, min, '列') }
  if (value.length > max) return { error: tooMany(label, max, '列', value.length) }
  const judged = value.map((row) => context.rows(fields, row, name))
  const errors = judged.flatMap(({ errors }, index) =>
    Object.entries(errors).map(([field, sentence]) => [`${name}.${index}.${field}`, inRow(index + 1, sentence)] as const),
  )
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { value: judged.map((row) => row.value) }
}
