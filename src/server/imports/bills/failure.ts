import type { Ports } from '../../ports'
import { endFailedUpload, updateUnfinishedUpload, uploadFailure } from '../upload-job'
import { billUploads } from './context'

/** Ends an import whose job has failed or was cancelled. `reason` is the error that ended the job. */
export const onImportFailure = async (ports: Pick<Ports, 'db' | 'clock' | 'log'>, id: number, reason: unknown): Promise<void> => {
  const upload = { ...billUploads, id }
  await updateUnfinishedUpload(ports.db, upload).set({ pdf_status: 'NotNeeded', total_amount: 0 }).execute()
  await endFailedUpload(ports, upload, uploadFailure(ports, upload, reason))
}
