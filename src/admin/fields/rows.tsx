import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { lazy, Suspense } from 'react'
import type { Field, Row, RowsField } from '../../schema/types'
import { amountsOf, rowsOf, sumOf } from '../rows/rows-of'
import type { FieldView, InputProps, ShownProps } from './field-view'
import { labelsAt } from './labels'
import { alignOf, viewOf } from './registry'

// The table to type in is large, and lists come sooner without it.
const RowsInput = lazy(() => import('../rows/RowsInput').then((module) => ({ default: module.RowsInput })))

/** A list of small records inside the record, such as the items of a bill. */
export const rows: FieldView<RowsField> = { Input, Filter: Nothing, text: words, Detail, wide: true }

function Input(props: InputProps<RowsField>) {
  return (
    <Suspense>
      <RowsInput {...props} />
    </Suspense>
  )
}

function words({ name }: RowsField, row: Row): string {
  const count = rowsOf(row[name]).length
  return count === 0 ? '' : `${count} 列`
}

// The schema checks let no list be narrowed by rows.
function Nothing() {
  return null
}

function Detail({ field, row }: ShownProps<RowsField>) {
  const all = rowsOf(row[field.name])
  if (all.length === 0) return '－'
  return (
    <TableContainer sx={{ border: 1, borderColor: 'divider', borderRadius: 1, '& .MuiTableCell-alignRight': { whiteSpace: 'nowrap' } }}>
      <Table size="small" aria-label={field.label}>
        <TableHead>
          <TableRow>
            {field.fields.map((one) => (
              <TableCell key={one.name} align={alignOf(one)}>
                {one.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {all.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own, and this table never changes
            <DetailRow key={index} fields={field.fields} row={{ CurrencyType: row.CurrencyType, ...one, Labels: labelsAt(row, `${field.name}.${index}`) }} />
          ))}
          <SumRow fields={field.fields} rows={all} currency={row.CurrencyType} />
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const DetailRow = ({ fields, row }: { fields: readonly Field[]; row: Row }) => (
  <TableRow>
    {fields.map((field) => (
      <TableCell key={field.name} align={alignOf(field)}>
        {viewOf(field).text(field, row)}
      </TableCell>
    ))}
  </TableRow>
)

const SumRow = ({ fields, rows: all, currency }: { fields: readonly Field[]; rows: readonly Row[]; currency: unknown }) => {
  const amounts = amountsOf(fields)
  if (amounts.length === 0) return null
  return (
    <TableRow>
      {fields.map((field, index) => (
        <TableCell key={field.name} align={alignOf(field)} sx={{ fontWeight: 600, borderBottom: 0 }}>
          {amounts.includes(field) ? viewOf(field).text(field, { [field.name]: sumOf(all, field.name), CurrencyType: currency }) : index === 0 ? '合計' : ''}
        </TableCell>
      ))}
    </TableRow>
  )
}
