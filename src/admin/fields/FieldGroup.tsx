import { FormControl, FormHelperText, FormLabel } from '@mui/material'
import type { ReactNode } from 'react'
import type { useBox } from './value-source'

/** The frame of an input of several parts: its label, its help or error. */
export const FieldGroup = ({ box: { look }, label, children }: { box: ReturnType<typeof useBox>; label: string; children: ReactNode }) => (
  <FormControl component="fieldset" error={look.error} disabled={look.disabled} required={look.required}>
    <FormLabel component="legend" sx={{ fontSize: '0.75rem' }}>
      {label}
    </FormLabel>
    {children}
    {look.helperText && <FormHelperText sx={{ mx: 0 }}>{look.helperText}</FormHelperText>}
  </FormControl>
)
