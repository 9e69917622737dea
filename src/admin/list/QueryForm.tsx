import LessIcon from '@mui/icons-material/ExpandLess'
import MoreIcon from '@mui/icons-material/ExpandMore'
import TuneIcon from '@mui/icons-material/Tune'
import { Box, Button, Card, Collapse, Typography } from '@mui/material'
import { type FormEvent, memo, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useListContext, useRefresh } from 'react-admin'
import { flushSync } from 'react-dom'
import type { ListFilter, Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { filterField, tabFields } from '../../schema/rules/list-filters'
import { SearchButton } from '../components/SearchButton'
import { SecondStep } from '../components/SecondStep'
import { fieldViewOf } from '../fields/registry'
import { ValueScopeContext } from '../fields/value-scope'
import { useIsNarrow } from '../hooks/use-is-narrow'
import { selectedAgreement } from '../hooks/working-agreement'
import { queryTexts } from './PrintedQuery'
import {
  blankQuery,
  initialFilters,
  QueryContext,
  type QueryState,
  queryErrors,
  queryFormId,
  queryScope,
  refusedInputs,
  requiredFilterMessages,
  usedFilters,
  withoutEmptyDefaults,
  withValue,
} from './query-values'

/** What a query form controls. */
export interface FormQuery {
  /** The filters of the result on screen. */
  readonly filters: Readonly<Record<string, unknown>>
  /** A record of the result on screen, which has the texts of codes. */
  readonly record?: RecordValues | undefined
  readonly busy: boolean
  /** Why the server refused the query; the messages of parameters are shown at their inputs. */
  readonly error?: unknown
  /** Runs a query, also with the filters of the result on screen. */
  run(filters: Record<string, unknown>): void
  /** Returns to the filters with which the page opens. */
  clear(initial: Record<string, unknown>): void
}

interface QueryFormProps {
  readonly resource: Resource
  readonly query: FormQuery
  /** The values that the form shows at first, instead of the filters of the result. */
  readonly firstFilters?: Readonly<Record<string, unknown>>
  /** Further controls of the form's values. */
  readonly children?: ReactNode
}

/** Renders the query form of a list, whose filters are those of the list. */
export const ListQueryForm = ({ resource }: { resource: Resource }) => {
  const { filterValues, setFilters, isFetching = false, data, error } = useListContext()
  const refresh = useRefresh()
  const query: FormQuery = {
    filters: filterValues,
    record: data?.[0],
    busy: isFetching,
    error,
    // Setting unchanged filters does not reload the list, its tabs and its sums.
    run: (filters) =>
      JSON.stringify(filters) === JSON.stringify(filterValues) ? refresh() : setFilters(filters, undefined, false),
    clear: (initial) => setFilters(initial, undefined, false),
  }
  return <QueryForm resource={resource} query={query} />
}

/**
 * Renders a query form.
 * The query runs when the user presses 查詢.
 * On a narrow screen the form is collapsed, except before a query that the page needs, and after a refused one.
 */
export const QueryForm = ({ resource, query, firstFilters = query.filters, children }: QueryFormProps) => {
  const { state, search, clear, open, setOpen } = useQueryForm(resource, query, firstFilters)
  const isNarrow = useIsNarrow('sm')
  const primary = primaryFilters(resource)
  // All filters are shown at first if a filter in use would otherwise be hidden.
  const [showsMore, setShowsMore] = useState(() => hasHiddenFilters(resource, state.values))
  const filters = showsMore ? resource.list.filters : primary
  return (
    <Card
      component="form"
      id={queryFormId}
      role="search"
      aria-label="查詢條件"
      noValidate
      onSubmit={search}
      onReset={clear}
      sx={{ p: { xs: 1, sm: 2 }, mb: 2, displayPrint: 'none' }}
    >
      {isNarrow && <FormToggle resource={resource} query={query} open={open} onToggle={() => setOpen(!open)} />}
      <Collapse in={open || !isNarrow}>
        <Box sx={gridStyles}>
          <QueryContext value={state}>
            <ValueScopeContext value={queryScope}>
              <SecondStep
                placeholder={filters.map((filter) => filterCell(filter, <div className="input-placeholder" />))}
              >
                {filters.map((filter) => filterCell(filter, <FilterInput resource={resource} filter={filter} />))}
              </SecondStep>
              {children}
            </ValueScopeContext>
          </QueryContext>
          <Box sx={buttonStyles}>
            <SecondStep>
              {primary.length < resource.list.filters.length && (
                <Button
                  aria-expanded={showsMore}
                  endIcon={showsMore ? <LessIcon /> : <MoreIcon />}
                  onClick={() => setShowsMore(!showsMore)}
                  sx={{ whiteSpace: 'nowrap' }}
                >
                  {showsMore ? '較少條件' : '更多條件'}
                </Button>
              )}
              <Button variant="outlined" type="reset">
                清除
              </Button>
              <SearchButton busy={query.busy} />
            </SecondStep>
          </Box>
        </Box>
      </Collapse>
    </Card>
  )
}

interface FormToggleProps {
  readonly resource: Resource
  readonly query: FormQuery
  readonly open: boolean
  readonly onToggle: () => void
}

/** Renders the button that opens and collapses the form, beside the conditions of the result on screen. */
const FormToggle = ({ resource, query: { filters, record }, open, onToggle }: FormToggleProps) => {
  const conditions = open ? [] : queryTexts(resource, filters, record)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: conditions.length > 0 ? 1 : 0 }}>
      {conditions.length > 0 && (
        <Typography color="textSecondary" sx={{ flexGrow: 1, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
          {conditions.join('、')}
        </Typography>
      )}
      <Button
        fullWidth={conditions.length === 0}
        startIcon={<TuneIcon />}
        className={toggleClass}
        aria-expanded={open}
        onClick={onToggle}
        sx={{ flexShrink: 0, minHeight: 40 }}
      >
        {open ? '收合查詢條件' : conditions.length > 0 ? '修改條件' : '查詢條件'}
      </Button>
    </Box>
  )
}

