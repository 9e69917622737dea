import { optionCodes } from '../option-codes'
import { notAList, notAnOption, repeated, tooFew, tooMany } from '../sentences'
import type { EnumField } from '../types'
import type { FieldTypeRules, Parsed } from './field-type'
import { listJson, max, min } from './list-keys'
import { completeOptions, optionKeys, optionSettings, optionsJson } from './option-rules'
import { boundsInOrder } from './text-keys'

/** Several of a few codes; kept in the order of the options. */
export const enumList: FieldTypeRules<EnumField> = {
  text: 'Several of a few codes.',
  keys: { ...optionKeys, min, max },
  matches: ['in'],
  sortable: false,
  list: true,
  chosen: true,
  long: true,
  unique: false,
  settings: (raw, path) => [...optionSettings(raw, path), ...boundsInOrder(raw, path)],
  complete: (raw, base) => completeOptions('enumList', raw, base),
  column: () => 'jsonb',
  json: (field) => ({ ...listJson(optionsJson(field), field.min, field.max), uniqueItems: true }),
  parse: parseCodes,
  sample: ({ options, min }) => optionCodes(options).slice(0, Math.max(1, min)),
}

function parseCodes(value: unknown, { label, options, min, max }: EnumField): Parsed {
  if (!Array.isArray(value)) return { error: notAList(label) }
  const stranger = value.find((code) => typeof code !== 'string' || !Object.hasOwn(options, code))
  if (stranger !== undefined) return { error: notAnOption(label, stranger) }
  const double = value.find((code, index) => value.indexOf(code) !== index)
  if (double !== undefined) return { error: repeated(label, options[double] ?? '') }
  if (value.length < min) return { error: tooFew(label, min, '項') }
  if (value.length > max) return { error: tooMany(label, max, '項', value.length) }
  return { value: optionCodes(options).filter((code) => value.includes(code)) }
}
