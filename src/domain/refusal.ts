/** Every ReturnCode that the portal sends, with its meaning. */
export const returnCodes = {
  '0000': 'success',
  '1001': 'sign-in failed',
  '1002': 'locked out',
  '1003': 'disabled',
  '1004': 'captcha not solved',
  '1005': 'one-time password incorrect',
  '1006': 'one-time password expired',
  '1007': 'password must be changed',
  '1008': 'password breaks a rule',
  '1009': 'password reused',
  '2001': 'required',
  '2002': 'invalid format',
  '2003': 'already exists',
  '2004': 'not found',
  '2005': 'in use',
  '2006': 'not allowed in this state',
  '2007': 'amount out of range',
  '2008': 'check digit incorrect',
  '2009': 'changed by another user since it was read',
  '3001': 'file type not accepted',
  '3002': 'file too large',
  '3003': 'file empty',
  '3004': 'header row invalid',
  '9001': 'not permitted',
  '9999': 'system error',
} as const

/** A ReturnCode that the portal sends. */
export type ReturnCode = keyof typeof returnCodes

/**
 * A rejection for a business reason.
 * Users read `message` unchanged, and programs read `code`.
 * `fields` contains a message for each invalid field.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly code: ReturnCode,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}
