import { useEffect, useRef, useState } from 'react'
import { cacheKeys } from './cache'
import { capabilities } from './capabilities'
import { siteConfig } from './config'
import { tokenCookie } from './cookie'
import { dropDialogs } from './dialogs'
import { keepDraft } from './drafts'
import { freshenSession } from './fresh-session'
import { call } from './http'
import { clearCacheWhenIdle, clearCookieWhenIdle, type IdleWatch, watchIdle, whenIdle } from './idle'
import { tellLogout } from './logout'
import { navigation } from './navigation'
import { showNotice } from './notice'
import { clearSessions, type Session, useSession } from './session'

/** How often the server hears of a user who works without calling it; it ends sessions that it does not hear of. */
const keepAlivePeriod = 300_000

/** Ends the open session after the configured idle minutes; `endsAt` is the moment while the warning before it stands. */
export const useIdleSession = () => {
  const kind = useSession()?.kind
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const watch = useRef<IdleWatch | null>(null)

  useEffect(() => {
    if (!kind) return
    const period = siteConfig().idleMinutes * 60_000
    const warning = Math.min(60_000, period / 2)
    const watching = watchIdle({ [period - warning]: () => setEndsAt(Date.now() + warning) }, () => setEndsAt(null))
    endWhenIdle(kind, period, watching)
    watch.current = watching
    const alive = setInterval(() => watching.idleFor() < keepAlivePeriod && void tellServer(kind), keepAlivePeriod)
    return () => {
      clearInterval(alive)
      watching.stop()
      setEndsAt(null)
    }
  }, [kind])

  return { endsAt, extend: () => watch.current?.extend(), end: () => kind && endSession(kind) }
}

type Kind = Session['kind']

const endWhenIdle = (kind: Kind, period: number, watch: IdleWatch) => {
  whenIdle(period, takeLeave, watch)
  clearCookieWhenIdle(tokenCookie, period, watch)
  for (const key of cacheKeys) clearCacheWhenIdle(key, period, watch)
  whenIdle(period, () => sayEnded(kind), watch)
}

const endSession = (kind: Kind) => {
  takeLeave()
  sayEnded(kind)
}

// While owner and token are still there.
const takeLeave = () => {
  keepDraft()
  void tellLogout()
}

const sayEnded = (kind: Kind) => {
  clearSessions()
  dropDialogs()
  showNotice(`您已閒置 ${siteConfig().idleMinutes} 分鐘，系統已自動登出，請重新登入。`, 'info')
  navigation.toSignIn(kind)
}

// Any call will do: the cheapest of each kind.
const tellServer = (kind: Kind) => (kind === 'company' ? freshenSession() : readPaymentData())

const readPaymentData = async () => {
  if ((await capabilities()).includes('PayerArea.GetPaymentData')) await call('PayerArea.GetPaymentData', { quiet: true }).catch(() => {})
}
