import { Link, useNavigate } from 'react-router-dom'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import { siteConfig } from '../../browser/http/config'
import { askToContinueDraft, currentUserDraft, removeDraft, setDraftConfirmed } from '../../browser/session/drafts'
import { signInCompany } from '../../browser/session/sign-in'
import { usePageTitle } from '../../browser/use-page-title'
import type { CompanyData } from '../../contract/call-responses'
import { lockMinutes, maxLoginErrors } from '../../domain/access/portal-user'
import { isUniformNo } from '../../domain/identifiers/id-no'
import { CaptchaField } from '../captcha/CaptchaField'
import { useCaptcha, useCaptchaForm } from '../captcha/use-captcha'
import { PasswordField, SiteField } from '../form/Field'
import { SiteForm } from '../form/SiteForm'
import type { FieldRule, FieldRules } from '../form/use-form'
import { DemoAccounts } from './DemoAccounts'
import { LoginNotice } from './LoginNotice'
import { useRequestedPage } from './requested-page'

/** Renders the sign-in page of company users. */
export const Component = () => {
  usePageTitle('企業戶登入')
  const captcha = useCaptcha()
  const navigate = useNavigate()
  const requestedPage = useRequestedPage('company')
  const form = useCaptchaForm(
    fieldNames,
    () => rules,
    captcha,
    async (values) => {
      const response = await signInCompany(values)
      await navigate(await pathAfterLogin(response.data, requestedPage))
    },
  )
  const accounts = (siteConfig().demo?.companies ?? []).map(({ company, label, ...account }) => ({
    company,
    UniformNo: account.UniformNo,
    label,
    detail: account.UserId,
    fillForm: () => form.fill(account),
  }))
  return (
    <>
      <h1 className="login-title">企業戶登入</h1>
      <LoginNotice kind="company" />
      <SiteForm form={form} submitText="登入">
        <SiteField form={form} name="UniformNo" inputMode="numeric" autoComplete="organization" maxLength={8} />
        <SiteField
          form={form}
          name="UserId"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={12}
        />
        <PasswordField form={form} name="Mima" autoComplete="current-password" help={lockHelp} />
        <CaptchaField form={form} captcha={captcha} />
      </SiteForm>
      <ul className="login-links" aria-label="登入協助">
        <li>
          <Link to="/portal">首次啟用（開通）</Link>
        </li>
        <li>
          <Link to="/forgot-password">忘記密碼</Link>
        </li>
      </ul>
      <DemoAccounts accounts={accounts} />
    </>
  )
}

const lockHelp = `密碼連續錯誤 ${maxLoginErrors} 次，帳號將鎖定 ${lockMinutes.first} 分鐘。`

const fieldNames = ['UniformNo', 'UserId', 'Mima'] as const

/** Rules of the fields that identify a company user. */
export const companyRules: Readonly<Record<'UniformNo' | 'UserId', FieldRule>> = {
  UniformNo: {
    label: '統一編號',
    required: true,
    check: (value) => (isUniformNo(value) ? undefined : '統一編號應為 8 位數字且檢查碼正確，請確認後重新輸入。'),
  },
  UserId: { label: '使用者代號', required: true },
}

const rules: FieldRules<(typeof fieldNames)[number]> = {
  ...companyRules,
  Mima: { label: '密碼', required: true, isKeptAsTyped: true },
}

/**
 * Returns the path of the page to open after a company user has signed in: the change of password if it is required or
 * the user agrees to it, the form that was open when the last session ended, if the user wants to continue it, the
 * requested page, or the home page.
 */
const pathAfterLogin = async (
  { MustChangeMima, MimaDaysLeft }: CompanyData,
  requestedPage = '/admin',
): Promise<string> => {
  if (MustChangeMima) return changeMimaPath
  if (MimaDaysLeft !== null && (await askToChangeMima(MimaDaysLeft))) return changeMimaPath
  const draft = currentUserDraft()
  if (draft && (await askToContinueDraft(draft.title))) {
    setDraftConfirmed()
    return draft.path
  }
  removeDraft()
  return requestedPage
}

const changeMimaPath = '/admin/changeMima'

const askToChangeMima = (days: number) =>
  askConfirmation(`密碼將於 ${days} 天後到期`, {
    body: '到期後須先變更密碼才能登入使用，建議現在變更。',
    confirmText: '現在變更',
    cancelText: '稍後再說',
  })
