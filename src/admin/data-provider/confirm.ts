import { askConfirmation } from '../../browser/dialogs/dialogs'
import { ApiError } from '../../browser/http/api-error'
import { type Confirmation, confirmEqual, confirmRepeat } from '../../contract/confirmations'

type Confirmations = Readonly<Partial<Record<Confirmation, true>>>

/** Sends a request. If the server refuses it with a question, asks the user, and sends the request again with the confirmation. Throws the refusal if the user does not confirm. */
export const sendConfirmed = async <T>(send: (confirmations: Confirmations) => Promise<T>, confirmations: Confirmations = {}): Promise<T> => {
  try {
    return await send(confirmations)
  } catch (error) {
    const question = error instanceof ApiError ? questionIn(error) : undefined
    if (!question || question.name in confirmations) throw error
    const { name, body } = question
    if (!(await askConfirmation(questions[name].title, { body, confirmText: questions[name].confirmText }))) throw error
    return sendConfirmed(send, { ...confirmations, [name]: true })
  }
}

const questions: Readonly<Record<Confirmation, { readonly title: string; readonly confirmText: string }>> = {
  [confirmEqual]: { title: '仍要儲存？', confirmText: '仍要儲存' },
  [confirmRepeat]: { title: '仍要匯入？', confirmText: '再次匯入' },
}

/** Returns the question with which the server refused a request; undefined for another refusal. */
const questionIn = ({ errors }: ApiError): { readonly name: Confirmation; readonly body: string } | undefined => {
  for (const name of [confirmEqual, confirmRepeat] as const) {
    const body = errors[name]
    if (body !== undefined) return { name, body }
  }
  return undefined
}
