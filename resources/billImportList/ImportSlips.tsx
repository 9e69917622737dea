import { Alert, Card } from '@mui/material'
import { useEffect } from 'react'
import { useRefresh } from 'react-admin'
import { type ActionDialogProps, JobProgress, useNotifyFailure, useToast } from '../../src/admin'
import { ApiError } from '../../src/browser/http/api-error'
import { fetchFile } from '../../src/browser/http/client'
import { saveFile } from '../../src/browser/http/save-file'
import type { EnumCode } from '../../src/domain/enums'
import type { BillImport } from './ImportErrors'

/**
 * Returns whether the slips are being printed, or will be printed without a request.
 * With the setting Later they are printed only when the user requests them, and without imported bills there are none.
 */
export const isPrinting = ({ BillImportPDFSetting, ImportStatus, PDFStatus, SuccessCount }: BillImport): boolean =>
  PDFStatus === 'Processing' ||
  (PDFStatus === 'Pending' && BillImportPDFSetting !== 'Later' && ImportStatus !== 'Failed' && SuccessCount > 0)

/** Renders the state of the slips of an upload, or nothing if the upload has no slips. */
export const ImportSlips = ({ record }: { record: BillImport }) => {
  if (isPrinting(record))
    return (
      <Card component="section" aria-label="繳款單" aria-live="polite" sx={{ p: { xs: 2, md: 3 } }}>
        <JobProgress label="繳款單產製中">
          系統正在產製這批帳單的繳款單，完成後可按「下載繳款單」；您也可以先離開這一頁。
        </JobProgress>
      </Card>
    )
  const note = notes[record.PDFStatus]
  return note && <Alert severity={note.severity}>{note.text}</Alert>
}

interface Note {
  readonly severity: 'info' | 'success' | 'warning' | 'error'
  readonly text: string
}

/** The notes by the state of the slips. `PDFStatus` has the codes of the enum `JobStatus`. */
const notes: Readonly<Partial<Record<EnumCode<'JobStatus'>, Note>>> = {
  Pending: { severity: 'info', text: '這批帳單的繳款單尚未產製；需要時請按「產製繳款單」。' },
  Done: { severity: 'success', text: '這批帳單的繳款單已產製完成，請按「下載繳款單」；檔案保存 30 天。' },
  Failed: { severity: 'error', text: '這批帳單的繳款單沒有產製成功，原因請見作業通知；可按「產製繳款單」再試一次。' },
  Expired: {
    severity: 'warning',
    text: '這批帳單的繳款單已超過保存期限並刪除；如仍需要，請按「產製繳款單」重新產製。',
  },
}

/**
 * Requests the slips of an upload for the action MakePDF, without showing a dialog, and shows the server's message.
 * The call that downloads the slips also requests them: until they are printed, it fails with the code 2006 and a
 * message.
 */
export const RequestSlips = ({ records, onDone, onClose }: ActionDialogProps) => {
  const toast = useToast()
  const notifyFailure = useNotifyFailure()
  const refresh = useRefresh()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is sent once
  useEffect(() => {
    const requestSlips = async () => {
      try {
        // The slips may have been printed since the page was loaded.
        saveFile(await fetchFile('BillImportList.DownloadPDF', { params: { id: String(records[0]?.SerialId) } }))
        toast('繳款單已產製完成，檔案已下載。')
      } catch (error) {
        if (error instanceof ApiError && error.code === '2006') toast(error.message, 'info')
        else notifyFailure(error)
      }
      // No record counts as failed, because the message has already been shown.
      // There is no dialog, so the action ends here.
      onDone([])
      refresh()
      onClose()
    }
    void requestSlips()
  }, [])
  return null
}
