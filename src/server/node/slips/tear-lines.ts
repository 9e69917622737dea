import type { Pen } from '../pdf/pen'
import { colours, mm, page } from './layout'

/** The dashed lines between the parts, with marks at the edges of the paper for the fold. */
export const drawTearLines = (pen: Pen): void => {
  for (const y of page.tears) {
    const label = { x: page.width / 2 - 15 * mm, width: 30 * mm }
    pen.rule(0, y, 6 * mm, { colour: colours.soft, width: 0.8 })
    pen.rule(page.width - 6 * mm, y, 6 * mm, { colour: colours.soft, width: 0.8 })
    pen.rule(8 * mm, y, label.x - 8 * mm, { dashed: true })
    pen.rule(label.x + label.width, y, page.width - 8 * mm - label.x - label.width, { dashed: true })
    pen.line('請沿虛線撕開', { ...label, y: y - 5, height: 10 }, { size: 6.5, colour: colours.soft, align: 'center' })
  }
}
