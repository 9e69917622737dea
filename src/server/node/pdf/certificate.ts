import type { Certificate } from '../../../domain/bills/certificate'
import { enumText } from '../../../domain/enums'
import { formatMoney } from '../../../domain/money/money'
import type { Printer } from '../../ports'
import { drawQrCode } from './codes'
import { printPdf } from './document'
import { drawLabelledValues } from './labelled-values'
import { type Box, boxBelow, colours, mm, type PdfPen } from './pen'
import { beginSection, type Tags } from './tags'

/** Prints certificates of payment on A4. */
export const certificatePrinter = (): Printer<Certificate> => ({
  print: (certificate) =>
    printPdf({
      info: {
        Title: `${certificate.title} ${certificate.certificateNo}`,
        Subject: certificate.title,
        Author: certificate.companyName,
      },
      tagged: true,
      draw: (document, pen) => {
        document.addPage()
        const tags = beginSection(document)
        drawCertificate({ pen, tags }, certificate)
        tags.end()
      },
    }),
})

const contentBox: Box = { x: 20 * mm, y: 24 * mm, width: 170 * mm, height: 250 * mm }

/** The page to draw on, with its marks for screen readers. */
interface Page {
  readonly pen: PdfPen
  readonly tags: Tags
}

/** Draws the page: payer, company, items, payments, the amount in words, and how to verify the certificate. */
const drawCertificate = (page: Page, certificate: Certificate): void => {
  const body = boxBelow(drawValues(page, drawHead(page, certificate), certificate), 14)
  const afterItems = drawTable(page, body, '繳費項目', [['項目', '金額'], ...itemRows(certificate)])
  const paymentColumns = ['繳費時間', '通路', '收據號碼', '金額']
  const payments = [paymentColumns, ...paymentRows(certificate)]
  const afterPayments = drawTable(page, boxBelow(afterItems, 14), '繳費紀錄', payments)
  drawTotal(page, boxBelow(afterPayments, 14), certificate)
  drawFoot(page, certificate)
}

const drawHead = ({ pen, tags }: Page, { title, bankName, companyName, certificateNo }: Certificate): Box => {
  const name = { ...contentBox, y: contentBox.y + 40, height: 18 }
  const small = { ...contentBox, y: contentBox.y + 62, height: 14 }
  const smallStyle = { size: 9.5, colour: colours.soft }
  const titleStyle = { size: 24, bold: true, colour: colours.accent, align: 'center' } as const
  tags.draw('H1', () => pen.drawTextLine(title, { ...contentBox, height: 34 }, titleStyle))
  tags.draw('P', () => pen.drawTextLine(companyName, name, { size: 13, bold: true, align: 'center' }))
  if (bankName) tags.draw('P', () => pen.drawTextLine(`代收銀行　${bankName}`, small, smallStyle))
  tags.draw('P', () => pen.drawTextLine(`證明編號　${certificateNo}`, small, { ...smallStyle, align: 'right' }))
  tags.decorate(() =>
    pen.drawRule(contentBox.x, contentBox.y + 80, contentBox.width, { colour: colours.accent, width: 1.6 }),
  )
  return boxBelow(contentBox, 90)
}

const drawValues = ({ pen, tags }: Page, box: Box, certificate: Certificate): Box => {
  let below = box
  tags.draw('P', () => {
    below = drawLabelledValues(pen, box, labelledValuesOf(certificate), { columns: 2, labelWidth: 62 })
  })
  return below
}

const labelledValuesOf = ({ payerName, billNo, termName, uniformNo, printedOn, currency }: Certificate) => [
  { label: '繳款人', value: payerName },
  { label: '帳單編號', value: billNo },
  { label: '代收期別', value: termName },
  { label: '收款單位統編', value: uniformNo },
  { label: '幣別', value: enumText('Currency', currency) },
  { label: '列印日期', value: printedOn },
]

// Maximum number of rows in a table.
// If there are more, the last row shows how many are left out; the total still includes them.
const maxRows = 12

const limitRows = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  rows.length <= maxRows ? rows : [...rows.slice(0, maxRows - 1), [`其餘 ${rows.length - maxRows + 1} 筆`, '']]

