import { useNavigate } from 'react-router-dom'
import { siteConfig } from '../../browser/http/config'
import { payerHome, signInPayer } from '../../browser/session/sign-in'
import type { PayerLoginField, UniformNoField } from '../../contract/session'
import { CaptchaField } from '../captcha/CaptchaField'
import { type Captcha, useCaptchaForm } from '../captcha/use-captcha'
import { Field } from '../form/Field'
import { SiteForm } from '../form/SiteForm'
import type { FieldRules, Values } from '../form/use-form'
import { CompanyField, companyRule, companyText, findCompany } from './CompanyField'
import { DemoHints, type Hint } from './DemoHints'
import { payerInputs, payerRules } from './payer-fields'

/** Sign-in with the fields that the chosen company requires. */
export const LoginByBill = ({ captcha, companies }: { captcha: Captcha; companies: readonly UniformNoField[] }) => {
  const navigate = useNavigate()
  const form = useCaptchaForm(
    names,
    ({ UniformNo }) => rulesFor(companies, findCompany(companies, UniformNo)),
    captcha,
    async (values) => navigate(payerHome(await login(findCompany(companies, values.UniformNo), values))),
  )
  return (
    <>
      <SiteForm form={form} submit="登入">
        <CompanyField form={form} companies={companies} />
        {findCompany(companies, form.values.UniformNo)?.Fields.map(({ Field: name }) => (
          <Field key={name} form={form} name={name} {...payerInputs[name]} />
        ))}
        <CaptchaField form={form} captcha={captcha} />
      </SiteForm>
      <DemoHints hints={demoHints(companies, form.fill)} />
    </>
  )
}

const names = ['UniformNo', 'VACAccount', 'IdNo', 'PayerId', 'Mobile'] as const
type Name = (typeof names)[number]

const login = (company: UniformNoField | undefined, values: Values<Name | 'VCode'>) => {
  const requiredValues = (company?.Fields ?? []).map(({ Field: name }): [PayerLoginField, string] => [name, values[name]])
  return signInPayer({ UniformNo: company?.UniformNo, VCode: values.VCode, ...Object.fromEntries(requiredValues) })
}

const unusedField = { label: '' }

const rulesFor = (companies: readonly UniformNoField[], company: UniformNoField | undefined): FieldRules<Name> => ({
  UniformNo: companyRule(companies),
  VACAccount: unusedField,
  IdNo: unusedField,
  PayerId: unusedField,
  Mobile: unusedField,
  ...Object.fromEntries((company?.Fields ?? []).map(({ Field: name, Label, Required }) => [name, { label: Label, required: Required, ...payerRules[name] }])),
})

const demoHints = (companies: readonly UniformNoField[], fill: (values: Partial<Values<Name>>) => void): readonly Hint[] =>
  (siteConfig().demo?.payers ?? []).map(({ label, UniformNo, fields }) => {
    const company = companies.find((candidate) => candidate.UniformNo === UniformNo)
    return {
      label,
      detail: [UniformNo, ...Object.values(fields)].join('／'),
      use: () => fill({ ...fields, UniformNo: company ? companyText(company) : UniformNo }),
    }
  })
