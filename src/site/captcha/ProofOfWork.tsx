import { useEffect, useRef } from 'react'
import type { Captcha } from './use-captcha'

/**
 * Renders the progress of a proof of work, which a switch from the picture starts.
 * It takes the focus, so that screen readers announce it.
 */
export const ProofOfWork = ({
  captcha,
  isExpired,
  error,
}: {
  captcha: Captcha
  isExpired: boolean
  error: string | undefined
}) => {
  const ref = useRef<HTMLFieldSetElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const share = captcha.proof?.share ?? 0
  const needsReload = captcha.failed || isExpired
  return (
    <fieldset className="captcha-proof" ref={ref} tabIndex={-1} aria-label="電腦驗證">
      <p className="captcha-status" role="status">
        {needsReload ? reloadText(captcha) : progressText(share)}
      </p>
      {!needsReload && (
        <progress className={share === 1 ? 'captcha-complete' : undefined} value={share} aria-label="電腦驗證進度" />
      )}
      {needsReload && (
        <button type="button" className="button button-plain field-button" onClick={captcha.reload}>
          重新驗證
        </button>
      )}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  )
}

const reloadText = ({ failed }: Captcha): string =>
  failed ? '電腦驗證沒有完成，請按「重新驗證」。' : '電腦驗證已超過有效時間，請按「重新驗證」。'

/** Returns the progress in steps of 25%, because screen readers announce every change. */
const progressText = (share: number): string =>
  share === 1 ? '電腦驗證完成，請繼續填寫或送出。' : `電腦驗證中，約需數秒，已完成 ${Math.floor(share * 4) * 25}%。`
