import { expect, test } from 'vitest'
import { type Palette, palettes } from '../../src/browser/theme/tokens'

const texts: [keyof Palette, keyof Palette][] = [
  ['text', 'page'],
  ['text', 'surface'],
  ['textMuted', 'page'],
  ['textMuted', 'surface'],
  ['textMuted', 'sunken'],
  ['textMuted', 'primarySoft'],
  ['primary', 'surface'],
  ['primary', 'page'],
  ['primary', 'sunken'],
  ['primary', 'primarySoft'],
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryHover'],
  ['onBrand', 'brand'],
  ['danger', 'surface'],
  ['danger', 'page'],
  ['text', 'sunken'],
  ['text', 'primarySoft'],
  ['danger', 'dangerSoft'],
  ['warning', 'surface'],
  ['warning', 'warningSoft'],
  ['success', 'successSoft'],
]

test.each(['light', 'dark'] as const)(
  'texts of the %s palette have a contrast of at least 4.5:1, borders and focus 3:1',
  (scheme) => {
    const palette = palettes[scheme]
    for (const [text, ground] of texts)
      expect(contrast(palette[text], palette[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    for (const line of ['edge', 'focus'] as const) {
      for (const ground of ['surface', 'page'] as const)
        expect(contrast(palette[line], palette[ground]), `${line} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(palette.focusOnBrand, palette.brand), 'focus in the bar').toBeGreaterThanOrEqual(3)
  },
)

/** Contrast ratio of WCAG 2.1. */
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
