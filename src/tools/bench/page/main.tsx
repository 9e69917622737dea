import {
  DataTable,
  DateField,
  DeleteButton,
  EditButton,
  List,
  SearchInput,
  SelectField,
  SelectInput,
  ShowButton,
  TextInput,
} from 'react-admin'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { AdminApp } from '../../../admin/AdminArea'
import { configureSite } from '../../../browser/http/config'
import { Shell } from '../../../browser/Shell'
import { openCompanySession } from '../../../browser/session/session'
import { applyTokens } from '../../../browser/theme/tokens'
import { loadSchemas } from '../../../schema/load/load'
import { respondToCalls, schemaFiles, session } from './no-backend'

declare global {
  interface Window {
    /** Opens a page of the admin area. The benchmark (screens.ts) calls this function. */
    go(path: string): Promise<void>
  }
}

// This is the admin area of the portal. The page itself responds to all calls, so that only rendering is measured.
applyTokens()
configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 60, demo: null })
respondToCalls()
openCompanySession(session)
const screens = { handWritten: async () => ({ default: { List: HandWrittenList } }) }
const router = createMemoryRouter(
  [{ path: '/admin/*', element: <AdminApp schemas={loadSchemas(schemaFiles).schemas} screens={screens} /> }],
  {
    initialEntries: ['/admin'],
  },
)
window.go = (path) => router.navigate(path)
createRoot(document.getElementById('root') ?? document.body).render(
  <Shell>
    <RouterProvider router={router} />
  </Shell>,
)

const kinds = [
  { id: 'Fee', name: '管理費' },
  { id: 'Parking', name: '車位費' },
]

const channels = [
  { id: 'Store', name: '超商' },
  { id: 'Bank', name: '臨櫃' },
  { id: 'Atm', name: 'ATM' },
]

const filters = [
  <SearchInput key="BillNo" source="BillNo" alwaysOn />,
  <TextInput key="PayerName" source="PayerName" label="繳款人" alwaysOn />,
  <SelectInput key="Kind" source="Kind" label="類別" choices={kinds} alwaysOn />,
  <SelectInput key="Channel" source="Channel" label="通路" choices={channels} alwaysOn />,
]

/** The list of the benchmark's bills as a react-admin developer would write it. */
const HandWrittenList = () => (
  <List filters={filters} perPage={20}>
    <DataTable rowClick="show">
      <DataTable.Col source="BillNo" label="帳單編號" />
      <DataTable.Col source="PayerName" label="繳款人" />
      <DataTable.NumberCol source="Amount" label="應繳金額" />
      <DataTable.NumberCol source="Paid" label="已繳金額" />
      <DataTable.Col source="StartDate" label="繳款起日">
        <DateField source="StartDate" />
      </DataTable.Col>
      <DataTable.Col source="EndDate" label="繳款截止日">
        <DateField source="EndDate" />
      </DataTable.Col>
      <DataTable.Col source="Kind" label="類別">
        <SelectField source="Kind" choices={kinds} />
      </DataTable.Col>
      <DataTable.Col source="Channel" label="通路">
        <SelectField source="Channel" choices={channels} />
      </DataTable.Col>
      <DataTable.Col source="Debit" label="約定扣款" render={(row) => (row.Debit ? '是' : '否')} />
      <DataTable.NumberCol source="Count" label="列印次數" />
      <DataTable.Col source="PayerNo" label="繳款人編號" />
      <DataTable.Col source="Remark" label="備註" />
      <DataTable.Col label="操作">
        <ShowButton />
        <EditButton />
        <DeleteButton />
      </DataTable.Col>
    </DataTable>
  </List>
)
