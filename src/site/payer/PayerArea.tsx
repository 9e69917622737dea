import '../form/form.css'
import './payer.css'
import './print.css'
import { useEffect, useState } from 'react'
import { Link, Navigate, NavLink, Outlet, useLocation, useOutletContext } from 'react-router-dom'
import { countText, dateTimeText, moneyText } from '../../browser/format'
import { ApiError } from '../../browser/http/api-error'
import { extensionCalls } from '../../browser/http/capabilities'
import { type CallOptions, call } from '../../browser/http/client'
import { showExpired, showRefusal } from '../../browser/http/failures'
import { type PayerSession, refreshPayerSession, sessionOwner, useSession } from '../../browser/session/session'
import type { PayerBill, PayerData, PayerPayment, PaymentData } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import type { RequestedPage } from '../login/requested-page'
import { isLive } from '../payments/payments'
import { PayerDownloadButton } from './BusyButton'
import { OwnDataPanel } from './OwnDataPanel'

/**
 * Renders the pages of a signed-in payer; other visitors are redirected to the sign-in page.
 * What ends the session of an open page also opens the next page.
 */
export const Component = () => {
  const session = useSession()
  const { pathname, search } = useLocation()
  const [wasSignedIn] = useState(session?.kind === 'payer')
  if (session?.kind === 'payer') return <PayerContent session={session} />
  const request: RequestedPage = { nextPathname: pathname, nextSearch: search }
  return wasSignedIn ? null : <Navigate to="/client" replace state={request} />
}

/** Returns the payer's session, for the pages of this area. */
export const usePayer = (): PayerSession => useOutletContext<PayerSession>()

const PayerContent = ({ session }: { session: PayerSession }) => {
  const freshness = usePayerDataRefresh()
  const loaded = useLoadedData(session)
  return (
    <div className="payer">
      <div className="payer-head">
        <div>
          <p>
            <strong>{session.data.PayerName}</strong> 您好
            <span className="payer-company">{session.data.CustomerName}</span>
          </p>
          <FreshnessText freshness={freshness} data={session.data} />
        </div>
        <nav className="segments" aria-label="繳款人功能">
          <NavLink to="/payment-information">繳費資訊查詢</NavLink>
          <NavLink to="/payment-history">繳費紀錄查詢</NavLink>
          <NavLink to="/receipt-information">收據資訊查詢</NavLink>
        </nav>
      </div>
      <MoreDataNotice loaded={loaded} />
      <ReceivedPayments key={sessionOwner(session)} session={session} />
      <Outlet context={loaded.session} />
      <OwnDataPanel session={session} />
    </div>
  )
}

const FreshnessText = ({
  freshness: { fetchedAt, failed, refresh },
  data: { LoginTime, LastLoginTime },
}: {
  freshness: Freshness
  data: PayerData
}) => (
  <div className="payer-time">
    <small role="status">
      {failed && '目前無法更新，'}資料時間 {dateTimeText(fetchedAt ?? LoginTime)}
    </small>
    {LastLoginTime && <small>上次登入 {dateTimeText(LastLoginTime)}</small>}
    {/* Appears after the first refresh, so nothing stands behind it. */}
    {refresh && (
      <button type="button" className="link-button" onClick={refresh}>
        重新整理
      </button>
    )}
  </div>
)

/**
 * Renders the payments that a refresh has brought since the payer came to this area, the newest first.
 * Payers who come back from the page or app where they have paid learn by them that the payment arrived.
 */
const ReceivedPayments = ({ session: { DataLists2: payments } }: { session: PayerSession }) => {
  const [known] = useState(() => new Set(payments.map(({ DetailId }) => DetailId)))
  const received = payments.filter((payment) => isLive(payment) && !known.has(payment.DetailId))
  return (
    <div role="status">
      {received.map((payment) => (
        <ReceivedPayment key={payment.DetailId} payment={payment} />
      ))}
    </div>
  )
}

const ReceivedPayment = ({ payment }: { payment: PayerPayment }) => (
  <div className="note note-success received">
    <p>
      已收到您的繳款：{moneyText(payment.PaidAmount, payment.CurrencyType)}，{dateTimeText(payment.PaidTime)}，
      {enumText('Channel', payment.ChannelId)}（{payment.BillTermName}）
    </p>
    <PayerDownloadButton
      plain
      call="PayerArea.DownLoadCertificate"
      query={{ SerialId: payment.SerialId }}
      text="下載繳費證明"
      name={payment.BillNo}
    />
    <Link to="/receipt-information">查看收據</Link>
  </div>
)

/**
 * Renders a notice if the server leaves out older bills, and a notice with a button that fetches more while some bills
 * or payments are not loaded.
 */
