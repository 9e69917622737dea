import '../form/form.css'
import './payer.css'
import './print.css'
import { useState } from 'react'
import { Link, Navigate, NavLink, Outlet, useLocation, useOutletContext } from 'react-router-dom'
import { countText, dateTimeText, moneyText } from '../../browser/format'
import { type PayerSession, sessionOwner, useSession } from '../../browser/session/session'
import type { PayerData, PayerPayment } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import type { RequestedPage } from '../login/requested-page'
import { isLive } from '../payments/payments'
import { PayerDownloadButton } from './BusyButton'
import { OwnDataPanel } from './OwnDataPanel'
import { type FetchedData, usePayerData } from './use-payer-data'

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
  const fetched = usePayerData(session)
  return (
    <div className="payer">
      <div className="payer-head">
        <div>
          <p>
            <strong>{session.data.PayerName}</strong> 您好
            <span className="payer-company">{session.data.CustomerName}</span>
          </p>
          <FreshnessText fetched={fetched} data={session.data} />
        </div>
        <nav className="segments" aria-label="繳款人功能">
          <NavLink to="/payment-information">繳費資訊查詢</NavLink>
          <NavLink to="/payment-history">繳費紀錄查詢</NavLink>
          <NavLink to="/receipt-information">收據資訊查詢</NavLink>
        </nav>
      </div>
      <MoreDataNotice {...fetched} />
      <ReceivedPayments key={sessionOwner(session)} session={session} />
      <Outlet context={fetched.session} />
      <OwnDataPanel session={session} />
    </div>
  )
}

const FreshnessText = ({
  fetched: { fetchedAt, failed, refresh },
  data: { LoginTime, LastLoginTime },
}: {
  fetched: FetchedData
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
 * Renders a notice if the server leaves out older bills, and what is known about bills and payments that are not fetched.
 */
const MoreDataNotice = ({ session, progress, missing, refresh }: FetchedData) => (
  <>
    {session.data.IsCut && (
      <p className="note note-info" role="status">
        您的帳單過多，這裡只列出未繳與最近到期的部分；較早且已繳清的帳單請洽您的代收單位。
      </p>
    )}
    {missing > 0 && progress !== null && <FetchProgress count={progress} data={session.data} />}
    {missing > 0 && progress === null && (
      <div className="note note-info more-rows" role="status">
        <p>
          您的帳單共 {countText(session.data.BillCount)} 筆、繳款紀錄共 {countText(session.data.PaymentCount)}{' '}
          筆，目前已載入 {countText(session.DataLists1.length)} 筆與 {countText(session.DataLists2.length)}{' '}
          筆。合計與查詢只計已載入的資料。
        </p>
        {refresh && (
          <button type="button" className="button button-plain button-small" onClick={refresh}>
            載入其餘資料
          </button>
        )}
      </div>
    )}
  </>
)

const FetchProgress = ({ count, data }: { count: number; data: PayerData }) => (
  <div className="note note-info more-rows" role="status">
    <p>正在載入其餘的帳單與繳款紀錄，完成後合計會包含全部資料。</p>
    <progress aria-label="載入進度" value={count} max={data.BillCount + data.PaymentCount} />
  </div>
)
