import { isBan, isIdCardNumber } from 'taiwan-id-validator'

/** Whether a text is a 統一編號 of 8 digits under the rule in force since 2023-04-01; 00000000 passes the arithmetic and is refused. */
export const isUniformNo = (value: string): boolean => value !== '00000000' && isBan(value)

/** Whether a text is a national id (身分證字號) or UI number (居留證) with its check digit; not a 統一編號. */
export const isIdNo = (value: string): boolean => isIdCardNumber(value)

/** Returns the number trimmed and in capitals, as it is checked and stored. */
export const normalizeIdNo = (value: string): string => value.trim().toUpperCase()
