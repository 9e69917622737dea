import PDFDocument from 'pdfkit'
import type { Slip } from '../../../domain/bills/slip'
import type { SlipPrinter } from '../../ports'
import { loadFonts, refuseMissing, type SlipFonts } from '../slips/fonts'
import { page } from '../slips/layout'
import { drawBankPart } from '../slips/part-bank'
import { drawStorePart } from '../slips/part-store'
import { drawTearLines } from '../slips/tear-lines'
import { collectPdf, pdfSettings } from './document'
import { pen } from './pen'
import { drawPayerPart } from './slip-payer-part'

/** Prints slips on A4, one page each: the payer's part, the store's with its barcodes, the bank's. */
export const slipPrinter = (): SlipPrinter => {
  let fonts: Promise<SlipFonts> | undefined
  return {
    async print(slips) {
      fonts ??= loadFonts()
      return printed(slips, await fonts)
    },
  }
}

const printed = (slips: readonly Slip[], fonts: SlipFonts): Promise<Uint8Array> => {
  for (const slip of slips) refuseMissing(slip, `帳單 ${slip.billNo} `, fonts)
  const document = new PDFDocument({ ...pdfSettings, info: { Title: titleOf(slips), Subject: '繳款單', Author: slips[0]?.company.name ?? '' } })
  const bytes = collectPdf(document)
  document.registerFont('regular', fonts.regular.file)
  document.registerFont('bold', fonts.bold.file)
  for (const slip of slips) drawSlip(document, slip)
  document.end()
  return bytes
}

const drawSlip = (document: PDFKit.PDFDocument, slip: Slip): void => {
  document.addPage()
  const drawing = pen(document)
  drawPayerPart(drawing, slip, page.payer)
  drawStorePart(drawing, slip, page.store)
  drawBankPart(drawing, slip, page.bank)
  drawTearLines(drawing)
}

const titleOf = (slips: readonly Slip[]): string => {
  const [first] = slips
  if (!first) return '繳款單'
  return slips.length === 1 ? `${first.title} ${first.billNo}` : `${first.title}（${slips.length} 筆）`
}
