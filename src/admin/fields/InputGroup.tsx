import { FormControl, FormHelperText, FormLabel } from '@mui/material'
import type { ReactNode } from 'react'
import type { useInput } from './value-source'

/** The frame of an input with several parts: label, and help or error. */
export const InputGroup = ({
  boundInput: { fieldProps },
  label,
  children,
}: {
  boundInput: ReturnType<typeof useInput>
  label: string
  children: ReactNode
}) => (
  <FormControl component="fieldset" error={fieldProps.error} disabled={fieldProps.disabled} required={fieldProps.required}>
    <FormLabel component="legend" sx={{ fontSize: '0.75rem' }}>
      {label}
    </FormLabel>
    {children}
    {fieldProps.helperText && <FormHelperText sx={{ mx: 0 }}>{fieldProps.helperText}</FormHelperText>}
  </FormControl>
)
