import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link, type RaRecord, useCreatePath, useGetList } from 'react-admin'
import { FailurePanel, Pager, ScrollRegion, useSchema, viewOf } from '../../src/admin'

/** The bills that an upload became, each with the way to its page. */
export const ImportBills = ({ batch }: { batch: string }) => {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useGetList('bills', {
    pagination: { page, perPage: pageSize },
    sort: { field: 'BillNo', order: 'ASC' },
    filter: { ImportBatchNo: batch },
  })
  return (
    <Card component="section" aria-label="本批帳單" sx={{ p: { xs: 2, md: 3 } }}>
      <Typography component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 600, mb: 2 }}>
        本批帳單
      </Typography>
      {error ? <FailurePanel text={error.message} onRetry={() => void refetch()} /> : <BillTable rows={data ?? []} />}
      <Pager page={page} perPage={pageSize} total={total ?? 0} onPage={setPage} />
    </Card>
  )
}

const pageSize = 10
const columns = ['BillNo', 'PayerId', 'PayerName', 'VACAccount', 'ShouldPayAmount', 'PaymentEndDate', 'BillStatus']

const BillTable = ({ rows }: { rows: readonly RaRecord[] }) => {
  const bills = useSchema('bills')
  const createPath = useCreatePath()
  const fields = columns.flatMap((name) => bills.fields.filter((field) => field.name === name))
  return (
    <ScrollRegion label="本批帳單">
      <Table size="small" aria-label="本批帳單">
        <TableHead>
          <TableRow>
            {fields.map((field) => (
              <TableCell key={field.name} align={viewOf(field).align}>
                {field.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              {fields.map((field) => (
                <TableCell key={field.name} align={viewOf(field).align} sx={{ whiteSpace: 'nowrap' }}>
                  {field.name === 'BillNo' ? (
                    <Link to={createPath({ resource: 'bills', type: 'show', id: row.id })}>{viewOf(field).text(field, row)}</Link>
                  ) : (
                    viewOf(field).text(field, row)
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
