import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import { siteConfig } from '../../browser/config'
import { call } from '../../browser/http'
import { clockText, useCountdown } from '../../browser/use-countdown'
import { keepOtpData, type OtpData } from '../../browser/verification'
import { otpLimits, type VerifyOtpAnswer } from '../../contract/one-time-password'
import { SiteForm } from '../form/SiteForm'
import { type FieldRules, useForm } from '../form/use-form'
import { usePageTitle } from '../use-page-title'
import { CodeField } from './CodeField'
import { useFlow } from './flow'
import { ResendButton } from './ResendButton'
import { StepLapsed } from './StepLapsed'

/** Second step: the code that was sent. */
export const Component = () => {
  const words = useFlow()
  usePageTitle(`輸入一次性密碼－${words.title}`)
  const [otp, setOtp] = useState(useLoaderData<OtpData>())
  const left = useCountdown(otp.ExpiresAt)
  const navigate = useNavigate()
  const form = useForm(
    names,
    () => rules,
    async ({ OTP }) => {
      const { ExpiresIn, ...next } = await call<VerifyOtpAnswer>('EnterpriseArea.VerifyOTP', { body: { IdentifyCode: otp.IdentifyCode, OTP } })
      keepOtpData({ ...otp, ...next, Step: 'password-reset', ExpiresAt: Date.now() + ExpiresIn * 1000 })
      await navigate(`/${words.flow}/password-reset`, { replace: true })
    },
  )
  if (left === 0) return <StepLapsed />
  return (
    <>
      <p className="flow-lead">
        若您輸入的資料正確，{otpLimits.digits} 位數一次性密碼已送至您登記的{otp.Channel === 'Email' ? '電子郵件' : '行動電話'}。一次性密碼{' '}
        {otpLimits.codeSeconds / 60} 分鐘內有效，最多可試 {otpLimits.tries} 次。
      </p>
      <p className="flow-clock">
        此步驟剩餘時間{' '}
        <strong role="timer" aria-label="此步驟剩餘時間">
          {clockText(left)}
        </strong>
      </p>
      <SiteForm form={form} submit="驗證">
        <CodeField form={form} />
      </SiteForm>
      <div className="flow-again">
        <ResendButton otp={otp} onSent={setOtp} />
        <Link to={`/${words.flow}/send-opt`}>修改申請資料</Link>
      </div>
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

const names = ['OTP'] as const

const rules: FieldRules<'OTP'> = {
  OTP: {
    label: '一次性密碼',
    required: true,
    check: (value) => (value.length === otpLimits.digits ? undefined : `一次性密碼應為 ${otpLimits.digits} 位數字。`),
  },
}
