import { useEffect, useState } from 'react'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { showRefusal } from '../../browser/http/failures'
import type { PayerSession } from '../../browser/session/session'
import type { OwnData } from '../../contract/session'
import { Facts } from '../layout/Facts'

/** The payer's own data, unmasked on demand and hidden again. */
export const OwnDataPanel = ({ session }: { session: PayerSession }) => {
  const { offered, shown, unmask, hide } = useOwnData(session)
  if (!offered) return null
  return (
    <div className="own-data">
      <button type="button" className="link-button" aria-expanded={shown !== null} onClick={shown ? hide : unmask}>
        {shown ? '隱藏我的完整資料' : '顯示我的完整資料'}
      </button>
      {shown && (
        <section className="card" aria-label="我的完整資料">
          <p className="own-data-note">各委託單位留存的資料，{shownSeconds} 秒後自動隱藏；如有錯誤，請洽您的委託單位更正。</p>
          {shown.map((own) => (
            <Facts key={`${own.CustomerName} ${own.PayerId}`} facts={Object.entries(inWords(own)).map(([label, text]) => [label, text || '—'])} />
          ))}
        </section>
      )}
    </div>
  )
}

const inWords = ({ CustomerName, PayerId, PayerName, IdNo, Mobile, Email, Address }: OwnData) => ({
  委託單位: CustomerName,
  繳款人代號: PayerId,
  姓名: PayerName,
  '身分證字號／統一編號': IdNo,
  行動電話: Mobile,
  電子郵件: Email,
  地址: Address,
})

/** How long unmasked data stay on the screen. */
const shownSeconds = 60

/** Returns the payer's own data, unmasked for a minute; they are in memory alone, never in the cache. */
const useOwnData = ({ data }: PayerSession) => {
  const [shown, setShown] = useState<readonly OwnData[] | null>(null)
  const has = useCapability('PayerArea.GetOwnData')
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [shown])
  const unmask = () => void call<readonly OwnData[]>('PayerArea.GetOwnData', { overlay: true }).then(setShown, showRefusal)
  return { offered: has && data.MayReveal, shown, unmask, hide: () => setShown(null) }
}
