import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../browser/http/api-error'
import { call, fetchFile } from '../../browser/http/client'
import { storeVerificationCode } from '../../browser/session/verification'
import type { CaptchaQuestion, CaptchaTicket } from '../../contract/session'
import { type FieldRule, type FieldRules, type Form, type Send, useForm, type Values } from '../form/use-form'

/** The kind of captcha: a picture, or a question for users who cannot see it. */
type CaptchaKind = 'picture' | 'question'

/** The captcha on screen. */
export type Captcha = ReturnType<typeof useCaptcha>

// The state while the picture or question is loading.
const emptyCaptcha = { picture: null as string | null, question: '', failed: false }

/** Fetches a captcha. Its ticket is the verification code of the calls that follow. */
export const useCaptcha = () => {
  const [request, setRequest] = useState<{ readonly count: number; readonly kind: CaptchaKind }>({ count: 0, kind: 'picture' })
  const [state, setState] = useState(emptyCaptcha)
  const switchTo = useCallback((kind: CaptchaKind) => setRequest(({ count }) => ({ count: count + 1, kind })), [])
  const reload = useCallback(() => setRequest(({ count, kind }) => ({ count: count + 1, kind })), [])

  useEffect(() => {
    const controller = new AbortController()
    let picture = ''
    const show = async () => {
      await fetchTicket(controller.signal)
      if (request.kind === 'question') return setState({ ...emptyCaptcha, question: await fetchQuestion(controller.signal) })
      picture = URL.createObjectURL(await fetchPicture(controller.signal))
      setState({ ...emptyCaptcha, picture })
    }
    show().catch((error: unknown) => {
      if (controller.signal.aborted) return
      // After too many questions the backend offers pictures only.
      if (request.kind === 'question' && error instanceof ApiError && error.status === 429) switchTo('picture')
      else setState({ ...emptyCaptcha, failed: true })
    })
    return () => {
      controller.abort()
      if (picture) URL.revokeObjectURL(picture)
    }
  }, [request, switchTo])

  return { kind: request.kind, ...state, reload, switchTo }
}

const fetchTicket = async (signal: AbortSignal) => {
  const { VCode } = await call<CaptchaTicket>('Home.GetVICode', { signal, overlay: true })
  signal.throwIfAborted()
  storeVerificationCode(VCode)
}

const fetchPicture = async (signal: AbortSignal) => (await fetchFile('Home.GetCaptchaImage', { signal })).blob

const fetchQuestion = async (signal: AbortSignal) => (await call<CaptchaQuestion>('Home.GetCaptchaQuestion', { signal, overlay: true })).Question

const captchaRules: Readonly<Record<CaptchaKind, FieldRule>> = {
  picture: { label: '圖形驗證碼', required: true },
  question: { label: '驗證題答案', required: true },
}

/** Returns the state of a form with a captcha; each failed submission needs a new captcha. */
export const useCaptchaForm = <Name extends string>(
  names: readonly Name[],
  rulesFor: (values: Values<Name | 'VCode'>) => FieldRules<Name>,
  captcha: Captcha,
  send: Send<Name | 'VCode'>,
): Form<Name | 'VCode'> => {
  const form = useForm<Name | 'VCode'>(
    [...names, 'VCode'],
    (values) => ({ ...rulesFor(values), VCode: captchaRules[captcha.kind] }),
    async (values) => {
      try {
        await send(values)
      } catch (error) {
        captcha.reload()
        form.change('VCode', '')
        throw error
      }
    },
  )
  return form
}
