import type { Slip } from '../../../domain/bills/slip'
import { formatMoney } from '../../../domain/money/money'
import { accountFacts, amountInWordsText, drawFacts, drawStampBox } from './blocks'
import { type Box, boxBelow, colours, type PdfPen, splitBox } from './pen'

/** Draws 第一聯, the payer's copy: items, amount, deadline and account. */
export const drawPayerCopy = (pen: PdfPen, slip: Slip, box: Box): void => {
  const rest = drawFacts(pen, drawMasthead(pen, slip, box), factsOf(slip), { columns: 3, labelWidth: 56 })
  const body = boxBelow(rest, 8)
  const height = 172
  const [left, right] = splitBox({ ...body, height }, body.width * 0.56, 10)
  drawItems(pen, slip, left)
  drawAmount(pen, slip, right)
  drawRemarks(pen, slip, boxBelow(body, height + 8))
}

const drawMasthead = (pen: PdfPen, slip: Slip, box: Box): Box => {
  const [left, right] = splitBox(box, box.width * 0.6, 10)
  const { company } = slip
  const contact = [company.address, company.phone && `電話 ${company.phone}`, company.fax && `傳真 ${company.fax}`].filter(Boolean).join('　')
  pen.line(slip.title, { ...left, height: 26 }, { size: 19, bold: true, colour: colours.accent })
  pen.line(company.name, { ...left, y: box.y + 27, height: 15 }, { size: 10.5, bold: true })
  pen.line(contact, { ...box, y: box.y + 42, height: 11 }, { size: 7.5, colour: colours.soft })
  pen.line('第一聯　繳款人收執聯', { ...right, height: 14 }, { size: 8.5, colour: colours.soft, align: 'right' })
  pen.line(slip.termName, { ...right, y: box.y + 27, height: 15 }, { size: 10.5, align: 'right' })
  pen.rule(box.x, box.y + 56, box.width, { colour: colours.accent, width: 1.6 })
  return boxBelow(box, 63)
}

// A box without a value would look like one to sign in.
const factsOf = (slip: Slip) =>
  [
    { label: '繳款人', value: slip.payerName },
    { label: '繳款人代號', value: slip.payerId },
    { label: '代收單位', value: slip.unitName },
    { label: '帳單編號', value: slip.billNo },
    { label: '列印日期', value: slip.printedOn },
    { label: '主管', value: slip.approvalStaff },
  ].filter(({ value }) => value !== '')

/** Draws up to twenty items, in one column or two. */
const drawItems = (pen: PdfPen, slip: Slip, box: Box): void => {
  const columns = slip.items.length > 10 ? 2 : 1
  const head = 17
  const total = 19
  const rows = Math.max(Math.ceil(slip.items.length / columns), columns === 1 ? 6 : 10)
  const height = (box.height - head - total) / rows
  const width = box.width / columns
  pen.fill({ ...box, height: head }, colours.accent)
  for (let column = 0; column < columns; column += 1) drawItemHead(pen, { ...box, x: box.x + column * width, width, height: head })
  slip.items.forEach(({ name, amount }, index) => {
    const cell = { x: box.x + Math.floor(index / rows) * width, y: box.y + head + (index % rows) * height, width, height }
    const [left, right] = splitBox({ ...cell, x: cell.x + 6, width: width - 12 }, (width - 12) * 0.66, 4)
    pen.line(name, left, { size: Math.min(9, height * 0.66) })
    pen.line(formatMoney(amount, slip.currency), right, { size: Math.min(9, height * 0.66), align: 'right' })
    pen.rule(cell.x, cell.y + height, width, { width: 0.3 })
  })
  const foot = { ...box, y: box.y + box.height - total, height: total }
  pen.fill(foot, colours.tint)
  pen.line('合計', { ...foot, x: foot.x + 6 }, { size: 9, bold: true })
  pen.line(formatMoney(slip.amount, slip.currency), { ...foot, width: foot.width - 6 }, { size: 10, bold: true, align: 'right' })
  pen.frame(box)
}

const drawItemHead = (pen: PdfPen, box: Box): void => {
  pen.line('繳費項目', { ...box, x: box.x + 6 }, { size: 8, bold: true, colour: '#ffffff' })
  pen.line('金額', { ...box, width: box.width - 6 }, { size: 8, bold: true, colour: '#ffffff', align: 'right' })
}

const drawAmount = (pen: PdfPen, slip: Slip, box: Box): void => {
  const inner = { ...box, x: box.x + 10, width: box.width - 20 }
  pen.fill({ ...box, height: 82 }, colours.tint)
  pen.fill({ ...box, width: 3, height: 82 }, colours.accent)
  pen.line('應繳總金額', { ...inner, y: box.y + 5, height: 12 }, { size: 8, colour: colours.soft })
  pen.line(
    `${slip.currency === 'TWD' ? 'NT$' : slip.currency} ${formatMoney(slip.amount, slip.currency)}`,
    { ...inner, y: box.y + 16, height: 28 },
    { size: 22, bold: true, colour: colours.accent },
  )
  pen.line(amountInWordsText(slip), { ...inner, y: box.y + 44, height: 13 }, { size: 9 })
  pen.line('繳費期限', { ...inner, y: box.y + 61, width: 40, height: 16 }, { size: 8, colour: colours.soft })
  pen.line(slip.dueDate, { ...inner, x: inner.x + 44, y: box.y + 61, width: inner.width - 44, height: 16 }, { size: 12, bold: true })
  const facts = [{ label: '轉入銀行', value: [slip.bankCode, slip.bankName].filter(Boolean).join('　') }, ...accountFacts(slip)]
  const rest = drawFacts(pen, { ...box, y: box.y + 87, height: 34 }, facts, { columns: 1, labelWidth: 60 })
  drawStampBox(pen, { ...box, y: rest.y + 5, height: box.y + box.height - rest.y - 5 })
}

/** Draws the notices about payment in full, then the texts of the company as far as they fit. */
const drawRemarks = (pen: PdfPen, slip: Slip, box: Box): void => {
  const text = slip.paymentNotices.join('')
  const style = { size: 8, bold: true }
  const height = text === '' ? 0 : pen.widthOf(text, style) <= box.width ? 14 : 26
  pen.paragraph(text, { ...box, height }, style)
  drawTexts(pen, slip, boxBelow(box, height))
}

const drawTexts = (pen: PdfPen, slip: Slip, box: Box): void => {
  const texts = [
    { title: '注意事項', lines: slip.notices },
    { title: '說明', lines: slip.descriptions },
  ].filter(({ lines }) => lines.length > 0)
  const gap = 12
  const width = (box.width - gap * (texts.length - 1)) / texts.length
  texts.forEach(({ title, lines }, index) => {
    const column = { ...box, x: box.x + index * (width + gap), width }
    pen.line(title, { ...column, height: 12 }, { size: 8, bold: true, colour: colours.accent })
    pen.paragraph(lines.map((line, number) => `${number + 1}. ${line}`).join('\n'), boxBelow(column, 13), { size: 8 })
  })
}
