import HideIcon from '@mui/icons-material/VisibilityOffOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { MimaName } from './use-change-mima'

interface Props {
  readonly name: MimaName
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly autoComplete: 'current-password' | 'new-password'
  readonly change: (name: MimaName, value: string) => void
}

/** A password input whose characters can be shown. */
export const MimaBox = ({ name, label, value, error, autoComplete, change }: Props) => {
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
