import type { Draft } from '../../browser/session/drafts'
import { sessionOwner } from '../../browser/session/session'
import { storedDraftKey } from '../../browser/session/stored-draft'
import { parseAs } from '../../browser/storage/cache'
import { tabStore } from '../../browser/storage/stored-text'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { Field } from '../../schema/language/types'
import { isSameValue } from '../../schema/rules/record-rules'

const storedDraft = tabStore(storedDraftKey)

/** The input of a form that the tab keeps over a reload, without personal data. */
export interface StoredDraft extends Draft {
  /** The user who has entered it. */
  readonly owner: string
  readonly values: RecordValues
  /** Whether the user had entered personal data, which are not kept. */
  readonly hasOmitted: boolean
}

/** Stores the input of a form in this tab. Nothing is stored once the session has ended. */
export const storeDraft = (
  resource: Resource,
  draft: Draft & { readonly values: RecordValues },
  initial: RecordValues,
) => {
  const owner = sessionOwner()
  if (owner === null) return
  const omitted = resource.fields.filter(isOmitted)
  const values = Object.fromEntries(
    Object.entries(draft.values).filter(([name]) => !omitted.some((field) => field.name === name)),
  )
  const hasOmitted = omitted.some(({ name }) => !isSameValue(draft.values[name], initial[name]))
  storedDraft.set(JSON.stringify({ ...draft, owner, values, hasOmitted } satisfies StoredDraft))
}

/** Removes the stored input of the form with this path. */
export const removeStoredDraft = (path: string): void => {
  if (readStoredDraft()?.path === path) storedDraft.set(null)
}

/** Returns the stored input of the form with this path; null if there is none of the signed-in user. */
export const storedDraftOf = (path: string): StoredDraft | null => {
  const draft = readStoredDraft()
  return draft?.path === path && draft.owner === sessionOwner() ? draft : null
}

const readStoredDraft = (): StoredDraft | null => parseAs(storedDraft.get(), isStoredDraft)

const isStoredDraft = (data: unknown): data is StoredDraft =>
  isObject(data) && isObject(data.values) && typeof data.path === 'string' && typeof data.title === 'string'

// A list is kept as a whole or not at all: without a column, its items would lose values that the record has.
const isOmitted = (field: Field): boolean =>
  field.personal !== undefined ||
  field.type === 'file' ||
  field.type === 'image' ||
  (field.type === 'rows' && field.fields.some(isOmitted))
