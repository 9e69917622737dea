import { useEffect } from 'react'
import { addLeaveRule } from '../../browser/leave-questions'
import { sessionOwner } from '../../browser/session'
import { confirmLeaving, unsaved } from './unsaved'

/** Keeps a dirty form from being left by a slip: asks before another page, and the browser asks before it is closed. */
export const useLeaveGuard = (dirty: boolean): void => {
  useEffect(() => {
    unsaved.set(dirty)
    return () => unsaved.set(false)
  }, [dirty])

  // A session that has ended, or is somebody else's by now, keeps nobody; what was typed is kept as a draft.
  useEffect(() => {
    const writer = sessionOwner()
    return addLeaveRule(({ from, to }) => (unsaved.get() && writer !== null && sessionOwner() === writer && from !== to ? confirmLeaving : undefined))
  }, [])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.get()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
