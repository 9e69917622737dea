import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { Resource } from '../../schema/types'
import { ExportDialog } from './ExportDialog'

/** Takes what the query finds along as a file. */
export const ExportButton = ({ resource }: { resource: Resource }) => {
  const [open, setOpen] = useState(false)
  const { total = 0 } = useListContext()
  return (
    <>
      <Button variant="outlined" startIcon={<DownloadIcon />} disabled={total === 0} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        匯出
      </Button>
      {open && <ExportDialog resource={resource} onClose={() => setOpen(false)} />}
    </>
  )
}
