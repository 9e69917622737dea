import { siteConfig } from '../http/config'
import { deviceStorage } from '../storage/browser-storage'
import { schemeKey } from './scheme-key'

/**
 * The colours of the portal, light and dark.
 * Only barcodes, captchas, charts, previews of uploaded pictures and printouts use others.
 * Text has a contrast of at least 4.5:1 to its background, borders of inputs 3:1 (WCAG 2.1 AA).
 */
export const palettes = {
  light: {
    page: '#f3f6f7',
    surface: '#ffffff',
    /** Background of quiet parts on a surface, such as table headings. */
    sunken: '#eaeff1',
    line: '#d3dce0',
    /** Border of inputs. */
    edge: '#74858e',
    text: '#17262d',
    textMuted: '#4d5f68',
    primary: '#0b5d6b',
    primaryHover: '#084853',
    onPrimary: '#ffffff',
    primarySoft: '#e0f0f2',
    brand: '#0a3a44',
    onBrand: '#ffffff',
    danger: '#b3261e',
    dangerSoft: '#fcebea',
    warning: '#7a4d00',
    warningSoft: '#fdf1da',
    success: '#1a6638',
    successSoft: '#e3f4e8',
    focus: '#c2570c',
    /** Focus ring on the brand-coloured header. */
    focusOnBrand: '#ffb169',
  },
  dark: {
    page: '#0f171a',
    surface: '#182327',
    sunken: '#111b1f',
    line: '#33434a',
    edge: '#7d919a',
    text: '#e8eff1',
    textMuted: '#a9b9c0',
    primary: '#7fd0dc',
    primaryHover: '#a5e0e8',
    onPrimary: '#06282e',
    primarySoft: '#1c3940',
    brand: '#0b2a31',
    onBrand: '#e8eff1',
    danger: '#ff9a91',
    dangerSoft: '#3d1f1d',
    warning: '#f3c26b',
    warningSoft: '#382b12',
    success: '#86d69e',
    successSoft: '#17341f',
    focus: '#ffb169',
    focusOnBrand: '#ffb169',
  },
} as const

/** The colours of one scheme by name. */
export type Palette = Readonly<Record<keyof typeof palettes.light, string>>

/** Returns the colours of a scheme, with those of the bank's accent if it has one. */
export const paletteOf = (scheme: keyof typeof palettes): Palette => ({
  ...palettes[scheme],
  ...siteConfig().brand?.colours?.[scheme],
})

/** Fonts for Traditional Chinese that are installed on users' devices; none is downloaded. */
export const fontFamily =
  'system-ui, "Segoe UI", "PingFang TC", "Microsoft JhengHei", "Noto Sans TC", "Noto Sans CJK TC", "Noto Sans CJK JP", sans-serif'

/** Radius of corners in pixels. */
export const cornerRadius = 8

/**
 * Sets the custom properties of the page (`--primary`, `--line` …), in the dark scheme if the user has chosen it or the
 * device prefers it; printouts are always light.
 * Called at the start, and again once the colours of the bank are known.
 */
export const applyTokens = (): void => {
  document.documentElement.dataset.mode = deviceStorage().getItem(schemeKey) ?? ''
  // A constructed sheet needs no nonce under the content security policy.
  const sheet = new CSSStyleSheet()
  const dark = `color-scheme:dark;${cssProperties(paletteOf('dark'))}`
  sheet.replaceSync(
    `:root{color-scheme:light;--font:${fontFamily};--radius:${cornerRadius}px;${cssProperties(paletteOf('light'))}}@media screen{:root[data-mode=dark]{${dark}}@media(prefers-color-scheme:dark){:root:not([data-mode=light]){${dark}}}}`,
  )
  document.adoptedStyleSheets = [sheet]
}

/** Returns the custom properties of a palette as CSS. */
export const cssProperties = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}:${colour};`)
    .join('')
