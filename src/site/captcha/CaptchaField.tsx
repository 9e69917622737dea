import './captcha.css'
import { useEffect, useRef } from 'react'
import { useCountdown } from '../../browser/use-countdown'
import { SiteField } from '../form/Field'
import type { SiteFormState } from '../form/use-form'
import type { Captcha } from './use-captcha'

/**
 * Renders the captcha: a picture or a proof of work, with buttons that request a new captcha and switch to the other
 * kind.
 */
export const CaptchaField = <Name extends string>({
  form,
  captcha,
}: {
  form: SiteFormState<Name | 'VCode'>
  captcha: Captcha
}) => {
  const isExpired = useCountdown(captcha.expiresAt) === 0
  useFocusOnSwitch(captcha.kind)
  return (
    <div className="captcha">
      {captcha.kind === 'proof' ? (
        <ProofOfWork captcha={captcha} isExpired={isExpired} error={form.errors.VCode} />
      ) : (
        <PictureCaptcha form={form} captcha={captcha} isExpired={isExpired} />
      )}
      <CaptchaSwitchButton captcha={captcha} />
    </div>
  )
}

/** Focuses the captcha after a switch to the other kind, so that screen readers announce it. */
const useFocusOnSwitch = (kind: Captcha['kind']) => {
  const previousKind = useRef(kind)
  useEffect(() => {
    if (previousKind.current !== kind) document.getElementById(kind === 'proof' ? proofId : 'VCode')?.focus()
    previousKind.current = kind
  }, [kind])
}

const proofId = 'captcha-proof'

const PictureCaptcha = <Name extends string>({
  form,
  captcha,
  isExpired,
}: {
  form: SiteFormState<Name | 'VCode'>
  captcha: Captcha
  isExpired: boolean
}) => (
  <>
    <SiteField
      form={form}
      name="VCode"
      help="請輸入圖片中的文字，不分大小寫"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={6}
      aside={
        <>
          <span className="captcha-picture">
            {captcha.picture && (
              <img
                className={isExpired ? 'captcha-expired' : undefined}
                src={captcha.picture}
                alt="圖形驗證碼"
                width={180}
                height={56}
              />
            )}
          </span>
          <button type="button" className="button button-plain field-button" onClick={captcha.reload}>
            {captcha.failed ? '重新載入' : '換一張'}
          </button>
        </>
      }
    />
    <p className="captcha-status" role="status">
      {isExpired && '這張圖片已超過有效時間，請按「換一張」。'}
    </p>
  </>
)

const ProofOfWork = ({
  captcha,
  isExpired,
  error,
}: {
  captcha: Captcha
  isExpired: boolean
  error: string | undefined
}) => {
  const share = captcha.proof?.share ?? 0
  const needsReload = captcha.failed || isExpired
  return (
    <fieldset className="captcha-proof" id={proofId} tabIndex={-1} aria-label="電腦驗證">
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

const CaptchaSwitchButton = ({ captcha: { kind, canProve, switchTo } }: { captcha: Captcha }) => {
  if (kind === 'proof')
    return (
      <button type="button" className="link-button" onClick={() => switchTo('picture')}>
        改以圖片驗證
      </button>
    )
  return (
    canProve && (
      <button type="button" className="link-button" onClick={() => switchTo('proof')}>
        看不到圖片？由電腦代為驗證
      </button>
    )
  )
}
