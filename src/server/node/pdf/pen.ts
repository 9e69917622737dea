import type { TextDocument } from './text-document'

/** Style of a text. */
interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: string
  readonly align?: 'left' | 'center' | 'right'
}

/** Draws texts, lines and areas. */
export interface PdfPen {
  /** Draws one line in its box, vertically centred; smaller until it fits. */
  line(text: string, box: Box, style: TextStyle): void
  /** Draws wrapped text from the top of its box; smaller until it fits. */
  paragraph(text: string, box: Box, style: TextStyle): void
  widthOf(text: string, style: TextStyle): number
  fill(box: Box, colour: string): void
  frame(box: Box, options?: { readonly colour?: string; readonly width?: number; readonly dashed?: boolean; readonly radius?: number }): void
  rule(x: number, y: number, width: number, options?: { readonly colour?: string; readonly width?: number; readonly dashed?: boolean }): void
}

// Smaller text would be unreadable; text that still does not fit ends in an ellipsis.
const minSize = 4.5
const sizeStep = 0.25
// Lines move closer together if the text has to shrink.
const lineGapReduction = 0.1

/** Returns the pen that draws on the document. */
export const penFor = (document: TextDocument): PdfPen => {
  const applyStyle = ({ size, bold = false, colour = colours.ink }: TextStyle) =>
    document
      .setWeight(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour)

  const shrinkToFit = (style: TextStyle, fits: () => boolean): void => {
    let size = style.size
    applyStyle(style)
    while (!fits() && size > minSize) {
      size -= sizeStep
      applyStyle({ ...style, size })
    }
  }

  const stroke = (colour: string = colours.line, width = 0.6, dashed = false) => {
    document.lineWidth(width).strokeColor(colour)
    if (dashed) document.dash(3, { space: 2.5 }).stroke().undash()
    else document.stroke()
  }

  return {
    line: (text, box, style) => {
      if (text === '') return
      shrinkToFit(style, () => document.widthOfString(text) <= box.width)
      const top = box.y + (box.height - document.currentLineHeight()) / 2
      document.text(text, box.x, top, {
        width: box.width,
        height: document.currentLineHeight(),
        align: style.align ?? 'left',
        lineBreak: document.widthOfString(text) > box.width,
        ellipsis: true,
      })
    },
    paragraph: (text, box, style) => {
      if (text === '') return
      const normal = applyStyle(style).currentLineHeight()
      const options = () => {
        const height = document.currentLineHeight()
        return { width: box.width, lineGap: height < normal ? -lineGapReduction * height : 0, align: style.align ?? 'left' }
      }
      shrinkToFit(style, () => document.heightOfString(text, options()) <= box.height)
      document.text(text, box.x, box.y, { ...options(), height: box.height, ellipsis: true })
    },
    widthOf: (text, style) => applyStyle(style).widthOfString(text),
    fill: ({ x, y, width, height }, colour) => {
      document.rect(x, y, width, height).fill(colour)
    },
    frame: ({ x, y, width, height }, options = {}) => {
      document.roundedRect(x, y, width, height, options.radius ?? 0)
      stroke(options.colour, options.width, options.dashed)
    },
    rule: (x, y, width, options = {}) => {
      document.moveTo(x, y).lineTo(x + width, y)
      stroke(options.colour, options.width, options.dashed)
    },
  }
}

/** A rectangle on the page in points, from the upper left. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One millimetre in points. */
export const mm = 72 / 25.4

/** Colours that also work in black and white: accent and ink print dark, tint prints light. */
export const colours = { ink: '#1b1f24', soft: '#5b6673', accent: '#12406b', line: '#a9b7c6', tint: '#eef3f8' } as const

/** Splits a box into two side by side; `left` is the width of the left one. */
export const splitBox = (box: Box, left: number, gap: number): readonly [Box, Box] => [
  { ...box, width: left },
  { ...box, x: box.x + left + gap, width: box.width - left - gap },
]

/** Returns the rest of a box below a strip of this height. */
export const boxBelow = (box: Box, height: number): Box => ({ ...box, y: box.y + height, height: box.height - height })
