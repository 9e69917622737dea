import { useCallback, useEffect, useState } from 'react'
import type { ReadCaptchaTicket } from '../../browser/answers/home'
import { call, fetchFile } from '../../browser/http/client'
import { storeCaptchaTicket } from '../../browser/session/verification'
import type { CaptchaForm } from '../../contract/proof-of-work'
import {
  type FieldRule,
  type FieldRules,
  type InputValues,
  type SendValues,
  type SiteFormState,
  useSiteForm,
} from '../form/use-form'

/** The kind of captcha: a picture, or a proof of work for users who cannot see it. */
type CaptchaKind = 'picture' | 'proof'

/** The captcha on screen, with the functions that replace it. */
export type Captcha = ReturnType<typeof useCaptcha>

/** A proof of work in progress. */
interface ProofInProgress {
  /** Resolves to the solution, which the form sends; undefined if the backend does not accept proofs any more. */
  readonly solution: Promise<string | undefined>
  /** The share of the rounds that are solved, from 0 to 1. */
  readonly share: number
}

interface CaptchaState {
  readonly picture: string | null
  readonly proof: ProofInProgress | null
  /**
   * Whether the backend accepts a proof of work and this browser can compute it; `crypto.subtle` exists only with https
   * and on localhost.
   */
  readonly canProve: boolean
  /** When the ticket expires, in milliseconds since 1970. */
  readonly expiresAt: number
  readonly failed: boolean
}

// The state until the first captcha has been fetched.
const emptyCaptcha: CaptchaState = {
  picture: null,
  proof: null,
  canProve: false,
  expiresAt: Number.POSITIVE_INFINITY,
  failed: false,
}

/**
 * Returns the captcha of a form.
 * Fetches it on mount, on reload and when the user switches to the other kind.
 * All later calls send the ticket of the captcha as a header.
 * The contract uses the name VCode for two things: in a response and in the header it is the ticket, in a form it is
 * the user's solution.
 */
export const useCaptcha = (form: CaptchaForm = 'other') => {
  // A changed count fetches a new captcha of the same kind.
  const [request, setRequest] = useState<{ readonly count: number; readonly kind: CaptchaKind }>({
    count: 0,
    kind: 'picture',
  })
  const [state, setState] = useState(emptyCaptcha)
  const switchTo = useCallback((kind: CaptchaKind) => setRequest(({ count }) => ({ count: count + 1, kind })), [])
  const reload = useCallback(() => setRequest(({ count, kind }) => ({ count: count + 1, kind })), [])

  // Only a proof depends on the form; a picture must not be fetched again when the form changes.
  const proofForm = request.kind === 'proof' ? form : 'other'

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let picture = ''
    const loadCaptcha = async (): Promise<string | undefined> => {
      const { VCode, ExpiresIn = Number.POSITIVE_INFINITY, Challenge } = await fetchTicket(signal)
      const canProve = Challenge !== undefined && globalThis.crypto?.subtle !== undefined
      const ticketState = { ...emptyCaptcha, canProve, expiresAt: Date.now() + ExpiresIn * 1000 }
      if (request.kind === 'proof' && canProve) {
        const { costOf, solveProof } = await import('../../contract/proof-of-work')
        signal.throwIfAborted()
        const cost = costOf(Challenge, proofForm)
        const onProgress = (rounds: number) =>
          setState((old) =>
            signal.aborted || !old.proof ? old : { ...old, proof: { ...old.proof, share: rounds / cost.rounds } },
          )
        setState({ ...ticketState, proof: { solution, share: 0 } })
        return solveProof(VCode, cost, { signal, onProgress })
      }
      picture = URL.createObjectURL((await fetchFile('Home.GetCaptchaImage', { signal })).blob)
      setState({ ...ticketState, picture })
      return undefined
    }
    const solution = loadCaptcha()
    solution.catch(() => signal.aborted || setState({ ...emptyCaptcha, failed: true }))
    // A form that is sent before the ticket has arrived waits for the proof, too.
    if (request.kind === 'proof') setState((old) => ({ ...old, proof: { solution, share: 0 } }))
    return () => {
      controller.abort()
      if (picture) URL.revokeObjectURL(picture)
    }
  }, [request, proofForm])

  // A backend that has stopped accepting proofs gives a picture instead.
  const kind = state.canProve || state.picture === null ? request.kind : 'picture'

  return { kind, ...state, reload, switchTo }
}

/** Fetches a ticket and stores it. */
const fetchTicket = async (signal: AbortSignal): Promise<ReadCaptchaTicket> => {
  const ticket = await call<ReadCaptchaTicket>('Home.GetVICode', { signal, overlay: true })
  signal.throwIfAborted()
  storeCaptchaTicket(ticket.VCode)
  return ticket
}

const captchaRules: Readonly<Record<CaptchaKind, FieldRule>> = {
  picture: { label: '圖形驗證碼', required: true },
  // Not required, because the solution is added only after validation.
  proof: { label: '電腦驗證' },
}

/**
 * Returns the state of a form with a captcha.
 * Submitting waits until a proof of work is complete; a failed submission requests a new captcha.
 */
export const useCaptchaForm = <Name extends string>(
  names: readonly Name[],
  rulesFor: (values: InputValues<Name | 'VCode'>) => FieldRules<Name | 'VCode'>,
  captcha: Captcha,
  send: SendValues<Name | 'VCode'>,
): SiteFormState<Name | 'VCode'> => {
  const form = useSiteForm<Name | 'VCode'>(
    [...names, 'VCode'],
    (values) => ({ ...rulesFor(values), VCode: captchaRules[captcha.kind] }),
    async (values) => {
      const solution = await captcha.proof?.solution
      try {
        await send(solution === undefined ? values : { ...values, VCode: solution })
      } catch (error) {
        captcha.reload()
        form.change('VCode', '')
        throw error
      }
    },
  )
  return form
}
