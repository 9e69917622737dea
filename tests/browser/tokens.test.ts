import { expect, test } from 'vitest'
import { type Palette, palettes } from '../../src/browser/theme/tokens'
import { brandColours, brandGrounds, contrast } from '../../src/contract/brand'

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
  (scheme) => expectReadable(palettes[scheme]),
)

test.each(['#0b5d6b', '#7a1f3d', '#b3261e', '#767676', '#1a237e', '#000000', '#a14f00', '#00766c'])(
  'the colours that follow from the accent %s are readable too, light and dark',
  (accent) => {
    const colours = brandColours(accent)
    for (const scheme of ['light', 'dark'] as const) expectReadable({ ...palettes[scheme], ...colours[scheme] })
  },
)

test('the accents of banks are computed for the grounds of the palettes', () => {
  const { light, dark } = palettes
  expect(brandGrounds).toEqual({
    light: { surface: light.surface, sunken: light.sunken },
    dark: { surface: dark.surface, page: dark.page },
  })
})

const expectReadable = (palette: Palette) => {
  for (const [text, ground] of texts)
    expect(contrast(palette[text], palette[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  for (const line of ['edge', 'focus'] as const) {
    for (const ground of ['surface', 'page'] as const)
      expect(contrast(palette[line], palette[ground]), `${line} on ${ground}`).toBeGreaterThanOrEqual(3)
  }
  expect(contrast(palette.focusOnBrand, palette.brand), 'focus in the bar').toBeGreaterThanOrEqual(3)
}
