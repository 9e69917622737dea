import type { Certificate } from '../../../domain/bills/certificate'
import { enumText } from '../../../domain/enums'
import { formatMoney } from '../../../domain/money/money'
import type { Printer } from '../../ports'
import { drawQrCode } from './codes'
import { printPdf } from './document'
import { drawLabelledValues } from './labelled-values'
import { type Box, boxBelow, colours, mm, type PdfPen } from './pen'

/** Prints certificates of payment on A4. */
export const certificatePrinter = (): Printer<Certificate> => ({
  print: (certificate) =>
    printPdf({
      info: {
        Title: `${certificate.title} ${certificate.certificateNo}`,
        Subject: certificate.title,
        Author: certificate.companyName,
      },
      draw: (document, pen) => {
        document.addPage()
        drawCertificate(pen, certificate)
      },
    }),
})

const contentBox: Box = { x: 20 * mm, y: 24 * mm, width: 170 * mm, height: 250 * mm }

/** Draws the page: payer, company, items, payments, the amount in words, and how to verify the certificate. */
const drawCertificate = (pen: PdfPen, certificate: Certificate): void => {
  const body = boxBelow(
    drawLabelledValues(pen, drawHead(pen, certificate), labelledValuesOf(certificate), { columns: 2, labelWidth: 62 }),
    14,
  )
  const afterItems = drawTable(pen, body, '繳費項目', ['項目', '金額'], itemRows(certificate))
  const afterPayments = drawTable(
    pen,
    boxBelow(afterItems, 14),
    '繳費紀錄',
    ['繳費時間', '通路', '收據號碼', '金額'],
    paymentRows(certificate),
  )
  drawTotal(pen, boxBelow(afterPayments, 14), certificate)
  drawFoot(pen, certificate)
}

const drawHead = (pen: PdfPen, { title, bankName, companyName, certificateNo }: Certificate): Box => {
  pen.drawTextLine(
    title,
    { ...contentBox, height: 34 },
    { size: 24, bold: true, colour: colours.accent, align: 'center' },
  )
  pen.drawTextLine(
    companyName,
    { ...contentBox, y: contentBox.y + 40, height: 18 },
    { size: 13, bold: true, align: 'center' },
  )
  if (bankName)
    pen.drawTextLine(
      `代收銀行　${bankName}`,
      { ...contentBox, y: contentBox.y + 62, height: 14 },
      { size: 9.5, colour: colours.soft },
    )
  pen.drawTextLine(
    `證明編號　${certificateNo}`,
    { ...contentBox, y: contentBox.y + 62, height: 14 },
    { size: 9.5, colour: colours.soft, align: 'right' },
  )
  pen.drawRule(contentBox.x, contentBox.y + 80, contentBox.width, { colour: colours.accent, width: 1.6 })
  return boxBelow(contentBox, 90)
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

const drawTable = (
  pen: PdfPen,
  box: Box,
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Box => {
  const height = 17
  const width = box.width / columns.length
  const last = columns.length - 1
  pen.drawTextLine(heading, { ...box, height }, { size: 11, bold: true, colour: colours.accent })
  const top = box.y + height + 3
  pen.fillBoxes({ ...box, y: top, height }, colours.tint)
  ;[columns, ...rows].forEach((row, rowIndex) => {
    const y = top + rowIndex * height
    row.forEach((text, column) => {
      const cell = { x: box.x + column * width + 5, y, width: width - 10, height }
      pen.drawTextLine(text, cell, { size: 9.5, bold: rowIndex === 0, align: column === last ? 'right' : 'left' })
    })
    pen.drawRule(box.x, y + height, box.width, { width: 0.4 })
  })
  return boxBelow(box, top - box.y + (rows.length + 1) * height)
}

const drawTotal = (pen: PdfPen, box: Box, { currency, paidText, paidInWords }: Certificate): void => {
  const frame = { ...box, height: 54 }
  pen.drawFrames(frame, { colour: colours.accent, width: 1 })
  const inner = { ...frame, x: box.x + 12, width: box.width - 24 }
  pen.drawTextLine(
    `茲收到　${enumText('Currency', currency)} ${paidText} 元`,
    { ...inner, y: box.y + 7, height: 20 },
    { size: 14, bold: true },
  )
  pen.drawTextLine(
    `${enumText('Currency', currency)}${paidInWords}`,
    { ...inner, y: box.y + 29, height: 18 },
    { size: 11.5 },
  )
}

const qrSize = 28 * mm

const drawFoot = (pen: PdfPen, { certificateNo, checkCode, portalName, verificationUrl }: Certificate): void => {
  const [foot, corner] = footOf(verificationUrl !== null)
  pen.drawRule(contentBox.x, foot.y - 6, contentBox.width, { colour: colours.line })
  pen.drawTextLine(`查驗碼　${checkCode}`, { ...foot, height: 16 }, { size: 12, bold: true })
  const instruction = verificationUrl ? '可掃描右方 QR Code，或於下列網址' : `可於本行${portalName}`
  const text = `本證明由系統產生，無須用印。持有人${instruction}以證明編號 ${certificateNo} 與查驗碼查驗真偽；退款或沖正後本證明即失效。`
  pen.drawParagraph(text, { ...foot, y: foot.y + 20, height: 28 }, { size: 8.5, colour: colours.soft })
  if (verificationUrl === null) return
  pen.drawTextLine(
    withoutQuery(verificationUrl),
    { ...foot, y: foot.y + 52, height: 14 },
    { size: 8.5, colour: colours.soft },
  )
  drawQrCode(pen, verificationUrl, corner)
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
