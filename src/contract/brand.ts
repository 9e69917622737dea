/** The name of the portal unless the setting BRAND_NAME gives another. */
export const defaultPortalName = '代收繳費服務網'

/** The colours of a scheme that the accent of a bank replaces. The names are those of the portal's palette. */
interface BrandPalette {
  readonly primary: string
  readonly primaryHover: string
  readonly onPrimary: string
  readonly primarySoft: string
  readonly brand: string
  readonly onBrand: string
  readonly focusOnBrand: string
}

/** The colours that follow from the accent of a bank, light and dark. */
export interface BrandColours {
  readonly light: BrandPalette
  readonly dark: BrandPalette
}

/** How the bank's name, logo and accent replace those of the portal. */
export interface Brand {
  readonly name: string
  /** The address of the logo; absent = the portal's own sign. */
  readonly logo?: string
  /** Absent = the portal's own colours. */
  readonly colours?: BrandColours
}

/** The lowest contrast of text to its background (WCAG 2.1 AA). */
export const minContrast = 4.5

/** The contrast of the lighter shades in the dark scheme, which would look dull at the lowest one. */
const clearContrast = 6.5

/** The colours behind texts and buttons in the primary colour, lightest and darkest of each scheme. */
export const brandGrounds = {
  light: { surface: '#ffffff', sunken: '#eaeff1' },
  dark: { surface: '#182327', page: '#0f171a' },
} as const

/**
 * Returns the colours that follow from an accent whose contrast to white is at least 4.5.
 * The bar has the accent itself. Texts and buttons have the nearest shade that is readable on every background, and
 * the dark scheme has lighter shades of the same hue.
 */
export const brandColours = (accent: string): BrandColours => {
  const { light, dark } = brandGrounds
  const lightSoft = mix(accent, light.surface, 0.9)
  const darkSoft = mix(accent, dark.surface, 0.8)
  const primary = readable(accent, '#000000', [light.surface, light.sunken, lightSoft])
  const darkPrimary = readable(accent, '#ffffff', [dark.surface, dark.page, darkSoft], clearContrast)
  return {
    light: {
      primary,
      primaryHover: mix(primary, '#000000', 0.25),
      onPrimary: '#ffffff',
      primarySoft: lightSoft,
      brand: accent,
      onBrand: '#ffffff',
      focusOnBrand: '#ffffff',
    },
    dark: {
      primary: darkPrimary,
      primaryHover: mix(darkPrimary, '#ffffff', 0.35),
      onPrimary: readable(accent, '#000000', [darkPrimary]),
      primarySoft: darkSoft,
      brand: mix(accent, dark.page, 0.6),
      onBrand: '#ffffff',
      focusOnBrand: '#ffffff',
    },
  }
}

/** Returns the shade of a colour nearest to it whose contrast to all backgrounds is high enough. */
export const readable = (colour: string, towards: string, grounds: readonly string[], ratio = minContrast): string => {
  const shares = Array.from({ length: 21 }, (_, step) => step / 20)
  const shades = shares.map((share) => mix(colour, towards, share))
  return shades.find((shade) => grounds.every((ground) => contrast(shade, ground) >= ratio)) ?? towards
}

/** Returns the contrast ratio of two colours by WCAG 2.1, from 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns a colour with a share of another one. */
const mix = (colour: string, other: string, share: number): string => {
  const others = channels(other)
  const mixed = channels(colour).map((channel, place) => channel * (1 - share) + (others[place] ?? 0) * share)
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16))
