import { openSession, type Session, sessionOwner } from './session'

/** Input of an open form, kept while its writer signs in again. It lives in memory alone: nothing typed is written to the device. */
interface Draft {
  /** What the form is called, for the question whether to go on. */
  readonly title: string
  /** Where the form is. */
  readonly path: string
  /** UpdateTime of the record that the form changes, as it was read; undefined for a new one. */
  readonly version?: unknown
  readonly values: unknown
}

/** An open form; it returns null while nothing has been typed. */
type OpenForm = () => Draft | null

const openForms = new Set<OpenForm>()
let kept: { readonly owner: string; readonly draft: Draft } | null = null

/** Registers an open form; returns the function that removes it. */
export const registerForm = (form: OpenForm): (() => void) => {
  openForms.add(form)
  return () => openForms.delete(form)
}

/** Keeps what the open form holds, for the user whose session is about to end by itself. */
export const keepDraft = (session: Session | null = openSession()): void => {
  const owner = sessionOwner(session)
  const [draft] = Array.from(openForms, (read) => read()).filter((one) => one !== null)
  if (owner && draft) kept = { owner, draft }
}

/** Returns the draft of the user who is signed in now; somebody else's is forgotten. */
export const draftOfUser = (): Draft | null => {
  if (kept && kept.owner !== sessionOwner()) kept = null
  return kept?.draft ?? null
}

/** Takes the draft of a form back, once. */
export const takeDraft = (path: string): Draft | null => {
  const draft = draftOfUser()
  if (draft?.path !== path) return null
  kept = null
  return draft
}

/** Removes the draft. */
export const removeDraft = (): void => {
  kept = null
}
