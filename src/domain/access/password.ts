import { isCommonPassword } from './common-passwords'

/** The rules that a password can break. */
export type PasswordRule =
  | 'LENGTH'
  | 'CHARSET'
  | 'MIX'
  | 'REPEAT'
  | 'SEQUENCE'
  | 'COMMON'
  | 'CONTAINS_USERID'
  | 'CONTAINS_UNIFORMNO'

/** A broken rule with its message for users. */
export interface PasswordProblem {
  readonly code: PasswordRule
  readonly message: string
}

/** The user for whom a password is checked. */
export interface PasswordOwner {
  readonly userId: string
  readonly uniformNo: string
}

/** The rules as password forms show them, in the order in which they are checked. */
export const passwordRules = {
  LENGTH: '密碼長度須為 8 到 64 個字元。',
  CHARSET: '密碼只能使用半形英文、數字與符號。',
  MIX: '密碼須同時包含英文字母與數字。',
  REPEAT: '密碼不可有連續 3 個相同的字元。',
  SEQUENCE: '密碼不可有連續 3 個遞增或遞減的英文字母或數字，例如 abc、321。',
  COMMON: '密碼不可為常見的字詞或鍵盤順序加上數字、符號，例如 Welcome2026、1qaz2wsx。',
  CONTAINS_USERID: '密碼不可包含使用者代號。',
  CONTAINS_UNIFORMNO: '密碼不可包含統一編號。',
} as const satisfies Record<PasswordRule, string>

/** Number of a user's latest passwords, including the current one, that cannot be reused. */
export const passwordHistoryLength = 3

/** Age of a password in days at which the user is warned, and at which the password must be changed. */
export const passwordAge = { warn: 180, force: 365 } as const

/** Returns a problem for every rule that a new password breaks. */
export const passwordProblems = (password: string, owner: PasswordOwner): readonly PasswordProblem[] =>
  ruleCodes
    .filter((code) => isRuleBroken[code](password, owner))
    .map((code) => ({ code, message: passwordRules[code] }))

const isRuleBroken = {
  LENGTH: (password) => password.length < 8 || password.length > 64,
  CHARSET: (password) => !/^[ -~]*$/.test(password),
  MIX: (password) => !/[A-Za-z]/.test(password) || !/[0-9]/.test(password),
  REPEAT: (password) => /(.)\1\1/.test(password),
  SEQUENCE: hasSequence,
  // A password that is too short or contains no digit breaks another rule and needs no further message.
  COMMON: (password) => password.length >= 8 && /[0-9]/.test(password) && isCommonPassword(password),
  CONTAINS_USERID: (password, { userId }) => contains(password, userId),
  CONTAINS_UNIFORMNO: (password, { uniformNo }) => contains(password, uniformNo),
} satisfies Record<PasswordRule, (password: string, owner: PasswordOwner) => boolean>

const ruleCodes = Object.keys(passwordRules) as readonly PasswordRule[]

const contains = (password: string, part: string): boolean =>
  part !== '' && password.toLowerCase().includes(part.toLowerCase())

// Case is ignored, because aBc is as easy to guess as abc. NaN stands for a character that belongs to no sequence.
function hasSequence(password: string): boolean {
  const codes = Array.from(password.toLowerCase(), (character) =>
    /[a-z0-9]/.test(character) ? character.charCodeAt(0) : Number.NaN,
  )
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? Number.NaN))
  return steps.some((step, index) => Math.abs(step) === 1 && step === steps[index + 1])
}
