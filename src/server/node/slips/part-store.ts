import type { Slip } from '../../../domain/bills/slip'
import { amountText, drawFacts, drawHeading, drawSentence, drawStampBox } from '../pdf/blocks'
import { barcodeWidth, drawBarcodes, narrow } from '../pdf/codes'
import type { Pen } from '../pdf/pen'
import { type Box, below, colours, split } from './layout'

/** 第二聯: the convenience store scans it and keeps it. */
export const drawStorePart = (pen: Pen, slip: Slip, box: Box): void => {
  const body = drawHeading(pen, box, { title: `${slip.company.name}　${slip.title}`, part: '第二聯　代收單位存查聯' })
  // Sixteen characters is the longest of the three.
  const [left, right] = split(body, barcodeWidth('0'.repeat(16), narrow.store) + 6, 12)
  drawMarket(pen, slip, left)
  const rest = drawFacts(pen, right, factsOf(slip), { columns: 1, label: 56 })
  drawStampBox(pen, below(rest, 5))
}

const drawMarket = (pen: Pen, { market }: Slip, box: Box): void => {
  pen.line('便利商店專用', { ...box, height: 13 }, { size: 8.5, bold: true, colour: colours.accent })
  const rest = below(box, 16)
  if ('refusal' in market) drawSentence(pen, rest, market.refusal)
  else drawBarcodes(pen, market.barcodes, rest, narrow.store)
}

const factsOf = (slip: Slip) => [
  { label: '繳款人', value: slip.payerName },
  { label: '帳單編號', value: slip.billNo },
  { label: '銷帳編號', value: slip.account },
  { label: '繳費期限', value: slip.dueDate },
  { label: '應繳總金額', value: amountText(slip) },
]
