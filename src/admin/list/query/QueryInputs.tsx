import { Box, Button } from '@mui/material'
import { memo, type ReactNode } from 'react'
import type { ListFilter, Resource } from '../../../schema/language/resource'
import { filterField } from '../../../schema/rules/list-filters'
import { SearchButton } from '../../components/SearchButton'
import { SecondStep } from '../../components/SecondStep'
import { fieldInputsOf } from '../../fields/inputs/registry'
import { ValueScopeContext } from '../../fields/value-scope'
import { QueryContext, type QueryState, queryScope } from './query-values'

interface QueryInputsProps {
  readonly resource: Resource
  readonly state: QueryState
  readonly busy: boolean
  /** Further controls of the form's values. */
  readonly children?: ReactNode
}

/** Renders the inputs of all filters of a query form, with its buttons. */
export const QueryInputs = ({ resource, state, busy, children }: QueryInputsProps) => (
  <Box className="query-inputs" sx={gridStyles}>
    <QueryContext value={state}>
      <ValueScopeContext value={queryScope}>
        <SecondStep
          placeholder={resource.list.filters.map((filter) => filterCell(filter, <div className="input-placeholder" />))}
        >
          {resource.list.filters.map((filter) =>
            filterCell(filter, <FilterInput resource={resource} filter={filter} />),
          )}
        </SecondStep>
        {children}
      </ValueScopeContext>
    </QueryContext>
    <Box sx={buttonStyles}>
      <SecondStep>
        <Button variant="outlined" type="reset">
          清除
        </Button>
        <SearchButton busy={busy} />
      </SecondStep>
    </Box>
  </Box>
)

const filterCell = ({ field, match }: ListFilter, content: ReactNode) => (
  <Box key={field} sx={[cellStyles, match === 'range' && { gridColumn: { sm: 'span 2' } }]}>
    {content}
  </Box>
)

/**
 * Renders the input of a filter.
 * It rerenders only when the query form's state changes, not when the list is loaded.
 */
export const FilterInput = memo(({ resource, filter }: { resource: Resource; filter: ListFilter }) => {
  const field = filterField(resource, filter)
  if (!field) return null
  const { Filter: Input } = fieldInputsOf(field)
  return <Input field={filter.required ? { ...field, label: `${field.label}（必填）` } : field} match={filter.match} />
})

// A filter without an input, because the user may not list its options, takes no space.
const cellStyles = { '&:empty': { display: 'none' } }

const gridStyles = {
  display: 'grid',
  gap: 2,
  p: { xs: 1, sm: 0 },
  pt: { xs: 2, sm: 1 },
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
  alignItems: 'start',
  // As high as an input without a text below it.
  '& .input-placeholder': { height: 40, border: 1, borderColor: 'divider', borderRadius: 1 },
}

// The buttons are at the end of the last row, or in a new row if the last one is full.
const buttonStyles = {
  gridColumn: { sm: 'span 2 / -1' },
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 1,
  minHeight: 40,
  '& > *': { flex: { xs: '1 1 auto', sm: 'none' }, minHeight: 40 },
}
