import { useEffect } from 'react'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import { addLeaveRule } from '../../browser/dialogs/leave-questions'
import { sessionOwner } from '../../browser/session/session'
import { createStore } from '../../browser/storage/store'

/** Stores whether the page has unsaved input. */
export const unsavedInput = createStore(false)

/**
 * Asks the user before unsaved input is discarded, and resolves to whether the user leaves the page.
 * Resolves to true without a question if there is no unsaved input.
 */
export const confirmLeaving = async (): Promise<boolean> => {
  if (!unsavedInput.get()) return true
  const confirmed = await askConfirmation('確定要離開嗎？', {
    body: '尚未儲存的資料將會遺失。',
    confirmText: '離開',
    cancelText: '繼續編輯',
    discards: true,
  })
  if (confirmed) unsavedInput.set(false)
  return confirmed
}

/**
 * Protects the input of a changed form: a dialog asks before another page opens, and the browser asks before the window
 * closes.
 */
export const useLeaveGuard = (isDirty: boolean): void => {
  useEffect(() => {
    unsavedInput.set(isDirty)
    return () => unsavedInput.set(false)
  }, [isDirty])

  // No question is asked if the session has ended or belongs to another user, because the input has then already been
  // kept as a draft (see `useDraft`).
  useEffect(() => {
    const owner = sessionOwner()
    return addLeaveRule(({ from, to }) =>
      unsavedInput.get() && owner !== null && sessionOwner() === owner && from !== to ? confirmLeaving : undefined,
    )
  }, [])
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (unsavedInput.get()) event.preventDefault()
    }
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [])
}
