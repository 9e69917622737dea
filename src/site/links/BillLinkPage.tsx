import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { signInByLink } from '../../browser/session/sign-in'
import { usePageTitle } from '../../browser/use-page-title'
import { CaptchaField } from '../captcha/CaptchaField'
import { useCaptcha, useCaptchaForm } from '../captcha/use-captcha'
import { SiteField } from '../form/Field'
import { RadioField, SiteForm } from '../form/SiteForm'
import type { FieldRules } from '../form/use-form'
import { payerInputs, payerRules } from '../login/payer-fields'
import { LinkMessage } from './LinkMessage'

/** Renders the page that a link in a notice opens. The page shows nothing of the bill until the payer is identified. */
export const Component = () => {
  usePageTitle('查看帳單')
  const calls = useExtensionCalls()
  const { token = '' } = useParams()
  if (calls === undefined) return null
  if (!calls.includes('PayerArea.LoginByLink'))
    return (
      <LinkMessage
        title="查看帳單"
        text="這個網站目前無法由連結開啟帳單，請改由「繳款人登入」查詢。"
        more={<Link to="/client">繳款人登入</Link>}
      />
    )
  return (
    <section className="card narrow">
      <h1>查看帳單</h1>
      <p>
        請輸入一項您的資料以確認身分；確認後只會顯示通知所列的這張帳單。本網頁不會要求您輸入密碼、信用卡或金融卡資料。
      </p>
      <Identification token={token} />
      <p>
        連結失效，或沒有這些資料時，請改由<Link to="/client">繳款人登入</Link>查詢，或洽收款單位。
      </p>
    </section>
  )
}

const Identification = ({ token }: { token: string }) => {
  const [field, setField] = useState<IdentifyingField>('IdNo')
  const captcha = useCaptcha()
  const navigate = useNavigate()
  const form = useCaptchaForm(
    identifyingFields,
    () => rulesFor(field),
    captcha,
    async ({ VCode, ...values }) => {
      await signInByLink({ Token: token, [field]: values[field], VCode })
      // Replaces this page in the history, because going back to it would ask for the data again.
      await navigate('/payment-information', { replace: true })
    },
  )
  return (
    <SiteForm form={form} submitText="查看帳單">
      <RadioField legend="識別資料" name="identifyingField" options={optionTexts} value={field} onChange={setField} />
      <SiteField key={field} form={form} name={field} {...payerInputs[field]} />
      <CaptchaField form={form} captcha={captcha} />
    </SiteForm>
  )
}

const identifyingFields = ['IdNo', 'Mobile', 'PayerId'] as const
type IdentifyingField = (typeof identifyingFields)[number]

const optionTexts = {
  IdNo: '身分證字號／統一編號',
  Mobile: '行動電話（由電子郵件開啟時）',
  PayerId: '繳款人代號（由簡訊開啟時）',
} as const satisfies Record<IdentifyingField, string>

const labels = { IdNo: '身分證字號／統一編號', Mobile: '行動電話', PayerId: '繳款人代號' } as const satisfies Record<
  IdentifyingField,
  string
>

const rulesFor = (field: IdentifyingField): FieldRules<IdentifyingField> => ({
  [field]: { label: labels[field], required: true, ...payerRules[field] },
})
