import { useLoaderData, useNavigate } from 'react-router-dom'
import { setNotice } from '../../browser/dialogs/notice'
import { call } from '../../browser/http/client'
import { PasswordGuide } from '../../browser/PasswordGuide'
import { type OtpData, removeOtpData } from '../../browser/session/verification'
import { useCountdown } from '../../browser/use-countdown'
import { usePageTitle } from '../../browser/use-page-title'
import { passwordProblems } from '../../domain/access/password'
import { PasswordField } from '../form/Field'
import { SiteForm } from '../form/SiteForm'
import { type FieldRules, type InputValues, useSiteForm } from '../form/use-form'
import { StepExpired, StepTimeLeft } from './FlowArea'
import { useFlow } from './flow'

/** Renders the last step of a flow: the inputs of the new password, and its rules. */
export const Component = () => {
  const flow = useFlow()
  usePageTitle(`設定密碼－${flow.title}`)
  const otp = useLoaderData<OtpData>()
  const secondsLeft = useCountdown(otp.ExpiresAt)
  const navigate = useNavigate()
  const form = useSiteForm(
    fieldNames,
    (values) => rulesFor(otp, values),
    async (values) => {
      await call('EnterpriseArea.ResetMima', { body: { IdentifyCode: otp.IdentifyCode, ...values } })
      removeOtpData()
      setNotice(flow.doneNotice)
      await navigate('/company', { replace: true })
    },
  )
  if (secondsLeft === 0) return <StepExpired />
  return (
    <>
      <StepTimeLeft secondsLeft={secondsLeft} />
      <SiteForm form={form} submitText="設定密碼">
        {/* Password managers store the new password under this user name. */}
        <input type="text" name="username" autoComplete="username" value={otp.UserId} readOnly hidden />
        <PasswordField form={form} name="NewMima" autoComplete="new-password" />
        <PasswordGuide password={form.values.NewMima} owner={{ userId: otp.UserId, uniformNo: otp.UniformNo }} />
        <PasswordField form={form} name="ConfirmMima" autoComplete="new-password" />
      </SiteForm>
    </>
  )
}

const fieldNames = ['NewMima', 'ConfirmMima'] as const
type PasswordFieldName = (typeof fieldNames)[number]

const rulesFor = (
  { UserId, UniformNo }: OtpData,
  { NewMima }: InputValues<PasswordFieldName>,
): FieldRules<PasswordFieldName> => ({
  NewMima: {
    label: '新密碼',
    required: true,
    isKeptAsTyped: true,
    check: (value) => passwordProblems(value, { userId: UserId, uniformNo: UniformNo })[0]?.message,
  },
  ConfirmMima: {
    label: '確認新密碼',
    required: true,
    isKeptAsTyped: true,
    check: (value) => (value === NewMima ? undefined : '兩次輸入的新密碼不一致，請重新輸入。'),
  },
})
