import './captcha.css'
import { useEffect, useRef } from 'react'
import { useCapability } from '../../browser/http/capabilities'
import { Field } from '../form/Field'
import type { Form } from '../form/use-form'
import type { Captcha } from './use-captcha'

/** The captcha: a picture or a question, with buttons that request another one and switch to the other kind. */
export const CaptchaField = <Name extends string>({ form, captcha }: { form: Form<Name | 'VCode'>; captcha: Captcha }) => {
  const isQuestion = captcha.kind === 'question'
  useFocusOnSwitch(captcha.kind)
  return (
    <div className="captcha">
      {isQuestion && (
        <p className="captcha-question" id="captcha-question" role="status">
          {captcha.question}
        </p>
      )}
      <Field
        form={form}
        name="VCode"
        describedBy={isQuestion ? 'captcha-question' : undefined}
        inputMode={isQuestion ? 'numeric' : 'text'}
        help={isQuestion ? '請輸入題目的答案' : '請輸入圖片中的文字，不分大小寫'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={6}
        aside={
          <>
            {!isQuestion && (
              <span className="captcha-picture">{captcha.picture && <img src={captcha.picture} alt="圖形驗證碼" width={180} height={56} />}</span>
            )}
            <button type="button" className="button button-plain field-button" onClick={captcha.reload}>
              {captcha.failed ? '重新載入' : isQuestion ? '換一題' : '換一張'}
            </button>
          </>
        }
      />
      <SwitchButton captcha={captcha} />
    </div>
  )
}

/** Focuses the field after a switch to the other kind. The question describes the field, so screen readers read it. */
const useFocusOnSwitch = (kind: Captcha['kind']) => {
  const previous = useRef(kind)
  useEffect(() => {
    if (previous.current !== kind) document.getElementById('VCode')?.focus()
    previous.current = kind
  }, [kind])
}

const SwitchButton = ({ captcha }: { captcha: Captcha }) => {
  const hasQuestions = useCapability('Home.GetCaptchaQuestion')
  if (!hasQuestions) return null
  const other = captcha.kind === 'question' ? 'picture' : 'question'
  return (
    <button type="button" className="link-button" onClick={() => captcha.switchTo(other)}>
      {other === 'question' ? '看不清楚圖片？改以文字題目驗證' : '改以圖片驗證'}
    </button>
  )
}
