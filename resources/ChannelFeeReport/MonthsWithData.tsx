import { Box, Button, Typography } from '@mui/material'
import { useQuery, useQueryState } from '../../src/admin'
import { call } from '../../src/browser/http/client'
import type { FeeSearchData } from '../../src/contract/call-responses'

/** Number of months that are offered; older ones are typed. */
const maxMonths = 6

/** Renders buttons that fill in the latest months with fees. */
export const MonthsWithData = () => {
  const { values, change } = useQueryState()
  const { data } = useQuery({
    queryKey: ['months with fees'],
    queryFn: ({ signal }) =>
      call<FeeSearchData>('ReportPrint.GetChannelFeeReportSearchData', { quiet: true, overlay: false, signal }),
  })
  if (!data) return null
  if (data.YearMonth.length === 0) return <Typography>還沒有通路回報的交易，沒有手續費可以查詢。</Typography>
  return (
    <Box
      role="group"
      aria-label="有資料的年月"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
    >
      {data.YearMonth.slice(0, maxMonths).map(({ Value, Text }) => (
        <Button
          key={Value}
          size="small"
          variant={values.YearMonth === Value ? 'contained' : 'outlined'}
          aria-pressed={values.YearMonth === Value}
          onClick={() => change('YearMonth', Value)}
        >
          {Text}
        </Button>
      ))}
    </Box>
  )
}
