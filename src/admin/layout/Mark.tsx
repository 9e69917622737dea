import { Box } from '@mui/material'

/** A `:::` mark, as accessible sites in Taiwan have them: Alt and the letter jump to it. */
export const Mark = ({ name, title, href = `#mark-${name}` }: { name: 'U' | 'C' | 'Z'; title: string; href?: string }) => (
  <Box component="a" id={`mark-${name}`} href={href} accessKey={name} title={`${title}（Alt+${name}）`} sx={look}>
    :::
  </Box>
)

// In the corner of its block, beside everything else.
const look = {
  displayPrint: 'none',
  position: 'absolute',
  top: 0,
  left: 0,
  zIndex: 1,
  display: 'grid',
  placeItems: 'center',
  minWidth: 28,
  height: 24,
  color: 'inherit',
  fontSize: '0.75rem',
  textDecoration: 'none',
}
