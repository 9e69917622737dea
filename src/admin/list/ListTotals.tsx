import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useListContext } from 'react-admin'
import { countText } from '../../browser/format'
import type { ListTotal } from '../../contract/envelope'
import { enumText } from '../../domain/enums'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { currencyField, currencyOf, valueText } from '../../schema/text/value-text'
import { visuallyHidden } from '../components/visually-hidden'
import type { PortalDataProvider } from '../data-provider'
import { chosenTab, useTabCounts } from './tabs'

/**
 * Renders the sums of the whole result, one line for each currency.
 * The sums are fetched separately, so that the records are shown without waiting for the sums.
 */
export const ListTotals = ({ resource }: { resource: Resource }) => {
  const provider = useDataProvider<PortalDataProvider>()
  const { filterValues: filter, data: records } = useListContext()
  // The call for the tabs has already returned the sums of each of them.
  const { counts, areServed } = useTabCounts(resource)
  const chosen = chosenTab(resource, filter)
  const isOnTab = areServed && chosen >= 0
  const { data } = useQuery({
    enabled: !isOnTab,
    // The sums are fetched again when a record on the page changes.
    queryKey: ['totals', resource.name, filter, records?.map(({ UpdateTime }) => UpdateTime)],
    queryFn: ({ signal }) => provider.getTotals(resource.name, { filter, signal }),
  })
  const totals = (isOnTab ? counts?.[chosen]?.Totals : data) ?? []
  return totals.map((total) => (
    <TotalLine key={currencyOf(total)} resource={resource} total={total} showsCurrency={totals.length > 1} />
  ))
}

const TotalLine = ({
  resource,
  total,
  showsCurrency,
}: {
  resource: Resource
  total: ListTotal
  showsCurrency: boolean
}) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.25, px: 2, pb: 0.5 }}>
    <Typography component="div" color="textSecondary" sx={{ fontSize: '0.875rem' }}>
      {showsCurrency ? `${enumText('Currency', currencyOf(total))} ${countText(total.Count)} 筆合計` : '全部合計'}
      <span style={visuallyHidden}>：查詢結果共 {countText(total.Count)} 筆，不限本頁</span>
    </Typography>
    {resource.list.totals.map((name) => {
      const field = fieldNamed(resource.fields, name)
      return (
        field && (
          <Box key={name} sx={{ display: 'flex', gap: 1, fontSize: '0.875rem' }}>
            <Typography component="span" color="textSecondary" sx={{ fontSize: 'inherit' }}>
              {field.label}
            </Typography>
            <Typography
              component="span"
              sx={{ fontSize: 'inherit', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
            >
              {valueText(field, { ...total, [currencyField]: currencyOf(total) })}
            </Typography>
          </Box>
        )
      )
    })}
  </Box>
)
