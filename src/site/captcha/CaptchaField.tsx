import './captcha.css'
import { lazy, Suspense, useEffect, useRef } from 'react'
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
        <Suspense>
          <ProofOfWork captcha={captcha} isExpired={isExpired} error={form.errors.VCode} />
        </Suspense>
      ) : (
        <PictureCaptcha form={form} captcha={captcha} isExpired={isExpired} />
      )}
      <CaptchaSwitchButton captcha={captcha} />
    </div>
  )
}

// Few users switch to it, so its code is loaded then.
const ProofOfWork = lazy(async () => ({ default: (await import('./ProofOfWork')).ProofOfWork }))

/** Focuses the picture's input after a switch to it, so that screen readers announce it. A proof focuses itself. */
const useFocusOnSwitch = (kind: Captcha['kind']) => {
  const previousKind = useRef(kind)
  useEffect(() => {
    if (previousKind.current !== kind && kind === 'picture') document.getElementById('VCode')?.focus()
    previousKind.current = kind
  }, [kind])
}

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
        <span className="captcha-aside">
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
        </span>
      }
    />
    <p className="captcha-status" role="status">
      {isExpired && '這張圖片已超過有效時間，請按「換一張」。'}
    </p>
  </>
)

const CaptchaSwitchButton = ({ captcha: { kind, canProve, switchTo, picture, failed } }: { captcha: Captcha }) => {
  if (kind === 'proof')
    return (
      <button type="button" className="link-button" onClick={() => switchTo('picture')}>
        改以圖片驗證
      </button>
    )
  // Until the captcha arrives, nobody knows whether there is another kind; the button keeps its place.
  const isPending = !picture && !failed
  return (
    (canProve || isPending) && (
      <button
        type="button"
        className={isPending ? 'link-button captcha-pending' : 'link-button'}
        onClick={() => switchTo('proof')}
      >
        看不到圖片？由電腦代為驗證
      </button>
    )
  )
}
