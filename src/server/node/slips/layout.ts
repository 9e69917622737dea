/** A rectangle on the page in points, from the upper left. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One millimetre in points. */
export const mm = 72 / 25.4

const margin = 12 * mm
const width = 210 * mm - 2 * margin
const part = (top: number, height: number): Box => ({ x: margin, y: top * mm, width, height: height * mm })

/** The three parts of a slip, and the heights at which they are torn apart. */
export const page = {
  width: 210 * mm,
  height: 297 * mm,
  payer: part(11, 127),
  store: part(148, 62),
  bank: part(218.5, 69.5),
  tears: [143 * mm, 214 * mm],
} as const

/** Colours hold in black and white as well: accent and ink print dark, tint stays lighter than a fold. */
export const colours = { ink: '#1b1f24', soft: '#5b6673', accent: '#12406b', line: '#a9b7c6', tint: '#eef3f8' } as const

/** Cuts a box in two side by side; the left one is as wide as told. */
export const split = (box: Box, left: number, gap: number): readonly [Box, Box] => [
  { ...box, width: left },
  { ...box, x: box.x + left + gap, width: box.width - left - gap },
]

/** What is left of a box below a strip of this height. */
export const below = (box: Box, height: number): Box => ({ ...box, y: box.y + height, height: box.height - height })
