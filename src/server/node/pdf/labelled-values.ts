import { type Box, boxBelow, colours, type PdfPen } from './pen'

/** How labels and values are arranged; widths and heights in points. */
interface Arrangement {
  readonly columns: number
  readonly labelWidth: number
  readonly rowHeight?: number
}

/** Draws labels on a tinted background and their values, in columns; returns the rest of the box below them. */
export const drawLabelledValues = (
  pen: PdfPen,
  box: Box,
  labelledValues: readonly { readonly label: string; readonly value: string }[],
  { columns, labelWidth, rowHeight: height = 17 }: Arrangement,
): Box => {
  const width = box.width / columns
  const cells = labelledValues.map((_, index) => ({
    x: box.x + (index % columns) * width,
    y: box.y + Math.floor(index / columns) * height,
    width,
    height,
  }))
  pen.fillBoxes(
    cells.map((cell) => ({ ...cell, width: labelWidth })),
    colours.tint,
  )
  pen.drawFrames(cells)
  labelledValues.forEach(({ label, value }, index) => {
    const cell = cells[index] ?? box
    pen.drawTextLine(label, { ...cell, x: cell.x + 5, width: labelWidth - 8 }, { size: 7.5, colour: colours.soft })
    pen.drawTextLine(value, { ...cell, x: cell.x + labelWidth + 5, width: width - labelWidth - 9 }, { size: 9 })
  })
  return boxBelow(box, Math.ceil(labelledValues.length / columns) * height)
}
