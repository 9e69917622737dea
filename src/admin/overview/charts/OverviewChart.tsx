import { Box, useTheme } from '@mui/material'
import { BarChart, type BarChartProps } from '@mui/x-charts/BarChart'
import { chartColours } from './chart-colours'

/** Returns the colours of charts in the present scheme. */
export const useChartColours = () => chartColours[useTheme().palette.mode]

/**
 * Renders a bar chart with an accessible name.
 * It is one picture for screen readers and the keyboard, because the table behind the button has the same figures.
 */
export const OverviewChart = ({ label, ...chart }: BarChartProps & { label: string }) => (
  <Box role="img" aria-label={`${label}的長條圖，數字請見表格`}>
    <BarChart skipAnimation disableKeyboardNavigation borderRadius={2} {...chart} />
  </Box>
)

/** Returns an amount for an axis, in 萬 or 億 where it is long: `1,250 萬`. `amount` is in the smallest unit. */
export const axisText = (amount: number, exponent: number): string => {
  const value = amount / 10 ** exponent
  const size = Math.abs(value)
  if (size >= 1e8) return `${(value / 1e8).toLocaleString('zh-TW', { maximumFractionDigits: 1 })} 億`
  if (size >= 1e4) return `${(value / 1e4).toLocaleString('zh-TW', { maximumFractionDigits: 1 })} 萬`
  return value.toLocaleString('zh-TW')
}
