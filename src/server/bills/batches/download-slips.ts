import type { RecordValues } from '../../../schema/language/types'
import { requireUnmaskedPayerData } from '../../access/documents'
import { type Call, type FileBytes, type FileDownload, HttpRefusal } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { streamFile } from '../../files'
import { jobFileOf } from '../../jobs/job-file'
import { companyOfFiles } from '../../records/form-files'
import { printedOnSlips } from '../slip'

/**
 * Returns the file of a record's slips and writes an audit line.
 * Throws a refusal for roles with masked payer data.
 * The caller must check that the slips are ready.
 */
export const downloadSlips = async (
  call: Call,
  resourceName: 'makePDFList' | 'billImportList',
  record: RecordValues,
): Promise<FileDownload<FileBytes>> => {
  requireUnmaskedPayerData(call, printedOnSlips)
  const context = contextOf(call)
  const resource = call.schemas.get(resourceName)
  const fileId = await jobFileOf(call.ports.db, { resource: resourceName, serialId: Number(record.SerialId) })
  if (fileId === null) throw new HttpRefusal(404, '找不到這個檔案，可能已經刪除。')
  const file = await streamFile(call.ports, fileId, await companyOfFiles(context, resource, record))
  await auditRecord(context, resource, { action: 'DownloadPDF', key: keyOf(resource, call) })
  return file
}
