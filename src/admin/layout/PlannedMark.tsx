import { Box } from '@mui/material'

/** Says of a link that its page is still to come; read out with the link's name. */
export const PlannedMark = () => (
  <Box component="span" sx={look}>
    建置中
  </Box>
)

const look = {
  flexShrink: 0,
  ml: 'auto',
  px: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  color: 'text.secondary',
  fontSize: '0.75rem',
  lineHeight: 1.5,
}
