import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DialogFrame } from '../dialogs/DialogFrame'
import { closeDialogs } from '../dialogs/dialogs'
import { setNotice } from '../dialogs/notice'
import { extensionCalls } from '../http/capabilities'
import { call } from '../http/client'
import { siteConfig } from '../http/config'
import { navigation } from '../navigation'
import { cacheKeys } from '../storage/cache'
import { tokenCookie } from '../storage/cookie'
import { useCountdown } from '../use-countdown'
import { keepDraft } from './drafts'
import { clearCacheWhenIdle, clearCookieWhenIdle, type IdleWatch, watchIdle, whenIdle } from './idle'
import { clearSessions, type Session, useSession } from './session'
import { refreshSession, sendLogout } from './sign-in'

/**
 * Renders a warning with a countdown before an idle session ends.
 * One button extends the session in every tab, the other ends it.
 */
export const IdleWarning = () => {
  const { endsAt, extend, end } = useIdleSession()
  return endsAt === null ? null : <IdleWarningDialog endsAt={endsAt} extend={extend} end={end} />
}

const IdleWarningDialog = ({ endsAt, extend, end }: { endsAt: number; extend: () => void; end: () => void }) => {
  const secondsLeft = useCountdown(endsAt)
  const ref = useRef<HTMLDialogElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // A dialog focuses its first button, which signs the user out.
  // This moves the focus to the other button before the first paint.
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <DialogFrame
      ref={ref}
      tone="warning"
      title="即將自動登出"
      body="您已有一段時間沒有操作。為了保護資料安全，系統即將登出；要繼續使用請選擇延長連線。"
      extra={
        <p className="idle-clock">
          剩餘{' '}
          <strong role="timer" aria-label="剩餘秒數">
            {secondsLeft}
          </strong>{' '}
          秒
        </p>
      }
      onCancel={extend}
    >
      <button type="button" className="button button-plain" onClick={end}>
        立即登出
      </button>
      <button ref={button} type="button" className="button" onClick={extend}>
        延長連線
      </button>
    </DialogFrame>
  )
}

/**
 * Milliseconds between the keep-alive calls of a user who is active.
 * The server ends a session without calls, even if the user is typing.
 */
const keepAlivePeriod = 300_000

/**
 * Ends the open session after the configured idle minutes.
 * Returns the time of the end while the warning is shown (`endsAt`; null otherwise), and the actions of its buttons.
 */
const useIdleSession = () => {
  const session = useSession()
  const kind = session?.kind
  const latestSession = useRef(session)
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const watch = useRef<IdleWatch | null>(null)

  // Keeps the last open session, because another tab may end it before this tab stores the draft.
  useEffect(() => {
    if (session) latestSession.current = session
  })

  useEffect(() => {
    if (!kind) return
    const idleMs = siteConfig().idleMinutes * 60_000
    const warningMs = Math.min(60_000, idleMs / 2)
    const showWarning = () => setEndsAt(Date.now() + warningMs)
    const hideWarning = () => setEndsAt(null)
    const idleWatch = watchIdle({ [idleMs - warningMs]: showWarning }, hideWarning)
    endWhenIdle(kind, { idleMs, watch: idleWatch, lastSession: () => latestSession.current })
    watch.current = idleWatch
    // Another tab may have ended the idle session before the timer of this tab, which browsers delay in the background.
    window.addEventListener('storage', idleWatch.check)
    const keepAliveTimer = setInterval(
      () => idleWatch.idleFor() < keepAlivePeriod && void keepAlive(kind),
      keepAlivePeriod,
    )
    return () => {
      clearInterval(keepAliveTimer)
      window.removeEventListener('storage', idleWatch.check)
      idleWatch.stop()
      hideWarning()
    }
  }, [kind])

  return { endsAt, extend: () => watch.current?.extend(), end: () => session && endSession(session) }
}

type SessionKind = Session['kind']

// The steps run in this order: the draft and the logout need the session, which the later steps clear.
const endWhenIdle = (
  kind: SessionKind,
  { idleMs, watch, lastSession }: { idleMs: number; watch: IdleWatch; lastSession: () => Session | null },
) => {
  whenIdle(idleMs, () => keepDraftAndLogOut(lastSession()), watch)
  clearCookieWhenIdle(tokenCookie, idleMs, watch)
  for (const key of cacheKeys) clearCacheWhenIdle(key, idleMs, watch)
  whenIdle(idleMs, () => endIdleSession(kind), watch)
}

const endSession = (session: Session) => {
  keepDraftAndLogOut(session)
  clearSessionsAndOpenSignIn(session.kind)
}

// Must run before the session is cleared: a draft is stored for the owner of the session, and the logout call needs the
// token.
const keepDraftAndLogOut = (session: Session | null) => {
  keepDraft(session)
  void sendLogout()
}

const endIdleSession = (kind: SessionKind) => {
  setNotice(`您已閒置 ${siteConfig().idleMinutes} 分鐘，系統已自動登出，請重新登入。`, 'info')
  clearSessionsAndOpenSignIn(kind)
}

const clearSessionsAndOpenSignIn = (kind: SessionKind) => {
  clearSessions()
  closeDialogs()
  navigation.toSignIn(kind)
}

// Any call keeps the session alive; these two are cheap for the server.
const keepAlive = (kind: SessionKind) => (kind === 'company' ? refreshSession() : fetchPaymentData())

const fetchPaymentData = async () => {
  if ((await extensionCalls()).includes('PayerArea.GetPaymentData'))
    await call('PayerArea.GetPaymentData', { quiet: true }).catch(() => {})
}
