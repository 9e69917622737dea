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

/** First step: who asks, and where the code goes. */
export const Component = () => {
  const words = useFlow()
  usePageTitle(words.title)
  const offered = offeredChannels(siteConfig())
  const [channel, setChannel] = useState<MessageChannel>('Email')
  const captcha = useCaptcha()
  const navigate = useNavigate()
  const form = useCaptchaForm(
    names,
    () => rules,
    captcha,
    async (values) => {
      await requestCode(words, { ...values, Channel: channel })
      await navigate(`/${words.flow}/verification`)
    },
  )
  return (
    <>
      <p className="flow-lead">{words.lead}</p>
      <SiteForm form={form} submit="取得一次性密碼">
        <Field form={form} name="UniformNo" inputMode="numeric" autoComplete="organization" maxLength={8} />
        <Field form={form} name="UserId" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={12} />
        {offered.length > 1 && (
          <ChoiceField
            legend="一次性密碼接收方式"
            name="Channel"
            options={choicesOf(offered)}
            value={channel}
            choose={(one) => isMessageChannel(one) && setChannel(one)}
          />
        )}
        <CaptchaField form={form} captcha={captcha} />
      </SiteForm>
    </>
  )
}

const choicesOf = (channels: readonly MessageChannel[]): Readonly<Record<string, string>> =>
  Object.fromEntries(channels.map((one) => [one, messageChannels[one].choice]))

const names = ['UniformNo', 'UserId'] as const

const rules: FieldRules<(typeof names)[number]> = companyRules
