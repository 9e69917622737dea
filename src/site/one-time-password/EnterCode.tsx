import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import { call } from '../../browser/http/client'
import { siteConfig } from '../../browser/http/config'
import { showRefusal } from '../../browser/http/failures'
import { type OtpData, storeOtpData } from '../../browser/session/verification'
import { useCountdown } from '../../browser/use-countdown'
import { usePageTitle } from '../../browser/use-page-title'
import { otpLimits, type VerifyOtpResponse } from '../../contract/one-time-password'
import { messageChannels } from '../../domain/message-channels'
import { foldText } from '../../domain/text-folding'
import { SiteForm } from '../form/SiteForm'
import { type FieldRules, type SiteFormState, useSiteForm } from '../form/use-form'
import { StepExpired, StepTimeLeft } from './FlowArea'
import { resendCode, useFlow } from './flow'

/** Renders the second step of a flow: the input of the code that was sent. */
export const Component = () => {
  const flow = useFlow()
  usePageTitle(`輸入一次性密碼－${flow.title}`)
  const [otp, setOtp] = useState(useLoaderData<OtpData>())
  const secondsLeft = useCountdown(otp.ExpiresAt)
  const navigate = useNavigate()
  const form = useSiteForm(
    fieldNames,
    () => rules,
    async ({ OTP }) => {
      const { ExpiresIn, ...ticket } = await call<VerifyOtpResponse>('EnterpriseArea.VerifyOTP', {
        body: { IdentifyCode: otp.IdentifyCode, OTP },
      })
      storeOtpData({ ...otp, ...ticket, Step: 'password-reset', ExpiresAt: Date.now() + ExpiresIn * 1000 })
      await navigate(`/${flow.id}/password-reset`, { replace: true })
    },
  )
  if (secondsLeft === 0) return <StepExpired />
  return (
    <>
      <p className="flow-lead">
        若您輸入的資料正確，{otpLimits.digits} 位數一次性密碼已送至您登記的{messageChannels[otp.Channel].addressLabel}
        。一次性密碼 {otpLimits.codeSeconds / 60} 分鐘內有效，最多可試 {otpLimits.tries} 次。
      </p>
      <StepTimeLeft secondsLeft={secondsLeft} />
      <SiteForm form={form} submitText="驗證">
        <CodeField form={form} />
      </SiteForm>
      <div className="flow-again">
        <ResendButton otp={otp} onSent={setOtp} />
        <Link to={`/${flow.id}/send-opt`}>修改申請資料</Link>
      </div>
      <p className="flow-help">若未收到一次性密碼，請洽貴單位的企業管理者重新寄發初始密碼，或聯絡本行客服。</p>
      {siteConfig().demo && (
        <p className="note note-demo">
          示範模式不會真的寄送，一次性密碼請至
          <a href="/demo/outbox" target="_blank" rel="noreferrer">
            示範寄件匣<span className="hidden">（另開新視窗）</span>
          </a>
          查看。
        </p>
      )}
    </>
  )
}

const fieldNames = ['OTP'] as const

const rules: FieldRules<'OTP'> = {
  OTP: {
    label: '一次性密碼',
    required: true,
    check: (value) => (value.length === otpLimits.digits ? undefined : `一次性密碼應為 ${otpLimits.digits} 位數字。`),
  },
}

/** Renders a button that sends another code. The button is disabled for some time after each code. */
const ResendButton = ({ otp, onSent }: { otp: OtpData; onSent: (otp: OtpData) => void }) => {
  const flow = useFlow()
  const secondsToWait = useCountdown(otp.ResendAt)
  const [sent, setSent] = useState(false)
  const resend = async () => {
    setSent(false)
    onSent(await resendCode(flow, otp))
    setSent(true)
  }
  return (
    <>
      <button
        type="button"
        className="button button-plain"
        aria-disabled={secondsToWait > 0}
        onClick={() => secondsToWait === 0 && void resend().catch(showRefusal)}
      >
        {secondsToWait > 0 ? `重新寄送（${secondsToWait} 秒後可用）` : '重新寄送'}
      </button>
      <span className="hidden" role="status">
        {sent ? '已重新寄送，先前的一次性密碼不再有效。' : ''}
      </span>
    </>
  )
}

/**
 * Renders a single input that looks like one box for each digit.
 * Separate inputs would break pasting, autofill and screen readers.
 */
const CodeField = ({ form }: { form: SiteFormState<'OTP'> }) => {
  const digits = form.values.OTP
  const error = form.errors.OTP
  return (
    <div className="field">
      <label htmlFor="OTP">一次性密碼</label>
      <div className="code">
        <input
          id="OTP"
          name="OTP"
          value={digits}
          onChange={(event) => form.change('OTP', digitsOf(event.target.value))}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && 'OTP-error'}
        />
        {Array.from({ length: otpLimits.digits }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no key other than their position
            key={index}
            className="code-box"
            aria-hidden="true"
            data-next={index === Math.min(digits.length, otpLimits.digits - 1) || undefined}
          >
            {digits[index]}
          </span>
        ))}
      </div>
      {error && (
        <p id="OTP-error" className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

// A pasted code may contain spaces and full-width digits.
const digitsOf = (typed: string) => foldText(typed).replace(/\D/g, '').slice(0, otpLimits.digits)
