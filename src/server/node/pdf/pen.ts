import { decimal, type TextDocument } from './text-document'

/** Style of a text. */
interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: string
  readonly align?: 'left' | 'center' | 'right'
}

/** Draws texts, lines and areas. */
export interface PdfPen {
  /** Draws one line of text in a box, vertically centred; reduces the font size until the text fits. */
  drawTextLine(text: string, box: Box, style: TextStyle): void
  /** Draws wrapped text from the top of a box; reduces the font size until the text fits. */
  drawParagraph(text: string, box: Box, style: TextStyle): void
  widthOf(text: string, style: TextStyle): number
  fillBoxes(boxes: Box | readonly Box[], colour: string): void
  /**
   * Fills the dark cells (modules) of a QR code or barcode in black.
   * The rectangles, in the notation of page content, are measured in cells; `corner` is the upper left corner of the
   * code on the page, and `cell` the size of one cell.
   */
  fillModules(rectangles: string, corner: Pick<Box, 'x' | 'y'>, cell: Pick<Box, 'width' | 'height'>): void
  drawFrames(
    boxes: Box | readonly Box[],
    options?: { readonly colour?: string; readonly width?: number; readonly dashed?: boolean },
  ): void
  /** Draws a horizontal line. */
  drawRule(
    x: number,
    y: number,
    width: number,
    options?: { readonly colour?: string; readonly width?: number; readonly dashed?: boolean },
  ): void
  /** Fills an SVG path. The path is drawn for a square of this size, which is scaled to the box. */
  fillPath(path: string, size: number, box: Box, colour: string): void
}

// Smaller text would be unreadable. Text that does not fit at this size ends in an ellipsis.
const minSize = 4.5
const sizeStep = 0.25
// If the font size was reduced, the lines are also closer together, by this fraction of the line height.
const lineGapReduction = 0.1

/**
 * Returns the pen that draws on the document.
 * With `keepsTexts`, a text that is drawn again at the same place of another page is laid out only once.
 */
