import { Alert } from '@mui/material'

/** Renders a notice above a list. */
export const ListNotice = ({ text }: { readonly text: string }) => (
  <Alert severity="warning" sx={{ mb: 1, py: 0, displayPrint: 'none' }}>
    {text}
  </Alert>
)
