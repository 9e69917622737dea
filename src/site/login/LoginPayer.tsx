import { useState } from 'react'
import { usePageTitle } from '../../browser/use-page-title'
import { useCaptcha } from '../captcha/use-captcha'
import { RadioField } from '../form/SiteForm'
import { useCompanies } from './CompanyField'
import { LoginAccount } from './LoginAccount'
import { LoginByBill } from './LoginByBill'
import { LoginNotice } from './LoginNotice'

/**
 * Renders the sign-in page of payers, whom the path `/client` of the specification calls clients.
 * They sign in with the data of a bill or with their personal data.
 */
export const Component = () => {
  usePageTitle('繳款人登入')
  const [method, setMethod] = useState<keyof typeof methods>('bill')
  const captcha = useCaptcha(method === 'bill' ? 'payer login' : 'other')
  const companies = useCompanies()
  const Form = method === 'bill' ? LoginByBill : LoginAccount
  return (
    <>
      <h1 className="login-title">繳款人登入</h1>
      <LoginNotice kind="payer" />
      <RadioField legend="登入方式" name="way" options={methods} value={method} onChange={setMethod} />
      <Form captcha={captcha} companies={companies} />
    </>
  )
}

const methods = { bill: '以帳單資料登入', account: '以個人資料登入' } as const
