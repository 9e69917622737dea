import { handleRequests } from '../worker-requests'
import type { PdfRequest, PdfResult } from '.'
import { certificatePrinter } from './certificate'
import { unprintableCharacters } from './document'
import { receiptPrinter } from './receipt'
import { reportPrinter } from './report'
import { slipPrinter } from './slip'

const handle = async (request: PdfRequest): Promise<PdfResult> => {
  switch (request.kind) {
    case 'slips':
      return { pdf: await slipPrinter(request.templates).print(request.slips) }
    case 'certificate':
      return { pdf: await certificatePrinter().print(request.certificate) }
    case 'receipt':
      return { pdf: await receiptPrinter().print(request.receipt) }
    case 'report':
      return { pdf: await reportPrinter().print(request.report) }
    case 'characters':
      return { unprintable: await unprintableCharacters(request.text) }
  }
}

const failureOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

handleRequests(handle, failureOf)
