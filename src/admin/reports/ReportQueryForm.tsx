import { Box, Button } from '@mui/material'
import { useContext, useEffect } from 'react'
import { useDataProvider } from 'react-admin'
import { tenantFields } from '../../domain/access/roles'
import { taipeiToday } from '../../domain/dates/dates'
import type { ReportResource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { isEmpty } from '../../schema/rules/condition'
import { isSameValue } from '../../schema/rules/record-rules'
import type { PortalDataProvider } from '../data-provider'
import { hasOperation } from '../data-provider/operations'
import { useSelectedAgreement } from '../hooks/working-agreement'
import { QueryForm } from '../list/query/QueryForm'
import { QueryContext } from '../list/query/query-values'
import type { FormQuery } from '../list/query/use-query-form'
import { useScreens } from '../portal'
import { periodFilter, periodValue, quickPeriods } from './quick-periods'
import { firstFilters } from './report-query'
import { useRecentHolidays } from './use-recent-holidays'

interface ReportQueryFormProps {
  readonly resource: ReportResource
  readonly query: FormQuery
  /** Whether the page shows the result of a query, whose filters the form then has. */
  readonly hasResult: boolean
}

/** Renders the query form of a report, with buttons that fill in common periods. */
export const ReportQueryForm = ({ resource, query, hasResult }: ReportQueryFormProps) => {
  const { QueryExtra } = useScreens(resource.name)
  return (
    <QueryForm resource={resource} query={query} firstFilters={hasResult ? query.filters : firstFilters(resource)}>
      <QuickPeriods resource={resource} />
      <OnlyAgreement resource={resource} />
      {QueryExtra && <QueryExtra />}
    </QueryForm>
  )
}

const QuickPeriods = ({ resource }: { resource: ReportResource }) => {
  const state = useContext(QueryContext)
  const filter = periodFilter(resource)
  const today = taipeiToday(new Date())
  const holidays = useRecentHolidays(today)
  if (!state || !filter) return null
  const value = state.values[filter.field]
  const change = (period: unknown): void => {
    if (isObject(period)) for (const [end, day] of Object.entries(period)) state.change(`${filter.field}.${end}`, day)
    else state.change(filter.field, period)
  }
  return (
    <Box role="group" aria-label="常用期間" sx={quickStyles}>
      {quickPeriods(today, holidays).map(({ id, label, ...days }) => {
        const period = periodValue(filter, days)
        const isChosen = isSameValue(period, value)
        return (
          period !== undefined && (
            <Button
              key={id}
              size="small"
              variant={isChosen ? 'contained' : 'outlined'}
              aria-pressed={isChosen}
              onClick={() => change(period)}
            >
              {label}
            </Button>
          )
        )
      })}
    </Box>
  )
}

const quickStyles = {
  gridColumn: { sm: 'span 2' },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  minHeight: 40,
  '& > *': { minHeight: { xs: 40, sm: 32 }, flex: { xs: '1 1 auto', sm: 'none' }, whiteSpace: 'nowrap' },
}

/** Fills in the agreement if the backend offers only one and the session does not say so. */
const OnlyAgreement = ({ resource }: { resource: ReportResource }) => {
  const provider = useDataProvider<PortalDataProvider>()
  const state = useContext(QueryContext)
  const { codes } = useSelectedAgreement()
  const { agreement } = tenantFields
  const filter = resource.list.filters.find(({ field }) => field === agreement)
  const isAsked =
    codes.length === 0 &&
    filter !== undefined &&
    hasOperation(resource, 'selectList') &&
    isEmpty(state?.values[agreement])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are read once, when the form is opened
  useEffect(() => {
    if (!isAsked) return
    provider.getSelectOptions(resource.name).then(
      ({ [agreement]: options = [] }) => {
        const [only, ...others] = options
        if (only && others.length === 0) state?.change(agreement, filter?.match === 'in' ? [only.Value] : only.Value)
      },
      () => {},
    )
  }, [])
  return null
}
