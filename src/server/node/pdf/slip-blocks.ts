import type { Slip } from '../../../domain/bills/slip'
import type { SlipValues } from '../../../domain/bills/slip-texts'
import { formatMoney } from '../../../domain/money/money'
import type { ItemsBlock, NotesBlock, SlipBlock } from '../../../schema/slips/template'
import { interpolate } from '../../../schema/text/interpolate'
import { drawBarcodes, drawQrCode } from './codes'
import { drawLabelledValues } from './labelled-values'
import { type Box, boxBelow, colours, mm, type PdfPen, splitBox } from './pen'

/** The data of a slip that its blocks show. */
export interface SlipContent {
  readonly slip: Slip
  readonly values: SlipValues
}

type BlockOf<Kind> = Extract<SlipBlock, { readonly block: Kind }>

type DrawFunctions = {
  readonly [Kind in SlipBlock['block']]: (pen: PdfPen, block: BlockOf<Kind>, box: Box, content: SlipContent) => void
}

/** Draws a block of a template at its position. */
export const drawBlock = <Kind extends SlipBlock['block']>(
  pen: PdfPen,
  block: BlockOf<Kind> & { readonly block: Kind },
  content: SlipContent,
): void =>
  drawFunctions[block.block](
    pen,
    block,
    { x: block.x * mm, y: block.y * mm, width: block.width * mm, height: block.height * mm },
    content,
  )

/** Returns whether a block or a row is printed on a slip with these values. */
export const isPrinted = (
  { when, unless }: { readonly when?: string; readonly unless?: string },
  values: SlipValues,
): boolean => (when === undefined || Boolean(values[when])) && (unless === undefined || !values[unless])

const drawFunctions: DrawFunctions = {
  text: (pen, { text, size, bold = false, colour = 'ink', align = 'left', wrap = false }, box, { values }) =>
    pen[wrap ? 'drawParagraph' : 'drawTextLine'](interpolate(text, values), box, {
      size,
      bold,
      colour: colours[colour],
      align,
    }),
  facts: (pen, { rows, columns = 1, labelWidth, rowHeight }, box, { values }) => {
    const labelledValues = rows
      .filter((row) => isPrinted(row, values))
      .map(({ label, text }) => ({ label, value: interpolate(text, values) }))
    // An empty box would look like a field for a signature.
    const filled = labelledValues.filter(({ value }) => value !== '')
    drawLabelledValues(pen, box, filled, { columns, labelWidth: labelWidth * mm, rowHeight: rowHeight * mm })
  },
  items: (pen, block, box, { slip }) => drawItems(pen, block, box, slip),
  notes: (pen, block, box, { values }) => drawNotes(pen, block, box, values),
  barcodes: (pen, { text, bar }, box, { values }) =>
    drawBarcodes(pen, interpolate(text, values).split('\n'), box, bar * mm),
  qrCode: (pen, { text }, box, { values }) => drawQrCode(pen, interpolate(text, values), box),
  area: (pen, { fill, border }, box) => {
    if (fill) pen.fillBoxes(box, colours[fill])
    if (border) pen.drawFrames(box, border === 'dashed' ? { dashed: true, colour: colours.soft } : {})
  },
  drawing: (pen, { path, size, colour = 'ink' }, box) => pen.fillPath(path, size, box, colours[colour]),
}

/** Draws the items of the bill in one column or two, and their total. */
const drawItems = (pen: PdfPen, block: ItemsBlock, box: Box, { items, amount, currency }: Slip): void => {
  const columns = items.length > block.rows ? 2 : 1
  const rows = Math.max(block.rows, Math.ceil(items.length / columns))
  const [headHeight, totalHeight] = [17, 19]
  const height = (box.height - headHeight - totalHeight) / rows
  const width = box.width / columns
  pen.fillBoxes({ ...box, height: headHeight }, colours.accent)
  for (let column = 0; column < columns; column += 1)
    drawItemHead(pen, block, { ...box, x: box.x + column * width, width, height: headHeight })
  items.forEach((item, index) => {
    const cell = {
      x: box.x + Math.floor(index / rows) * width,
      y: box.y + headHeight + (index % rows) * height,
      width,
      height,
    }
    const [left, right] = splitBox({ ...cell, x: cell.x + 6, width: width - 12 }, (width - 12) * 0.7, 4)
    pen.drawTextLine(item.name, left, { size: Math.min(9, height * 0.66) })
    pen.drawTextLine(formatMoney(item.amount, currency), right, { size: Math.min(9, height * 0.66), align: 'right' })
    pen.drawRule(cell.x, cell.y + height, width, { width: 0.3 })
  })
  const foot = { ...box, y: box.y + box.height - totalHeight, height: totalHeight }
  pen.fillBoxes(foot, colours.tint)
  pen.drawTextLine(block.total, { ...foot, x: foot.x + 6 }, { size: 9, bold: true })
  pen.drawTextLine(
    formatMoney(amount, currency),
    { ...foot, width: foot.width - 6 },
    { size: 10, bold: true, align: 'right' },
  )
  pen.drawFrames(box)
}

const drawItemHead = (pen: PdfPen, { name, amount }: ItemsBlock, box: Box): void => {
  pen.drawTextLine(name, { ...box, x: box.x + 6 }, { size: 8, bold: true, colour: colours.white })
  pen.drawTextLine(
    amount,
    { ...box, width: box.width - 6 },
    { size: 8, bold: true, colour: colours.white, align: 'right' },
  )
}

/**
 * Draws the lead text in one or two lines, and the other texts below it in columns.
 * A text that does not fit is drawn in smaller type or shortened.
 */
const drawNotes = (pen: PdfPen, { lead = '', columns }: NotesBlock, box: Box, values: SlipValues): void => {
  const text = interpolate(lead, values)
  const style = { size: 8, bold: true }
  const height = text === '' ? 0 : pen.widthOf(text, style) <= box.width ? oneLineHeight : twoLineHeight
  pen.drawParagraph(text, { ...box, height }, style)
  drawColumns(
    pen,
    columns.map((column) => ({ ...column, text: interpolate(column.text, values) })),
    boxBelow(box, height),
  )
}

const oneLineHeight = 14
const twoLineHeight = 26

const drawColumns = (pen: PdfPen, columns: NotesBlock['columns'], box: Box): void => {
  const filledColumns = columns.filter(({ text }) => text !== '')
  const gap = 12
  const width = (box.width - gap * (filledColumns.length - 1)) / filledColumns.length
  filledColumns.forEach(({ title, text }, index) => {
    const column = { ...box, x: box.x + index * (width + gap), width }
    const numbered = text.split('\n').map((line, number) => `${number + 1}. ${line}`)
    pen.drawTextLine(title, { ...column, height: 12 }, { size: 8, bold: true, colour: colours.accent })
    pen.drawParagraph(numbered.join('\n'), boxBelow(column, 13), { size: 8 })
  })
}
