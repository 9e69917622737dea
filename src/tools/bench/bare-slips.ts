import PDFDocument from 'pdfkit'
import type { Slip } from '../../domain/bills/slip'
import type { SlipTemplates } from '../../schema/slips/template'
import { loadTypeface } from '../../server/node/pdf/fonts'
import type { Box, PdfPen } from '../../server/node/pdf/pen'
import { drawSlip } from '../../server/node/pdf/slip'

/**
 * Prints slips into one document with pdfkit's own functions, as the reference of the benchmark.
 * The page has the same texts, lines, codes and marks for screen readers, but no text is made smaller to fit.
 */
export const printBareSlips = async (templates: SlipTemplates, slips: readonly Slip[]): Promise<number> => {
  const { regular, bold } = await loadTypeface()
  const document = new PDFDocument({ autoFirstPage: false, margin: 0, tagged: true, pdfVersion: '1.7', font: '' })
  document.registerFont('regular', regular.main.file).registerFont('bold', bold.main.file)
  let size = 0
  document.on('data', (chunk: Uint8Array) => {
    size += chunk.length
  })
  const pen = barePen(document)
  for (const slip of slips) drawSlip(document, pen, templates[slip.template], slip)
  document.end()
  return new Promise((resolve) => document.on('end', () => resolve(size)))
}

const barePen = (document: PDFKit.PDFDocument): PdfPen => {
  const styled = ({ size, bold = false, colour = '#1b1f24' }: Parameters<PdfPen['widthOf']>[1]) =>
    document
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour)
  const addBoxes = (boxes: Box | readonly Box[]) => {
    for (const { x, y, width, height } of [boxes].flat()) document.rect(x, y, width, height)
    return document
  }
  const stroked = ({ colour = '#a9b7c6', width = 0.6, dashed = false } = {}) => {
    document.lineWidth(width).strokeColor(colour)
    return dashed ? document.dash(3, { space: 2.5 }) : document.undash()
  }
  return {
    drawTextLine: (text, { x, y, width, height }, style) => {
      styled(style)
      const { align = 'left' } = style
      document.text(text, x, y + (height - document.currentLineHeight()) / 2, { width, align, lineBreak: false })
    },
    drawParagraph: (text, { x, y, width, height }, style) => {
      styled(style).text(text, x, y, { width, height, align: style.align ?? 'left', ellipsis: true })
    },
    widthOf: (text, style) => styled(style).widthOfString(text),
    fillBoxes: (boxes, colour) => void addBoxes(boxes).fill(colour),
    fillModules: (rectangles, { x, y }, { width, height }) => {
      document.save().transform(width, 0, 0, height, x, y)
      document.addContent(`${rectangles} f`).restore()
    },
    drawFrames: (boxes, options) => {
      stroked(options)
      addBoxes(boxes).stroke()
    },
    drawRule: (x, y, width, options) => {
      stroked(options)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
    },
    fillPath: (path, size, { x, y, width, height }, colour) => {
      document
        .save()
        .translate(x, y)
        .scale(Math.min(width, height) / size)
        .path(path)
        .fill(colour, 'even-odd')
        .restore()
    },
  }
}
