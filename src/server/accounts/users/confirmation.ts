import { adminMima } from '../../../contract/admin-mima'
import { Refusal } from '../../../domain/refusal'
import { isObject } from '../../../schema/language/shapes/shape'
import type { Call } from '../../call'
import { readFields } from '../fields'
import { requireOwnPassword } from '../passwords'
import { userOfSession } from '../sessions'

/** The body of a call without the caller's own password, and whether that password has confirmed the call. */
export interface ConfirmedBody {
  readonly body: unknown
  readonly isConfirmed: boolean
}

/**
 * Reads the caller's own password from the body of a call.
 * Throws a refusal if the password is wrong; the attempt counts like one at the sign-in, so it is compared outside of
 * the transaction of the call.
 * Without a password the caller is not confirmed.
 */
export const readConfirmation = async (call: Call): Promise<ConfirmedBody> => {
  if (!isObject(call.body)) return { body: call.body, isConfirmed: false }
  const { [adminMima]: value, ...body } = call.body
  const { [adminMima]: password } = readFields({ [adminMima]: value }, confirmationFields)
  if (password === '') return { body, isConfirmed: false }
  await requireOwnPassword(call, await userOfSession(call), { field: adminMima, password })
  return { body, isConfirmed: true }
}

const confirmationFields = {
  [adminMima]: { label: '您的密碼', max: 256, isKeptAsTyped: true, optional: true },
} as const

/**
 * Throws the refusal (2001) that asks for the caller's own password, unless they are confirmed.
 * `act` is what they want to do.
 * Called after all other rules, so that nobody enters a password for a call that is refused anyway.
 */
export const requireConfirmation = ({ isConfirmed }: ConfirmedBody, act: string, note = ''): void => {
  if (isConfirmed) return
  const message = `${act}須輸入您自己的密碼確認，資料尚未變更。${note}`
  throw new Refusal('2001', message, { [adminMima]: message })
}
