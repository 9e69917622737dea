import type { ThemeOptions } from '@mui/material'
import { defaultTheme, type RaThemeOptions } from 'react-admin'
import { cornerRadius, fontFamily, type Palette, palettes } from '../browser/theme/tokens'
import { statusChipStyles } from './components/StatusChip'

/** The themes of the admin area: react-admin's defaults with the portal's colours, fonts and corners. */
export const lightTheme = themeOf('light', palettes.light)
export const darkTheme = themeOf('dark', palettes.dark)

/** Styles of a dialog: MUI's default margins are too wide for a phone. */
export const dialogPaper = { m: 2, width: 'calc(100% - 32px)' }

function themeOf(mode: 'light' | 'dark', palette: Palette): RaThemeOptions {
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: { main: palette.primary, contrastText: palette.onPrimary },
      secondary: { main: palette.primary, contrastText: palette.onPrimary },
      error: { main: palette.danger },
      warning: { main: palette.warning },
      success: { main: palette.success },
      background: { default: palette.page, paper: palette.surface },
      text: { primary: palette.text, secondary: palette.textMuted },
      divider: palette.line,
    },
    shape: { borderRadius: cornerRadius },
    // Users whose operating system is set to reduced motion see no animations.
    motion: { reducedMotion: 'system' },
    typography: { fontFamily, button: { textTransform: 'none' } },
    components: componentsOf(palette),
  }
}

function componentsOf(palette: Palette): ThemeOptions['components'] {
  const inputDefaults = {
    defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true },
  } as const
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums' },
        ...statusChipStyles,
        '.record-link': { textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
        // References look like text with a line, because a row of a list contains several of them.
        '.reference-link': {
          color: 'inherit',
          textDecorationColor: palette.edge,
          textUnderlineOffset: '0.2em',
          '&:hover': { color: palette.primary, textDecorationColor: 'currentcolor' },
          '@media print': { textDecoration: 'none' },
        },
        // The gaps between the groups of digits are margins, so that a copied account number contains no spaces.
        '.digit-groups': { whiteSpace: 'nowrap', '& > span + span': { marginLeft: '0.35em' } },
        // MUI's inputs detect autofill by these animations.
        // They are declared here once, because by default each input inserts them into the page again.
        '@keyframes mui-auto-fill': { from: { display: 'block' } },
        '@keyframes mui-auto-fill-cancel': { from: { display: 'block' } },
        ':focus-visible': { outline: `3px solid ${palette.focus}`, outlineOffset: 2 },
      },
    },
    MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: palette.edge } } },
    // MUI's ripple continues after the click and looks as if something were still loading.
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiTextField: inputDefaults,
    MuiFormControl: inputDefaults,
    MuiInputBase: {
      defaultProps: { disableInjectingGlobalStyles: true },
      styleOverrides: { input: { '&::placeholder': { color: 'var(--text-muted)', opacity: 0.75 } } },
    },
    // The help of a disabled input explains why it is disabled, so it must be readable.
    MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: 'var(--text-muted)' } } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiTableCell: { styleOverrides: { head: { fontWeight: 600, whiteSpace: 'nowrap' } } },
    // Without this, a stack sets margins with sibling selectors: when a row is removed, the browser restyles all rows
    // below it.
    MuiStack: { defaultProps: { useFlexGap: true } },
    MuiTooltip: { defaultProps: { arrow: true } },
  }
}
