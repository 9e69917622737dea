import { maxBulkRecords } from '../records/bulk'
import { refuseIfInvalid } from '../records/context'
import { parseKeyNumber } from '../records/parse-key'

/** Returns the keys of the bills that a call names, without duplicates. Throws a refusal for an empty list or an invalid key, and for more bills than a call may name (with the text `tooMany`). */
export const readSerialIds = (values: unknown, tooMany: string): readonly number[] => {
  const serialIds = Array.isArray(values) ? values.map((value: unknown) => parseKeyNumber(String(value))) : []
  if (serialIds.length === 0 || serialIds.includes(null)) refuseIfInvalid({ SerialIds: '請至少選擇一張帳單。' })
  if (serialIds.length > maxBulkRecords) refuseIfInvalid({ SerialIds: tooMany })
  return [...new Set(serialIds.filter((id) => id !== null))]
}
