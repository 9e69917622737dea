import '../../browser/theme/browser.css'
import { Box, CssBaseline, createTheme, GlobalStyles, ThemeProvider, Typography } from '@mui/material'
import { adminThemes } from '../../admin/theme'
import { cssProperties, paletteOf } from '../../browser/theme/tokens'
import { ButtonParts, DialogParts, MenuParts, TabParts } from './controls'
import { InputParts } from './inputs'
import { CardParts, ChipParts, MessageParts, TableParts, WaitingParts } from './shown-parts'
import { ColourParts, TypeParts } from './token-parts'

const schemes = ['light', 'dark'] as const

/** Renders every part of the admin area in every state, in the light and in the dark scheme. */
export const LookPage = () => {
  const themes = adminThemes()
  return (
    <Box component="main" sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' } }}>
      {schemes.map((scheme) => (
        <ThemeProvider key={scheme} theme={createTheme(themes[scheme])}>
          {scheme === 'light' && <CssBaseline />}
          <GlobalStyles styles={`[data-scheme=${scheme}] { ${cssProperties(paletteOf(scheme))} }`} />
          <Box
            component="section"
            aria-label={schemeNames[scheme]}
            data-scheme={scheme}
            sx={{ ...schemeStyles, colorScheme: scheme }}
          >
            <Typography component="h1" variant="h4">
              {schemeNames[scheme]}
            </Typography>
            <TypeParts />
            <ColourParts scheme={scheme} />
            <ButtonParts />
            <InputParts />
            <ChipParts />
            <TableParts />
            <CardParts />
            <TabParts />
            <MenuParts />
            <DialogParts />
            <MessageParts />
            <WaitingParts />
          </Box>
        </ThemeProvider>
      ))}
    </Box>
  )
}

const schemeNames = { light: '淺色', dark: '深色' }

const schemeStyles = {
  display: 'grid',
  alignContent: 'start',
  gap: 2,
  minWidth: 0,
  p: 3,
  color: 'text.primary',
  bgcolor: 'background.default',
}
