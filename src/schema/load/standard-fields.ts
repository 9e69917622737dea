import type { Field } from '../language/types'

/** The settings of fields that users do not enter. */
export const notEntered = { required: false, readOnly: true, writeOnce: false, virtual: false } as const

/**
 * The fields that every record has without a declaration: who created the record, who changed it last, and when.
 * UpdateTime is the token of optimistic locking.
 */
export const standardFields: readonly Field[] = [
  { ...notEntered, name: 'CreateUser', label: '建立人員', type: 'string', min: 0, max: 30, detailOnly: true },
  { ...notEntered, name: 'CreateTime', label: '建立時間', type: 'datetime', detailOnly: true },
  { ...notEntered, name: 'UpdateUser', label: '異動人員', type: 'string', min: 0, max: 30, detailOnly: true },
  { ...notEntered, name: 'UpdateTime', label: '異動時間', type: 'datetime', detailOnly: false },
]

/** The key of records whose file declares no key: a number that the database assigns. */
export const serialId: Field = {
  ...notEntered,
  name: 'SerialId',
  label: '序號',
  type: 'integer',
  min: 1,
  detailOnly: false,
}

/** The names of the standard fields. */
export const standardNames: readonly string[] = standardFields.map((field) => field.name)
