import { useEffect, useState } from 'react'
import { siteConfig } from '../../browser/http/config'
import { signInPayer } from '../../browser/session/sign-in'
import type { PayerLoginField, UniformNoField } from '../../contract/call-responses'
import { CaptchaField } from '../captcha/CaptchaField'
import { type Captcha, useCaptchaForm } from '../captcha/use-captcha'
import { SiteField } from '../form/Field'
import { SiteForm } from '../form/SiteForm'
import type { FieldRules, InputValues } from '../form/use-form'
import { CompanyField, companyRule, findCompany } from './CompanyField'
import { DemoAccounts } from './DemoAccounts'
import { payerInputs, payerRules } from './payer-fields'
import { useAccountCompany, useAccountFirst } from './use-account-company'
import { useOpenPayerPage } from './use-open-payer-page'

/**
 * Renders the sign-in form with the fields that a company asks for; some of them may be optional.
 * The account number of a bill determines the company. Payers who have none select the company.
 */
export const LoginByBill = ({ captcha, companies }: { captcha: Captcha; companies: readonly UniformNoField[] }) => {
  const openPage = useOpenPayerPage()
  const isAccountServed = useAccountFirst()
  const [hasAccount, setHasAccount] = useState(true)
  const asksForAccount = isAccountServed && hasAccount
  const accountCompany = useAccountCompany()
  const companyOf = ({ UniformNo }: InputValues<BillFieldName>) =>
    asksForAccount ? accountCompany.company : findCompany(companies, UniformNo)
  const form = useCaptchaForm(
    fieldNames,
    (values) => ({
      ...fieldRules(companyOf(values)),
      ...(asksForAccount ? { VACAccount: accountRule } : { UniformNo: companyRule(companies) }),
    }),
    captcha,
    async (values) =>
      openPage(
        await signIn(asksForAccount ? await accountCompany.companyOf(values.VACAccount) : companyOf(values), values),
      ),
  )
  const { VACAccount } = form.values
  const { lookUp } = accountCompany
  useEffect(() => lookUp(asksForAccount ? VACAccount : ''), [lookUp, asksForAccount, VACAccount])
  const company = companyOf(form.values)
  return (
    <>
      <SiteForm form={form} submitText="登入">
        {asksForAccount ? (
          <>
            <SiteField form={form} name="VACAccount" help="印在繳款單上，14 或 16 位數字" {...payerInputs.VACAccount} />
            <p className="login-company" role="status">
              {company?.CustomerName && `委託單位：${company.CustomerName}`}
            </p>
          </>
        ) : (
          <CompanyField form={form} companies={companies} />
        )}
        {company?.Fields.filter(({ Field }) => !asksForAccount || Field !== 'VACAccount').map(({ Field: name }) => (
          <SiteField key={name} form={form} name={name} {...payerInputs[name]} />
        ))}
        {isAccountServed && (
          <button type="button" className="link-button login-switch" onClick={() => setHasAccount(!hasAccount)}>
            {hasAccount ? '沒有銷帳編號？改選委託單位' : '有銷帳編號？改以銷帳編號登入'}
          </button>
        )}
        <CaptchaField form={form} captcha={captcha} />
      </SiteForm>
      <DemoAccounts
        accounts={(siteConfig().demo?.payers ?? []).map(({ company, label, UniformNo, fields }) => ({
          company,
          UniformNo,
          label,
          detail: Object.values(fields).join('／'),
          fillForm: () => {
            setHasAccount('VACAccount' in fields)
            form.fill({ ...fields, UniformNo })
          },
        }))}
      />
    </>
  )
}

const fieldNames = ['UniformNo', 'VACAccount', 'IdNo', 'PayerId', 'Mobile'] as const
type BillFieldName = (typeof fieldNames)[number]

const accountRule = { label: '銷帳編號', required: true, ...payerRules.VACAccount }

const signIn = (company: UniformNoField | undefined, values: InputValues<BillFieldName | 'VCode'>) => {
  const fieldValues = (company?.Fields ?? []).map(({ Field: name }): [PayerLoginField, string] => [name, values[name]])
  return signInPayer({ UniformNo: company?.UniformNo, VCode: values.VCode, ...Object.fromEntries(fieldValues) })
}

const fieldRules = (company: UniformNoField | undefined): FieldRules<BillFieldName> =>
  Object.fromEntries(
    (company?.Fields ?? []).map(({ Field: name, Label, Required }) => [
      name,
      { label: Label, required: Required, ...payerRules[name] },
    ]),
  )
