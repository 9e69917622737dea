import type { ThemeOptions } from '@mui/material'
import { defaultTheme, type RaThemeOptions } from 'react-admin'
import { cornerRadius, fontFamily, type Palette, paletteOf } from '../browser/theme/tokens'
import { spaceStep, textSizes } from '../browser/theme/type-scale'
import { statusChipStyles } from './components/StatusChip'

/**
 * Returns the themes of the admin area: react-admin's defaults with the portal's colours, sizes, fonts and corners.
 * It is a function, because the settings with the colours of the bank arrive after the code.
 */
export const adminThemes = () => ({
  light: themeOf('light', paletteOf('light')),
  dark: themeOf('dark', paletteOf('dark')),
})

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
    spacing: spaceStep,
    typography: { fontFamily, button: { textTransform: 'none' }, ...textVariants },
    components: componentsOf(palette),
  }
}

// The names are MUI's: h4 is the heading of a page, h5 an important value, h6 the heading of a card.
const textVariants = {
  body1: { fontSize: textSizes.body },
  body2: { fontSize: textSizes.small },
  caption: { fontSize: textSizes.caption },
  subtitle1: { fontSize: textSizes.body, fontWeight: 600 },
  subtitle2: { fontSize: textSizes.label, fontWeight: 600 },
  h3: { fontSize: textSizes.figure, fontWeight: 700 },
  h4: {
    fontSize: textSizes.heading,
    fontWeight: 700,
    lineHeight: 1.4,
    '@media (min-width: 900px)': { fontSize: textSizes.page },
  },
  h5: { fontSize: textSizes.heading, fontWeight: 600, lineHeight: 1.5 },
  h6: { fontSize: textSizes.title, fontWeight: 600, lineHeight: 1.5 },
} as const

const notOnPaper = { styleOverrides: { root: { '@media print': { display: 'none' } } } }

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
        // MUI's inputs detect autofill by these animations.
        // They are declared here once, because by default each input inserts them into the page again.
        '@keyframes mui-auto-fill': { from: { display: 'block' } },
        '@keyframes mui-auto-fill-cancel': { from: { display: 'block' } },
        ':focus-visible': { outline: `3px solid ${palette.focus}`, outlineOffset: 2 },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { '@media (pointer: coarse)': { minHeight: 44 } },
        notchedOutline: { borderColor: palette.edge },
      },
    },
    // MUI's ripple continues after the click and looks as if something were still loading.
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      // A finger needs 44 pixels.
      styleOverrides: { root: { '@media (pointer: coarse)': { minHeight: 44, minWidth: 44 } } },
    },
    MuiTextField: inputDefaults,
    MuiFormControl: inputDefaults,
    MuiInputBase: {
      defaultProps: { disableInjectingGlobalStyles: true },
      styleOverrides: { input: { '&::placeholder': { color: 'var(--text-muted)', opacity: 0.75 } } },
    },
    // The help of a disabled input explains why it is disabled, so it must be readable.
    MuiFormLabel: { styleOverrides: { root: { '&.Mui-disabled': { color: 'var(--text-muted)' } } } },
    MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: 'var(--text-muted)' } } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    // Paper shows the content alone: nobody can press a button on it.
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { '@media print': { border: 0, borderRadius: 0, overflow: 'visible' } } },
    },
    MuiButton: notOnPaper,
    MuiIconButton: notOnPaper,
    MuiSvgIcon: notOnPaper,
    MuiTableCell: { styleOverrides: { head: { fontWeight: 600, whiteSpace: 'nowrap' } } },
    // Without this, a stack sets margins with sibling selectors: when a row is removed, the browser restyles all rows
    // below it.
    MuiStack: { defaultProps: { useFlexGap: true } },
    MuiTooltip: { defaultProps: { arrow: true } },
  }
}
