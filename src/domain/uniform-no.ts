import { isBan } from 'taiwan-id-validator'

/** A 統一編號 of 8 digits under the rule in force since 2023-04-01; 00000000 passes the arithmetic and is refused. */
export const isUniformNo = (value: string): boolean => /^\d{8}$/.test(value) && value !== '00000000' && isBan(value)
