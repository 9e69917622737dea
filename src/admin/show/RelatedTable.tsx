import { useTheme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { RaRecord } from 'react-admin'
import type { Field, Resource } from '../../schema/types'
import { alignOf, viewOf } from '../fields/registry'
import { ListCell } from '../list/ListTable'
import { RecordLink } from '../list/RecordLink'
import { ScrollRegion } from '../parts/ScrollRegion'
import { useAbilities } from '../portal'

interface RelatedTableProps {
  readonly target: Resource
  readonly label: string
  readonly columns: readonly Field[]
  readonly rows: readonly RaRecord[]
}

/** Some records of another page; the cell that names one is a link to it. A phone has room for what its card says first and last. */
export const RelatedTable = ({ target, label, columns, rows }: RelatedTableProps) => {
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'))
  const may = useAbilities(target)
  const { primary, secondary, tertiary } = target.list.mobile
  const onCard = [primary, secondary[0], tertiary].flatMap((name) => target.fields.filter((field) => field.name === name))
  const shown = narrow ? onCard : columns
  const title = shown.find(({ name }) => name === primary) ?? shown[0]
  return (
    <ScrollRegion label={label}>
      <Table size="small" aria-label={label} sx={{ '& td, & th': { whiteSpace: 'nowrap', px: { xs: 1, md: 2 } } }}>
        <TableHead>
          <TableRow>
            {shown.map((field) => (
              <TableCell key={field.name} align={alignOf(field)}>
                {field.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              {shown.map((field) => (
                <TableCell key={field.name} align={alignOf(field)}>
                  {field === title && may('show') ? (
                    <RecordLink row={row}>{viewOf(field).text(field, row) || '（無）'}</RecordLink>
                  ) : (
                    <ListCell field={field} row={row} />
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollRegion>
  )
}
