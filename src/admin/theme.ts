import { defaultTheme, type RaThemeOptions } from 'react-admin'
import { darkTheme, lightTheme } from '../browser/theme'

/** The portal's look for react-admin: its own parts as they come, colours, fonts and corners of the portal. */
const themeOf = (portal: typeof lightTheme): RaThemeOptions => ({
  ...defaultTheme,
  ...portal,
  components: {
    ...portal.components,
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
    MuiInputBase: { styleOverrides: { input: { '&::placeholder': { color: 'var(--quiet)', opacity: 0.75 } } } },
    // What a locked input waits for is there to be read.
    MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: 'var(--quiet)' } } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiTableCell: { styleOverrides: { head: { fontWeight: 600, whiteSpace: 'nowrap' } } },
    // The margins that it sets otherwise ask every element of the page which one it follows, so that a row that goes styles all rows below it anew.
    MuiStack: { defaultProps: { useFlexGap: true } },
    MuiTooltip: { defaultProps: { arrow: true } },
  },
})

export const light = themeOf(lightTheme)
export const dark = themeOf(darkTheme)
