import { type EnumName, enums } from '../../domain/enums'
import { optionCodes } from '../option-codes'
import { cannot, mustSay, placeOf } from '../phrases'
import { conditionRef } from '../shape/condition-shape'
import type { Finding, JsonSchema, Keys, Path, RawObject } from '../shape/shape'
import { choice, mapOf, text } from '../shape/shapes'
import type { EnumField, FieldBase } from '../types'

/** Where the codes come from. */
export const optionKeys: Keys = {
  enum: { shape: choice(Object.keys(enums), 'an enum of src/domain/enums.ts', 'E109'), text: 'Name of an enum in src/domain/enums.ts.' },
  options: { shape: mapOf(text), text: 'Codes and their zh-TW labels, where the domain has no enum for them.' },
  optionsWhen: { shape: mapOf(conditionRef), text: 'Options that can be chosen only while their condition holds, by code.' },
  within: { shape: text, text: 'The value must equal (a list: lie within) a field of a referenced record: MarketItemCode.FeeBearType.' },
}

/** Either an enum or options. */
export const optionSettings = ({ enum: name, options }: RawObject, path: Path): Finding[] => {
  if ((name === undefined) !== (options === undefined)) return []
  const message = name === undefined ? mustSay(placeOf(path), 'enum') : cannot(placeOf(path), "say both 'enum' and 'options'")
  return [{ id: 'E109', path, message, hint: name === undefined ? "Or 'options', with the codes and their labels." : undefined }]
}

/** Fills in the codes and labels. */
export const completeOptions = (type: 'enum' | 'enumList', raw: RawObject, base: FieldBase): EnumField => {
  const said = raw as Partial<Pick<EnumField, 'options' | 'optionsWhen' | 'within' | 'min' | 'max'>> & { enum?: string }
  const name = said.enum !== undefined && isEnumName(said.enum) ? said.enum : undefined
  const options: Readonly<Record<string, string>> = name ? enums[name] : (said.options ?? {})
  return {
    ...base,
    type,
    options,
    enum: name,
    optionsWhen: said.optionsWhen,
    within: said.within,
    min: said.min ?? (base.required ? 1 : 0),
    max: said.max ?? Object.keys(options).length,
  }
}

/** One of the codes; `x-labels` says what each means. */
export const optionsJson = ({ options, enum: name }: EnumField): JsonSchema => ({
  type: 'string',
  enum: optionCodes(options),
  ...(name ? { 'x-enum': name } : {}),
  'x-labels': options,
})

const isEnumName = (name: string): name is EnumName => Object.hasOwn(enums, name)
