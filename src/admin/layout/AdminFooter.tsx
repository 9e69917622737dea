import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import { helpLinks } from '../../browser/help-links'
import { Mark } from './Mark'

/** Below every page: what the law and the bank owe the reader. */
export const AdminFooter = () => (
  <Box component="footer" sx={look}>
    <Mark name="Z" title="下方資訊區塊" />
    <Stack component="ul" direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
      {Object.entries(helpLinks).map(([path, text]) => (
        <li key={path}>
          <MuiLink component={Link} to={path} color="inherit" underline="hover" sx={{ display: 'inline-block', py: 0.5 }}>
            {text}
          </MuiLink>
        </li>
      ))}
    </Stack>
    <Typography sx={{ fontSize: 'inherit' }}>代收繳費服務網</Typography>
  </Box>
)

const look = {
  displayPrint: 'none',
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 1,
  px: { xs: 2, md: 3 },
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.8125rem',
}