export const penFor = (document: TextDocument, { keepsTexts = false } = {}): PdfPen => {
  // Empty at the start of a page, so that its first colour is written; after that, a colour is written only where it
  // changes.
  let currentColour = ''
  document.on('pageAdded', () => {
    currentColour = ''
  })
  const setFillColour = (colour: string): void => {
    if (colour !== currentColour) document.addContent(`${rgb(colour)} rg`)
    currentColour = colour
  }

  const applyStyle = ({ size, bold = false, colour = colours.ink }: TextStyle) => {
    setFillColour(colour)
    return document.setStyle(bold ? 'bold' : 'regular', size)
  }

  /** Draws a text by a function that begins with the style and the place of the text. */
  const drawText = (text: string, { x, y, width, height }: Box, style: TextStyle, draw: () => void): void => {
    if (text === '') return
    // The colour is no part of what is kept, because it may be set already.
    applyStyle(style)
    if (keepsTexts)
      document.drawKept(`${style.size} ${style.bold} ${style.align} ${x} ${y} ${width} ${height} ${text}`, draw)
    else draw()
  }

  /** Returns the font size at which a line fits into a width. */
  const fittingSize = (text: string, width: number, { size }: TextStyle): number => {
    const textWidth = document.widthOfString(text)
    const steps = textWidth <= width ? 0 : Math.ceil((size - (size * width) / textWidth) / sizeStep)
    return Math.max(size - steps * sizeStep, Math.min(size, minSize))
  }

  const withEllipsis = (text: string, width: number): string => {
    const characters = Array.from(text)
    while (characters.length > 0 && document.widthOfString(`${characters.join('')}…`) > width) characters.pop()
    return `${characters.join('')}…`
  }

  // The PDF operators are: `w` line width, `RG` stroke colour, `d` dash pattern, `S` stroke.
  const stroke = (
    shape: string,
    { colour = colours.line, width = 0.6, dashed = false }: { colour?: string; width?: number; dashed?: boolean } = {},
  ) =>
    document.addContent(
      `${decimal(width)} w ${rgb(colour)} RG ${dashed ? `[3 2.5] 0 d ${shape} S [] 0 d` : `${shape} S`}`,
    )

  return {
    drawTextLine: (text, box, style) =>
      drawText(text, box, style, () => {
        applyStyle({ ...style, size: fittingSize(text, box.width, style) })
        const width = document.widthOfString(text)
        const fittingText = width > box.width ? withEllipsis(text, box.width) : text
        const indent = style.align === 'right' || style.align === 'center' ? box.width - Math.min(width, box.width) : 0
        document.drawText(
          fittingText,
          box.x + (style.align === 'center' ? indent / 2 : indent),
          box.y + (box.height - document.currentLineHeight()) / 2,
        )
      }),
    drawParagraph: (text, box, style) =>
      drawText(text, box, style, () => {
        const normalHeight = document.currentLineHeight()
        const options = () => {
          const height = document.currentLineHeight()
          return {
            width: box.width,
            lineGap: height < normalHeight ? -lineGapReduction * height : 0,
            align: style.align ?? 'left',
          }
        }
        let { size } = style
        while (document.heightOfString(text, options()) > box.height && size > minSize) {
          size -= sizeStep
          applyStyle({ ...style, size })
        }
        document.text(text, box.x, box.y, { ...options(), height: box.height, ellipsis: true })
      }),
    widthOf: (text, style) => applyStyle(style).widthOfString(text),
    fillBoxes: (boxes, colour) => {
      setFillColour(colour)
      document.addContent(`${[boxes].flat().map(rectangle).join(' ')} f`)
    },
    fillModules: (rectangles, { x, y }, { width, height }) => {
      setFillColour(black)
      // The matrix has more decimals than `decimal` writes, because a rounding error of the matrix is multiplied by the
      // number of modules.
      const matrix = [width, 0, 0, height, x, y].map((value) => String(Math.round(value * 10_000) / 10_000))
      document.addContent(`q ${matrix.join(' ')} cm ${rectangles} f Q`)
    },
    drawFrames: (boxes, options) => {
      stroke([boxes].flat().map(rectangle).join(' '), options)
    },
    drawRule: (x, y, width, options) => {
      stroke(`${decimal(x)} ${decimal(y)} m ${decimal(x + width)} ${decimal(y)} l`, options)
    },
    fillPath: (path, size, box, colour) => {
      setFillColour(colour)
      const scale = Math.min(box.width, box.height) / size
      document.save().translate(box.x, box.y).scale(scale).path(path).fill('even-odd').restore()
    },
  }
}

const black = '#000000'

const rectangle = ({ x, y, width, height }: Box): string =>
  `${decimal(x)} ${decimal(y)} ${decimal(width)} ${decimal(height)} re`

/** Returns a colour such as #5b6673 as three numbers from 0 to 1. */
const rgb = (colour: string): string =>
  [1, 3, 5].map((start) => decimal(Number.parseInt(colour.slice(start, start + 2), 16) / 255)).join(' ')

/** A rectangle on the page in points, from the upper left. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One millimetre in points. */
export const mm = 72 / 25.4

/**
 * The colours of documents.
 * They also work in black and white: accent, ink and sample are printed dark, tint is printed light.
 */
export const colours = {
  ink: '#1b1f24',
  soft: '#5b6673',
  accent: '#12406b',
  line: '#a9b7c6',
  tint: '#eef3f8',
  white: '#ffffff',
  sample: '#b3261e',
} as const

/** Splits a box into two side by side; `left` is the width of the left one. */
export const splitBox = (box: Box, left: number, gap: number): readonly [Box, Box] => [
  { ...box, width: left },
  { ...box, x: box.x + left + gap, width: box.width - left - gap },
]

/** Returns the part of a box below a strip of this height. */
export const boxBelow = (box: Box, height: number): Box => ({ ...box, y: box.y + height, height: box.height - height })
