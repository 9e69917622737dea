import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { Resource } from '../../schema/language/resource'
import { lazyComponent } from '../components/lazy-component'
import type { ExportDialogProps } from './ExportDialog'

const ExportDialog = lazyComponent<ExportDialogProps>(async () => (await import('./ExportDialog')).ExportDialog)

/** Renders the button that exports the result of the query as a file, and the dialog of the export. */
export const ListExportButton = ({ resource }: { resource: Resource }) => {
  const [open, setOpen] = useState(false)
  const { total = 0 } = useListContext()
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={total === 0}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        匯出
      </Button>
      {open && <ExportDialog resource={resource} onClose={() => setOpen(false)} />}
    </>
  )
}
