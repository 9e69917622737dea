import { Box, Typography } from '@mui/material'
import { SectionCard } from '../../admin/components/SectionCard'
import { type Palette, paletteOf } from '../../browser/theme/tokens'
import { spaceStep, textSizes } from '../../browser/theme/type-scale'

/** Renders the sizes of texts and the step of distances. */
export const TypeParts = () => (
  <SectionCard title="字級與間距" note={`間距以 ${spaceStep} px 為一級。`}>
    {Object.entries(textSizes).map(([name, size]) => (
      <Typography key={name} sx={{ fontSize: size }}>
        {name} {size}　代收繳費 NT$2,800
      </Typography>
    ))}
  </SectionCard>
)

/** Renders the colours of a scheme with their names. */
export const ColourParts = ({ scheme }: { scheme: 'light' | 'dark' }) => (
  <SectionCard title="顏色">
    <Box component="ul" sx={listStyles}>
      {Object.entries(paletteOf(scheme) satisfies Palette).map(([name, colour]) => (
        <li key={name}>
          <Box aria-hidden="true" sx={{ height: 32, border: 1, borderColor: 'divider', bgcolor: colour }} />
          <Typography variant="body2">
            {name} {colour}
          </Typography>
        </li>
      ))}
    </Box>
  </SectionCard>
)

const listStyles = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
  gap: 1,
  m: 0,
  p: 0,
  listStyle: 'none',
}
