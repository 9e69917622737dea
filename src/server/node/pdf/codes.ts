import { encode } from 'uqr'
import { code39Modules } from '../../../domain/barcodes/code39'
import { type Box, mm, type PdfPen } from './pen'

// Width of a narrow bar: 0.30 mm for stores, 0.254 mm (10 mil) for the 24 digits of the post. Scanners need at least 0.25 mm.
export const narrowBar = { store: 0.3 * mm, post: 0.254 * mm } as const

const black = '#000000'

/** Returns the width of a text as Code 39, its quiet zones of ten narrow bars included. */
export const barcodeWidth = (text: string, module: number): number => (code39Modules(text).length + 20) * module

/** Draws barcodes one below another. */
export const drawBarcodes = (pen: PdfPen, texts: readonly string[], box: Box, module: number): void => {
  const gap = 7
  const height = (box.height - gap * (texts.length - 1)) / texts.length
  texts.forEach((text, index) => {
    drawBarcode(pen, text, { ...box, y: box.y + index * (height + gap), height }, module)
  })
}

/** Draws a text as Code 39 at the left of the box, quiet zones kept, with the text below it without start and stop characters. */
const drawBarcode = (pen: PdfPen, text: string, box: Box, module: number): void => {
  const caption = 9
  const left = box.x + 10 * module
  for (const { start, length } of darkRuns(code39Modules(text)))
    pen.fill({ x: left + start * module, y: box.y, width: length * module, height: box.height - caption }, black)
  const width = code39Modules(text).length * module
  pen.line(text, { x: left, y: box.y + box.height - caption + 0.5, width, height: caption }, { size: 7.5, colour: black, align: 'center' })
}

/** Draws a text as a QR code in a square box, its quiet zone of four modules included. */
export const drawQrCode = (pen: PdfPen, text: string, box: Box): void => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const module = box.width / size
  data.forEach((row, y) => {
    for (const { start, length } of darkRuns(row.map(Number).join('')))
      pen.fill({ x: box.x + start * module, y: box.y + y * module, width: length * module, height: module }, black)
  })
}

/** Returns the runs of dark modules, so that each is drawn as one rectangle. */
const darkRuns = (modules: string) => Array.from(modules.matchAll(/1+/g), (match) => ({ start: match.index, length: match[0].length }))
