import HideIcon from '@mui/icons-material/VisibilityOffOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import { Alert, Button, Card, IconButton, InputAdornment, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useRedirect } from 'react-admin'
import {
  defineScreens,
  PageHeader,
  resolverResult,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
  useSchema,
  useToast,
} from '../../src/admin'
import { ApiError } from '../../src/browser/http/api-error'
import { call } from '../../src/browser/http/client'
import { PasswordGuide } from '../../src/browser/PasswordGuide'
import { continueAfterMimaChange, useCompanySession } from '../../src/browser/session/session'
import type { CompanyData, CompanyLoginResponse } from '../../src/contract/call-responses'
import type { ChangeMimaRequest } from '../../src/contract/one-time-password'
import { type PasswordOwner, passwordProblems } from '../../src/domain/access/password'

/** Renders the page 變更密碼, where users change their own password. */
const ChangeMima = () => {
  const session = useCompanySession()
  return (
    <>
      <PageHeader resource={useSchema()} />
      {session && <PasswordForm user={session.data} />}
    </>
  )
}

const PasswordForm = ({ user }: { user: CompanyData }) => {
  const owner = { userId: user.UserId, uniformNo: user.UniformNo }
  const form = useForm({
    defaultValues: emptyForm,
    resolver: (values) => resolverResult(values, errorsOf(values, owner)),
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState
  const afterChange = useAfterChange()
  const submit = form.handleSubmit((values) =>
    call<CompanyLoginResponse | null>('PortalUser.ChangeMima', { body: values }).then(afterChange, (error: unknown) =>
      showRefusal(form, error),
    ),
  )
  const inputProps = (name: keyof ChangeMimaRequest) => ({
    label: labels[name],
    error: errors[name]?.message,
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
  })
  return (
    <Card sx={{ maxWidth: 560, p: { xs: 2, md: 3 } }}>
      <Stack component="form" noValidate spacing={2.5} aria-label="變更密碼" onSubmit={(event) => void submit(event)}>
        <ChangeReason user={user} />
        {errors.root && <Alert severity="error">{errors.root.message}</Alert>}
        {/* Password managers store the new password under this user name. */}
        <input type="text" name="username" autoComplete="username" value={user.UserId} readOnly hidden />
        <PasswordTextField {...inputProps('OldMima')} autoComplete="current-password" />
        <PasswordTextField {...inputProps('NewMima')} autoComplete="new-password" />
        <PasswordGuide password={form.watch('NewMima')} owner={owner} />
        <PasswordTextField {...inputProps('ConfirmMima')} autoComplete="new-password" />
        <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
          變更密碼
        </Button>
      </Stack>
    </Card>
  )
}

const emptyForm: ChangeMimaRequest = { OldMima: '', NewMima: '', ConfirmMima: '' }

const labels = { OldMima: '目前密碼', NewMima: '新密碼', ConfirmMima: '確認新密碼' } as const

const changeReasons = {
  First: '您使用的是系統給予的初始密碼，請先變更密碼才能使用其他功能。',
  Expired: '您的密碼已超過一年未變更，請先變更密碼才能使用其他功能。',
} as const

const ChangeReason = ({ user: { MustChangeMima, MustChangeReason, MimaDaysLeft } }: { user: CompanyData }) => {
  if (MustChangeMima) return <Alert severity="warning">{changeReasons[MustChangeReason ?? 'First']}</Alert>
  return MimaDaysLeft === null ? null : <Alert severity="info">您的密碼將於 {MimaDaysLeft} 天後到期。</Alert>
}

interface PasswordTextFieldProps extends UseFormRegisterReturn {
  readonly label: string
  readonly error: string | undefined
  readonly autoComplete: 'current-password' | 'new-password'
}

/** Renders a password input whose characters can be shown. */
const PasswordTextField = ({ label, error, autoComplete, ref, name, onChange, onBlur }: PasswordTextFieldProps) => {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? HideIcon : ShowIcon
  return (
    <TextField
      name={name}
      label={label}
      inputRef={ref}
      onChange={onChange}
      onBlur={onBlur}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      error={Boolean(error)}
      helperText={error}
      required
      fullWidth
      slotProps={{
        htmlInput: { maxLength: 64, autoCapitalize: 'none', spellCheck: false },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={`顯示${label}`}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              >
                <Icon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/**
 * Returns the function that runs after the change: it continues the session, and goes to the home page.
 */
const useAfterChange = () => {
  const toast = useToast()
  const redirect = useRedirect()
  return (response: CompanyLoginResponse | null) => {
    continueAfterMimaChange(response)
    toast('密碼已變更，下次請以新密碼登入。')
    redirect('/admin')
  }
}

const errorsOf = (
  { OldMima, NewMima, ConfirmMima }: ChangeMimaRequest,
  owner: PasswordOwner,
): Readonly<Record<string, string>> => {
  const newProblem = newPasswordProblem({ OldMima, NewMima }, owner)
  const confirmProblem = ConfirmMima === NewMima ? '' : '兩次輸入的新密碼不一致，請重新輸入。'
  return {
    ...(OldMima === '' ? { OldMima: '請輸入目前密碼。' } : {}),
    ...(newProblem ? { NewMima: newProblem } : {}),
    ...(confirmProblem ? { ConfirmMima: confirmProblem } : {}),
  }
}

const newPasswordProblem = (
  { OldMima, NewMima }: Pick<ChangeMimaRequest, 'OldMima' | 'NewMima'>,
  owner: PasswordOwner,
): string => {
  if (NewMima === '') return '請輸入新密碼。'
  const [problem] = passwordProblems(NewMima, owner)
  if (problem) return problem.message
  return NewMima === OldMima ? '新密碼不可與目前密碼相同。' : ''
}

/**
 * Shows the server's refusal above the form, and its errors at their inputs.
 * The first of these inputs takes the focus.
 */
const showRefusal = (form: UseFormReturn<ChangeMimaRequest>, error: unknown) => {
  if (!(error instanceof ApiError)) throw error
  if (error.hasDialog) return
  form.setError('root', { message: error.message })
  const [firstField, ...otherFields] = fieldNames.filter((name) => error.errors[name])
  for (const name of otherFields) form.setError(name, { message: error.errors[name] })
  if (firstField) form.setError(firstField, { message: error.errors[firstField] }, { shouldFocus: true })
}

const fieldNames = ['OldMima', 'NewMima', 'ConfirmMima'] as const

export default defineScreens({ Page: ChangeMima })
