import { useEffect, useState } from 'react'
import { useCapability } from '../../browser/capabilities'
import { call } from '../../browser/http'
import type { PayerSession } from '../../browser/session'
import type { OwnData } from '../../contract/session'
import { showRefusal } from '../show-refusal'

/** How long unmasked data stay on the screen of somebody who has turned away. */
export const revealSeconds = 60

/** The payer's own data, unmasked for a minute; they are in memory alone, never in the cache. */
export const useOwnData = ({ data }: PayerSession) => {
  const [shown, setShown] = useState<readonly OwnData[] | null>(null)
  const has = useCapability('PayerArea.GetOwnData')
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), revealSeconds * 1000)
    return () => clearTimeout(timer)
  }, [shown])
  const reveal = () => void call<readonly OwnData[]>('PayerArea.GetOwnData', { overlay: true }).then(setShown, showRefusal)
  return { offered: has && data.MayReveal, shown, reveal, hide: () => setShown(null) }
}