const MoreDataNotice = ({ loaded: { session, unfetchedCount, fetchMore } }: { loaded: LoadedData }) => (
  <>
    {session.data.IsCut && (
      <p className="note note-info" role="status">
        您的帳單過多，這裡只列出未繳與最近到期的部分；較早且已繳清的帳單請洽您的代收單位。
      </p>
    )}
    {unfetchedCount > 0 && (
      <div className="note note-info more-rows" role="status">
        <p>
          您的帳單共 {countText(session.data.BillCount)} 筆、繳款紀錄共 {countText(session.data.PaymentCount)}{' '}
          筆，目前已載入 {countText(session.DataLists1.length)} 筆與 {countText(session.DataLists2.length)}{' '}
          筆。合計與查詢只計已載入的資料。
        </p>
        <button type="button" className="button button-plain button-small" onClick={fetchMore}>
          載入更多
        </button>
      </div>
    )}
  </>
)

/**
 * The bills and payments fetched after the first page.
 * They stay in memory; only the first page is stored on the device.
 */
interface FurtherPages {
  /** Number of the last page that has been fetched. */
  readonly lastPage: number
  readonly bills: readonly PayerBill[]
  readonly payments: readonly PayerPayment[]
}

type LoadedData = ReturnType<typeof useLoadedData>

/**
 * Returns the session with all bills and payments fetched so far, the number of bills and payments not yet fetched, and
 * the function that fetches the next page.
 */
const useLoadedData = (session: PayerSession) => {
  const [further, setFurther] = useState<FurtherPages>({ lastPage: 1, bills: [], payments: [] })
  const loadedSession = {
    ...session,
    DataLists1: withoutRepetitions([...session.DataLists1, ...further.bills], ({ SerialId }) => SerialId),
    DataLists2: withoutRepetitions([...session.DataLists2, ...further.payments], ({ DetailId }) => DetailId),
  }
  const fetchNext = async () => {
    const nextPage = await call<PaymentData>('PayerArea.GetPaymentData', {
      query: { PageNo: further.lastPage + 1 },
      overlay: true,
    })
    setFurther({
      lastPage: further.lastPage + 1,
      bills: [...further.bills, ...nextPage.DataLists1],
      payments: [...further.payments, ...nextPage.DataLists2],
    })
  }
  const { BillCount = 0, PaymentCount = 0 } = session.data
  return {
    session: loadedSession,
    unfetchedCount:
      Math.max(BillCount - loadedSession.DataLists1.length, 0) +
      Math.max(PaymentCount - loadedSession.DataLists2.length, 0),
    fetchMore: () => void fetchNext().catch(showRefusal),
  }
}

/** Returns each row once, because a record may have moved to another page between two calls. */
const withoutRepetitions = <Row,>(rows: readonly Row[], idOf: (row: Row) => unknown): readonly Row[] => {
  const ids = new Set<unknown>()
  return rows.filter((row) => ids.size < ids.add(idOf(row)).size)
}

/** When the payer's data were fetched, and how to refresh them. */
interface Freshness {
  /** Time of the last successful fetch by this page; null while the page shows the data stored at sign-in. */
  readonly fetchedAt: string | null
  /** Whether the last fetch failed. */
  readonly failed: boolean
  /** Fetches the data again; absent until the first fetch has finished, and if the backend has no call for it. */
  readonly refresh?: () => void
}

/**
 * Fetches the payer's data on mount, when the page becomes visible again and on demand.
 * After a failure the previous data stay on screen.
 */
const usePayerDataRefresh = (): Freshness => {
  const [state, setState] = useState<Freshness>({ fetchedAt: null, failed: false })
  useEffect(() => {
    let latest = new AbortController()
    const fetchNow = async (overlay: boolean) => {
      // A call that began before a payment must not overwrite the response of one that began after it.
      latest.abort()
      latest = new AbortController()
      const { signal } = latest
      const calls = await extensionCalls()
      if (!calls.includes('PayerArea.GetPaymentData') || signal.aborted) return
      const succeeded = await fetchPayerData({ overlay, signal })
      if (signal.aborted) return
      setState((old) => ({
        fetchedAt: succeeded ? new Date().toISOString() : old.fetchedAt,
        failed: !succeeded,
        refresh: () => void fetchNow(true),
      }))
    }
    void fetchNow(false)
    // Payers return from the page or app where they have paid.
    // The browser may then show this page again without mounting it.
    const refreshWhenVisible = () => document.visibilityState === 'visible' && void fetchNow(false)
    document.addEventListener('visibilitychange', refreshWhenVisible)
    return () => {
      document.removeEventListener('visibilitychange', refreshWhenVisible)
      latest.abort()
    }
  }, [])
  return state
}

/**
 * Fetches the payer's data and returns whether the call succeeded.
 * A failure shows no dialog, because the previous data stay on screen; the exception is an expired session.
 */
const fetchPayerData = async (options: CallOptions): Promise<boolean> => {
  const owner = sessionOwner()
  try {
    const response = await call<PaymentData>('PayerArea.GetPaymentData', { ...options, quiet: true })
    // Another user may have signed in in another tab in the meantime.
    if (sessionOwner() === owner) refreshPayerSession(response)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) showExpired()
    return false
  }
}
