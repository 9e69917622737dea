import ClearIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import TuneIcon from '@mui/icons-material/Tune'
import { Box, Button, Collapse, IconButton, Typography } from '@mui/material'
import { useListContext, useRefresh } from 'react-admin'
import { countText } from '../../../browser/format'
import { textSizes } from '../../../browser/theme/type-scale'
import type { Resource } from '../../../schema/language/resource'
import { fieldNamed } from '../../../schema/language/types'
import { lazyComponent } from '../../components/lazy-component'
import { useIsNarrow } from '../../hooks/use-is-narrow'
import { ListTools } from '../ListTools'
import { useListNumber } from '../list-number'
import { resultCountId } from '../Selection'
import type { ActiveConditionsProps } from './ActiveConditions'
import { QuickFilter } from './QuickFilter'
import { conditionsOf } from './query-text'
import { queryFormId, requiredFilterMessages, searchFilter } from './query-values'
import { type FormQuery, type QueryFormState, toggleClass, useQueryForm } from './use-query-form'

/** Renders the search box, the quick filters, the form with all filters, and the conditions of the result. */
export const QueryBar = ({ resource }: { resource: Resource }) => {
  const query = useListQuery()
  const form = useQueryForm(resource, query, query.filters)
  const isNarrow = useIsNarrow('lg')
  const { list } = resource
  const searchError = form.state.errors[searchFilter]
  return (
    <Box
      component="form"
      id={queryFormId}
      role="search"
      aria-label="查詢條件"
      noValidate
      onSubmit={form.search}
      onReset={form.clear}
      sx={{ displayPrint: 'none' }}
    >
      <Box sx={barStyles}>
        {list.search.length > 0 && <SearchBox resource={resource} form={form} busy={query.busy} />}
        {!isNarrow &&
          list.quick.map((name) => (
            <QuickFilter key={name} resource={resource} name={name} form={form} query={query} />
          ))}
        {list.filters.length > 0 && <FormToggle form={form} count={usedCount(resource, query)} isNarrow={isNarrow} />}
        <Box sx={{ flexGrow: 1 }} />
        <ResultCount resource={resource} missesFilters={requiredFilterMessages(resource, query.filters).length > 0} />
        <ListTools resource={resource} />
      </Box>
      {searchError && (
        <Box id={searchErrorId} role="alert" sx={searchErrorStyles}>
          {searchError}
        </Box>
      )}
      {list.filters.length > 0 && (
        <Collapse in={form.open} mountOnEnter>
          <Box sx={{ px: 2, pb: 2 }} data-open={form.open}>
            <QueryInputs resource={resource} state={form.state} busy={query.busy} />
          </Box>
        </Collapse>
      )}
      {conditionCount(resource, query) > 0 && <ActiveConditions resource={resource} query={query} form={form} />}
    </Box>
  )
}

const QueryInputs = lazyComponent<Parameters<typeof import('./QueryInputs').QueryInputs>[0]>(
  async () => (await import('./QueryInputs')).QueryInputs,
)
const ActiveConditions = lazyComponent<ActiveConditionsProps>(
  async () => (await import('./ActiveConditions')).ActiveConditions,
)

/** Returns the query of the list. */
const useListQuery = (): FormQuery => {
  const { filterValues, setFilters, isFetching = false, data, error } = useListContext()
  const refresh = useRefresh()
  return {
    filters: filterValues,
    record: data?.[0],
    busy: isFetching,
    error,
    // Setting unchanged filters does not reload the list, its tabs and its sums.
    run: (filters) =>
      JSON.stringify(filters) === JSON.stringify(filterValues) ? refresh() : setFilters(filters, undefined, false),
    clear: (initial) => setFilters(initial, undefined, false),
  }
}

const conditionCount = (resource: Resource, { filters }: FormQuery): number => conditionsOf(resource, filters).length

/** Returns the number of filters in use. */
const usedCount = (resource: Resource, { filters }: FormQuery): number =>
  conditionsOf(resource, filters).filter(({ name }) => name !== searchFilter).length

