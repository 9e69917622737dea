import { enums } from '../../domain/enums'
import type { RawObject } from '../../schema/language/shapes/shape'
import { type NewField, readField } from './new-field'
import { NewResourceRefusal } from './refusal'

/** An action of a new schema file that writes fixed values, and what people are asked for. */
export interface NewAction {
  readonly name: string
  readonly label: string
  readonly set: Readonly<Record<string, string | number | boolean>>
  /** Each is written into the field of its name. */
  readonly inputs: readonly NewField[]
}

/** Reads an action such as `Stop=停用:CouponStatus=Inactive?StopReason:text(100)!=停用原因;StopDate:date=停用日`. */
export const readAction = (text: string): NewAction => {
  const [, first = '', rest = '', label = '', values = '', asked = ''] = /^([A-Za-z])(\w*)=([^:?]+):([^?]*)(?:\?(.+))?$/.exec(text) ?? []
  const pairs = values === '' ? [] : values.split(',').map((pair) => pair.split('='))
  if (first === '' || pairs.some((pair) => pair.length !== 2) || (values === '' && asked === ''))
    throw new NewResourceRefusal(`'${text}' is not an action. Write it like Stop=停用:Status=Inactive, or Stop=停用:Status=Inactive?StopReason:text!=停用原因.`)
  return {
    name: first.toUpperCase() + rest,
    label,
    set: Object.fromEntries(pairs.map(([field = '', value = '']) => [field.trim(), setValueOf(value.trim())])),
    inputs: asked === '' ? [] : asked.split(';').map((one) => readField(one.trim())),
  }
}

/** The fields as the actions leave them: a state that an action writes is changed by actions alone, and what one asks for is kept in a field. */
export const withActions = (fields: readonly NewField[], actions: readonly NewAction[]): readonly NewField[] => {
  const written = actions.flatMap(({ set }) => Object.keys(set))
  const kept = actions.flatMap(({ inputs }) => inputs).filter(({ name }, index, all) => all.findIndex((one) => one.name === name) === index)
  return [
    ...fields.map((field) => (written.includes(field.name) && isState(field) ? stateOf(field) : field)),
    ...kept.filter(({ name }) => !fields.some((field) => field.name === name)).map((field) => ({ ...field, raw: { ...optional(field), readOnly: true } })),
  ]
}

const isState = ({ type }: NewField): boolean => type === 'enum' || type === 'boolean'

const stateOf = (field: NewField): NewField => ({ ...field, raw: { ...optional(field), readOnly: true, default: firstOf(field) } })

const optional = ({ raw: { required: _, ...raw } }: NewField): RawObject => raw

/** The state that a new record is in. */
const firstOf = ({ type, raw }: NewField): string | boolean | undefined => {
  if (type === 'boolean') return false
  const named = Object.entries(enums).find(([name]) => name === raw.enum)?.[1]
  return Object.keys(named ?? raw.options ?? {})[0]
}

/** The action in the file: on one record or several, asked for first, and only where it changes something. */
export const actionOf = (
  { label, set, inputs }: NewAction,
  { display, unit, fields }: { readonly display: string; readonly unit: string; readonly fields: readonly NewField[] },
): RawObject => {
  const changing = Object.entries(set).filter(([name]) => fields.some((field) => field.name === name && isState(field)))
  const conditions = changing.map(([field, is]) => ({ not: { field, is } }))
  return {
    label,
    on: ['row', 'bulk'],
    ...(inputs.length > 0 ? { inputs: Object.fromEntries(inputs.map(({ name, raw }) => [name, raw])) } : {}),
    set: { ...set, ...Object.fromEntries(inputs.map(({ name }) => [name, { input: name }])) },
    ...(conditions.length > 0 ? { allowedWhen: conditions.length === 1 ? conditions[0] : { any: conditions } } : {}),
    confirm: { one: `確定要${label}${display ? ` ${display} ` : '這筆資料'}嗎？`, many: `確定要${label}這 {count} ${unit}資料嗎？` },
    success: { one: `${display ? `${display} ` : ''}已${label}。`, many: `已${label} {count} ${unit}資料。` },
  }
}

const setValueOf = (text: string): string | number | boolean => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text
}
