import { useCallback, useState } from 'react'
import { useParams } from 'react-router-dom'
import { ApiError } from '../../browser/http/api-error'
import { extensionCalls } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { LoadFailure } from '../../browser/LoadFailure'
import { usePageTitle } from '../../browser/use-page-title'
import type { NoticeSubscription } from '../../contract/call-responses'
import { useFetched } from '../layout/use-fetched'
import { BusyButton } from '../payer/BusyButton'
import { LinkMessage } from './LinkMessage'

/**
 * Renders the page that the unsubscribe link of a notice opens.
 * Opening the page changes nothing, because mail scanners open every link.
 */
export const Component = () => {
  usePageTitle(title)
  const { token = '' } = useParams()
  const { data, retry } = useFetched(useCallback((signal: AbortSignal) => fetchSubscription(token, signal), [token]))
  const [changedSubscription, setChangedSubscription] = useState<NoticeSubscription | null>(null)
  if (data === 'loading') return null
  if (data === 'failed')
    return (
      <>
        <h1>{title}</h1>
        <LoadFailure text="目前無法取得訂閱狀態。" retry={retry} />
      </>
    )
  if ('problem' in data) return <LinkMessage title={title} text={data.problem} />
  return <Subscription token={token} subscription={changedSubscription ?? data} onChange={setChangedSubscription} />
}

const title = '繳款通知訂閱'

interface SubscriptionProps {
  readonly token: string
  readonly subscription: NoticeSubscription
  readonly onChange: (subscription: NoticeSubscription) => void
}

const Subscription = ({ token, subscription: { CustomerName, IsSubscribed }, onChange }: SubscriptionProps) => {
  const changeSubscription = async (id: 'Home.Unsubscribe' | 'Home.Resubscribe') =>
    onChange(await call<NoticeSubscription>(id, { params: { Token: token } }))
  return IsSubscribed ? (
    <LinkMessage
      title={title}
      text={`這個電子郵件信箱會收到「${CustomerName}」的繳款通知。退訂後不再寄送，但帳單仍須如期繳納。`}
      more={
        <BusyButton
          text="退訂"
          label={`退訂「${CustomerName}」的繳款通知`}
          className="button"
          work={() => changeSubscription('Home.Unsubscribe')}
        />
      }
    />
  ) : (
    <LinkMessage
      title={title}
      text={`已退訂「${CustomerName}」的繳款通知，這個信箱不會再收到。帳單請由「繳款人登入」查詢，或洽收款單位。`}
      more={
        <BusyButton
          text="恢復訂閱"
          label={`恢復訂閱「${CustomerName}」的繳款通知`}
          className="button button-plain"
          work={() => changeSubscription('Home.Resubscribe')}
        />
      }
    />
  )
}

/** Returns the subscription that a link identifies, or a message that explains why the page cannot show one. */
const fetchSubscription = async (
  token: string,
  signal: AbortSignal,
): Promise<NoticeSubscription | { readonly problem: string }> => {
  if (!(await extensionCalls()).includes('Home.GetSubscription'))
    return { problem: '這個網站目前無法退訂，請洽收款單位。' }
  try {
    // The page itself shows why the call failed, so it needs no dialog. The overlay shows that the page is loading.
    return await call<NoticeSubscription>('Home.GetSubscription', {
      params: { Token: token },
      signal,
      quiet: true,
      overlay: true,
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { problem: error.message }
    throw error
  }
}
