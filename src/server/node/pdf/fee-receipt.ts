import type { FeeReceipt } from '../../../domain/payments/fee-receipt'
import type { Printer } from '../../ports'
import { printPdf } from './document'
import { drawLabelledValues } from './labelled-values'
import { type Box, boxBelow, colours, mm, type PdfPen } from './pen'
import { beginSection, type Tags } from './tags'

/** Prints receipts for the fees of a month on A4, one on each page. */
export const feeReceiptPrinter = (): Printer<readonly FeeReceipt[]> => ({
  print: (receipts) => {
    const [first] = receipts
    return printPdf({
      info: {
        Title: `${first?.title ?? ''} ${receipts.map(({ receiptNo }) => receiptNo).join('、')}`,
        Subject: first?.title ?? '',
        Author: first?.issuer ?? '',
      },
      tagged: true,
      draw: (document, pen) => {
        for (const receipt of receipts) {
          document.addPage()
          const tags = beginSection(document)
          drawReceipt(pen, tags, receipt)
          tags.end()
        }
      },
    })
  },
})

const page: Box = { x: 20 * mm, y: 20 * mm, width: 170 * mm, height: 250 * mm }
const rowHeight = 20

const drawReceipt = (pen: PdfPen, tags: Tags, receipt: FeeReceipt): void => {
  const titleStyle = { size: 22, bold: true, colour: colours.accent, align: 'center' } as const
  tags.draw('H1', () => pen.drawTextLine(receipt.title, { ...page, y: page.y + 22, height: 30 }, titleStyle))
  let below = page
  tags.draw('P', () => {
    const body = drawHead(pen, receipt)
    below = drawLabelledValues(pen, body, receipt.labelledValues, { columns: 2, labelWidth: 62, rowHeight })
  })
  const belowChannels = drawChannels(pen, tags, boxBelow(below, 16), receipt)
  tags.draw('P', () => drawTotal(pen, boxBelow(belowChannels, 16), receipt))
  tags.draw('P', () =>
    pen.drawTextLine(
      `列印日期　${receipt.printedOn}`,
      { ...page, y: page.y + page.height, height: 14 },
      { size: 9.5, colour: colours.soft, align: 'right' },
    ),
  )
}

const drawHead = (pen: PdfPen, { issuer, receiptNo }: FeeReceipt): Box => {
  pen.drawTextLine(issuer, { ...page, height: 18 }, { size: 13, bold: true, align: 'center' })
  pen.drawTextLine(
    `收據號碼　${receiptNo}`,
    { ...page, y: page.y + 60, height: 14 },
    { size: 9.5, colour: colours.soft, align: 'right' },
  )
  pen.drawRule(page.x, page.y + 78, page.width, { colour: colours.accent, width: 1.6 })
  return boxBelow(page, 92)
}

/** Draws a table with a row for each channel; returns the rest of the box below it. */
const drawChannels = (pen: PdfPen, tags: Tags, box: Box, { channels }: FeeReceipt): Box => {
  const rows = [['通路', '筆數', '手續費'], ...channels.map(({ name, count, fee }) => [name, count, fee])]
  const third = box.width / 3
  tags.decorate(() => {
    pen.fillBoxes({ ...box, height: rowHeight }, colours.tint)
    for (const row of rows.keys())
      pen.drawRule(box.x, box.y + (row + 1) * rowHeight, box.width, { colour: colours.soft, width: 0.4 })
  })
  tags.drawTable(rows, (text, row, column) => {
    const y = box.y + row * rowHeight + 4
    const cell = { x: box.x + column * third + 6, y, width: third - 12, height: rowHeight - 6 }
    pen.drawTextLine(text, cell, { size: 10.5, bold: row === 0, align: column === 0 ? 'left' : 'right' })
  })
  return boxBelow(box, rows.length * rowHeight)
}

const drawTotal = (pen: PdfPen, box: Box, { totalText, totalInWords }: FeeReceipt): void => {
  pen.drawFrames({ ...box, height: 54 }, { colour: colours.accent, width: 1 })
  const inner = { ...box, x: box.x + 12, width: box.width - 24 }
  pen.drawTextLine(`合計　${totalText}`, { ...inner, y: box.y + 7, height: 20 }, { size: 14, bold: true })
  pen.drawTextLine(totalInWords, { ...inner, y: box.y + 29, height: 18 }, { size: 11.5 })
}
