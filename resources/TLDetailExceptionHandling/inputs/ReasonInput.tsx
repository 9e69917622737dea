import { Chip, Stack, TextField } from '@mui/material'
import { useState } from 'react'

interface ReasonInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly phrases: readonly string[]
  /** What the server has refused. */
  readonly error?: string | undefined
}

/** Renders the input of a reason, with phrases that fill it in. */
export const ReasonInput = ({ label, value, onChange, phrases, error }: ReasonInputProps) => {
  const [isLeft, setLeft] = useState(false)
  const problem = error ?? (isLeft && !isReason(value) ? `請填寫${label}，長度為 2 到 200 字。` : undefined)
  return (
    <div>
      <TextField
        label={label}
        required
        multiline
        minRows={2}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => setLeft(true)}
        error={problem !== undefined}
        helperText={problem ?? `${value.trim().length}／200 字`}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      {phrases.length > 0 && (
        <Stack direction="row" role="group" aria-label={`常用的${label}`} sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {phrases.map((phrase) => (
            <Chip
              key={phrase}
              label={phrase}
              size="small"
              variant="outlined"
              color={value === phrase ? 'primary' : 'default'}
              onClick={() => onChange(phrase)}
            />
          ))}
        </Stack>
      )}
    </div>
  )
}

/** Shortest and longest reason. */
const reasonLengths = [2, 200] as const

/** Returns whether a reason has a valid length. */
export const isReason = (reason: string): boolean => {
  const { length } = reason.trim()
  return length >= reasonLengths[0] && length <= reasonLengths[1]
}
