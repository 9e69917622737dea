import { Button, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { type Identifier, type RaRecord, useListContext, useRecordContext } from 'react-admin'
import type { Resource } from '../../schema/language/resource'
import { displayOf } from '../../schema/text/interpolate'
import { ActionButton } from '../actions/ActionButtons'
import { useActions } from '../actions/use-actions'
import { keyValuesOfId } from '../data-provider/record-id'
import { PlainCheckbox } from './RowControls'

/** Renders the bulk actions for the selected records. Records for which an action failed stay selected. */
export const SelectionBar = ({ resource }: { resource: Resource }) => {
  const { selectedIds, onSelect, onUnselectItems } = useListContext()
  const records = useSelectedRecords(resource)
  const actions = useActions(resource, 'bulk')
  if (selectedIds.length === 0) return null
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="選取的資料"
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 0.5, bgcolor: 'var(--primary-soft)' }}
    >
      <Typography role="status" sx={{ flexGrow: 1 }}>
        已選取 {selectedIds.length} 筆
      </Typography>
      <Button size="small" onClick={() => onUnselectItems()}>
        取消選取
      </Button>
      {actions.map((action) => (
        <ActionButton
          key={action.name}
          resource={resource}
          action={action}
          place="bulk"
          records={records}
          size="small"
          onDone={({ failed }) => (failed.length > 0 ? onSelect(failed.map(({ id }) => id)) : onUnselectItems())}
        />
      ))}
    </Stack>
  )
}

/** Returns the selected records. Records of other pages have the values that were last read, or only their key if they were not read since the list was opened. */
const useSelectedRecords = (resource: Resource): readonly RaRecord[] => {
  const { data = [], selectedIds } = useListContext()
  const readRecords = useRef(new Map<Identifier, RaRecord>())
  for (const record of data) readRecords.current.set(record.id, record)
  return selectedIds.map((id) => readRecords.current.get(id) ?? { ...keyValuesOfId(resource, id), id })
}

/** Renders the checkbox that selects a record. react-admin's own checkbox has no name for screen readers. */
export const RowCheckbox = ({ resource }: { resource: Resource }) => {
  const { selectedIds, onToggleItem } = useListContext()
  const record = useRecordContext()
  return record ? (
    <PlainCheckbox label={`選取 ${displayOf(resource, record)}`} checked={selectedIds.includes(record.id)} onChange={() => onToggleItem(record.id)} />
  ) : null
}

/** Renders the checkbox that selects all records of the page, or none. */
export const PageCheckbox = () => {
  const { data = [], selectedIds, onSelect } = useListContext()
  const pageIds = data.map(({ id }) => id)
  const selected = pageIds.filter((id) => selectedIds.includes(id))
  const areAllSelected = pageIds.length > 0 && selected.length === pageIds.length
  const toggle = () => onSelect(areAllSelected ? selectedIds.filter((id) => !pageIds.includes(id)) : [...new Set([...selectedIds, ...pageIds])])
  return <PlainCheckbox label="選取本頁全部" checked={areAllSelected} indeterminate={selected.length > 0 && !areAllSelected} onChange={toggle} />
}
