import type { ThemeOptions } from '@mui/material'
import { fontFamily, type Palette, palettes, radius } from './tokens'

/** The portal's tokens as MUI themes, for the area that is built of MUI parts. */
export const lightTheme: ThemeOptions = themeOf('light', palettes.light)
export const darkTheme: ThemeOptions = themeOf('dark', palettes.dark)

function themeOf(mode: 'light' | 'dark', palette: Palette): ThemeOptions {
  return {
    palette: {
      mode,
      primary: { main: palette.primary, contrastText: palette.onPrimary },
      secondary: { main: palette.primary, contrastText: palette.onPrimary },
      error: { main: palette.danger },
      warning: { main: palette.warning },
      success: { main: palette.success },
      background: { default: palette.page, paper: palette.surface },
      text: { primary: palette.text, secondary: palette.quiet },
      divider: palette.line,
    },
    shape: { borderRadius: radius },
    typography: { fontFamily, button: { textTransform: 'none' } },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          body: { fontVariantNumeric: 'tabular-nums' },
          ':focus-visible': { outline: `3px solid ${palette.focus}`, outlineOffset: 2 },
        },
      },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: palette.edge } } },
      // Ripples after the fact look like work still going on, and the reader of a bank's page wants none.
      MuiButtonBase: { defaultProps: { disableRipple: true } },
    },
  }
}
