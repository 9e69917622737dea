import TuneIcon from '@mui/icons-material/Tune'
import { Box, Button, Card, Collapse, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { textSizes } from '../../../browser/theme/type-scale'
import type { Resource } from '../../../schema/language/resource'
import { useIsNarrow } from '../../hooks/use-is-narrow'
import { QueryInputs } from './QueryInputs'
import { queryTexts } from './query-text'
import { queryFormId } from './query-values'
import { type FormQuery, toggleClass, useQueryForm } from './use-query-form'

interface QueryFormProps {
  readonly resource: Resource
  readonly query: FormQuery
  /** The values that the form shows at first, instead of the filters of the result. */
  readonly firstFilters?: Readonly<Record<string, unknown>>
  /** Further controls of the form's values. */
  readonly children?: ReactNode
}

/**
 * Renders the query form of a report, with the inputs of all filters.
 * The query runs when the user presses 查詢.
 * On a narrow screen the form is collapsed, except before a query that the page needs, and after a refused one.
 */
export const QueryForm = ({ resource, query, firstFilters = query.filters, children }: QueryFormProps) => {
  const { state, search, clear, open, setOpen } = useQueryForm(resource, query, firstFilters)
  const isNarrow = useIsNarrow('sm')
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
        <QueryInputs resource={resource} state={state} busy={query.busy}>
          {children}
        </QueryInputs>
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
        <Typography color="textSecondary" sx={{ flexGrow: 1, fontSize: textSizes.small, overflowWrap: 'anywhere' }}>
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
