import HideIcon from '@mui/icons-material/VisibilityOffOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import { Alert, Button, Card, IconButton, InputAdornment, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { PageHeader, useSchema } from '../../src/admin'
import { PasswordGuide } from '../../src/browser/PasswordGuide'
import { useSession } from '../../src/browser/session'
import type { CompanyData } from '../../src/contract/session'
import { type MimaName, useChangeMima } from './use-change-mima'

/** 變更密碼: the own password, at will or because it must be changed. */
export const ChangeMima = () => {
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
