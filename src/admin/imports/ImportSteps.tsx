import { Box } from '@mui/material'
import { type ImportStep, importSteps } from './use-import'

/** Where the user is and what is still to come. */
export const ImportSteps = ({ now }: { now: ImportStep }) => {
  const names = Object.keys(importSteps)
  const place = names.indexOf(now)
  return (
    <Box component="ol" aria-label="匯入步驟" sx={list}>
      {Object.entries(importSteps).map(([name, text], index) => (
        <Box component="li" key={name} aria-current={name === now ? 'step' : undefined} sx={{ ...item, ...(index <= place ? reached : {}) }}>
          <Box component="span" aria-hidden sx={index <= place ? { ...number, ...numberReached } : number}>
            {index + 1}
          </Box>
          <Box component="span" sx={{ display: { xs: name === now ? 'inline' : 'none', sm: 'inline' } }}>
            {text}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const list = { display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0, p: 0, listStyle: 'none' }
const item = { display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }
const reached = { color: 'text.primary', fontWeight: 600 }
const number = { display: 'grid', placeItems: 'center', width: 26, height: 26, borderRadius: '50%', border: 1, borderColor: 'divider', fontSize: '0.8125rem' }
const numberReached = { bgcolor: 'primary.main', borderColor: 'primary.main', color: 'primary.contrastText' }
