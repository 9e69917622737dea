import { Box } from '@mui/material'
import type { CSSProperties, ReactNode } from 'react'
import { textSizes } from '../../browser/theme/type-scale'
import { rowLine } from './row-line'
import { ScrollRegion } from './ScrollRegion'

/** A column of a plain table; `cell` returns the content for a row. */
export interface PlainColumn<Row> {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Styles of the column's cells below the heading, for example of a text that may wrap. */
  readonly style?: CSSProperties
  readonly cell: (row: Row) => ReactNode
}

/** Renders a read-only table whose headings stay in view. */
export const PlainTable = <Row,>({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
}) => (
  <ScrollRegion label={label}>
    <Box component="table" aria-label={label} sx={tableStyles}>
      <thead>
        <tr>
          {columns.map(({ title, align }) => (
            <th key={title} scope="col" className={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no unique key, and their components have no state
          <tr key={index}>
            {columns.map(({ title, align, style, cell }) => (
              <td key={title} className={align} style={style}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  </ScrollRegion>
)

const tableStyles = {
  width: '100%',
  borderSpacing: 0,
  fontSize: textSizes.small,
  lineHeight: 1.43,
  '& td, & th': {
    px: { xs: 1, md: 2 },
    py: '6px',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    borderBottom: rowLine,
  },
  '& th': { position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper', fontWeight: 600, lineHeight: '1.5rem' },
  '& .right': { textAlign: 'end' },
  '@media print': { '& td, & th': { whiteSpace: 'normal' }, '& th': { position: 'static' } },
}
