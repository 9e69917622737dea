import { maxBulkRecords } from '../../contract/envelope'
import { throwIfFieldErrors } from '../context'
import { parseKeyNumber } from '../records/parse-key'

/**
 * Returns the keys of the bills that a call names, without duplicates.
 * Throws a refusal if the list is empty, contains an invalid key, or names too many bills (`tooManyMessage`).
 */
export const readSerialIds = (values: unknown, tooManyMessage: string): readonly number[] => {
  const serialIds = Array.isArray(values) ? values.map((value: unknown) => parseKeyNumber(String(value))) : []
  if (serialIds.length === 0 || serialIds.includes(null)) throwIfFieldErrors({ SerialIds: '請至少選擇一張帳單。' })
  if (serialIds.length > maxBulkRecords) throwIfFieldErrors({ SerialIds: tooManyMessage })
  return [...new Set(serialIds.filter((id) => id !== null))]
}
