import { Box, Button, Popover } from '@mui/material'
import type { FormEvent } from 'react'
import type { ListFilter, Resource } from '../../../schema/language/resource'
import { ValueScopeContext } from '../../fields/value-scope'
import { FilterInput } from './QueryInputs'
import { QueryContext, queryScope } from './query-values'
import type { QueryFormState } from './use-query-form'

/** Props of the panel of a quick filter. */
export interface QuickFilterPanelProps {
  readonly resource: Resource
  readonly filter: ListFilter
  readonly label: string
  readonly form: QueryFormState
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
  readonly onSubmit: (event: FormEvent) => void
}

/** Renders the input of a quick filter in a panel below its button. */
export const QuickFilterPanel = ({
  resource,
  filter,
  label,
  form,
  anchor,
  onClose,
  onSubmit,
}: QuickFilterPanelProps) => (
  <Popover
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5, width: 340 } } }}
  >
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <QueryContext value={form.state}>
        <ValueScopeContext value={queryScope}>
          <FilterInput resource={resource} filter={filter} />
        </ValueScopeContext>
      </QueryContext>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="contained">
          套用
        </Button>
      </Box>
    </Box>
  </Popover>
)
