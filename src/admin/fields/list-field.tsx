import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { isReference } from '../../schema/field-types'
import type { Field, ListField, RecordValues } from '../../schema/language/types'
import { itemsOf } from '../../schema/rules/list-items'
import { currencyField } from '../../schema/text/value-text'
import { ScrollRegion } from '../components/ScrollRegion'
import { amountColumns, sumOf } from '../list-field/items'
import { type FieldDisplayProps, type FieldView, type FieldViews, FieldViewsContext, useFieldViews } from './field-view'
import { labelsAt } from './labels'

/** Returns the view of list fields, such as the fee items of a bill. */
export const listFieldView = (views: FieldViews): FieldView<ListField> => ({
  text: itemCountText,
  Detail: (props: FieldDisplayProps<ListField>) => (
    <FieldViewsContext value={views}>
      <ListDetail {...props} />
    </FieldViewsContext>
  ),
  wide: true,
})

function itemCountText({ name }: ListField, record: RecordValues): string {
  const count = itemsOf(record[name]).length
  return count === 0 ? '' : `${count} 列`
}

function ListDetail({ field, record }: FieldDisplayProps<ListField>) {
  const { alignOf } = useFieldViews()
  const items = itemsOf(record[field.name])
  if (items.length === 0) return '－'
  return (
    <Box sx={detailStyles}>
      <ScrollRegion label={field.label}>
        <Table size="small" stickyHeader aria-label={field.label}>
          <TableHead>
            <TableRow>
              {field.fields.map((column) => (
                <TableCell key={column.name} align={alignOf(column)}>
                  {column.label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {items.map((item, index) => {
              const values = {
                [currencyField]: record[currencyField],
                ...item,
                Labels: labelsAt(record, `${field.name}.${index}`),
              }
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: items have no key, and this table never changes
                <TableRow key={index}>
                  {field.fields.map((column) => (
                    <TableCell key={column.name} align={alignOf(column)}>
                      <ItemValue column={column} item={values} record={record} />
                    </TableCell>
                  ))}
                </TableRow>
              )
            })}
            <SumRow fields={field.fields} items={items} currency={record[currencyField]} />
          </TableBody>
        </Table>
      </ScrollRegion>
    </Box>
  )
}

/** Renders a value of an item. The values in which a reference must agree are those of the record. */
const ItemValue = ({ column, item, record }: { column: Field; item: RecordValues; record: RecordValues }) => {
  const { Cell, text } = useFieldViews().fieldViewOf(column)
  if (!isReference(column) || !Cell) return text(column, item)
  const shared = Object.fromEntries(column.same.map((name) => [name, record[name]]))
  return <Cell field={column} record={{ ...shared, ...item }} />
}

const detailStyles = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'clip',
  '& .MuiTableCell-alignRight': { whiteSpace: 'nowrap' },
  '& th': { bgcolor: 'background.paper' },
}

const SumRow = ({
  fields,
  items,
  currency,
}: {
  fields: readonly Field[]
  items: readonly RecordValues[]
  currency: unknown
}) => {
  const { fieldViewOf, alignOf } = useFieldViews()
  const amounts = amountColumns(fields)
  if (amounts.length === 0) return null
  const totalOf = (field: Field) =>
    fieldViewOf(field).text(field, { [field.name]: sumOf(items, field.name), [currencyField]: currency })
  return (
    <TableRow>
      {fields.map((field, index) => (
        <TableCell key={field.name} align={alignOf(field)} sx={{ fontWeight: 600, borderBottom: 0 }}>
          {amounts.includes(field) ? totalOf(field) : index === 0 ? '合計' : ''}
        </TableCell>
      ))}
    </TableRow>
  )
}
