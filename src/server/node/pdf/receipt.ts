import type { Receipt } from '../../../domain/payments/receipt'
import type { Printer } from '../../ports'
import { printPdf } from './document'
import { drawLabelledValues } from './labelled-values'
import { type Box, boxBelow, colours, mm, type PdfPen } from './pen'
import { beginSection } from './tags'
import type { TextDocument } from './text-document'

/** Prints receipts on A4: one copy for the payer, and below the cutting line one for the company. */
export const receiptPrinter = (): Printer<Receipt> => ({
  print: (receipt) =>
    printPdf({
      info: { Title: `${receipt.title} ${receipt.receiptNo}`, Subject: receipt.title, Author: receipt.companyName },
      tagged: true,
      draw: (document, pen) => {
        document.addPage()
        drawCopy(document, pen, topCopy, { receipt, copyName: '第一聯　收執聯' })
        drawCopy(document, pen, { ...topCopy, y: topCopy.y + halfPage }, { receipt, copyName: '第二聯　存根聯' })
      },
    }),
})

/** Half of the height of A4. */
const halfPage = 148.5 * mm

const topCopy: Box = { x: 20 * mm, y: 14 * mm, width: 170 * mm, height: 122 * mm }

interface Copy {
  readonly receipt: Receipt
  readonly copyName: string
}

const drawCopy = (document: TextDocument, pen: PdfPen, box: Box, { receipt, copyName }: Copy): void => {
  const tags = beginSection(document)
  if (box !== topCopy) tags.decorate(() => pen.drawRule(0, halfPage, 210 * mm, { dashed: true }))
  tags.draw('H1', () => drawTitle(pen, box, receipt))
  tags.draw('P', () => drawBody(pen, box, receipt, copyName))
  tags.end()
}

const drawBody = (pen: PdfPen, box: Box, receipt: Receipt, copyName: string): void => {
  const body = drawHead(pen, box, receipt, copyName)
  const belowValues = boxBelow(
    drawLabelledValues(pen, body, labelledValuesOf(receipt), { columns: 2, labelWidth: 62, rowHeight: 20 }),
    12,
  )
  const belowAmount = boxBelow(drawAmount(pen, belowValues, receipt), 12)
  pen.drawParagraph(receipt.remark && `備註　${receipt.remark}`, { ...belowAmount, height: 42 }, { size: 9.5 })
  drawSignatures(pen, box, receipt)
  if (receipt.cancellation !== null) drawVoidMark(pen, box, receipt.cancellation)
}

const drawTitle = (pen: PdfPen, box: Box, { title }: Receipt): void => {
  const style = { size: 22, bold: true, colour: colours.accent, align: 'center' } as const
  pen.drawTextLine(title, { ...box, y: box.y + 20, height: 30 }, style)
}

const drawHead = (pen: PdfPen, box: Box, { companyName, receiptNo }: Receipt, copyName: string): Box => {
  pen.drawTextLine(companyName, { ...box, height: 18 }, { size: 13, bold: true, align: 'center' })
  pen.drawTextLine(copyName, { ...box, y: box.y + 54, height: 14 }, { size: 9.5, colour: colours.soft })
  pen.drawTextLine(
    `收據號碼　${receiptNo}`,
    { ...box, y: box.y + 54, height: 14 },
    { size: 9.5, colour: colours.soft, align: 'right' },
  )
  pen.drawRule(box.x, box.y + 72, box.width, { colour: colours.accent, width: 1.6 })
  return boxBelow(box, 82)
}

const labelledValuesOf = ({ payerName, billNo, termName, uniformNo, collectedOn, method }: Receipt) => [
  { label: '繳款人', value: payerName },
  { label: '帳單編號', value: billNo },
  { label: '代收期別', value: termName },
  { label: '收款單位統編', value: uniformNo },
  { label: '收款日期', value: collectedOn },
  { label: '收款方式', value: method },
]

const drawAmount = (pen: PdfPen, box: Box, { amountText, amountInWords }: Receipt): Box => {
  const height = 54
  pen.drawFrames({ ...box, height }, { colour: colours.accent, width: 1 })
  const inner = { ...box, x: box.x + 12, width: box.width - 24 }
  pen.drawTextLine(`茲收到　${amountText}`, { ...inner, y: box.y + 7, height: 20 }, { size: 14, bold: true })
  pen.drawTextLine(amountInWords, { ...inner, y: box.y + 29, height: 18 }, { size: 11.5 })
  return boxBelow(box, height)
}

const drawSignatures = (pen: PdfPen, box: Box, { collectedBy, printedOn }: Receipt): void => {
  const line = { ...box, y: box.y + box.height - 16, height: 14, width: box.width / 3 }
  pen.drawTextLine(`經手人　${collectedBy}`, line, { size: 9.5 })
  pen.drawTextLine('收款單位章', { ...line, x: box.x + line.width }, { size: 9.5, align: 'center' })
  pen.drawTextLine(
    `列印日期　${printedOn}`,
    { ...line, x: box.x + 2 * line.width },
    { size: 9.5, colour: colours.soft, align: 'right' },
  )
}

const red = '#b3261e'

/** Draws the mark of a void receipt over the head, and the day and the reason near the bottom. */
const drawVoidMark = (pen: PdfPen, box: Box, cancellation: string): void => {
  const mark = { x: box.x + box.width - 92, y: box.y + 2, width: 92, height: 44 }
  pen.drawFrames(mark, { colour: red, width: 2.4 })
  pen.drawTextLine('作廢', mark, { size: 30, bold: true, colour: red, align: 'center' })
  pen.drawTextLine(
    `本收據已作廢。${cancellation}`,
    { ...box, y: box.y + box.height - 52, height: 14 },
    { size: 9.5, bold: true, colour: red },
  )
}
