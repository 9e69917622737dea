import type { Slip } from '../../../domain/bills/slip'
import { formatMoney } from '../../../domain/money/money'
import type { Printer } from '../../ports'
import { accountFacts, amountInWordsText, amountText, drawFacts, drawHeading, drawMessage, drawStampBox } from './blocks'
import { barcodeWidth, drawBarcodes, narrowBar } from './codes'
import { printPdf } from './document'
import { type Box, boxBelow, colours, mm, type PdfPen, splitBox } from './pen'
import { drawPayerCopy } from './slip-payer-copy'

/** Prints slips on A4, one page each: the payer's copy, the store's with its barcodes, the bank's. */
export const slipPrinter = (): Printer<readonly Slip[]> => ({
  print: (slips) =>
    printPdf({
      info: { Title: titleOf(slips), Subject: '繳款單', Author: slips[0]?.company.name ?? '' },
      draw: (document, pen) => {
        for (const slip of slips) {
          document.addPage()
          drawPayerCopy(pen, slip, page.payer)
          drawStoreCopy(pen, slip, page.store)
          drawBankCopy(pen, slip, page.bank)
          drawTearLines(pen)
        }
      },
    }),
})

const titleOf = (slips: readonly Slip[]): string => {
  const [first] = slips
  if (!first) return '繳款單'
  return slips.length === 1 ? `${first.title} ${first.billNo}` : `${first.title}（${slips.length} 筆）`
}

const margin = 12 * mm
const width = 210 * mm - 2 * margin
const copyBox = (top: number, height: number): Box => ({ x: margin, y: top * mm, width, height: height * mm })

/** The boxes of the three copies on the page, and the heights of the tear lines between them. */
export const page = {
  width: 210 * mm,
  height: 297 * mm,
  payer: copyBox(11, 127),
  store: copyBox(148, 62),
  bank: copyBox(218.5, 69.5),
  tearLines: [143 * mm, 214 * mm],
} as const

/** Draws 第二聯, which the convenience store scans and keeps. */
const drawStoreCopy = (pen: PdfPen, slip: Slip, box: Box): void => {
  const body = drawHeading(pen, box, { title: `${slip.company.name}　${slip.title}`, copy: '第二聯　代收單位存查聯' })
  // The longest of the three barcodes has sixteen characters.
  const [left, right] = splitBox(body, barcodeWidth('0'.repeat(16), narrowBar.store) + 6, 12)
  if (slip.market) drawMarket(pen, slip.market, left)
  const rest = drawFacts(pen, slip.market ? right : body, storeFacts(slip), { columns: slip.market ? 1 : 2, labelWidth: 56 })
  drawStampBox(pen, boxBelow(rest, 5))
}

const drawMarket = (pen: PdfPen, market: NonNullable<Slip['market']>, box: Box): void => {
  pen.line('便利商店專用', { ...box, height: 13 }, { size: 8.5, bold: true, colour: colours.accent })
  const rest = boxBelow(box, 16)
  if ('refusal' in market) drawMessage(pen, rest, market.refusal)
  else drawBarcodes(pen, market.barcodes, rest, narrowBar.store)
}

const storeFacts = (slip: Slip) => [
  { label: '繳款人', value: slip.payerName },
  { label: '帳單編號', value: slip.billNo },
  ...accountFacts(slip),
  { label: '繳費期限', value: slip.dueDate },
  storeAmount(slip),
]

// The amount that the cashier sees after scanning.
const storeAmount = (slip: Slip) =>
  slip.market && 'fee' in slip.market && slip.market.fee > 0
    ? { label: '超商應收金額', value: `${amountText({ ...slip, amount: slip.market.amount })}（含手續費 ${formatMoney(slip.market.fee)} 元）` }
    : { label: '應繳總金額', value: amountText(slip) }

/** Draws 第三聯, which the bank keeps: for its counter and ATM, and for the post where the company has a giro account. */
const drawBankCopy = (pen: PdfPen, slip: Slip, box: Box): void => {
  const body = drawHeading(pen, box, { title: `${slip.company.name}　${slip.title}`, copy: `${slip.billNo}　第三聯　銀行存查聯` })
  const bankBox = slip.post ? drawPost(pen, slip.post.barcodes, body) : body
  const rest = drawBank(pen, slip, bankBox)
  drawStampBox(pen, boxBelow(rest, 5))
}

const drawPost = (pen: PdfPen, barcodes: readonly string[], box: Box): Box => {
  const [left, right] = splitBox(box, barcodeWidth('0'.repeat(24), narrowBar.post) + 2, 10)
  pen.line('郵局專用', { ...left, height: 13 }, { size: 8.5, bold: true, colour: colours.accent })
  drawBarcodes(pen, barcodes, boxBelow(left, 16), narrowBar.post)
  return right
}

const drawBank = (pen: PdfPen, slip: Slip, box: Box): Box => {
  pen.line(['銀行臨櫃／ATM專用', slip.bankName].filter(Boolean).join('　'), { ...box, height: 13 }, { size: 8.5, bold: true, colour: colours.accent })
  return drawFacts(pen, boxBelow(box, 16), bankFacts(slip), { columns: slip.post ? 1 : 2, labelWidth: 56 })
}

const bankFacts = (slip: Slip) => [
  ...(slip.account ? [{ label: '轉入帳號', value: `(${slip.bankCode}) ${slip.account}` }] : []),
  { label: '戶名', value: slip.company.name },
  { label: '繳款人', value: slip.payerName },
  { label: '繳費期限', value: slip.dueDate },
  { label: '應繳總金額', value: amountText(slip) },
  { label: '金額大寫', value: amountInWordsText(slip) },
]

/** Draws the dashed lines between the copies, with fold marks at the edges of the paper. */
const drawTearLines = (pen: PdfPen): void => {
  for (const y of page.tearLines) {
    const label = { x: page.width / 2 - 15 * mm, width: 30 * mm }
    pen.rule(0, y, 6 * mm, { colour: colours.soft, width: 0.8 })
    pen.rule(page.width - 6 * mm, y, 6 * mm, { colour: colours.soft, width: 0.8 })
    pen.rule(8 * mm, y, label.x - 8 * mm, { dashed: true })
    pen.rule(label.x + label.width, y, page.width - 8 * mm - label.x - label.width, { dashed: true })
    pen.line('請沿虛線撕開', { ...label, y: y - 5, height: 10 }, { size: 6.5, colour: colours.soft, align: 'center' })
  }
}
