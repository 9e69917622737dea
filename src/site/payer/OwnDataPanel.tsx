import { useEffect, useState } from 'react'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { showRefusal } from '../../browser/http/failures'
import type { PayerSession } from '../../browser/session/session'
import type { OwnData } from '../../contract/call-responses'
import { DescriptionList } from '../layout/DescriptionList'

/** Renders a button that shows the payer's own data unmasked, and hides them again. */
export const OwnDataPanel = ({ session }: { session: PayerSession }) => {
  const { isOffered, ownData, unmask, hide } = useOwnData(session)
  if (!isOffered) return null
  return (
    <div className="own-data">
      <button type="button" className="link-button" aria-expanded={ownData !== null} onClick={ownData ? hide : unmask}>
        {ownData ? '隱藏我的完整資料' : '顯示我的完整資料'}
      </button>
      {ownData && (
        <section className="card" aria-label="我的完整資料">
          <p className="own-data-note">
            各委託單位留存的資料，{shownSeconds} 秒後自動隱藏；如有錯誤，請洽您的委託單位更正。
          </p>
          {ownData.map((data) => (
            <DescriptionList
              key={`${data.CustomerName} ${data.PayerId}`}
              items={Object.entries(itemsOf(data)).map(([label, text]) => [label, text || '—'])}
            />
          ))}
        </section>
      )}
    </div>
  )
}

const itemsOf = ({ CustomerName, PayerId, PayerName, IdNo, Mobile, Email, Address }: OwnData) => ({
  委託單位: CustomerName,
  繳款人代號: PayerId,
  姓名: PayerName,
  '身分證字號／統一編號': IdNo,
  行動電話: Mobile,
  電子郵件: Email,
  地址: Address,
})

/** Number of seconds after which unmasked data are hidden. */
const shownSeconds = 60

/**
 * Returns the payer's own data while they are shown, otherwise null, and the functions that show and hide them.
 * The data stay in memory for at most a minute.
 */
const useOwnData = ({ data }: PayerSession) => {
  const [ownData, setOwnData] = useState<readonly OwnData[] | null>(null)
  const isServed = useCapability('PayerArea.GetOwnData')
  useEffect(() => {
    if (ownData === null) return
    const timer = setTimeout(() => setOwnData(null), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [ownData])
  const unmask = () =>
    void call<readonly OwnData[]>('PayerArea.GetOwnData', { overlay: true }).then(setOwnData, showRefusal)
  return { isOffered: isServed && data.MayReveal, ownData, unmask, hide: () => setOwnData(null) }
}
