import { isIdNo } from './id-no'

/** Other identifiers of a user; the user code must differ from all of them. */
export interface UserIdentity {
  readonly uniformNo: string
  readonly idNo?: string | null
  readonly mobile?: string | null
  readonly email?: string | null
}

/** Checks whether a text has the form of a user code (使用者代號). */
export const isUserIdForm = (text: string): boolean => /^[A-Za-z][A-Za-z0-9]{5,11}$/.test(text)

/** Returns why a user code (使用者代號) is refused, or null if it is valid. */
export const userIdProblem = (userId: string, known: UserIdentity): string | null => {
  if (!isUserIdForm(userId)) return '使用者代號須為 6 到 12 碼英數字，第一碼為英文字母。'
  if (!/[0-9]/.test(userId)) return '使用者代號須同時包含英文字母與數字。'
  // Any valid personal id is rejected, even if it is not the user's own.
  const isTaken = isIdNo(userId.toUpperCase()) || isKnownIdentifier(userId, known)
  return isTaken ? '使用者代號不可與統一編號、身分證字號、行動電話或電子郵件帳號相同。' : null
}

/** Returns why an e-mail address or mobile number is refused for the user with this code, or null if it is valid. */
export const contactProblem = (userId: string, contact: Pick<UserIdentity, 'mobile' | 'email'>): string | null =>
  isKnownIdentifier(userId, contact) ? '電子郵件帳號與行動電話不可與使用者代號相同。' : null

const isKnownIdentifier = (userId: string, known: Partial<UserIdentity>): boolean =>
  [known.uniformNo, known.idNo, known.mobile, known.email?.split('@')[0]].some((value) => value?.toLowerCase() === userId.toLowerCase())