const itemRows = ({ items, currency }: Certificate) =>
  limitRows(items.map(({ name, amount }) => [name, formatMoney(amount, currency)]))

const paymentRows = ({ payments, currency }: Certificate) =>
  limitRows(
    payments.map(({ paidTime, channel, receiptNo, amount }) => [
      paidTime,
      channel,
      receiptNo,
      formatMoney(amount, currency),
    ]),
  )

/** Draws a table below its heading; the first row has the headings of the columns. Returns the rest of the box. */
const drawTable = ({ pen, tags }: Page, box: Box, heading: string, rows: readonly (readonly string[])[]): Box => {
  const height = 17
  const columnCount = rows[0]?.length ?? 1
  const width = box.width / columnCount
  const top = box.y + height + 3
  tags.draw('H2', () => pen.drawTextLine(heading, { ...box, height }, { size: 11, bold: true, colour: colours.accent }))
  tags.decorate(() => {
    pen.fillBoxes({ ...box, y: top, height }, colours.tint)
    for (const row of rows.keys()) pen.drawRule(box.x, top + (row + 1) * height, box.width, { width: 0.4 })
  })
  tags.drawTable(rows, (text, row, column) => {
    const cell = { x: box.x + column * width + 5, y: top + row * height, width: width - 10, height }
    pen.drawTextLine(text, cell, { size: 9.5, bold: row === 0, align: column === columnCount - 1 ? 'right' : 'left' })
  })
  return boxBelow(box, top - box.y + rows.length * height)
}

const drawTotal = ({ pen, tags }: Page, box: Box, { currency, paidText, paidInWords }: Certificate): void => {
  const frame = { ...box, height: 54 }
  const inner = { ...frame, x: box.x + 12, width: box.width - 24 }
  const name = enumText('Currency', currency)
  const [amount, words] = [
    { ...inner, y: box.y + 7, height: 20 },
    { ...inner, y: box.y + 29, height: 18 },
  ]
  tags.decorate(() => pen.drawFrames(frame, { colour: colours.accent, width: 1 }))
  tags.draw('P', () => pen.drawTextLine(`茲收到　${name} ${paidText} 元`, amount, { size: 14, bold: true }))
  tags.draw('P', () => pen.drawTextLine(`${name}${paidInWords}`, words, { size: 11.5 }))
}

const qrSize = 28 * mm

const drawFoot = (
  { pen, tags }: Page,
  { certificateNo, checkCode, portalName, verificationUrl }: Certificate,
): void => {
  const [foot, corner] = footOf(verificationUrl !== null)
  const small = { size: 8.5, colour: colours.soft }
  tags.decorate(() => pen.drawRule(contentBox.x, foot.y - 6, contentBox.width, { colour: colours.line }))
  tags.draw('P', () => pen.drawTextLine(`查驗碼　${checkCode}`, { ...foot, height: 16 }, { size: 12, bold: true }))
  const instruction = verificationUrl ? '可掃描右方 QR Code，或於下列網址' : `可於本行${portalName}`
  const text = `本證明由系統產生，無須用印。持有人${instruction}以證明編號 ${certificateNo} 與查驗碼查驗真偽；退款或沖正後本證明即失效。`
  tags.draw('P', () => pen.drawParagraph(text, { ...foot, y: foot.y + 20, height: 28 }, small))
  if (verificationUrl === null) return
  const address = { ...foot, y: foot.y + 52, height: 14 }
  tags.draw('P', () => pen.drawTextLine(withoutQuery(verificationUrl), address, small))
  tags.draw('Figure', () => drawQrCode(pen, verificationUrl, corner), '查驗網址的 QR Code')
}

/** Returns the boxes of the text and of the QR code to its right. */
const footOf = (hasQrCode: boolean): readonly [Box, Box] => {
  const height = hasQrCode ? qrSize : 52
  const top = contentBox.y + contentBox.height - height
  const width = hasQrCode ? contentBox.width - qrSize - 12 : contentBox.width
  return [
    { ...contentBox, y: top, width, height },
    { x: contentBox.x + contentBox.width - qrSize, y: top, width: qrSize, height: qrSize },
  ]
}

const withoutQuery = (address: string): string => address.replace(/\?.*/, '')
