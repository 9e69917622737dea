import { useState } from 'react'
import { signInAccount } from '../../browser/session/sign-in'
import type { UniformNoField } from '../../contract/session'
import { CaptchaField } from '../captcha/CaptchaField'
import { type Captcha, useCaptchaForm } from '../captcha/use-captcha'
import { Field } from '../form/Field'
import { ChoiceField, SiteForm } from '../form/SiteForm'
import type { FieldRules, Values } from '../form/use-form'
import { CompanyField, companyRule, findCompany } from './CompanyField'
import { payerInputs, payerRules, usePayerEntry } from './payer-fields'

/** Sign-in with the mobile number and either the personal id or a company's number for the payer. */
export const LoginAccount = ({ captcha, companies }: { captcha: Captcha; companies: readonly UniformNoField[] }) => {
  const [person, setPerson] = useState<Person>('IdNo')
  const enter = usePayerEntry()
  const form = useCaptchaForm(
    names,
    () => rulesFor(person, companies),
    captcha,
    async (values) => enter(await login(person, companies, values)),
  )
  return (
    <SiteForm form={form} submit="登入">
      <ChoiceField legend="識別資料" name="person" options={persons} value={person} onChange={setPerson} />
      {person === 'PayerId' && <CompanyField form={form} companies={companies} />}
      <Field form={form} name={person} {...payerInputs[person]} />
      <Field form={form} name="Mobile" {...payerInputs.Mobile} />
      <CaptchaField form={form} captcha={captcha} />
    </SiteForm>
  )
}

const names = ['UniformNo', 'IdNo', 'PayerId', 'Mobile'] as const
type Name = (typeof names)[number]

const persons = { IdNo: '身分證字號／統一編號', PayerId: '繳款人代號' } as const
type Person = keyof typeof persons

const login = (person: Person, companies: readonly UniformNoField[], { VCode, Mobile, ...values }: Values<Name | 'VCode'>) => {
  const identity = person === 'IdNo' ? { IdNo: values.IdNo } : { UniformNo: findCompany(companies, values.UniformNo)?.UniformNo, PayerId: values.PayerId }
  return signInAccount({ ...identity, Mobile, VCode })
}

const rulesFor = (person: Person, companies: readonly UniformNoField[]): FieldRules<Name> => ({
  UniformNo: person === 'PayerId' ? companyRule(companies) : { label: '' },
  IdNo: person === 'IdNo' ? { label: persons.IdNo, required: true, ...payerRules.IdNo } : { label: '' },
  PayerId: { label: persons.PayerId, required: person === 'PayerId' },
  Mobile: { label: '行動電話', required: true, ...payerRules.Mobile },
})
