import type { Printer } from '../../ports'
import type { ReportDocument, ReportDocumentRow } from '../../reports/document'
import { printPdf } from './document'
import type { PdfPen } from './pen'

/** Prints reports on A4: portrait up to six columns, else landscape. */
export const reportPrinter = (): Printer<ReportDocument> => ({
  print: (report) =>
    printPdf({
      info: { Title: report.title, Subject: '報表' },
      layout: isWide(report) ? 'landscape' : 'portrait',
      draw: (document, pen) => drawPages(document, pen, report),
    }),
})

const isWide = ({ columns }: ReportDocument): boolean => columns.length > 6

// All lengths are in points.
const margin = 36
const rowHeight = 16
const headHeight = 20
const footHeight = 24
const padding = 4

/** Draws the table on as many pages as it needs; each page has the headings and its number. */
const drawPages = (document: PDFKit.PDFDocument, pen: PdfPen, report: ReportDocument): void => {
  const pageSize = pageSizeOf(report)
  // Text cannot be measured before a page has been added, because measuring also sets the colour of the text on the
  // page.
  document.addPage()
  const widths = widthsOf(pen, report, pageSize.width - margin * 2)
  const pages = splitIntoPages(report, pageSize.height)
  for (const [pageIndex, rows] of pages.entries()) {
    if (pageIndex > 0) document.addPage()
    const top = pageIndex === 0 ? drawTitle(pen, report, pageSize.width) : margin
    drawHeadings(pen, report, widths, top)
    for (const [index, row] of rows.entries())
      drawRow(pen, report, { row, widths, y: top + headHeight + index * rowHeight })
    const foot = { y: pageSize.height - margin - footHeight / 2, height: footHeight / 2 }
    pen.drawTextLine(report.timeAndUser, { x: margin, width: pageSize.width / 2, ...foot }, { size: 8 })
    pen.drawTextLine(
      `第 ${pageIndex + 1} 頁，共 ${pages.length} 頁`,
      { x: pageSize.width / 2, width: pageSize.width / 2 - margin, ...foot },
      { size: 8, align: 'right' },
    )
  }
}

const a4 = { short: 595.28, long: 841.89 }

const pageSizeOf = (report: ReportDocument) =>
  isWide(report) ? { width: a4.long, height: a4.short } : { width: a4.short, height: a4.long }

const titleHeight = ({ issuer, conditions }: ReportDocument): number =>
  30 + (issuer ? 14 : 0) + Math.ceil(conditions.length / 2) * 13 + 6

const splitIntoPages = (report: ReportDocument, height: number): readonly (readonly ReportDocumentRow[])[] => {
  const availableHeight = height - margin * 2 - footHeight - headHeight
  const rowsOnFirstPage = Math.floor((availableHeight - titleHeight(report)) / rowHeight)
  const rowsPerPage = Math.floor(availableHeight / rowHeight)
  const furtherRows = report.rows.slice(rowsOnFirstPage)
  const furtherPages = Array.from({ length: Math.ceil(furtherRows.length / rowsPerPage) }, (_, page) =>
    furtherRows.slice(page * rowsPerPage, (page + 1) * rowsPerPage),
  )
  return [report.rows.slice(0, rowsOnFirstPage), ...furtherPages]
}

/**
 * Draws the title, the issuer and the query conditions of the report.
 * Returns the vertical position at which the table begins.
 */
const drawTitle = (pen: PdfPen, report: ReportDocument, pageWidth: number): number => {
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

const drawHeadings = (pen: PdfPen, { columns }: ReportDocument, widths: readonly number[], y: number): void => {
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
  { columns }: ReportDocument,
  { row, widths, y }: { readonly row: ReportDocumentRow; readonly widths: readonly number[]; readonly y: number },
): void => {
  const style = { size: 8.5, bold: row.isTotal }
  for (const [column, text] of row.texts.entries())
    pen.drawTextLine(text, boxOf(widths, column, y, rowHeight), {
      ...style,
      align: columns[column]?.isNumeric && !(row.isTotal && column === 0) ? 'right' : 'left',
    })
  pen.drawRule(margin, y + rowHeight, sum(widths), { width: row.isTotal ? 0.8 : 0.3 })
}

const boxOf = (widths: readonly number[], column: number, y: number, height: number) => ({
  x: margin + sum(widths.slice(0, column)) + padding,
  y,
  width: (widths[column] ?? 0) - padding * 2,
  height,
})

/** Returns the widths of the columns, proportional to their content and scaled to the page. */
const widthsOf = (pen: PdfPen, { columns, rows }: ReportDocument, availableWidth: number): readonly number[] => {
  // Measuring all rows of a long report would take too long.
  const sample = rows.slice(0, 300)
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
