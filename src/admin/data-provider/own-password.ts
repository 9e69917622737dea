import { askPassword } from '../../browser/dialogs/dialogs'
import { ApiError } from '../../browser/http/api-error'
import { adminMima } from '../../contract/admin-mima'
import type { RecordValues } from '../../schema/language/language'

/** Sends a call. The confirmation is part of its body: the user's own password once the server has required it, empty before. */
export type ConfirmableCall<T> = (confirmation: RecordValues) => Promise<T>

/** Sends a call; if the server requires the user's own password, asks the user for it and sends the call again. */
export type SendConfirmed = <T>(send: ConfirmableCall<T>) => Promise<T>

/**
 * Returns the function that sends the calls of one user action, which asks for the password at most once unless it was wrong. Calls must be sent one after the other: a wrong password that
 * several calls carried would count several times and could lock the account.
 */
export const confirmingSender = (): SendConfirmed => {
  let confirmation: RecordValues = {}
  let isCancelled = false
  const sendConfirmed: SendConfirmed = async (send) => {
    try {
      return await send(confirmation)
    } catch (error) {
      const question = error instanceof ApiError ? error.errors[adminMima] : undefined
      if (question === undefined || isCancelled) throw error
      const password = await askPassword(question)
      isCancelled = password === null
      if (password === null) throw error
      confirmation = { [adminMima]: password }
      return sendConfirmed(send)
    }
  }
  return sendConfirmed
}
