import { handleRequests } from '../worker-requests'
import type { PdfRequest, PdfResult } from '.'
import { certificatePrinter } from './certificate'
import { unprintableCharacters } from './document'
import { feeReceiptPrinter } from './fee-receipt'
import { receiptPrinter } from './receipt'
import { type RunningReport, startReport } from './report'
import { slipPrinter } from './slip'

/** The reports that are being printed, by `reportId`. */
const openReports = new Map<number, RunningReport>()

const handle = async (request: PdfRequest): Promise<PdfResult> => {
  switch (request.kind) {
    case 'slips':
      return { pdf: await slipPrinter(request.templates).print(request.slips) }
    case 'certificate':
      return { pdf: await certificatePrinter().print(request.certificate) }
    case 'receipt':
      return { pdf: await receiptPrinter().print(request.receipt) }
    case 'feeReceipts':
      return { pdf: await feeReceiptPrinter().print(request.receipts) }
    case 'startReport': {
      const report = await startReport(request.head, request.first)
      openReports.set(request.reportId, report)
      return { chunks: report.draw(request.first) }
    }
    case 'drawReport':
      return { chunks: openReports.get(request.reportId)?.draw(request.lines) ?? [] }
    case 'endReport':
      return { chunks: (await openReports.get(request.reportId)?.end()) ?? [] }
    case 'closeReport':
      openReports.delete(request.reportId)
      return { chunks: [] }
    case 'characters':
      return { unprintable: await unprintableCharacters(request.text) }
  }
}

const failureOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

handleRequests(handle, failureOf)
