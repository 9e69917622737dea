import { type FieldRule, type FieldRules, type Form, type Send, useForm, type Values } from '../form/use-form'
import type { Captcha } from './use-captcha'

const captchaRules: Readonly<Record<Captcha['form'], FieldRule>> = {
  picture: { label: '圖形驗證碼', required: true },
  question: { label: '驗證題答案', required: true },
}

/** A form with a captcha: each failure needs new letters from a new picture. */
export const useCaptchaForm = <Name extends string>(
  names: readonly Name[],
  rulesFor: (values: Values<Name | 'VCode'>) => FieldRules<Name>,
  captcha: Captcha,
  send: Send<Name | 'VCode'>,
): Form<Name | 'VCode'> => {
  const form = useForm<Name | 'VCode'>(
    [...names, 'VCode'],
    (values) => ({ ...rulesFor(values), VCode: captchaRules[captcha.form] }),
    async (values) => {
      try {
        await send(values)
      } catch (error) {
        captcha.renew()
        form.change('VCode', '')
        throw error
      }
    },
  )
  return form
}
