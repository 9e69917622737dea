import type { LayoutField, LayoutLine } from '../../../schema/layouts/layout'
import type { Big5, LineValue, LineValues } from './bank-file'
import { fieldValues } from './field-values'

/** Returns the bytes of a value in its field; undefined if they would be longer, shorter or read back differently. */
export const fittingBytes = (value: LineValue, field: LayoutField, big5: Big5): string | undefined => {
  const { type, length } = field
  if (type === 'filler') return undefined
  const bytes = fieldValues[type].write(value, field, big5)
  return bytes?.length === length && fieldValues[type].read(bytes, field, big5) === value ? bytes : undefined
}

/**
 * Returns why a value of a line does not fit its field, as a clause in zh-TW; null if all values fit.
 * The clause does not quote the value, because it may be personal data.
 */
export const misfitText = ({ fields }: LayoutLine, values: LineValues, big5: Big5): string | null => {
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name] ?? field.value
    if (field.type === 'filler' || field.within !== undefined || (value === undefined && field.optional)) continue
    if (value === undefined) return `「${field.label}」沒有內容`
    if (fittingBytes(value, field, big5) !== undefined) continue
    return `「${field.label}」${isTooLong(value, field, big5) ? `超過 ${field.length} 個位元組` : fieldValues[field.type].problem}`
  }
  return null
}

const isTooLong = (value: LineValue, { type, length, decimals = 0 }: LayoutField, big5: Big5): boolean => {
  if (type === 'text') return (big5.encode(String(value))?.length ?? 0) > length
  if (type === 'digits') return String(value).length > length
  return type === 'number' && String(value).length > length - decimals
}
