import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { siteConfig } from '../../browser/http/config'
import { usePageTitle } from '../../browser/use-page-title'
import { isChannelOffered } from '../../contract/channel-settings'
import { isOtpChannel, messageChannels, type OtpChannel, otpChannelCodes } from '../../domain/message-channels'
import { CaptchaField } from '../captcha/CaptchaField'
import { useCaptcha, useCaptchaForm } from '../captcha/use-captcha'
import { SiteField } from '../form/Field'
import { RadioField, SiteForm } from '../form/SiteForm'
import type { FieldRules } from '../form/use-form'
import { companyRules } from '../login/LoginCompany'
import { requestCode, useFlow } from './flow'

/**
 * Renders the first step of a flow: the user identifies themselves and selects whether the code is sent by e-mail or
 * SMS.
 */
export const Component = () => {
  const flow = useFlow()
  usePageTitle(flow.title)
  const channels = otpChannelCodes.filter((code) => isChannelOffered(code, siteConfig()))
  const [channel, setChannel] = useState<OtpChannel>('Email')
  const captcha = useCaptcha()
  const navigate = useNavigate()
  const form = useCaptchaForm(
    fieldNames,
    () => rules,
    captcha,
    async (values) => {
      await requestCode(flow, { ...values, Channel: channel })
      await navigate(`/${flow.id}/verification`)
    },
  )
  return (
    <>
      <p className="flow-lead">{flow.introduction}</p>
      <SiteForm form={form} submitText="取得一次性密碼">
        <SiteField form={form} name="UniformNo" inputMode="numeric" autoComplete="organization" maxLength={8} />
        <SiteField
          form={form}
          name="UserId"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={12}
        />
        {channels.length > 1 && (
          <RadioField
            legend="一次性密碼接收方式"
            name="Channel"
            options={channelOptions(channels)}
            value={channel}
            onChange={(channelName) => isOtpChannel(channelName) && setChannel(channelName)}
          />
        )}
        <CaptchaField form={form} captcha={captcha} />
      </SiteForm>
    </>
  )
}

const channelOptions = (channels: readonly OtpChannel[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    channels.map((channelName) => [channelName, messageChannels[channelName].oneTimePassword.optionLabel]),
  )

const fieldNames = ['UniformNo', 'UserId'] as const

const rules: FieldRules<(typeof fieldNames)[number]> = companyRules
