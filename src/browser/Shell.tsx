import './theme/browser.css'
import { type ReactNode, useEffect } from 'react'
import { DialogHost } from './dialogs/DialogHost'
import { closeDialogs } from './dialogs/dialogs'
import { showNotice } from './dialogs/notice'
import { navigation } from './navigation'
import { keepDraft } from './session/drafts'
import { IdleWarning } from './session/IdleWarning'
import { notifySessionChange, onSessionChange, openSession, type Session, sessionOwner } from './session/session'
import { cacheKeys } from './storage/cache'
import { useSystem, watchWindow } from './storage/system-store'

/** The frame of every page in both areas: overlay, dialogs, idle warning, and listeners of window and other tabs. */
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

/** Covers the page during calls with an overlay. It takes no focus, so users continue where they were. */
const Overlay = () => {
  const { overlay } = useSystem()
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

/** Reacts to sign-ins and sign-outs in other tabs of the site; returns the function that stops it. */
const watchOtherTabs = (): (() => void) => {
  let known = { session: openSession(), owner: sessionOwner() }
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !cacheKeys.some((cacheKey) => cacheKey === key)) return
    // A sign-in writes cookie and caches one after the other; the timer waits until all are written.
    clearTimeout(timer)
    timer = setTimeout(compareOwner, 50)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const compareOwner = () => {
    const owner = sessionOwner()
    const { session, owner: knownOwner } = known
    if (session && owner !== knownOwner) leavePage(session, owner === null ? endedText : replacedText)
    notifySessionChange()
  }
  const unsubscribe = onSessionChange(() => {
    known = { session: openSession(), owner: sessionOwner() }
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

// The page shows data of the former user; a full page load clears its caches.
const leavePage = (session: Session, reason: string) => {
  keepDraft(session)
  closeDialogs()
  showNotice(reason, 'info')
  navigation.toSignIn(session.kind)
}
