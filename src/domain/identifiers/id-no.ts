import { isBan } from 'taiwan-id-validator'
import { withoutGroups } from '../text-folding'

/**
 * Checks whether a text is a 統一編號 of 8 digits by the rule in force since 2023-04-01. 00000000 is rejected although its
 * checksum is correct.
 */
export const isUniformNo = (value: string): boolean => /^\d{8}$/.test(value) && value !== '00000000' && isBan(value)

/** The kinds of numbers in a field 身分證字號／統一編號. */
export type IdNoKind = 'NationalId' | 'UiNew' | 'UiOld' | 'UniformNo'

/** Last day on which the old UI number (two letters, 二碼英文) of foreign residents is accepted. */
export const uiOldLastDay = '2030-12-31'

/** Returns a number without blanks and hyphens and in capitals. Numbers are checked and stored in this form. */
export const normalizeIdNo = (value: string): string => withoutGroups(value).toUpperCase()

/**
 * Returns the kind of a normalized number by its pattern; null if it matches none or is 00000000.
 * The check digit is not validated.
 */
export const idNoKindByPattern = (value: string): IdNoKind | null =>
  value === '00000000' ? null : (kinds.find(({ pattern }) => pattern.test(value))?.kind ?? null)

/**
 * Returns the kind of a normalized number; null if the number is invalid.
 * If `today` is given, old UI numbers are valid only until `uiOldLastDay`.
 */
export const idNoKind = (value: string, today?: string): IdNoKind | null => {
  const kind = kinds.find(({ pattern }) => pattern.test(value))?.kind ?? null
  if (kind === 'UniformNo') return isUniformNo(value) ? kind : null
  if (kind === 'UiOld' && today !== undefined && today > uiOldLastDay) return null
  return kind !== null && weightedSum(value) % 10 === 0 ? kind : null
}

/** Checks whether a text is a valid national id (身分證字號) or UI number (居留證). A 統一編號 is neither. */
export const isIdNo = (value: string, today?: string): boolean => {
  const kind = idNoKind(value, today)
  return kind !== null && kind !== 'UniformNo'
}

const kinds: readonly { readonly kind: IdNoKind; readonly pattern: RegExp }[] = [
  { kind: 'NationalId', pattern: /^[A-Z][12]\d{8}$/ },
  { kind: 'UiNew', pattern: /^[A-Z][89]\d{8}$/ },
  { kind: 'UiOld', pattern: /^[A-Z][A-D]\d{8}$/ },
  { kind: 'UniformNo', pattern: /^\d{8}$/ },
]

// The code of a letter is its index in this text plus 10: A10, B11 … I34, O35, W32, Z33.
const lettersByCode = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'

const codeOf = (letter: string): number => lettersByCode.indexOf(letter) + 10

const weightedSum = (value: string): number => {
  const [first = '', ...rest] = value
  const code = codeOf(first)
  // The second letter of an old UI number counts as the units digit of its code.
  const digits = rest.map((character) => (/\d/.test(character) ? Number(character) : codeOf(character) % 10))
  return (
    Math.floor(code / 10) +
    (code % 10) * 9 +
    digits.reduce((sum, digit, index) => sum + digit * Math.max(8 - index, 1), 0)
  )
}