const toggleClass = 'query-toggle'

const filterCell = ({ field, match }: ListFilter, content: ReactNode) => (
  <Box key={field} sx={[cellStyles, match === 'range' && { gridColumn: { sm: 'span 2' } }]}>
    {content}
  </Box>
)

/**
 * Renders the input of a filter.
 * It rerenders only when the query form's state changes, not when the list is loaded.
 */
const FilterInput = memo(({ resource, filter }: { resource: Resource; filter: ListFilter }) => {
  const field = filterField(resource, filter)
  if (!field) return null
  const { Filter: Input } = fieldViewOf(field)
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

/**
 * Returns the filters that are visible before the user presses 更多條件: those that fit in two rows with the buttons, or
 * all filters if all fit in two rows without the buttons.
 */
const primaryFilters = ({ list: { filters } }: Resource): readonly ListFilter[] => {
  const widths = filters.map(({ match }) => (match === 'range' ? 2 : 1))
  const widthUpTo = (end: number) => widths.slice(0, end).reduce<number>((sum, width) => sum + width, 0)
  return widthUpTo(filters.length) <= maxWidthOfAllFilters
    ? filters
    : filters.filter((_, index) => widthUpTo(index + 1) <= maxWidthOfPrimaryFilters)
}

/** Returns whether a query uses filters that are hidden by default. */
const hasHiddenFilters = (resource: Resource, values: Readonly<Record<string, unknown>>): boolean => {
  const shown = primaryFilters(resource).map(({ field }) => field)
  return Object.keys(usedFilters(values)).some((name) => !shown.includes(name))
}

// Widths in grid columns. Two rows have eight columns on wide screens, and the buttons need two of them.
const maxWidthOfPrimaryFilters = 6
const maxWidthOfAllFilters = 8

/** Returns the query form's state, and the handlers of its two buttons. */
const useQueryForm = (resource: Resource, query: FormQuery, firstFilters: QueryState['values']) => {
  const { filters: filterValues, error } = query
  const [open, setOpen] = useState(() => requiredFilterMessages(resource, filterValues).length > 0)
  const [values, setValues] = useState<QueryState['values']>(() => ({ ...blankQuery(resource), ...firstFilters }))
  const [errors, setErrors] = useState<QueryState['errors']>({})
  const [shownError, setShownError] = useState<unknown>()
  if (error !== shownError) {
    const refused = refusedInputs(resource, error)
    setShownError(error)
    setErrors(refused)
    if (Object.keys(refused).length > 0) setOpen(true)
  }
  // The form follows the filters that a tab sets, and keeps what has been entered in others.
  const set = tabFields(resource)
  const setValuesText = JSON.stringify(set.map((name) => filterValues[name]))
  const [followedText, setFollowedText] = useState(setValuesText)
  if (setValuesText !== followedText) {
    const blank = blankQuery(resource)
    setFollowedText(setValuesText)
    setValues({ ...values, ...Object.fromEntries(set.map((name) => [name, filterValues[name] ?? blank[name]])) })
  }

  const change = useCallback((path: string, value: unknown) => {
    setValues((previous) => withValue(previous, path, value))
    setErrors(({ [path]: _, ...others }) => others)
  }, [])
  const search = (event: FormEvent<HTMLElement>) => {
    event.preventDefault()
    const invalid = queryErrors(resource, values)
    // The update is synchronous, because the first invalid input is found by its rendered attribute.
    flushSync(() => setErrors(Object.fromEntries(invalid)))
    if (invalid.length > 0) return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const queried = withoutEmptyDefaults(resource, values)
    setValues(queried)
    setOpen(false)
    // On a narrow screen the pressed button is collapsed with the form.
    event.currentTarget.querySelector<HTMLElement>(`.${toggleClass}`)?.focus()
    query.run(usedFilters(queried))
  }
  const clear = (event: FormEvent<HTMLElement>) => {
    // The inputs are controlled by React, so the browser must not reset them.
    event.preventDefault()
    const initial = initialFilters(resource, selectedAgreement())
    setValues({ ...blankQuery(resource), ...initial })
    setErrors({})
    // A page that shows nothing without conditions asks for them.
    if (requiredFilterMessages(resource, initial).length > 0) setOpen(true)
    event.currentTarget.querySelector<HTMLElement>(`.${toggleClass}`)?.focus()
    query.clear(initial)
  }
  const state = useMemo((): QueryState => ({ values, errors, change }), [values, errors, change])
  return { state, search, clear, open, setOpen }
}
