import LessIcon from '@mui/icons-material/ExpandLess'
import MoreIcon from '@mui/icons-material/ExpandMore'
import SearchIcon from '@mui/icons-material/Search'
import TuneIcon from '@mui/icons-material/Tune'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Collapse from '@mui/material/Collapse'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import type { Filter, Resource } from '../../schema/types'
import { viewOf } from '../fields/registry'
import { ValueSourceContext } from '../parts/value-source'
import { filtersAtFirst, usesMore } from './filters-at-first'
import { ofQuery, QueryContext } from './query-source'
import { useQuery } from './use-query'

/** The conditions of a list. Nothing is asked until 查詢 is pressed. On a narrow screen they stand back behind the results. */
export const QueryForm = ({ resource }: { resource: Resource }) => {
  const { state, search, clear, busy } = useQuery(resource)
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  const [open, setOpen] = useState(false)
  const first = filtersAtFirst(resource)
  const rest = resource.list.filters.length - first.length
  // Conditions in force are never out of sight.
  const [more, setMore] = useState(() => usesMore(resource, state.values))
  return (
    <Card component="form" role="search" aria-label="查詢條件" noValidate onSubmit={search} sx={{ p: { xs: 1, sm: 2 }, mb: 2 }}>
      {narrow && (
        <Button fullWidth startIcon={<TuneIcon />} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收合查詢條件' : '查詢條件'}
        </Button>
      )}
      <Collapse in={open || !narrow}>
        <Box sx={grid}>
          <QueryContext value={state}>
            <ValueSourceContext value={ofQuery}>
              {(more ? resource.list.filters : first).map((filter) => (
                <FilterBox key={filter.field} resource={resource} filter={filter} />
              ))}
            </ValueSourceContext>
          </QueryContext>
          <Box sx={buttons}>
            {rest > 0 && (
              <Button aria-expanded={more} endIcon={more ? <LessIcon /> : <MoreIcon />} onClick={() => setMore(!more)} sx={{ whiteSpace: 'nowrap' }}>
                {more ? '較少條件' : `更多條件（${rest}）`}
              </Button>
            )}
            <Button variant="outlined" onClick={clear}>
              清除
            </Button>
            <Button type="submit" variant="contained" startIcon={<SearchIcon />} loading={busy} loadingPosition="start">
              查詢
            </Button>
          </Box>
        </Box>
      </Collapse>
    </Card>
  )
}

const FilterBox = ({ resource, filter }: { resource: Resource; filter: Filter }) => {
  const field = resource.fields.find(({ name }) => name === filter.field)
  if (!field) return null
  const { Filter: Input } = viewOf(field)
  return (
    <Box sx={filter.match === 'range' ? { gridColumn: { sm: 'span 2' } } : undefined}>
      <Input field={field} match={filter.match} />
    </Box>
  )
}

const grid = {
  display: 'grid',
  gap: 2,
  p: { xs: 1, sm: 0 },
  pt: { xs: 2, sm: 1 },
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
  alignItems: 'start',
}

// At the end of the last row, or of one more where that is full.
const buttons = {
  gridColumn: { sm: 'span 2 / -1' },
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 1,
  '& > *': { flex: { xs: 1, sm: 'none' }, minHeight: 40 },
}
