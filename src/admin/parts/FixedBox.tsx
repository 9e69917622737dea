import { TextField } from '@mui/material'

/** A value of a form that cannot be changed any more: readable, copyable, not an input. */
export const FixedBox = ({ label, text }: { label: string; text: string }) => (
  <TextField
    label={label}
    value={text === '' ? '－' : text}
    slotProps={{ input: { readOnly: true }, inputLabel: { shrink: true } }}
    sx={{ '& .MuiOutlinedInput-root': { bgcolor: 'var(--sunken)' }, '& .MuiOutlinedInput-notchedOutline': { borderColor: 'divider' } }}
  />
)
