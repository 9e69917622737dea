import PDFDocument from 'pdfkit'
import type { ReportPrinter } from '../../ports'
import type { ReportDocument } from '../../reports/document'
import { collectPdf, pdfSettings } from '../slips/document'
import { loadFonts, refuseMissing, type SlipFonts } from '../slips/fonts'
import { pen } from '../slips/pen'
import { drawPages } from './pages'

/** Prints reports on A4, in the slips' typeface: upright while the columns are few, else across. */
export const reportPrinter = (): ReportPrinter => {
  let fonts: Promise<SlipFonts> | undefined
  return {
    async print(report) {
      fonts ??= loadFonts()
      return printed(report, await fonts)
    },
  }
}

const printed = (report: ReportDocument, fonts: SlipFonts): Promise<Uint8Array> => {
  refuseMissing(report, `報表「${report.title}」`, fonts)
  const layout = report.columns.length > 6 ? 'landscape' : 'portrait'
  const document = new PDFDocument({ ...pdfSettings, layout, info: { Title: report.title, Subject: '報表' } })
  const bytes = collectPdf(document)
  document.registerFont('regular', fonts.regular.file)
  document.registerFont('bold', fonts.bold.file)
  drawPages(document, pen(document), report)
  document.end()
  return bytes
}
