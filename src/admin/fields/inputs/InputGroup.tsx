import { FormControl, FormHelperText, FormLabel } from '@mui/material'
import type { ReactNode } from 'react'
import { textSizes } from '../../../browser/theme/type-scale'
import type { useBoundInput } from '../value-scope'

/**
 * Renders the fieldset around an input that consists of several controls, with the label and the help or error of the
 * input.
 */
export const InputGroup = ({
  boundInput: { fieldProps },
  label,
  children,
}: {
  boundInput: ReturnType<typeof useBoundInput>
  label: string
  children: ReactNode
}) => (
  <FormControl
    component="fieldset"
    error={fieldProps.error}
    disabled={fieldProps.disabled}
    required={fieldProps.required}
  >
    <FormLabel component="legend" sx={{ fontSize: textSizes.caption }}>
      {label}
    </FormLabel>
    {children}
    {fieldProps.helperText && <FormHelperText sx={{ mx: 0 }}>{fieldProps.helperText}</FormHelperText>}
  </FormControl>
)
