import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import { lazy, Suspense } from 'react'
import type { Field, ListField, RecordValues } from '../../schema/language/types'
import { currencyField } from '../../schema/text/value-text'
import { amountsOf, rowsOf, sumOf } from '../rows/rows-of'
import { type FieldView, type FieldViews, FieldViewsContext, type InputProps, type ShownProps, useFieldViews } from './field-view'
import { labelsAt } from './labels'

// Loaded on demand, so that lists load sooner.
const RowsInput = lazy(() => import('../rows/RowsInput').then((module) => ({ default: module.RowsInput })))

/** Returns a list of small records inside the record, such as the items of a bill. */
export const rowsView = (views: FieldViews): FieldView<ListField> => ({
  Input: (props: InputProps<ListField>) => (
    <FieldViewsContext value={views}>
      <Suspense>
        <RowsInput {...props} />
      </Suspense>
    </FieldViewsContext>
  ),
  Filter: Nothing,
  text: words,
  Detail: (props: ShownProps<ListField>) => (
    <FieldViewsContext value={views}>
      <Detail {...props} />
    </FieldViewsContext>
  ),
  wide: true,
})

function words({ name }: ListField, row: RecordValues): string {
  const count = rowsOf(row[name]).length
  return count === 0 ? '' : `${count} 列`
}

// The schema checks allow no filter by list items.
function Nothing() {
  return null
}

function Detail({ field, row }: ShownProps<ListField>) {
  const { alignOf } = useFieldViews()
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
            <DetailRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own, and this table never changes
              key={index}
              fields={field.fields}
              row={{ [currencyField]: row[currencyField], ...one, Labels: labelsAt(row, `${field.name}.${index}`) }}
            />
          ))}
          <SumRow fields={field.fields} rows={all} currency={row[currencyField]} />
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const DetailRow = ({ fields, row }: { fields: readonly Field[]; row: RecordValues }) => {
  const { viewOf, alignOf } = useFieldViews()
  return (
    <TableRow>
      {fields.map((field) => (
        <TableCell key={field.name} align={alignOf(field)}>
          {viewOf(field).text(field, row)}
        </TableCell>
      ))}
    </TableRow>
  )
}

const SumRow = ({ fields, rows: all, currency }: { fields: readonly Field[]; rows: readonly RecordValues[]; currency: unknown }) => {
  const { viewOf, alignOf } = useFieldViews()
  const amounts = amountsOf(fields)
  if (amounts.length === 0) return null
  return (
    <TableRow>
      {fields.map((field, index) => (
        <TableCell key={field.name} align={alignOf(field)} sx={{ fontWeight: 600, borderBottom: 0 }}>
          {amounts.includes(field) ? viewOf(field).text(field, { [field.name]: sumOf(all, field.name), [currencyField]: currency }) : index === 0 ? '合計' : ''}
        </TableCell>
      ))}
    </TableRow>
  )
}
