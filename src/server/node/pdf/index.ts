import type { Certificate } from '../../../domain/bills/certificate'
import type { Slip } from '../../../domain/bills/slip'
import type { FeeReceipt } from '../../../domain/payments/fee-receipt'
import type { Receipt } from '../../../domain/payments/receipt'
import type { SlipTemplates } from '../../../schema/slips/template'
import type { Ports } from '../../ports'
import type { PrintLine, ReportHead } from '../../reports/document'
import { workerOnDemand } from '../worker-thread'

/**
 * Returns the ports that print documents.
 * They print in a separate thread, so that long documents block no request; the first document starts the thread.
 */
export const documentPorts = (
  templates: SlipTemplates,
): Pick<Ports, 'slips' | 'certificates' | 'receipts' | 'feeReceipts' | 'reports' | 'unprintableCharacters'> => ({
  slips: { print: (slips) => print({ kind: 'slips', templates, slips }) },
  certificates: { print: (certificate) => print({ kind: 'certificate', certificate }) },
  receipts: { print: (receipt) => print({ kind: 'receipt', receipt }) },
  feeReceipts: { print: (receipts) => print({ kind: 'feeReceipts', receipts }) },
  reports: { print: printReport },
  unprintableCharacters: async (text) => {
    const result = await getWorker().send({ kind: 'characters', text })
    return 'unprintable' in result ? result.unprintable : []
  },
})

const print = async (request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> => {
  const result = await getWorker().send(request)
  if (!('pdf' in result)) throw new Error(`The request ${request.kind} prints no document.`)
  return result.pdf
}

const printReport: Ports['reports']['print'] = async function* (head, first, more) {
  const reportId = ++lastReportId
  const chunksOf = async (request: PdfRequest): Promise<readonly Uint8Array[]> => {
    const result = await getWorker().send(request)
    return 'chunks' in result ? result.chunks : []
  }
  try {
    yield* await chunksOf({ kind: 'startReport', reportId, head, first })
    // The thread draws lines while the next ones are read.
    let next: Promise<readonly Uint8Array[]> = Promise.resolve([])
    for await (const lines of more) {
      yield* await next
      next = chunksOf({ kind: 'drawReport', reportId, lines })
      // A failure is thrown when the lines are awaited.
      next.catch(() => {})
    }
    yield* await next
    yield* await chunksOf({ kind: 'endReport', reportId })
  } finally {
    getWorker()
      .send({ kind: 'closeReport', reportId })
      .catch(() => {})
  }
}

let lastReportId = 0

const getWorker = workerOnDemand<PdfRequest, PdfResult, Error>(
  'pdf',
  'The document cannot be printed',
  (failure) => failure,
)

/** A request to the thread: a document, a step of a report, or the characters of a text that no font has. */
export type PdfRequest =
  | { readonly kind: 'slips'; readonly templates: SlipTemplates; readonly slips: readonly Slip[] }
  | { readonly kind: 'certificate'; readonly certificate: Certificate }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'feeReceipts'; readonly receipts: readonly FeeReceipt[] }
  | {
      readonly kind: 'startReport'
      readonly reportId: number
      readonly head: ReportHead
      readonly first: readonly PrintLine[]
    }
  | { readonly kind: 'drawReport'; readonly reportId: number; readonly lines: readonly PrintLine[] }
  | { readonly kind: 'endReport' | 'closeReport'; readonly reportId: number }
  | { readonly kind: 'characters'; readonly text: string }

/** The response of the thread. */
export type PdfResult =
  | { readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly chunks: readonly Uint8Array[] }
  | { readonly unprintable: readonly string[] }
