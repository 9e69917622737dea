import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { companyOf } from '../../access/caller'
import { type Call, type FileBytes, type FileDownload, HttpRefusal } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { streamFile } from '../../files'
import { jobFileOf } from '../../jobs/job-file'
import { findRecord } from '../../records/get'

/** Returns the file of a report. Throws a refusal while it is not ready, or after it was deleted. */
export const downloadReport = async (call: Call): Promise<FileDownload<FileBytes>> => {
  const context = contextOf(call)
  const resource = call.schemas.get('Report')
  const key = keyOf(resource, call)
  const record = await findRecord(context, resource, key)
  if (record.JobStatus !== 'Done') throw new Refusal('2006', unavailableMessage(record))
  const fileId = await jobFileOf(call.ports.db, { resource: 'Report', serialId: Number(record.SerialId) })
  if (fileId === null) throw new HttpRefusal(404, '找不到這個檔案，可能已經刪除。')
  const file = await streamFile(call.ports, fileId, companyOf(call.scope))
  await auditRecord(context, resource, { action: 'DownloadReport', key })
  return file
}

const unavailableMessage = ({ JobStatus, ErrorMessage }: RecordValues): string => {
  if (JobStatus === 'Expired') return '檔案已超過下載期限，請重新產製。'
  return JobStatus === 'Failed'
    ? `這份報表沒有產製成功：${ErrorMessage}`
    : '報表正在產製中，完成後會顯示在作業通知，屆時再下載。'
}
