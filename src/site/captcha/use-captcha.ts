import { useCallback, useEffect, useState } from 'react'
import { call, fetchFile } from '../../browser/http/client'
import { keepVerificationCode } from '../../browser/session/verification'
import type { CaptchaQuestion, CaptchaTicket } from '../../contract/session'
import { type FieldRule, type FieldRules, type Form, type Send, useForm, type Values } from '../form/use-form'

/** The captcha as a picture, or as a question in words for users who can't see it. */
type CaptchaForm = 'picture' | 'question'

/** The captcha on screen. */
export type Captcha = ReturnType<typeof useCaptcha>

// Empty while the picture or question is on its way.
const nothing = { picture: null as string | null, question: '', failed: false }

/** Gets a captcha: its ticket becomes the verification code of the calls that follow, its picture or question is shown. */
export const useCaptcha = () => {
  const [wanted, setWanted] = useState<{ readonly round: number; readonly form: CaptchaForm }>({ round: 0, form: 'picture' })
  const [state, setState] = useState(nothing)
  const switchTo = useCallback((form: CaptchaForm) => setWanted(({ round }) => ({ round: round + 1, form })), [])
  const renew = useCallback(() => setWanted(({ round, form }) => ({ round: round + 1, form })), [])

  useEffect(() => {
    const leaving = new AbortController()
    let picture = ''
    const show = async () => {
      await fetchTicket(leaving.signal)
      if (wanted.form === 'question') return setState({ ...nothing, question: await fetchQuestion(leaving.signal) })
      picture = URL.createObjectURL(await fetchPicture(leaving.signal))
      setState({ ...nothing, picture })
    }
    show().catch(() => {
      if (!leaving.signal.aborted) setState({ ...nothing, failed: true })
    })
    return () => {
      leaving.abort()
      if (picture) URL.revokeObjectURL(picture)
    }
  }, [wanted])

  return { form: wanted.form, ...state, renew, switchTo }
}

const fetchTicket = async (signal: AbortSignal) => {
  const { VCode } = await call<CaptchaTicket>('Home.GetVICode', { signal, overlay: true })
  signal.throwIfAborted()
  keepVerificationCode(VCode)
}

const fetchPicture = async (signal: AbortSignal) => (await fetchFile('Home.GetCaptchaImage', { signal })).blob

const fetchQuestion = async (signal: AbortSignal) => (await call<CaptchaQuestion>('Home.GetCaptchaQuestion', { signal, overlay: true })).Question

const captchaRules: Readonly<Record<CaptchaForm, FieldRule>> = {
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
