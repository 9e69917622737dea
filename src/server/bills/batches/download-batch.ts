import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import type { Call, FileBytes, FileDownload } from '../../call'
import { contextOf, keyOf } from '../../context'
import { findRecord } from '../../records/get'
import { downloadSlips } from './download-slips'

/** Returns the printed slips of a batch. Throws a refusal while they are not ready, or after they were deleted. */
export const downloadBatch = async (call: Call): Promise<FileDownload<FileBytes>> => {
  const resource = call.schemas.get('makePDFList')
  const record = await findRecord(contextOf(call), resource, keyOf(resource, call))
  if (record.JobStatus !== 'Done') throw new Refusal('2006', unavailableMessage(record))
  return downloadSlips(call, 'makePDFList', record)
}

const unavailableMessage = ({ JobStatus, ErrorMessage }: RecordValues): string => {
  if (JobStatus === 'Expired') return '檔案已超過保存期限，請重新產製。'
  return JobStatus === 'Failed'
    ? `這個列印檔沒有產製成功：${ErrorMessage}`
    : '列印檔正在產製中，完成後會顯示在作業通知，屆時再下載。'
}
