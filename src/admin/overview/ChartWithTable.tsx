import { Box, Button } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { type PlainColumn, PlainTable } from '../components/PlainTable'
import { useIsNarrow } from '../hooks/use-is-narrow'
import { useWasSeen } from '../hooks/use-was-seen'

interface ChartWithTableProps<Row> {
  readonly label: string
  /** The height of the chart in pixels. */
  readonly height: number
  readonly chart: ReactNode
  readonly columns: readonly PlainColumn<Row>[]
  readonly rows: readonly Row[]
}

/**
 * Renders a chart, and behind a button the table with the same figures.
 * On a phone the chart, whose library is large, is loaded when it comes into the window; its place is kept free.
 */
export const ChartWithTable = <Row,>({ label, height, chart, columns, rows }: ChartWithTableProps<Row>) => {
  const [isTableShown, setTableShown] = useState(false)
  const id = useId()
  const isNarrow = useIsNarrow()
  const { ref, wasSeen } = useWasSeen<HTMLDivElement>()
  return (
    <div>
      <Box ref={ref} sx={{ minHeight: height }}>
        {(wasSeen || !isNarrow) && chart}
      </Box>
      <Button
        size="small"
        aria-expanded={isTableShown}
        aria-controls={id}
        onClick={() => setTableShown(!isTableShown)}
        sx={{ mt: 1, displayPrint: 'none' }}
      >
        {isTableShown ? '隱藏表格' : '顯示表格'}
      </Button>
      <Box id={id} hidden={!isTableShown} sx={{ mt: 1 }}>
        {isTableShown && <PlainTable label={label} columns={columns} rows={rows} />}
      </Box>
    </div>
  )
}
