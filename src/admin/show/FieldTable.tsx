import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { Field } from '../../schema/language/types'
import { ScrollRegion } from '../components/ScrollRegion'
import { alignOf } from '../fields/registry'

interface FieldTableProps {
  readonly label: string
  readonly fields: readonly Field[]
  readonly rows: readonly RaRecord[]
  readonly cell: (field: Field, row: RaRecord) => ReactNode
}

/** Some records of another page as a small table, a column for each field. */
export const FieldTable = ({ label, fields, rows, cell }: FieldTableProps) => (
  <ScrollRegion label={label}>
    <Table size="small" aria-label={label} sx={{ '& td, & th': { whiteSpace: 'nowrap', px: { xs: 1, md: 2 } } }}>
      <TableHead>
        <TableRow>
          {fields.map((field) => (
            <TableCell key={field.name} align={alignOf(field)}>
              {field.label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            {fields.map((field) => (
              <TableCell key={field.name} align={alignOf(field)}>
                {cell(field, row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </ScrollRegion>
)
