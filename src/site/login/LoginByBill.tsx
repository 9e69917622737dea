import { useNavigate } from 'react-router-dom'
import { siteConfig } from '../../browser/http/config'
import { payerHome, signInPayer } from '../../browser/session/sign-in'
import type { PayerLoginField, UniformNoField } from '../../contract/call-responses'
import { CaptchaField } from '../captcha/CaptchaField'
import { type Captcha, useCaptchaForm } from '../captcha/use-captcha'
import { SiteField } from '../form/Field'
import { SiteForm } from '../form/SiteForm'
import type { FieldRules, InputValues } from '../form/use-form'
import { CompanyField, companyRule, companyText, findCompany } from './CompanyField'
import { type DemoAccount, DemoAccounts } from './DemoAccounts'
import { payerInputs, payerRules } from './payer-fields'

/** Renders the sign-in form with the fields that the selected company asks for; some of them may be optional. */
export const LoginByBill = ({ captcha, companies }: { captcha: Captcha; companies: readonly UniformNoField[] }) => {
  const navigate = useNavigate()
  const form = useCaptchaForm(
    fieldNames,
    ({ UniformNo }) => rulesFor(companies, findCompany(companies, UniformNo)),
    captcha,
    async (values) => navigate(payerHome(await signIn(findCompany(companies, values.UniformNo), values))),
  )
  return (
    <>
      <SiteForm form={form} submitText="登入">
        <CompanyField form={form} companies={companies} />
        {findCompany(companies, form.values.UniformNo)?.Fields.map(({ Field: name }) => (
          <SiteField key={name} form={form} name={name} {...payerInputs[name]} />
        ))}
        <CaptchaField form={form} captcha={captcha} />
      </SiteForm>
      <DemoAccounts accounts={demoAccounts(companies, form.fill)} />
    </>
  )
}

const fieldNames = ['UniformNo', 'VACAccount', 'IdNo', 'PayerId', 'Mobile'] as const
type BillFieldName = (typeof fieldNames)[number]

const signIn = (company: UniformNoField | undefined, values: InputValues<BillFieldName | 'VCode'>) => {
  const fieldValues = (company?.Fields ?? []).map(({ Field: name }): [PayerLoginField, string] => [name, values[name]])
  return signInPayer({ UniformNo: company?.UniformNo, VCode: values.VCode, ...Object.fromEntries(fieldValues) })
}

const rulesFor = (
  companies: readonly UniformNoField[],
  company: UniformNoField | undefined,
): FieldRules<BillFieldName> => ({
  UniformNo: companyRule(companies),
  ...Object.fromEntries(
    (company?.Fields ?? []).map(({ Field: name, Label, Required }) => [
      name,
      { label: Label, required: Required, ...payerRules[name] },
    ]),
  ),
})

const demoAccounts = (
  companies: readonly UniformNoField[],
  fill: (values: Partial<InputValues<BillFieldName>>) => void,
): readonly DemoAccount[] =>
  (siteConfig().demo?.payers ?? []).map(({ label, UniformNo, fields }) => {
    const company = companies.find((candidate) => candidate.UniformNo === UniformNo)
    return {
      label,
      detail: [UniformNo, ...Object.values(fields)].join('／'),
      fillForm: () => fill({ ...fields, UniformNo: company ? companyText(company) : UniformNo }),
    }
  })
