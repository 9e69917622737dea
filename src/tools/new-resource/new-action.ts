import type { RawObject } from '../../schema/shape/shape'
import type { NewField } from './new-field'
import { NewResourceRefusal } from './refusal'

/** An action of a new schema file that writes fixed values. */
export interface NewAction {
  readonly name: string
  readonly label: string
  readonly set: Readonly<Record<string, string | number | boolean>>
}

/** Reads an action such as `Stop=停用:CouponStatus=Inactive`. */
export const readAction = (text: string): NewAction => {
  const [, first = '', rest = '', label = '', values = ''] = /^([A-Za-z])(\w*)=([^:]+):(.+)$/.exec(text) ?? []
  const pairs = values.split(',').map((pair) => pair.split('='))
  if (first === '' || pairs.some((pair) => pair.length !== 2))
    throw new NewResourceRefusal(`'${text}' is not an action. Write it like Stop=停用:Status=Inactive.`)
  return { name: first.toUpperCase() + rest, label, set: Object.fromEntries(pairs.map(([field = '', value = '']) => [field.trim(), setValueOf(value.trim())])) }
}

/** The action in the file: on one record or several, asked for first, and only where it changes something. */
export const actionOf = (
  { label, set }: NewAction,
  { display, unit, fields }: { readonly display: string; readonly unit: string; readonly fields: readonly NewField[] },
): RawObject => {
  const changing = Object.entries(set).filter(([field]) => fields.some(({ name, type }) => name === field && (type === 'enum' || type === 'boolean')))
  const conditions = changing.map(([field, is]) => ({ not: { field, is } }))
  return {
    label,
    on: ['row', 'bulk'],
    set,
    ...(conditions.length > 0 ? { allowedWhen: conditions.length === 1 ? conditions[0] : { any: conditions } } : {}),
    confirm: { one: `確定要${label}${display ? ` ${display} ` : '這筆資料'}嗎？`, many: `確定要${label}這 {count} ${unit}資料嗎？` },
    success: { one: `${display ? `${display} ` : ''}已${label}。`, many: `已${label} {count} ${unit}資料。` },
  }
}

const setValueOf = (text: string): string | number | boolean => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text
}
