import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { payerHome, signInAccount } from '../../browser/session/sign-in'
import type { UniformNoField } from '../../contract/session'
import { CaptchaField } from '../captcha/CaptchaField'
import { type Captcha, useCaptchaForm } from '../captcha/use-captcha'
import { Field } from '../form/Field'
import { ChoiceField, SiteForm } from '../form/SiteForm'
import type { FieldRules, Values } from '../form/use-form'
import { CompanyField, companyRule, findCompany } from './CompanyField'
import { payerInputs, payerRules } from './payer-fields'

/** Sign-in with the mobile number and either the personal id or the payer id at a company. */
export const LoginAccount = ({ captcha, companies }: { captcha: Captcha; companies: readonly UniformNoField[] }) => {
  const [idField, setIdField] = useState<IdField>('IdNo')
  const navigate = useNavigate()
  const form = useCaptchaForm(
    names,
    () => rulesFor(idField, companies),
    captcha,
    async (values) => navigate(payerHome(await login(idField, companies, values))),
  )
  return (
    <SiteForm form={form} submit="登入">
      <ChoiceField legend="識別資料" name="person" options={idFields} value={idField} onChange={setIdField} />
      {idField === 'PayerId' && <CompanyField form={form} companies={companies} />}
      <Field form={form} name={idField} {...payerInputs[idField]} />
      <Field form={form} name="Mobile" {...payerInputs.Mobile} />
      <CaptchaField form={form} captcha={captcha} />
    </SiteForm>
  )
}

const names = ['UniformNo', 'IdNo', 'PayerId', 'Mobile'] as const
type Name = (typeof names)[number]

const idFields = { IdNo: '身分證字號／統一編號', PayerId: '繳款人代號' } as const
type IdField = keyof typeof idFields

const login = (idField: IdField, companies: readonly UniformNoField[], { VCode, Mobile, ...values }: Values<Name | 'VCode'>) => {
  const identity = idField === 'IdNo' ? { IdNo: values.IdNo } : { UniformNo: findCompany(companies, values.UniformNo)?.UniformNo, PayerId: values.PayerId }
  return signInAccount({ ...identity, Mobile, VCode })
}

const rulesFor = (idField: IdField, companies: readonly UniformNoField[]): FieldRules<Name> => ({
  UniformNo: idField === 'PayerId' ? companyRule(companies) : { label: '' },
  IdNo: idField === 'IdNo' ? { label: idFields.IdNo, required: true, ...payerRules.IdNo } : { label: '' },
  PayerId: { label: idFields.PayerId, required: idField === 'PayerId' },
  Mobile: { label: '行動電話', required: true, ...payerRules.Mobile },
})
