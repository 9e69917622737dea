import type { Slip } from '../../../domain/bills/slip'
import { amountText, drawFacts, drawHeading, drawStampBox, wordsText } from '../pdf/blocks'
import { barcodeWidth, drawBarcodes, narrow } from '../pdf/codes'
import type { Pen } from '../pdf/pen'
import { type Box, below, colours, split } from './layout'

/** 第三聯: for the bank's counter and ATM, and the post where the company has a giro account; the bank keeps it. */
export const drawBankPart = (pen: Pen, slip: Slip, box: Box): void => {
  const body = drawHeading(pen, box, { title: `${slip.company.name}　${slip.title}`, part: `${slip.billNo}　第三聯　銀行存查聯` })
  const left = slip.post ? drawPost(pen, slip.post.barcodes, body) : body
  const rest = drawBank(pen, slip, left)
  drawStampBox(pen, below(rest, 5))
}

const drawPost = (pen: Pen, barcodes: readonly string[], box: Box): Box => {
  const [left, right] = split(box, barcodeWidth('0'.repeat(24), narrow.post) + 2, 10)
  pen.line('郵局專用', { ...left, height: 13 }, { size: 8.5, bold: true, colour: colours.accent })
  drawBarcodes(pen, barcodes, below(left, 16), narrow.post)
  return right
}

const drawBank = (pen: Pen, slip: Slip, box: Box): Box => {
  pen.line('銀行臨櫃／ATM專用', { ...box, height: 13 }, { size: 8.5, bold: true, colour: colours.accent })
  return drawFacts(pen, below(box, 16), factsOf(slip), { columns: slip.post ? 1 : 2, label: 56 })
}

const factsOf = (slip: Slip) => [
  { label: '轉入帳號', value: `(${slip.bankCode}) ${slip.account}` },
  { label: '戶名', value: slip.company.name },
  { label: '繳款人', value: slip.payerName },
  { label: '繳費期限', value: slip.dueDate },
  { label: '應繳總金額', value: amountText(slip) },
  { label: '金額大寫', value: wordsText(slip) },
]
