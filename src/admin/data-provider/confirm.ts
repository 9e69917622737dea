import { askConfirmation, askPassword, askText } from '../../browser/dialogs/dialogs'
import { ApiError } from '../../browser/http/api-error'
import { extensionCalls } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { accessReason, reasonLength } from '../../contract/access-reason'
import { adminMima } from '../../contract/admin-mima'
import {
  type Confirmation,
  confirmations,
  confirmEqual,
  confirmHidden,
  confirmRepeat,
} from '../../contract/confirmations'
import type { RecordValues } from '../../schema/language/language'

/** Sends a call. The confirmation is part of its body: what the server has asked for, empty before. */
export type ConfirmableCall<T> = (confirmation: RecordValues) => Promise<T>

/**
 * Sends a call; if the server refuses it with a question, asks the user and sends the call again with their answer.
 * Throws the refusal if the user does not answer.
 */
export type SendConfirmed = <T>(send: ConfirmableCall<T>) => Promise<T>

/**
 * Returns the function that sends the calls of one user action, which asks for the user's own password at most once
 * unless it was wrong.
 * Calls must be sent one after the other: a wrong password that several calls carried would count several times and
 * could lock the account.
 */
export const confirmingSender = (): SendConfirmed => {
  let password: RecordValues = {}
  let isCancelled = false
  const askForPassword = async (question: string): Promise<boolean> => {
    const typed = isCancelled ? null : await askPassword(question)
    isCancelled = typed === null
    if (typed !== null) password = { [adminMima]: typed }
    return typed !== null
  }
  const sendWith = async <T>(send: ConfirmableCall<T>, confirmed: RecordValues): Promise<T> => {
    try {
      return await send({ ...password, ...confirmed })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const passwordQuestion = error.errors[adminMima]
      if (passwordQuestion !== undefined) {
        if (!(await askForPassword(passwordQuestion))) throw error
        return sendWith(send, confirmed)
      }
      const name = confirmations.find((question) => error.errors[question] !== undefined && !(question in confirmed))
      if (name === undefined || !(await isConfirmed(name, error.errors[name]))) throw error
      return sendWith(send, { ...confirmed, [name]: true })
    }
  }
  return (send) => sendWith(send, {})
}

/**
 * Runs calls of a bank user; if the server refuses them until it knows the reason, asks for it, sends it and runs the
 * calls again.
 * Throws the refusal if the user gives no reason, or if the server has no call that takes one.
 */
export const withReason = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    const question = error instanceof ApiError ? error.errors[accessReason] : undefined
    if (question === undefined || !(await giveReason(question))) throw error
    return run()
  }
}

/** Several calls of a page may be refused at the same time. They wait for the same answer. */
let pendingReason: Promise<boolean> | undefined

/** Asks a bank user for the reason and sends it; resolves to whether the user has given one. */
export const giveReason = (question: string): Promise<boolean> => {
  pendingReason ??= askAndSendReason(question).finally(() => {
    pendingReason = undefined
  })
  return pendingReason
}

const askAndSendReason = async (question: string): Promise<boolean> => {
  if (!(await extensionCalls()).includes('EnterpriseArea.GiveReason')) return false
  const Reason = await askText('請輸入查看事由', question, { label: '事由', length: reasonLength })
  if (Reason === null) return false
  await call('EnterpriseArea.GiveReason', { body: { Reason } })
  return true
}

const questions: Readonly<Record<Confirmation, { readonly title: string; readonly confirmText: string }>> = {
  [confirmEqual]: { title: '仍要儲存？', confirmText: '仍要儲存' },
  [confirmRepeat]: { title: '仍要匯入？', confirmText: '再次匯入' },
  [confirmHidden]: { title: '略過這些資料？', confirmText: '略過並繼續' },
}

const isConfirmed = (name: Confirmation, body: string | undefined): Promise<boolean> => {
  const { title, confirmText } = questions[name]
  return askConfirmation(title, { body, confirmText })
}
