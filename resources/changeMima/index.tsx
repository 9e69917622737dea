import HideIcon from '@mui/icons-material/VisibilityOffOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import { Alert, Button, Card, IconButton, InputAdornment, Stack, TextField } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import { useRedirect } from 'react-admin'
import { defineScreens, PageHeader, useSay, useSchema } from '../../src/admin'
import { ApiError } from '../../src/browser/http/api-error'
import { call } from '../../src/browser/http/client'
import { PasswordGuide } from '../../src/browser/PasswordGuide'
import { openCompanySession, useSession } from '../../src/browser/session/session'
import type { ChangeMimaRequest } from '../../src/contract/one-time-password'
import type { CompanyData, CompanyLoginAnswer } from '../../src/contract/session'
import { type PasswordOwner, passwordProblems } from '../../src/domain/access/password'

/** 變更密碼: the own password, at will or because it must be changed. */
const ChangeMima = () => {
  const session = useSession()
  return (
    <>
      <PageHeader resource={useSchema()} />
      {session?.kind === 'company' && <Form user={session.data} />}
    </>
  )
}

const Form = ({ user }: { user: CompanyData }) => {
  const owner = { userId: user.UserId, uniformNo: user.UniformNo }
  const { values, errors, busy, ref, change, onSubmit } = useChangeMima(owner)
  const box = (name: keyof typeof labels) => ({ name, label: labels[name], value: values[name], error: errors[name], change })
  return (
    <Card sx={{ maxWidth: 560, p: { xs: 2, md: 3 } }}>
      <Stack component="form" ref={ref} noValidate spacing={2.5} aria-label="變更密碼" onSubmit={onSubmit}>
        <Reason user={user} />
        {errors.root && <Alert severity="error">{errors.root}</Alert>}
        {/* Password managers keep the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={user.UserId} readOnly hidden />
        <MimaBox {...box('OldMima')} autoComplete="current-password" />
        <MimaBox {...box('NewMima')} autoComplete="new-password" />
        <PasswordGuide password={values.NewMima} owner={owner} />
        <MimaBox {...box('ConfirmMima')} autoComplete="new-password" />
        <Button type="submit" variant="contained" size="large" loading={busy}>
          變更密碼
        </Button>
      </Stack>
    </Card>
  )
}

const labels = { OldMima: '目前密碼', NewMima: '新密碼', ConfirmMima: '確認新密碼' } as const

const reasons = {
  First: '您使用的是系統給予的初始密碼，請先變更密碼才能使用其他功能。',
  Expired: '您的密碼已超過一年未變更，請先變更密碼才能使用其他功能。',
} as const

const Reason = ({ user: { MustChangeMima, MustChangeReason, MimaDaysLeft } }: { user: CompanyData }) => {
  if (MustChangeMima) return <Alert severity="warning">{reasons[MustChangeReason ?? 'First']}</Alert>
  return MimaDaysLeft === null ? null : <Alert severity="info">您的密碼將於 {MimaDaysLeft} 天後到期。</Alert>
}

interface Props {
  readonly name: MimaName
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly autoComplete: 'current-password' | 'new-password'
  readonly change: (name: MimaName, value: string) => void
}

/** A password input whose characters can be shown. */
const MimaBox = ({ name, label, value, error, autoComplete, change }: Props) => {
  const [shown, setShown] = useState(false)
  const Icon = shown ? HideIcon : ShowIcon
  return (
    <TextField
      name={name}
      label={label}
      value={value}
      onChange={(event) => change(name, event.target.value)}
      type={shown ? 'text' : 'password'}
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
              <IconButton edge="end" aria-label={`顯示${label}`} aria-pressed={shown} onClick={() => setShown(!shown)}>
                <Icon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

type MimaName = keyof ChangeMimaRequest
type Errors = Readonly<Partial<Record<MimaName | 'root', string>>>

const blank: ChangeMimaRequest = { OldMima: '', NewMima: '', ConfirmMima: '' }

/** State of the form: what is typed, what is wrong, and sending it. Passwords are kept nowhere else. */
const useChangeMima = (owner: PasswordOwner) => {
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const done = useDone()

  const fail = (found: Errors) => {
    setErrors(found)
    const [first] = names.filter((name) => found[name])
    if (first) ref.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }
  const submit = async () => {
    const found = problems(values, owner)
    fail(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    await call<CompanyLoginAnswer>('PortalUser.ChangeMima', { body: values }).then(done, (error: unknown) => fail(refusalOf(error)))
    setBusy(false)
  }

  return {
    values,
    errors,
    busy,
    ref,
    change: (name: MimaName, value: string) => {
      setValues((old) => ({ ...old, [name]: value }))
      setErrors((old) => ({ ...old, [name]: undefined }))
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (!busy) void submit()
    },
  }
}

const names: readonly MimaName[] = ['OldMima', 'NewMima', 'ConfirmMima']

/** The session goes on under its new token, with the menu that the user is entitled to now. */
const useDone = () => {
  const say = useSay()
  const redirect = useRedirect()
  return (answer: CompanyLoginAnswer) => {
    openCompanySession(answer)
    say('密碼已變更，下次請以新密碼登入。')
    redirect('/admin')
  }
}

const problems = ({ OldMima, NewMima, ConfirmMima }: ChangeMimaRequest, owner: PasswordOwner): Errors => {
  const newProblem =
    NewMima === '' ? '請輸入新密碼。' : (passwordProblems(NewMima, owner)[0]?.message ?? (NewMima === OldMima ? '新密碼不可與目前密碼相同。' : ''))
  const confirmProblem = ConfirmMima === NewMima ? '' : '兩次輸入的新密碼不一致，請重新輸入。'
  return {
    ...(OldMima === '' ? { OldMima: '請輸入目前密碼。' } : {}),
    ...(newProblem ? { NewMima: newProblem } : {}),
    ...(confirmProblem ? { ConfirmMima: confirmProblem } : {}),
  }
}

const refusalOf = (error: unknown): Errors => {
  if (!(error instanceof ApiError)) throw error
  return error.shown ? {} : { root: error.message, ...error.errors }
}

export default defineScreens({ Page: ChangeMima })
