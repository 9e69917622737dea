import type { FeeReceipt } from '../../../domain/payments/fee-receipt'
import type { Printer } from '../../ports'
import { printPdf } from './document'
import { drawLabelledValues } from './labelled-values'
import { type Box, boxBelow, colours, mm, type PdfPen } from './pen'

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
      draw: (document, pen) => {
        for (const receipt of receipts) {
          document.addPage()
          drawReceipt(pen, receipt)
        }
      },
    })
  },
})

const page: Box = { x: 20 * mm, y: 20 * mm, width: 170 * mm, height: 250 * mm }
const rowHeight = 20

const drawReceipt = (pen: PdfPen, receipt: FeeReceipt): void => {
  const body = drawHead(pen, receipt)
  const values = drawLabelledValues(pen, body, receipt.labelledValues, { columns: 2, labelWidth: 62, rowHeight })
  const belowChannels = drawChannels(pen, boxBelow(values, 16), receipt)
  drawTotal(pen, boxBelow(belowChannels, 16), receipt)
  pen.drawTextLine(
    `列印日期　${receipt.printedOn}`,
    { ...page, y: page.y + page.height, height: 14 },
    { size: 9.5, colour: colours.soft, align: 'right' },
  )
}

const drawHead = (pen: PdfPen, { title, issuer, receiptNo }: FeeReceipt): Box => {
  pen.drawTextLine(issuer, { ...page, height: 18 }, { size: 13, bold: true, align: 'center' })
  pen.drawTextLine(
    title,
    { ...page, y: page.y + 22, height: 30 },
    { size: 22, bold: true, colour: colours.accent, align: 'center' },
  )
  pen.drawTextLine(
    `收據號碼　${receiptNo}`,
    { ...page, y: page.y + 60, height: 14 },
    { size: 9.5, colour: colours.soft, align: 'right' },
  )
  pen.drawRule(page.x, page.y + 78, page.width, { colour: colours.accent, width: 1.6 })
  return boxBelow(page, 92)
}

/** Draws a table with a row for each channel; returns the rest of the box below it. */
const drawChannels = (pen: PdfPen, box: Box, { channels }: FeeReceipt): Box => {
  pen.fillBoxes({ ...box, height: rowHeight }, colours.tint)
  drawRow(pen, box, ['通路', '筆數', '手續費'], true)
  channels.forEach(({ name, count, fee }, index) => {
    drawRow(pen, boxBelow(box, (index + 1) * rowHeight), [name, count, fee], false)
  })
  return boxBelow(box, (channels.length + 1) * rowHeight)
}

const drawRow = (pen: PdfPen, box: Box, texts: readonly [string, string, string], bold: boolean): void => {
  const third = box.width / 3
  texts.forEach((text, index) => {
    const cell = { x: box.x + index * third + 6, y: box.y + 4, width: third - 12, height: rowHeight - 6 }
    pen.drawTextLine(text, cell, { size: 10.5, bold, align: index === 0 ? 'left' : 'right' })
  })
  pen.drawRule(box.x, box.y + rowHeight, box.width, { colour: colours.soft, width: 0.4 })
}

const drawTotal = (pen: PdfPen, box: Box, { totalText, totalInWords }: FeeReceipt): void => {
  pen.drawFrames({ ...box, height: 54 }, { colour: colours.accent, width: 1 })
  const inner = { ...box, x: box.x + 12, width: box.width - 24 }
  pen.drawTextLine(`合計　${totalText}`, { ...inner, y: box.y + 7, height: 20 }, { size: 14, bold: true })
  pen.drawTextLine(totalInWords, { ...inner, y: box.y + 29, height: 18 }, { size: 11.5 })
}
