import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  TextField,
  Typography,
} from '@mui/material'
import { type MouseEvent, useId } from 'react'
import { flushSync } from 'react-dom'
import { textSizes } from '../../../browser/theme/type-scale'
import { columnWidths } from '../../../contract/saved-views'
import type { Resource } from '../../../schema/language/resource'
import type { Field } from '../../../schema/language/types'
import { columnWidth } from '../../../schema/text/column-width'
import { settingOf, withMoved, withValues } from './column-settings'
import type { ListColumns } from './columns'

export interface ColumnDialogProps {
  readonly resource: Resource
  readonly listColumns: ListColumns
  readonly onClose: () => void
}

/** Renders the dialog in which the order and the widths of columns are changed without dragging. Changes apply at once. */
export const ColumnDialog = ({ resource, listColumns, onClose }: ColumnDialogProps) => {
  const { columns, shownColumns, settings, set } = listColumns
  const titleId = useId()
  const names = columns.map(({ name }) => name)
  const move = (event: MouseEvent<HTMLElement>, name: string, step: -1 | 1) => {
    const to = shownColumns[shownColumns.findIndex((column) => column.name === name) + step]
    const button = event.currentTarget
    // The row is moved in the page at once, which takes the focus from its button.
    flushSync(() => to && set(withMoved(settings, names, { name, to: to.name })))
    button.focus()
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>調整順序與寬度</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ fontSize: textSizes.small }}>
          寬度以像素計。也可以在清單的標題列拖曳欄位，或拖曳欄位右側的邊線。
        </Typography>
        <Box component="ol" aria-label="顯示的欄位" sx={listStyles}>
          {shownColumns.map((column, index) => (
            <li key={column.name}>
              <Box sx={{ flexGrow: 1 }}>{column.label}</Box>
              <WidthInput resource={resource} column={column} listColumns={listColumns} />
              <IconButton
                aria-label={`上移${column.label}`}
                aria-disabled={index === 0}
                onClick={(event) => move(event, column.name, -1)}
              >
                <UpIcon fontSize="small" />
              </IconButton>
              <IconButton
                aria-label={`下移${column.label}`}
                aria-disabled={index === shownColumns.length - 1}
                onClick={(event) => move(event, column.name, 1)}
              >
                <DownIcon fontSize="small" />
              </IconButton>
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => set([])}>恢復預設欄位</Button>
        <Button variant="contained" onClick={onClose}>
          完成
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface WidthInputProps extends Pick<ColumnDialogProps, 'resource' | 'listColumns'> {
  readonly column: Field
}

/** Renders the input of a width in pixels. A width outside the limits is corrected to the nearest one when it is left. */
const WidthInput = ({ resource, column, listColumns: { columns, settings, set } }: WidthInputProps) => {
  const names = columns.map(({ name }) => name)
  const width = settingOf(settings, column.name)?.Width ?? columnWidth(resource, column)
  const change = (text: string) => {
    const Width = Math.round(Math.min(columnWidths.max, Math.max(columnWidths.min, Number(text))))
    if (text.trim() !== '' && Number.isFinite(Width) && Width !== width)
      set(withValues(settings, names, { [column.name]: { Width } }))
  }
  return (
    <TextField
      key={width}
      size="small"
      type="number"
      defaultValue={width}
      onBlur={({ target }) => change(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.querySelector('input')?.blur()
      }}
      slotProps={{
        htmlInput: { 'aria-label': `${column.label}的寬度（像素）`, step: 10, ...columnWidths },
      }}
      sx={{ width: 96 }}
    />
  )
}

const listStyles = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& [aria-disabled="true"]': { opacity: 0.3, cursor: 'default' },
  '& > li': { display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 48, borderBottom: 1, borderColor: 'divider' },
}
