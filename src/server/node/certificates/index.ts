import PDFDocument from 'pdfkit'
import type { Certificate } from '../../../domain/certificate'
import type { CertificatePrinter } from '../../ports'
import { collectPdf, pdfSettings } from '../slips/document'
import { loadFonts, refuseMissing, type SlipFonts } from '../slips/fonts'
import { pen } from '../slips/pen'
import { drawCertificate } from './page'

/** Prints certificates of payment on A4, in the slips' typeface. */
export const certificatePrinter = (): CertificatePrinter => {
  let fonts: Promise<SlipFonts> | undefined
  return {
    async print(certificate) {
      fonts ??= loadFonts()
      return printed(certificate, await fonts)
    },
  }
}

const printed = (certificate: Certificate, fonts: SlipFonts): Promise<Uint8Array> => {
  refuseMissing(certificate, `帳單 ${certificate.billNo} 的繳費證明`, fonts)
  const info = { Title: `${certificate.title} ${certificate.certificateNo}`, Subject: certificate.title, Author: certificate.companyName }
  const document = new PDFDocument({ ...pdfSettings, info })
  const bytes = collectPdf(document)
  document.registerFont('regular', fonts.regular.file)
  document.registerFont('bold', fonts.bold.file)
  document.addPage()
  drawCertificate(pen(document), certificate)
  document.end()
  return bytes
}
