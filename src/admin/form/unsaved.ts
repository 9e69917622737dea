import { useEffect } from 'react'
import { confirm } from '../../browser/dialogs/dialogs'
import { addLeaveRule } from '../../browser/dialogs/leave-questions'
import { sessionOwner } from '../../browser/session/session'
import { createStore } from '../../browser/storage/store'

/** True while the page has unsaved input. */
export const unsaved = createStore(false)

/** Asks before unsaved input is discarded; true without asking when there is none. */
export const confirmLeaving = async (): Promise<boolean> => {
  if (!unsaved.get()) return true
  const confirmed = await confirm('確定要離開嗎？', { body: '尚未儲存的資料將會遺失。', confirmText: '離開', cancelText: '繼續編輯' })
  if (confirmed) unsaved.set(false)
  return confirmed
}

/** Protects a changed form: asks before another page opens, and the browser asks before it is closed. */
export const useLeaveGuard = (dirty: boolean): void => {
  useEffect(() => {
    unsaved.set(dirty)
    return () => unsaved.set(false)
  }, [dirty])

  // Once the session has ended or belongs to another user, nothing is asked; the input is kept as a draft.
  useEffect(() => {
    const owner = sessionOwner()
    return addLeaveRule(({ from, to }) => (unsaved.get() && owner !== null && sessionOwner() === owner && from !== to ? confirmLeaving : undefined))
  }, [])
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (unsaved.get()) event.preventDefault()
    }
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [])
}
