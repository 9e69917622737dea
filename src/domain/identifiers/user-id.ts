import { isIdNo } from './id-no'

/** Other identifiers of a user. The user id must differ from all of them. */
export interface UserIdentity {
  readonly uniformNo: string
  readonly idNo?: string | null
  readonly mobile?: string | null
  readonly email?: string | null
}

/** Checks whether a text has the format of a user id (使用者代號). */
export const hasUserIdFormat = (text: string): boolean => /^[A-Za-z][A-Za-z0-9]{5,11}$/.test(text)

/** Returns a message that says why a user id is invalid; null if it is valid. */
export const userIdProblem = (userId: string, identity: UserIdentity): string | null => {
  if (!hasUserIdFormat(userId)) return '使用者代號須為 6 到 12 碼英數字，第一碼為英文字母。'
  if (!/[0-9]/.test(userId)) return '使用者代號須同時包含英文字母與數字。'
  // Any valid personal id is rejected, even if it is not the user's own.
  const isOtherIdentifier = isIdNo(userId.toUpperCase()) || equalsIdentifier(userId, identity)
  return isOtherIdentifier ? '使用者代號不可與統一編號、身分證字號、行動電話或電子郵件帳號相同。' : null
}

/**
 * Returns a message if the mobile number, or the part of the e-mail address before the @, equals the user id; otherwise
 * null.
 */
export const contactProblem = (userId: string, contact: Pick<UserIdentity, 'mobile' | 'email'>): string | null =>
  equalsIdentifier(userId, contact) ? '電子郵件帳號與行動電話不可與使用者代號相同。' : null

const equalsIdentifier = (userId: string, { uniformNo, idNo, mobile, email }: Partial<UserIdentity>): boolean =>
  [uniformNo, idNo, mobile, email?.split('@')[0]].some((value) => value?.toLowerCase() === userId.toLowerCase())
