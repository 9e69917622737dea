import type { PrintLine, ReportHead } from '../../reports/document'
import { openPdf } from './document'
import { type PdfPen, penFor } from './pen'
import { decimal, type TextDocument } from './text-document'

/** A report that is being printed. */
export interface RunningReport {
  /** Draws lines, and returns the bytes of the pages that are complete. */
  draw(lines: readonly PrintLine[]): readonly Uint8Array[]
  /** Returns the last bytes. */
  end(): Promise<readonly Uint8Array[]>
}

/**
 * Begins to print a report on A4: portrait up to six columns, else landscape.
 * The first lines determine the widths of the columns; they are not drawn.
 */
export const startReport = async (head: ReportHead, first: readonly PrintLine[]): Promise<RunningReport> => {
  const document = await openPdf({
    info: { Title: head.title, Subject: '報表' },
    layout: isWide(head) ? 'landscape' : 'portrait',
  })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  const table = startTable(document, head, first)
  const takeChunks = () => chunks.splice(0)
  return {
    draw: (lines) => {
      for (const line of lines) table.drawLine(line)
      return takeChunks()
    },
    end: async () => {
      table.end()
      document.end()
      await ended
      return takeChunks()
    },
  }
}

const isWide = ({ columns }: ReportHead): boolean => columns.length > 6

// All lengths are in points.
const margin = 36
const rowHeight = 16
const headHeight = 20
const footHeight = 24
const padding = 4
const footLine = 12
/** Width of the number of pages, which is written at the right of the page number. */
const pageCountWidth = 48

/** A table that is drawn line by line on as many pages as it needs; each page has the headings and its number. */
interface RunningTable {
  drawLine(line: PrintLine): void
  end(): void
}

const startTable = (document: TextDocument, head: ReportHead, first: readonly PrintLine[]): RunningTable => {
  const pen = penFor(document)
  const pageSize = pageSizeOf(head)
  const footTop = pageSize.height - margin - footLine
  // The number of pages is known only at the end, so each page refers to content that is written then.
  const fonts: Record<string, unknown> = {}
  const pageCount = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, pageCountWidth, footLine],
    Resources: { Font: fonts },
  })
  // Text cannot be measured before a page has been added, because measuring also sets the colour of the text on the
  // page.
  document.addPage()
  const widths = widthsOf(pen, head, first, pageSize.width - margin * 2)
  let pageNo = 0
  let y = 0
  const beginPage = (): void => {
    pageNo += 1
    y = pageNo === 1 ? drawTitle(pen, head, pageSize.width) : margin
    drawHeadings(pen, head, widths, y)
    y += headHeight
    const foot = { y: footTop, height: footLine }
    pen.drawTextLine(head.timeAndUser, { x: margin, width: pageSize.width / 2, ...foot }, { size: 8 })
    const right = pageSize.width - margin - pageCountWidth
    const pageNoBox = { x: pageSize.width / 2, width: right - pageSize.width / 2, ...foot }
    pen.drawTextLine(`第 ${pageNo} 頁，`, pageNoBox, { size: 8, align: 'right' })
    document.page.xobjects.PageCount = pageCount
    document.addContent(`q 1 0 0 1 ${decimal(right)} ${decimal(footTop)} cm /PageCount Do Q`)
  }
  beginPage()
  return {
    drawLine: (line) => {
      if (y + rowHeight > pageSize.height - margin - footHeight) {
        document.addPage()
        beginPage()
      }
      drawRow(pen, head, { line, widths, y })
      y += rowHeight
    },
    end: () => {
      const box = { x: 0, y: 0, width: pageCountWidth, height: footLine }
      const content = document.captureContent(() => pen.drawTextLine(`共 ${pageNo} 頁`, box, { size: 8 }))
      // Drawing the text has registered its font on the last page.
      Object.assign(fonts, document.page.fonts)
      pageCount.end(content)
    },
  }
}

