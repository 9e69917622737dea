import { useState } from 'react'
import { signInAccount } from '../../browser/session/sign-in'
import type { UniformNoField } from '../../contract/call-responses'
import { CaptchaField } from '../captcha/CaptchaField'
import { type Captcha, useCaptchaForm } from '../captcha/use-captcha'
import { SiteField } from '../form/Field'
import { RadioField, SiteForm } from '../form/SiteForm'
import type { FieldRules, InputValues } from '../form/use-form'
import { CompanyField, companyRule, findCompany } from './CompanyField'
import { payerInputs, payerRules } from './payer-fields'
import { useOpenPayerPage } from './use-open-payer-page'

/** Renders the sign-in form for a mobile number with either a personal id, or a payer id and its company. */
export const LoginAccount = ({ captcha, companies }: { captcha: Captcha; companies: readonly UniformNoField[] }) => {
  const [idField, setIdField] = useState<IdField>('IdNo')
  const openPage = useOpenPayerPage()
  const form = useCaptchaForm(
    fieldNames,
    () => rulesFor(idField, companies),
    captcha,
    async (values) => openPage(await signIn(idField, companies, values)),
  )
  return (
    <SiteForm form={form} submitText="登入">
      <RadioField legend="識別資料" name="person" options={idFields} value={idField} onChange={setIdField} />
      {idField === 'PayerId' && <CompanyField form={form} companies={companies} />}
      <SiteField form={form} name={idField} {...payerInputs[idField]} />
      <SiteField form={form} name="Mobile" {...payerInputs.Mobile} />
      <CaptchaField form={form} captcha={captcha} />
    </SiteForm>
  )
}

const fieldNames = ['UniformNo', 'IdNo', 'PayerId', 'Mobile'] as const
type AccountFieldName = (typeof fieldNames)[number]

const idFields = { IdNo: '身分證字號／統一編號', PayerId: '繳款人代號' } as const
type IdField = keyof typeof idFields

const signIn = (
  idField: IdField,
  companies: readonly UniformNoField[],
  { VCode, Mobile, ...values }: InputValues<AccountFieldName | 'VCode'>,
) => {
  const identity =
    idField === 'IdNo'
      ? { IdNo: values.IdNo }
      : { UniformNo: findCompany(companies, values.UniformNo)?.UniformNo, PayerId: values.PayerId }
  return signInAccount({ ...identity, Mobile, VCode })
}

const rulesFor = (idField: IdField, companies: readonly UniformNoField[]): FieldRules<AccountFieldName> => ({
  ...(idField === 'PayerId' && { UniformNo: companyRule(companies) }),
  [idField]: { label: idFields[idField], required: true, ...payerRules[idField] },
  Mobile: { label: '行動電話', required: true, ...payerRules.Mobile },
})
