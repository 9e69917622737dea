import { fileFormatParam } from '../../contract/list-query'
import { formatRoc7 } from '../../domain/dates/roc-date'
import { composeFeeReceipt, type FeeReceiptFacts } from '../../domain/payments/fee-receipt'
import { isReport, type ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { reportOfCall } from '../../schema/reports/report-form'
import { requireReason } from '../access/reason'
import { issuerName } from '../bills/bill-sql'
import { type Call, type FileBytes, FileDownload } from '../call'
import { auditList, contextOf, notFound } from '../context'
import { reportCall } from './report-call'
import { reportFile, requireFewRows } from './report-file'
import { reportRowSet } from './report-rows'

const rowsCallId = 'ReportPrint.ChannelFeeReportByReceipt'

/**
 * Returns the receipts of a month as a file: in PDF the receipts themselves, one on each page, otherwise a table with
 * their lines.
 */
export const feeReceiptFile = async (call: Call): Promise<FileDownload<FileBytes>> => {
  const report = receiptReport(call)
  const { [fileFormatParam]: formats = [], ...query } = call.query
  if (formats.join() !== 'Pdf') return reportFile(call, report, rowsCallId)
  requireReason(call, report)
  const context = { ...contextOf(call), db: call.ports.backgroundDb }
  const rows = await reportRowSet(await reportCall(context, report, query, rowsCallId))
  requireFewRows(rows)
  const receipts = new Map<unknown, RecordValues[]>()
  for await (const step of rows.steps())
    for (const row of step) receipts.set(row.ReceiptNo, [...(receipts.get(row.ReceiptNo) ?? []), row])
  if (receipts.size === 0) throw notFound(call.schemas.get('feeReceipt'))
  await auditList(context, report, { action: 'Export', count: rows.count })
  const issuer = await issuerName(call.ports, '')
  const pdf = await call.ports.feeReceipts.print(
    [...receipts.values()].map((channels) => composeFeeReceipt(factsOf(channels, issuer))),
  )
  return new FileDownload(`手續費收據_${nameOf(receipts)}.pdf`, 'application/pdf', pdf)
}

/** Returns what the name of a file says of its receipts: the number of a single one, otherwise the month, as 11511. */
const nameOf = (receipts: ReadonlyMap<unknown, readonly RecordValues[]>): string => {
  const [first] = [...receipts.values()].flat()
  return receipts.size === 1 ? String(first?.ReceiptNo) : formatRoc7(`${first?.YearMonth}-01`).slice(0, -2)
}

const receiptReport = ({ schemas }: Pick<Call, 'schemas'>): ReportResource => {
  const page = schemas.get('ChannelFeeReport')
  const report = isReport(page) ? reportOfCall(page, rowsCallId) : undefined
  if (!report) throw new Error(`The report ${page.name} has no form with the call ${rowsCallId}.`)
  return report
}

const factsOf = (channels: readonly RecordValues[], issuer: string): FeeReceiptFacts => {
  const text = (name: string): string => String(channels[0]?.[name] ?? '')
  return {
    issuer,
    receiptNo: text('ReceiptNo'),
    customerName: text('CustomerName'),
    uniformNo: text('UniformNo'),
    account: text('RealAccount'),
    applyCode: text('ApplyCode'),
    month: text('YearMonth'),
    channels: channels.map(({ ChannelId, LineCount, Fee }) => ({
      code: String(ChannelId),
      count: Number(LineCount),
      fee: Number(Fee),
    })),
    totalInWords: text('TotalInWords'),
    printDate: text('PrintDate'),
  }
}
