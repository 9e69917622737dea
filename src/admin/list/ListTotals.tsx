import { Box, Typography } from '@mui/material'
import { useListContext } from 'react-admin'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { ListTotal } from '../../contract/envelope'
import { enumText } from '../../domain/enums'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { currencyField, currencyOf, valueText } from '../../schema/text/value-text'
import { visuallyHidden } from '../components/visually-hidden'
import { useListNumber } from './list-number'
import { chosenTab, useTabCounts } from './tabs'

/**
 * Renders the sums of the whole result, one line for each currency.
 * The sums are fetched separately, so that the records are shown without waiting for the sums.
 */
export const ListTotals = ({ resource }: { resource: Resource }) => {
  const { filterValues: filter } = useListContext()
  // The call for the tabs has already returned the sums of each of them, unless their records were not all counted.
  const { counts, areServed } = useTabCounts(resource)
  const tab = counts?.[chosenTab(resource, filter)]
  const isOnTab = areServed && chosenTab(resource, filter) >= 0 && !tab?.IsMinimum
  const { counted } = useListNumber(resource, { countsShortLists: !isOnTab })
  const totals = (isOnTab ? tab?.Totals : counted?.totals) ?? []
  const { note } = resource.list.totalRules ?? {}
  return (
    <>
      {totals.map((total) => (
        <TotalLines key={currencyOf(total)} resource={resource} total={total} showsCurrency={totals.length > 1} />
      ))}
      {totals.length > 0 && note && (
        <Typography color="textSecondary" sx={{ px: 2, pb: 0.5, fontSize: textSizes.label }}>
          {note}
        </Typography>
      )}
    </>
  )
}

interface TotalProps {
  readonly resource: Resource
  readonly total: ListTotal
  readonly showsCurrency: boolean
}

/** Renders the sums of a currency and, on lines of their own, those of the parts that the list declares. */
const TotalLines = ({ resource, total, showsCurrency }: TotalProps) => {
  const currency = { [currencyField]: currencyOf(total) }
  return (
    <>
      <TotalLine
        resource={resource}
        total={total}
        heading={
          showsCurrency ? `${enumText('Currency', currencyOf(total))} ${countText(total.Count)} 筆合計` : '全部合計'
        }
        note={`：${resource.list.totalRules?.except ? '計入' : '查詢結果共'} ${countText(total.Count)} 筆，不限本頁`}
      />
      {total.Parts?.map((part) => (
        <TotalLine
          key={part.Label}
          resource={resource}
          total={{ ...part, ...currency }}
          heading={`${part.Label} ${countText(part.Count)} 筆`}
        />
      ))}
    </>
  )
}

interface TotalLineProps {
  readonly resource: Resource
  readonly total: ListTotal
  readonly heading: string
  /** Read by screen readers, and printed: paper has the records of one page only. */
  readonly note?: string
}

const TotalLine = ({ resource, total, heading, note }: TotalLineProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.25, px: 2, pb: 0.5 }}>
    <Typography component="div" color="textSecondary" sx={{ fontSize: textSizes.small }}>
      {heading}
      {note && (
        <Box component="span" sx={{ '@media screen': visuallyHidden }}>
          {note}
        </Box>
      )}
    </Typography>
    {resource.list.totals.map((name) => {
      const field = fieldNamed(resource.fields, name)
      return (
        field && (
          <Box key={name} sx={{ display: 'flex', gap: 1, fontSize: textSizes.small }}>
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
