import type { RecordValues } from '../../../schema/language/types'
import { requireUnmaskedPayerData } from '../../access/documents'
import { streamFile } from '../../files'
import { type Call, type FileBytes, type FileDownload, HttpRefusal } from '../../http/call'
import { auditRecord, contextOf, keyOf } from '../../records/context'
import { companyOfFiles } from '../../records/form-files'
import { printedOnSlips } from '../slip'
import { type SlipOwner, slipFileOf } from './slip-file'

/** Returns the file of a record's slips and writes an audit line. Throws a refusal for roles with masked payer data. The caller must check that the slips are ready. */
export const downloadSlips = async (call: Call, resourceName: SlipOwner['resource'], record: RecordValues): Promise<FileDownload<FileBytes>> => {
  requireUnmaskedPayerData(call, printedOnSlips)
  const context = contextOf(call)
  const resource = call.schemas.get(resourceName)
  const fileId = await slipFileOf(call.ports.db, { resource: resourceName, serialId: Number(record.SerialId) })
  if (fileId === null) throw new HttpRefusal(404, '找不到這個檔案，可能已經刪除。')
  const file = await streamFile(call.ports, fileId, await companyOfFiles(context, resource, record))
  await auditRecord(context, resource, { action: 'DownloadPDF', key: keyOf(resource, call) })
  return file
}
