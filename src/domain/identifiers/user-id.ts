import { isIdNo } from './id-no'

/** What a user is known by elsewhere; a user code may not be any of it. */
export interface UserIdentity {
  readonly uniformNo: string
  readonly idNo?: string | null
  readonly mobile?: string | null
  readonly email?: string | null
}

/** Returns why a user code (使用者代號) is refused, or null when it is good. */
export const userIdProblem = (userId: string, known: UserIdentity): string | null => {
  if (!/^[A-Za-z][A-Za-z0-9]{5,11}$/.test(userId)) return '使用者代號須為 6 到 12 碼英數字，第一碼為英文字母。'
  if (!/[0-9]/.test(userId)) return '使用者代號須同時包含英文字母與數字。'
  // Whose number it is does not matter: a code in the form of a personal id with its check digit is somebody's.
  const same = isIdNo(userId.toUpperCase()) || isVisible(userId, known)
  return same ? '使用者代號不可與統一編號、身分證字號、行動電話或電子郵件帳號相同。' : null
}

/** Returns why an e-mail address or a mobile number cannot be that of the user with this code, or null when it can. */
export const contactProblem = (userId: string, contact: Pick<UserIdentity, 'mobile' | 'email'>): string | null =>
  isVisible(userId, contact) ? '電子郵件帳號與行動電話不可與使用者代號相同。' : null

const isVisible = (userId: string, known: Partial<UserIdentity>): boolean =>
  [known.uniformNo, known.idNo, known.mobile, known.email?.split('@')[0]].some((value) => value?.toLowerCase() === userId.toLowerCase())
