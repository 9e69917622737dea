import { FormHelperText } from '@mui/material'
import { useFormState } from 'react-hook-form'
import { isRow } from '../../schema/row-columns'
import type { RowsField } from '../../schema/types'
import type { CellFault } from '../form/shown-inputs'

interface RowsMessageProps {
  readonly id: string
  readonly field: RowsField
  readonly error: unknown
  readonly faults: readonly CellFault[]
  readonly count: number
}

/** What is wrong with a list as a whole, or how much in its cells once the form was sent; else its help. */
export const RowsMessage = ({ id, field, error, faults, count }: RowsMessageProps) => {
  const { submitCount } = useFormState()
  const whole = isRow(error) && typeof error.message === 'string' ? error.message : undefined
  const cells = submitCount > 0 && faults[0] && `有 ${faults.length} 格需要修正。${faults[0].message}`
  const message = whole ?? (cells || undefined)
  return (
    <FormHelperText id={id} component="div" error={message !== undefined} role={message ? 'alert' : undefined} sx={{ mx: 0 }}>
      {message ?? (count >= field.max ? `已達 ${field.max} 列的上限。` : field.help)}
    </FormHelperText>
  )
}
