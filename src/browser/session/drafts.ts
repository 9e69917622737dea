import { openSession, type Session, sessionOwner } from './session'

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
let stored: { readonly owner: string; readonly draft: Draft } | null = null

/** Registers an open form; returns the function that removes it. */
export const registerForm = (form: OpenForm): (() => void) => {
  openForms.add(form)
  return () => openForms.delete(form)
}

/** Keeps the input of the open form for the user whose session is about to end. */
export const keepDraft = (session: Session | null = openSession()): void => {
  const owner = sessionOwner(session)
  const [draft] = Array.from(openForms, (read) => read()).filter((found) => found !== null)
  if (owner && draft) stored = { owner, draft }
}

/** Returns the draft of the signed-in user; removes that of another user. */
export const draftOfUser = (): Draft | null => {
  if (stored && stored.owner !== sessionOwner()) stored = null
  return stored?.draft ?? null
}

/** Returns the draft of a form and removes it. */
export const takeDraft = (path: string): Draft | null => {
  const draft = draftOfUser()
  if (draft?.path !== path) return null
  stored = null
  return draft
}

/** Removes the draft. */
export const removeDraft = (): void => {
  stored = null
}
