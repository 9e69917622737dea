import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useListContext } from 'react-admin'
import type { Resource } from '../../schema/types'
import { ActionButton } from '../actions/ActionButtons'
import { useActions } from '../actions/use-actions'
import { useChosenRows } from './use-chosen-rows'

/** What can be done with the chosen rows; what could not be done with some of them leaves these chosen. */
export const SelectionBar = ({ resource }: { resource: Resource }) => {
  const { selectedIds, onSelect, onUnselectItems } = useListContext()
  const rows = useChosenRows(resource)
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
          rows={rows}
          size="small"
          onDone={({ failed }) => (failed.length > 0 ? onSelect(failed.map(({ id }) => id)) : onUnselectItems())}
        />
      ))}
    </Stack>
  )
}
