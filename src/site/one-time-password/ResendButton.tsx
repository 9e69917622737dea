import { useState } from 'react'
import { useCountdown } from '../../browser/use-countdown'
import type { OtpData } from '../../browser/verification'
import { showRefusal } from '../show-refusal'
import { useFlow } from './flow'
import { resendCode } from './request-code'

/** Sends another code, once the pause after the last one is over. */
export const ResendButton = ({ otp, onSent }: { otp: OtpData; onSent: (otp: OtpData) => void }) => {
  const words = useFlow()
  const wait = useCountdown(otp.ResendAt)
  const [sent, setSent] = useState(false)
  const resend = async () => {
    setSent(false)
    onSent(await resendCode(words, otp))
    setSent(true)
  }
  return (
    <>
      <button type="button" className="button button-plain" aria-disabled={wait > 0} onClick={() => wait === 0 && void resend().catch(showRefusal)}>
        {wait > 0 ? `重新發送（${wait} 秒後可用）` : '重新發送'}
      </button>
      <span className="hidden" role="status">
        {sent ? '已重新發送，先前的一次性密碼不再有效。' : ''}
      </span>
    </>
  )
}
