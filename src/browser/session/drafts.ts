import { askConfirmation } from '../dialogs/dialogs'
import { currentSession, type Session, sessionOwner } from './session'

/** The input of an open form, kept while its user signs in again. In memory only: input is never written to the device. */
interface Draft {
  /** Title of the form, for the question whether to continue. */
  readonly title: string
  /** Path of the form. */
  readonly path: string
  /** UpdateTime of the record that the form changes, as it was read; undefined for a new one. */
  readonly version?: unknown
  readonly values: unknown
}

/** An open form; it returns null while nothing has been typed. */
type OpenForm = () => Draft | null

const openForms = new Set<OpenForm>()
let stored: { readonly owner: string; readonly draft: Draft; readonly isWanted: boolean } | null = null

/** Registers an open form; returns the function that removes it. */
export const registerForm = (form: OpenForm): (() => void) => {
  openForms.add(form)
  return () => openForms.delete(form)
}

/** Keeps the input of the open form for the user whose session is about to end. */
export const keepDraft = (session: Session | null = currentSession()): void => {
  const owner = sessionOwner(session)
  const [draft] = Array.from(openForms, (read) => read()).filter((found) => found !== null)
  if (owner && draft) stored = { owner, draft, isWanted: false }
}

/** Returns the draft of the signed-in user; removes that of another user. */
export const draftOfUser = (): Draft | null => {
  if (stored && stored.owner !== sessionOwner()) stored = null
  return stored?.draft ?? null
}

/** Records that the user wants to continue with the draft, so that its form does not ask again. */
export const continueDraft = (): void => {
  if (stored) stored = { ...stored, isWanted: true }
}

/** Returns the draft of a form and removes it; `isWanted` is true if the user has already confirmed it. */
export const takeDraft = (path: string): (Draft & { readonly isWanted: boolean }) | null => {
  if (draftOfUser()?.path !== path || !stored) return null
  const { draft, isWanted } = stored
  stored = null
  return { ...draft, isWanted }
}

/** Asks whether to continue with a draft; resolves to whether the user wants to. */
export const confirmDraft = (title: string): Promise<boolean> =>
  askConfirmation('要繼續未完成的作業嗎？', { body: `上次登出時，您在「${title}」有尚未儲存的內容。`, confirmText: '繼續填寫', cancelText: '捨棄' })

/** Removes the draft. */
export const removeDraft = (): void => {
  stored = null
}
