import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { saveFile } from '../../browser/save-file'
import type { ImportResult } from '../../contract/imports'
import type { Resource } from '../../schema/resource'
import { useNotifyFailure } from '../parts/use-notify-failure'
import { errorSheet } from './error-sheet'

/** Saves the rows that are wrong as they stand in the file, each with its number and what is wrong: mended, the same file can be imported again. */
export const ErrorFileButton = ({ resource, result }: { resource: Resource; result: ImportResult }) => {
  const notifyFailure = useNotifyFailure()
  const save = async () => {
    const { toXlsx } = await import('../export/xlsx')
    saveFile({ name: `${resource.noun}匯入錯誤.xlsx`, blob: await toXlsx(errorSheet(result)) })
  }
  return (
    <Button size="small" startIcon={<DownloadIcon />} onClick={() => void save().catch(notifyFailure)}>
      下載錯誤檔
    </Button>
  )
}
