import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import type { ReactNode } from 'react'
import { ScrollRegion } from './ScrollRegion'

/** A column of a plain table; `cell` returns the content for a row. */
export interface PlainColumn<Row> {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Styles of the column's cells below the heading. */
  readonly sx?: Readonly<Record<string, string | number>>
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
    <Table size="small" stickyHeader aria-label={label} sx={tableStyles}>
      <TableHead>
        <TableRow>
          {columns.map(({ title, align = 'left' }) => (
            <TableCell key={title} align={align}>
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no unique key, and their components have no state
          <TableRow key={index}>
            {columns.map(({ title, align = 'left', sx, cell }) => (
              <TableCell key={title} align={align} sx={sx && { '&&': sx }}>
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </ScrollRegion>
)

const tableStyles = {
  '& td, & th': { whiteSpace: 'nowrap', px: { xs: 1, md: 2 } },
  '& th': { bgcolor: 'background.paper' },
  '@media print': { '& td, & th': { whiteSpace: 'normal' }, '& th': { position: 'static' } },
}
