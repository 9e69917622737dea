import './theme/browser.css'
import { type ReactNode, useEffect } from 'react'
import { DialogHost } from './dialogs/DialogHost'
import { closeDialogs } from './dialogs/dialogs'
import { showNotice } from './dialogs/notice'
import { navigation } from './navigation'
import { keepDraft } from './session/drafts'
import { IdleWarning } from './session/IdleWarning'
import { onSessionChange, openSession, type Session, sessionChangedElsewhere, sessionOwner } from './session/session'
import { cacheKeys } from './storage/cache'
import { useSystem, watchWindow } from './storage/system-store'

/** What surrounds every page of both areas: overlay, dialogs, and the watch over window and idle session. */
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

/** Covers the page during calls that ask for it. It takes no focus, so users continue where they were. */
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

/** Follows sign-ins and sign-outs in the other tabs of the site; returns the function that stops it. */
const watchOtherTabs = (): (() => void) => {
  let before = { session: openSession(), owner: sessionOwner() }
  const follow = ({ key }: StorageEvent) => {
    if (key !== null && !cacheKeys.some((one) => one === key)) return
    // Both the cookie and the caches change at a sign-in, one after the other; compare when all of it is done.
    clearTimeout(timer)
    timer = setTimeout(settle, 50)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    const { session, owner } = before
    const now = sessionOwner()
    if (session && now !== owner) leave(session, now === null ? ended : replaced)
    sessionChangedElsewhere()
  }
  const stopNoting = onSessionChange(() => {
    before = { session: openSession(), owner: sessionOwner() }
  })
  window.addEventListener('storage', follow)
  return () => {
    clearTimeout(timer)
    stopNoting()
    window.removeEventListener('storage', follow)
  }
}

const ended = '登入已在其他分頁結束，請重新登入。'
const replaced = '其他分頁已改以另一個帳號登入，這裡原本的登入已結束。'

// The page holds what the former owner has read; its caches are gone once the area is left.
const leave = (session: Session, why: string) => {
  keepDraft(session)
  closeDialogs()
  showNotice(why, 'info')
  navigation.toSignIn(session.kind)
}
