import './theme/browser.css'
import { type ReactNode, useEffect } from 'react'
import { DialogHost } from './dialogs/DialogHost'
import { closeDialogs } from './dialogs/dialogs'
import { setNotice } from './dialogs/notice'
import { navigation } from './navigation'
import { keepDraft } from './session/drafts'
import { IdleWarning } from './session/IdleWarning'
import { currentSession, notifySessionChange, onSessionChange, type Session, sessionOwner } from './session/session'
import { cacheKeys } from './storage/cache'
import { useSystemState, watchWindow } from './storage/system-store'

/**
 * Renders the parts that every page of both areas needs: overlay, dialogs and idle warning.
 * Watches the size of the window, and whether another tab changes the session.
 */
export const Shell = ({ children }: { children: ReactNode }) => {
  useEffect(watchWindow, [])
  useEffect(watchOtherTabs, [])
  return (
    <>
      {children}
      <Overlay />
      <DialogHost />
      <IdleWarning />
    </>
  )
}

/**
 * Covers the page with an overlay during calls.
 * The focus does not move, so that keyboard users can continue where they were.
 */
const Overlay = () => {
  const { overlay } = useSystemState()
  return (
    <div role="status" aria-live="polite">
      {overlay && (
        <div className="overlay">
          <span className="overlay-spinner" aria-hidden="true" />
          <span>Loading...</span>
        </div>
      )}
    </div>
  )
}

/**
 * Leaves the page if another tab has ended or replaced the session of this page.
 * Returns the function that stops the watch.
 */
const watchOtherTabs = (): (() => void) => {
  // The event arrives only after the other tab has changed the stored session, so this tab keeps a copy of the previous
  // session.
  let previous = { session: currentSession(), owner: sessionOwner() }
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null if the other tab cleared the whole storage.
    if (key !== null && !cacheKeys.some((cacheKey) => cacheKey === key)) return
    // A sign-in writes the cookie and several cached items, with an event for each item.
    // After 50 ms without another event all are written.
    clearTimeout(timer)
    timer = setTimeout(checkOwner, 50)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const checkOwner = () => {
    const owner = sessionOwner()
    const { session, owner: previousOwner } = previous
    if (session && owner !== previousOwner) leavePage(session, owner === null ? endedText : replacedText)
    notifySessionChange()
  }
  const unsubscribe = onSessionChange(() => {
    previous = { session: currentSession(), owner: sessionOwner() }
  })
  window.addEventListener('storage', onStorage)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('storage', onStorage)
  }
}

const endedText = '登入已在其他分頁結束，請重新登入。'
const replacedText = '其他分頁已改以另一個帳號登入，這裡原本的登入已結束。'

// The page shows data of a user who is no longer signed in, so the sign-in page replaces it.
const leavePage = (session: Session, reason: string) => {
  keepDraft(session)
  closeDialogs()
  setNotice(reason, 'info')
  navigation.toSignIn(session.kind)
}
