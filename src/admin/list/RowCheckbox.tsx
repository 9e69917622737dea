import { Checkbox } from '@mui/material'
import { useListContext, useRecordContext } from 'react-admin'
import { displayOf } from '../../schema/display'
import type { Resource } from '../../schema/resource'

/** Chooses a row. react-admin's own box has no name that a screen reader could say. */
export const RowCheckbox = ({ resource }: { resource: Resource }) => {
  const { selectedIds, onToggleItem } = useListContext()
  const row = useRecordContext()
  return row ? (
    <Checkbox
      size="small"
      checked={selectedIds.includes(row.id)}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggleItem(row.id)}
      slotProps={{ input: { 'aria-label': `選取 ${displayOf(resource, row)}` } }}
      sx={{ p: 0.5 }}
    />
  ) : null
}

/** Chooses every row of the page, or none. */
export const PageCheckbox = () => {
  const { data = [], selectedIds, onSelect } = useListContext()
  const here = data.map(({ id }) => id)
  const chosen = here.filter((id) => selectedIds.includes(id))
  const all = here.length > 0 && chosen.length === here.length
  const toggle = () => onSelect(all ? selectedIds.filter((id) => !here.includes(id)) : [...new Set([...selectedIds, ...here])])
  return (
    <Checkbox
      size="small"
      checked={all}
      indeterminate={chosen.length > 0 && !all}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': '選取本頁全部' } }}
      sx={{ p: 0.5 }}
    />
  )
}