const a4 = { short: 595.28, long: 841.89 }

const pageSizeOf = (head: ReportHead) =>
  isWide(head) ? { width: a4.long, height: a4.short } : { width: a4.short, height: a4.long }

const titleHeight = ({ issuer, conditions }: ReportHead): number =>
  30 + (issuer ? 14 : 0) + Math.ceil(conditions.length / 2) * 13 + 6

/**
 * Draws the title, the issuer and the query conditions of the report.
 * Returns the vertical position at which the table begins.
 */
const drawTitle = (pen: PdfPen, report: ReportHead, pageWidth: number): number => {
  pen.drawTextLine(
    report.title,
    { x: margin, y: margin, width: pageWidth - margin * 2, height: 24 },
    { size: 15, bold: true, align: 'center' },
  )
  const conditionsTop = margin + (report.issuer ? 44 : 30)
  if (report.issuer)
    pen.drawTextLine(
      report.issuer,
      { x: margin, y: margin + 26, width: pageWidth - margin * 2, height: 12 },
      { size: 9.5, align: 'center' },
    )
  const half = (pageWidth - margin * 2) / 2
  for (const [index, text] of report.conditions.entries())
    pen.drawTextLine(
      text,
      {
        x: margin + (index % 2) * half,
        y: conditionsTop + Math.floor(index / 2) * 13,
        width: half - padding,
        height: 12,
      },
      { size: 9 },
    )
  return margin + titleHeight(report)
}

const drawHeadings = (pen: PdfPen, { columns }: ReportHead, widths: readonly number[], y: number): void => {
  pen.fillBoxes({ x: margin, y, width: sum(widths), height: headHeight }, '#eef2f4')
  for (const [column, { title, isNumeric }] of columns.entries())
    pen.drawTextLine(title, boxOf(widths, column, y, headHeight), {
      size: 9,
      bold: true,
      align: isNumeric ? 'right' : 'left',
    })
}

const drawRow = (
  pen: PdfPen,
  { columns }: ReportHead,
  { line, widths, y }: { readonly line: PrintLine; readonly widths: readonly number[]; readonly y: number },
): void => {
  const style = { size: 8.5, bold: line.isTotal }
  for (const [column, text] of line.texts.entries()) {
    const box = boxOf(widths, column, y, rowHeight)
    // The heading of a total extends over the empty cells after it.
    const end = line.isTotal && column === 0 ? line.texts.findIndex((other, index) => index > 0 && other !== '') : 1
    const further = column === 0 && end > 1 ? sum(widths.slice(1, end)) : 0
    pen.drawTextLine(
      text,
      { ...box, width: box.width + further },
      {
        ...style,
        align: columns[column]?.isNumeric && !(line.isTotal && column === 0) ? 'right' : 'left',
      },
    )
  }
  pen.drawRule(margin, y + rowHeight, sum(widths), { width: line.isTotal ? 0.8 : 0.3 })
}

const boxOf = (widths: readonly number[], column: number, y: number, height: number) => ({
  x: margin + sum(widths.slice(0, column)) + padding,
  y,
  width: (widths[column] ?? 0) - padding * 2,
  height,
})

/** Returns the widths of the columns, proportional to their content and scaled to the page. */
const widthsOf = (
  pen: PdfPen,
  { columns }: ReportHead,
  first: readonly PrintLine[],
  availableWidth: number,
): readonly number[] => {
  // 300 lines are enough for an estimate.
  const sample = first.slice(0, 300).filter(({ isTotal }) => !isTotal)
  const contentWidths = columns.map(({ title }, column) =>
    Math.min(
      220,
      Math.max(
        40,
        ...[title, ...sample.map(({ texts }) => texts[column] ?? '')].map(
          (text) => pen.widthOf(text, { size: 9, bold: true }) + padding * 2,
        ),
      ),
    ),
  )
  return contentWidths.map((width) => (width / sum(contentWidths)) * availableWidth)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