/** Renders the search box. The query runs on Enter. */
const SearchBox = ({ resource, form, busy }: { resource: Resource; form: QueryFormState; busy: boolean }) => {
  const { values, change } = form.state
  const text = String(values[searchFilter] ?? '')
  const labels = resource.list.search.flatMap((name) => fieldNamed(resource.fields, name)?.label ?? []).join('、')
  return (
    <Box sx={searchStyles}>
      <IconButton type="submit" size="small" aria-label="搜尋" aria-busy={busy}>
        <SearchIcon fontSize="small" />
      </IconButton>
      <input
        type="text"
        value={text}
        placeholder={labels}
        onChange={(event) => change(searchFilter, event.target.value === '' ? null : event.target.value)}
        aria-label="搜尋這個清單"
        data-tip={labels}
        aria-invalid={form.state.errors[searchFilter] !== undefined}
        aria-describedby={form.state.errors[searchFilter] && searchErrorId}
        enterKeyHint="search"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        data-shortcut="search"
      />
      {text && (
        <IconButton
          size="small"
          aria-label="清除搜尋文字"
          onClick={(event) => {
            form.run({ ...values, [searchFilter]: null })
            event.currentTarget.parentElement?.querySelector('input')?.focus()
          }}
        >
          <ClearIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}

interface FormToggleProps {
  readonly form: QueryFormState
  /** The number of filters in use. */
  readonly count: number
  readonly isNarrow: boolean
}

const FormToggle = ({ form, count, isNarrow }: FormToggleProps) => (
  <Button
    startIcon={<TuneIcon />}
    className={toggleClass}
    aria-expanded={form.open}
    onClick={() => form.setOpen(!form.open)}
    sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}
  >
    {form.open ? '收合條件' : isNarrow && count > 0 ? `更多條件（${count}）` : '更多條件'}
  </Button>
)

/** Renders the number of records of the result, which is announced and takes the focus of buttons that disappear. */
const ResultCount = ({ resource, missesFilters }: { resource: Resource; missesFilters: boolean }) => {
  const { isPending, error } = useListContext()
  const { total, isMinimum } = useListNumber(resource)
  const text = isPending ? '查詢中…' : isMinimum ? `${countText(total)} 筆以上` : `共 ${countText(total)} 筆`
  return (
    <Typography
      role="status"
      id={resultCountId}
      tabIndex={-1}
      color="textSecondary"
      noWrap
      sx={{ flexShrink: 0, fontSize: textSizes.small }}
    >
      {!missesFilters && !error && text}
    </Typography>
  )
}

const barStyles = {
  display: 'flex',
  flexWrap: { xs: 'wrap', lg: 'nowrap' },
  alignItems: 'center',
  gap: 1,
  minHeight: 56,
  px: { xs: 1, sm: 2 },
  py: { xs: 0.5, lg: 0 },
}

const searchErrorId = 'list-search-error'
const searchErrorStyles = { px: { xs: 1, sm: 2 }, pb: 1, color: 'var(--danger)', fontSize: textSizes.small }

const searchStyles = {
  display: 'flex',
  alignItems: 'center',
  flex: { xs: '1 1 220px', lg: '0 1 300px' },
  minWidth: 160,
  height: 40,
  px: 0.5,
  border: 1,
  borderColor: 'var(--edge)',
  borderRadius: 1,
  '& input': {
    flexGrow: 1,
    minWidth: 0,
    height: '100%',
    p: 0,
    border: 0,
    outline: 'none',
    font: 'inherit',
    fontSize: textSizes.small,
    color: 'inherit',
    background: 'none',
    '&::placeholder': { color: 'var(--text-muted)', opacity: 0.75 },
  },
  '&:focus-within': { borderColor: 'primary.main', outline: '1px solid', outlineColor: 'primary.main' },
  '@media (pointer: coarse)': { height: 44 },
}
