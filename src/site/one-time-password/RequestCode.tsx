import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { siteConfig } from '../../browser/http/config'
import { usePageTitle } from '../../browser/use-page-title'
import { isMessageChannel, type MessageChannel, messageChannels, offeredChannels } from '../../contract/message-channels'
import { CaptchaField } from '../captcha/CaptchaField'
import { useCaptcha, useCaptchaForm } from '../captcha/use-captcha'
import { Field } from '../form/Field'
import { ChoiceField, SiteForm } from '../form/SiteForm'
import type { FieldRules } from '../form/use-form'
import { companyRules } from '../login/LoginCompany'
import { requestCode, useFlow } from './flow'

/** First step: identifies the user and selects the channel of the code. */
export const Component = () => {
  const flow = useFlow()
  usePageTitle(flow.title)
  const channels = offeredChannels(siteConfig())
  const [channel, setChannel] = useState<MessageChannel>('Email')
  const captcha = useCaptcha()
  const navigate = useNavigate()
  const form = useCaptchaForm(
    names,
    () => rules,
    captcha,
    async (values) => {
      await requestCode(flow, { ...values, Channel: channel })
      await navigate(`/${flow.name}/verification`)
    },
  )
  return (
    <>
      <p className="flow-lead">{flow.introduction}</p>
      <SiteForm form={form} submit="取得一次性密碼">
        <Field form={form} name="UniformNo" inputMode="numeric" autoComplete="organization" maxLength={8} />
        <Field form={form} name="UserId" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={12} />
        {channels.length > 1 && (
          <ChoiceField
            legend="一次性密碼接收方式"
            name="Channel"
            options={channelOptions(channels)}
            value={channel}
            onChange={(channelName) => isMessageChannel(channelName) && setChannel(channelName)}
          />
        )}
        <CaptchaField form={form} captcha={captcha} />
      </SiteForm>
    </>
  )
}

const channelOptions = (channels: readonly MessageChannel[]): Readonly<Record<string, string>> =>
  Object.fromEntries(channels.map((channelName) => [channelName, messageChannels[channelName].choice]))

const names = ['UniformNo', 'UserId'] as const

const rules: FieldRules<(typeof names)[number]> = companyRules
