import { encode } from 'uqr'
import type { Pen } from '../pdf/pen'
import type { Box } from './layout'

/** Draws a text as a QR code in a square box, its quiet zone of four modules included. */
export const drawQrCode = (pen: Pen, text: string, box: Box): void => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const module = box.width / size
  data.forEach((row, y) => {
    for (const { start, length } of darkRuns(row))
      pen.fill({ x: box.x + start * module, y: box.y + y * module, width: length * module, height: module }, '#000000')
  })
}

const darkRuns = (row: readonly boolean[]) =>
  Array.from(
    row
      .map((dark) => (dark ? '1' : '0'))
      .join('')
      .matchAll(/1+/g),
    (match) => ({ start: match.index, length: match[0].length }),
  )
