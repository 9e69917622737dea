import type { RawObject } from '../shape/shape'
import type { FieldBase, StringField } from '../types'
import type { FieldTypeRules } from './field-type'
import { patternTexts } from './pattern-texts'
import { sampleOf } from './sample-text'
import { codeKeys, lengthKeys, textSettings } from './text-keys'
import { parseText, textJson } from './text-rules'

/** One line of text: names, codes, numbers that are not counted with. */
export const string: FieldTypeRules<StringField> = {
  text: 'One line of text: names, codes, numbers that nobody calculates with.',
  keys: { ...lengthKeys, ...codeKeys },
  matches: ['contains', 'exact', 'in'],
  sortable: true,
  masked: true,
  settings: textSettings,
  complete: (raw, base) => completeText('string', raw, base),
  column: () => 'text',
  json: textJson,
  parse: parseText,
  sample: ({ pattern, min, max, examples }, seed) => examples?.[seed % examples.length] ?? sampleOf(pattern, min, max, seed),
}

/** Fills in what string and text have in common. */
export const completeText = (type: 'string' | 'text', raw: RawObject, base: FieldBase): StringField => {
  const said = raw as Partial<Omit<StringField, keyof FieldBase | 'type'>>
  const { max = 0, pattern, patternText = patternTexts[pattern ?? ''], examples, upperCase, maxLines, lengthOf } = said
  return { ...base, type, min: said.min ?? (base.required ? 1 : 0), max, pattern, patternText, examples, upperCase, maxLines, lengthOf }
}
