import { firstStates } from '../../domain/state-changes'
import { notAnOption } from '../sentences'
import type { EnumField } from '../types'
import type { FieldTypeRules } from './field-type'
import { completeOptions, optionKeys, optionSettings, optionsJson } from './option-rules'

/** One of a few codes. */
export const enumType: FieldTypeRules<EnumField> = {
  text: 'One of a few codes.',
  keys: optionKeys,
  matches: ['in', 'exact'],
  sortable: true,
  chosen: true,
  settings: optionSettings,
  complete: (raw, base) => completeOptions('enum', raw, base),
  column: () => 'text',
  json: optionsJson,
  parse: (value, { label, options }) => (typeof value === 'string' && Object.hasOwn(options, value) ? { value } : { error: notAnOption(label, value) }),
  sample: ({ enum: name, options }, seed) => {
    const codes = firstStates(name) ?? Object.keys(options)
    return codes[seed % codes.length]
  },
}
