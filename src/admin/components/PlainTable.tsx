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

/** Renders a small read-only table. */
export const PlainTable = <Row,>({ label, columns, rows }: { label: string; columns: readonly PlainColumn<Row>[]; rows: readonly Row[] }) => (
  <ScrollRegion label={label}>
    <Table size="small" aria-label={label} sx={{ '& td, & th': { whiteSpace: 'nowrap', px: { xs: 1, md: 2 } } }}>
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
