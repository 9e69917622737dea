import { mediaTypeOf } from '../../domain/file-kinds'
import type { RecordValues } from '../../schema/language/types'
import { type Call, FileDownload, HttpRefusal } from '../call'
import { contextOf } from '../context'
import { loadFile } from '../files'
import { companyOfFiles } from '../records/form-files'
import { errorWorkbook } from './error-log'
import type { RowError } from './row-error'

/** The resources whose records are uploads. */
type UploadResource = 'billImportList' | 'whiteListImportList'

/** Returns the file of an upload under its original name. */
export const uploadedFile = async (
  call: Call,
  resourceName: UploadResource,
  record: RecordValues,
): Promise<FileDownload> => {
  const { bytes } = await storedFile(call, resourceName, record)
  const name = String(record.OriFileName)
  return new FileDownload(name, mediaTypeOf(name), bytes)
}

/** Returns the workbook with the failed rows of an upload; its file name contains `importNo`. */
export const failedRowsFile = async (
  call: Call,
  resourceName: UploadResource,
  record: RecordValues,
  importNo: unknown,
): Promise<FileDownload> => {
  const file = await storedFile(call, resourceName, record).catch(undefinedIfMissing)
  const { SuccessCount, FailCount } = record
  return errorWorkbook(call.ports.sheets, file, {
    importNo: String(importNo),
    SuccessCount: Number(SuccessCount),
    FailCount: Number(FailCount),
    errors: errorsOf(record),
  })
}

/** Returns the error log of an upload. */
export const errorsOf = ({ ErrorLog }: RecordValues): readonly RowError[] =>
  // The cast is safe, because only imports write this column.
  (ErrorLog ?? []) as readonly RowError[]

const storedFile = async (call: Call, resourceName: UploadResource, record: RecordValues): Promise<FileDownload> =>
  loadFile(
    call.ports.db,
    String(record.File),
    await companyOfFiles(contextOf(call), call.schemas.get(resourceName), record),
  )

/** Returns undefined for the error that the file does not exist; rethrows any other error. */
const undefinedIfMissing = (error: unknown): undefined => {
  if (!(error instanceof HttpRefusal && error.status === 404)) throw error
}
