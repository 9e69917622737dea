import { askConfirmation } from '../dialogs/dialogs'
import { currentSession, type Session, sessionOwner } from './session'

/**
 * The input of an open form.
 * When the session ends, it stays in memory until the user has signed in again. What the form stores for a reload of the
 * tab has no personal data and ends with the session (see `stored-draft.ts`).
 */
export interface Draft {
  /** Title of the form, for the question whether to continue. */
  readonly title: string
  /** Path of the form. */
  readonly path: string
  /** UpdateTime that the edited record had when the form opened; undefined for a new record. */
  readonly version?: unknown
  readonly values: unknown
}

/** Returns the input of an open form; null if the user has typed nothing. */
type ReadFormInput = () => Draft | null

const openForms = new Set<ReadFormInput>()
let storedDraft: { readonly owner: string; readonly draft: Draft; readonly isConfirmed: boolean } | null = null

/** Registers an open form by the function that reads its input; returns the function that removes it. */
export const registerForm = (readInput: ReadFormInput): (() => void) => {
  openForms.add(readInput)
  return () => openForms.delete(readInput)
}

/** Stores the input of the open form, if any, for the user whose session ends. */
export const keepDraft = (session: Session | null = currentSession()): void => {
  const owner = sessionOwner(session)
  const [draft] = Array.from(openForms, (readInput) => readInput()).filter((input) => input !== null)
  if (owner && draft) storedDraft = { owner, draft, isConfirmed: false }
}

/** Returns the draft of the signed-in user, and discards a draft of another user. */
export const currentUserDraft = (): Draft | null => {
  if (storedDraft && storedDraft.owner !== sessionOwner()) storedDraft = null
  return storedDraft?.draft ?? null
}

/** Records that the user has agreed to continue with the draft, so that the form of the draft does not ask again. */
export const setDraftConfirmed = (): void => {
  if (storedDraft) storedDraft = { ...storedDraft, isConfirmed: true }
}

/**
 * Returns the draft of a form and removes it.
 * `isConfirmed` is true if the user has agreed to continue with the draft.
 */
export const takeDraft = (path: string): (Draft & { readonly isConfirmed: boolean }) | null => {
  if (currentUserDraft()?.path !== path || !storedDraft) return null
  const { draft, isConfirmed } = storedDraft
  storedDraft = null
  return { ...draft, isConfirmed }
}

/** Asks whether to continue with a draft; resolves to true if the user agrees. */
export const askToContinueDraft = (
  title: string,
  body = `上次登出時，您在「${title}」有尚未儲存的內容。`,
): Promise<boolean> =>
  askConfirmation('要繼續未完成的作業嗎？', {
    body,
    confirmText: '繼續填寫',
    cancelText: '捨棄',
  })

/** Removes the draft. */
export const removeDraft = (): void => {
  storedDraft = null
}
