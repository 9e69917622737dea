import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useDataProvider, useListContext } from 'react-admin'
import { saveFile } from '../../browser/save-file'
import { csvText } from '../../domain/csv'
import type { Resource } from '../../schema/types'
import { useNotifyFailure } from '../parts/use-notify-failure'
import { type Sheet, sheetOf } from './sheet'
import { useShownColumns } from './use-shown-columns'

/** Saves everything the query finds, in the columns that are shown, as CSV or Excel. */
export const ExportButton = ({ resource }: { resource: Resource }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { total = 0 } = useListContext()
  const { busy, save } = useExport(resource)
  const choose = (kind: Kind) => {
    setAnchor(null)
    void save(kind)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        loading={busy}
        loadingPosition="start"
        disabled={total === 0}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        匯出
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => choose('xlsx')}>匯出Excel</MenuItem>
        <MenuItem onClick={() => choose('csv')}>匯出CSV</MenuItem>
      </Menu>
    </>
  )
}

type Kind = 'csv' | 'xlsx'

const useExport = (resource: Resource) => {
  const [busy, setBusy] = useState(false)
  const provider = useDataProvider()
  const { filterValues, sort, total = 0 } = useListContext()
  const columns = useShownColumns(resource)
  const notifyFailure = useNotifyFailure()
  const save = async (kind: Kind) => {
    setBusy(true)
    try {
      const { data } = await provider.getList(resource.name, { pagination: { page: 1, perPage: Math.max(total, 1) }, sort, filter: filterValues })
      saveFile({ name: `${resource.label}.${kind}`, blob: await writers[kind](sheetOf(resource.label, columns, data)) })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}

const writers: Readonly<Record<Kind, (sheet: Sheet) => Promise<Blob>>> = {
  csv: async (sheet) => new Blob([csvText([sheet.header, ...sheet.rows])], { type: 'text/csv;charset=utf-8' }),
  // The Excel writer is loaded by those who want Excel.
  xlsx: async (sheet) => (await import('./xlsx')).toXlsx(sheet),
}
