import type { Slip } from '../../../domain/bills/slip'
import { enumText } from '../../../domain/enums'
import { formatMoney } from '../../../domain/money/money'
import { type Box, boxBelow, colours, type PdfPen } from './pen'

/** A label with its value. */
interface Fact {
  readonly label: string
  readonly value: string
}

/** Draws the heading of one copy of a slip: the title on the left, the name of the copy on the right. */
export const drawHeading = (pen: PdfPen, box: Box, { title, copy }: { readonly title: string; readonly copy: string }): Box => {
  const height = 18
  pen.line(title, { ...box, width: box.width * 0.66, height }, { size: 11, bold: true, colour: colours.accent })
  pen.line(copy, { ...box, x: box.x + box.width * 0.67, width: box.width * 0.33, height }, { size: 8.5, colour: colours.soft, align: 'right' })
  pen.rule(box.x, box.y + height + 2, box.width, { colour: colours.accent, width: 1.2 })
  return boxBelow(box, height + 9)
}

/** Draws tinted labels with their values in columns; returns the rest of the box below. */
export const drawFacts = (
  pen: PdfPen,
  box: Box,
  facts: readonly Fact[],
  { columns, labelWidth }: { readonly columns: number; readonly labelWidth: number },
): Box => {
  const height = 17
  const width = box.width / columns
  facts.forEach(({ label, value }, index) => {
    const cell = { x: box.x + (index % columns) * width, y: box.y + Math.floor(index / columns) * height, width, height }
    pen.fill({ ...cell, width: labelWidth }, colours.tint)
    pen.line(label, { ...cell, x: cell.x + 5, width: labelWidth - 8 }, { size: 7.5, colour: colours.soft })
    pen.line(value, { ...cell, x: cell.x + labelWidth + 5, width: width - labelWidth - 9 }, { size: 9 })
    pen.frame(cell)
  })
  return boxBelow(box, Math.ceil(facts.length / columns) * height)
}

/** Draws the empty box for the stamp of the cashier. */
export const drawStampBox = (pen: PdfPen, box: Box): void => {
  pen.frame(box, { dashed: true, colour: colours.soft, radius: 4 })
  pen.line('收訖戳記', { ...box, y: box.y + 3, height: 11 }, { size: 7.5, colour: colours.soft, align: 'center' })
}

/** Draws a framed message in place of a code that cannot be printed. */
export const drawMessage = (pen: PdfPen, box: Box, message: string): void => {
  pen.frame(box, { radius: 4 })
  pen.line(message, { ...box, x: box.x + 10, width: box.width - 20 }, { size: 10, colour: colours.soft, align: 'center' })
}

/** Returns the account of a slip as a list of one fact; empty if the bill can no longer be paid. */
export const accountFacts = ({ account }: Slip): readonly Fact[] => (account ? [{ label: '銷帳編號', value: account }] : [])

/** Returns the amount of a slip, such as 新臺幣 1,050 元. */
export const amountText = ({ amount, currency }: Slip): string => `${enumText('Currency', currency)} ${formatMoney(amount, currency)} 元`

/** Returns the amount of a slip in words, such as 新臺幣壹仟零伍拾元整. */
export const amountInWordsText = ({ amountInWords, currency }: Slip): string => enumText('Currency', currency) + amountInWords
