import { encode } from 'uqr'
import { code39Modules } from '../../../domain/barcodes/code39'
import type { Box, PdfPen } from './pen'

/** Draws barcodes one below another. All lengths are in points; `barWidth` is the width of a narrow bar. */
export const drawBarcodes = (pen: PdfPen, texts: readonly string[], box: Box, barWidth: number): void => {
  const gap = 7
  const height = (box.height - gap * (texts.length - 1)) / texts.length
  texts.forEach((text, index) => {
    drawBarcode(pen, text, { ...box, y: box.y + index * (height + gap), height }, barWidth)
  })
}

/**
 * Draws a Code 39 barcode at the left of the box, with quiet zones of ten bars, and its text below without start and
 * stop characters.
 * Draws nothing for an empty text.
 */
const drawBarcode = (pen: PdfPen, text: string, box: Box, barWidth: number): void => {
  if (text === '') return
  const captionHeight = 9
  const left = box.x + 10 * barWidth
  const modules = code39Modules(text)
  pen.fillModules(
    darkRuns(modules, '1', { x: 0, y: 0 }).join(' '),
    { x: left, y: box.y },
    { width: barWidth, height: box.height - captionHeight },
  )
  const width = modules.length * barWidth
  pen.drawTextLine(
    text,
    { x: left, y: box.y + box.height - captionHeight + 0.5, width, height: captionHeight },
    { size: 7.5, align: 'center' },
  )
}

/**
 * Draws a QR code in the square at the upper left of the box, which includes its quiet zone of four modules.
 * Draws nothing for an empty text.
 */
export const drawQrCode = (pen: PdfPen, text: string, box: Box): void => {
  if (text === '') return
  // Scanners can read every mask pattern, and choosing the best of the eight would take most of the time.
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 3 })
  const cellSize = Math.min(box.width, box.height) / (size + 2 * quietZone)
  const rectangles = data.flatMap((row, y) => darkRuns(row, true, { x: quietZone, y: quietZone + y }))
  pen.fillModules(rectangles.join(' '), box, { width: cellSize, height: cellSize })
}

/** Width of the blank border of a QR code in modules. */
const quietZone = 4

/** Returns the runs of dark modules in a row that begins at (x, y), as rectangles in the notation of page content. */
const darkRuns = <Module>(
  modules: ArrayLike<Module>,
  dark: Module,
  { x, y }: Pick<Box, 'x' | 'y'>,
): readonly string[] => {
  const runs: string[] = []
  for (let end = 0; end < modules.length; end++) {
    const start = end
    while (modules[end] === dark) end++
    if (end > start) runs.push(`${x + start} ${y} ${end - start} 1 re`)
  }
  return runs
}
