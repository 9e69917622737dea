import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Slip } from '../../../domain/bills/slip'
import { valuesOfSlip } from '../../../domain/bills/slip-texts'
import type { SlipBlock, SlipTemplate, SlipTemplates } from '../../../schema/slips/template'
import { interpolate } from '../../../schema/text/interpolate'
import type { Printer } from '../../ports'
import { printPdf } from './document'
import { colours, mm, type PdfPen } from './pen'
import { drawBlock, isPrinted, type SlipContent } from './slip-blocks'
import { beginSection } from './tags'

/** Prints slips, one page each, as their templates in `schemas/slips` declare them. */
export const slipPrinter = (templates: SlipTemplates): Printer<readonly Slip[]> => ({
  print: (slips) =>
    printPdf({
      info: { Title: titleOf(slips), Subject: '繳款單', Author: slips[0]?.company.name ?? '' },
      tagged: true,
      isForm: true,
      draw: async (document, pen) => {
        for (const [index, slip] of slips.entries()) {
          // Yields to other documents, so that none of them waits for a large one.
          if (index % slipsPerTurn === slipsPerTurn - 1) await nextTurn()
          drawSlip(document, pen, templates[slip.template], slip)
        }
      },
    }),
})

const slipsPerTurn = 20

const titleOf = (slips: readonly Slip[]): string => {
  const [first] = slips
  if (!first) return '繳款單'
  const title = slips.length === 1 ? `${first.title} ${first.billNo}` : `${first.title}（${slips.length} 筆）`
  return first.isSample ? `樣張－${title}` : title
}

/** Adds a page with a slip. */
export const drawSlip = (document: PDFKit.PDFDocument, pen: PdfPen, template: SlipTemplate, slip: Slip): void => {
  const content = { slip, values: valuesOfSlip(slip) }
  document.addPage({ size: [template.paper.width * mm, template.paper.height * mm], margin: 0 })
  const tags = beginSection(document)
  for (const block of template.blocks) {
    if (!isPrinted(block, content.values)) continue
    const draw = () => drawBlock(pen, block, content)
    if (block.block === 'area' || block.block === 'drawing') tags.decorate(draw)
    else tags.draw(tagOf(block), draw, altOf(block, content))
  }
  tags.decorate(() => drawLines(pen, template))
  if (slip.isSample) tags.draw('P', () => drawSampleMark(document, pen, template))
  tags.end()
}

const tagOf = (block: SlipBlock) => {
  if (block.block === 'barcodes' || block.block === 'qrCode') return 'Figure'
  return block.block === 'text' && block.heading ? 'H1' : 'P'
}

const altOf = (block: SlipBlock, { values }: SlipContent) => {
  if (block.block === 'barcodes') return `條碼 ${interpolate(block.text, values).replaceAll('\n', '、')}`
  return block.block === 'qrCode' ? 'QR Code' : undefined
}

/** Writes 樣張 across each third of the paper, in a transparent colour that keeps the content readable. */
const drawSampleMark = (document: PDFKit.PDFDocument, pen: PdfPen, { paper }: SlipTemplate): void => {
  const third = (paper.height * mm) / 3
  document.save().fillOpacity(0.22)
  for (const index of [0, 1, 2])
    pen.drawTextLine(
      '樣張　不得繳款',
      { x: 0, y: index * third, width: paper.width * mm, height: third },
      { size: 60, bold: true, colour: colours.sample, align: 'center' },
    )
  document.restore()
}

/** Draws dashed lines where the paper is torn, and marks at the paper's edges where it is folded. */
const drawLines = (pen: PdfPen, { paper, tearLines = [], foldLines = [] }: SlipTemplate): void => {
  const [width, labelWidth, mark] = [paper.width * mm, 30 * mm, 4 * mm]
  for (const fold of foldLines)
    for (const x of [0, width - mark]) pen.drawRule(x, fold * mm, mark, { colour: colours.soft, width: 0.8 })
  for (const { y, text } of tearLines) {
    const label = { x: (width - labelWidth) / 2, y: y * mm - 5, width: labelWidth, height: 10 }
    const length = label.x - 6 * mm
    for (const x of [6 * mm, width - 6 * mm - length]) pen.drawRule(x, y * mm, length, { dashed: true })
    pen.drawTextLine(text, label, { size: 6.5, colour: colours.soft, align: 'center' })
  }
}
