import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { csv } from './files'
import { imported, twoCompaniesWithTerms } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')
const titles = ['繳款人代號', '繳款人編號', '繳款人姓名', '身分證字號', '行動電話', '電子郵件', '應繳金額']
const done = await imported(
  open,
  maker,
  'bills.csv',
  csv([
    titles,
    ['P1', '000001', '王大明', 'A123456788', '王大明', 'wang@', 'abc'],
    ['P2', '000002', '王大明', 'A123456789', '09123456789', 'wang@example.com', '1000', '0912345678'],
  ]),
)
const files = (serialId: number) => [
  `/BillImportList/DownloadFile/${serialId}`,
  `/BillImportList/DownloadPLog/${serialId}`,
]
const auditOf = async (action: string) =>
  open.db.selectFrom('audit_log').select(['user_id', 'resource', 'record_key']).where('action', '=', action).execute()

test.each(['CustomerChecker', 'CustomerViewer'])(
  'a %s, who sees only masked data, is refused the file and its error log',
  async (role) => {
    const client = await open.as(role)
    for (const path of files(done.SerialId)) {
      expect(await client.get(path)).toMatchObject({ status: 403, code: '9001' })
    }
  },
)

test.each(['CustomerChecker', 'CustomerViewer'])(
  'a %s sees the errors of an upload with personal cells masked',
  async (role) => {
    const { data } = await (await open.as(role)).get(`/BillImportList/${done.SerialId}`)
    expect(
      data.ErrorLog.map(({ RowNo, ColumnName, Value }: Record<string, unknown>) => [RowNo, ColumnName, Value]),
    ).toEqual([
      [2, '身分證字號／統編', 'A123****88'],
      [2, '行動電話', '***'],
      [2, '電子郵件', expect.stringContaining('***')],
      [2, '應繳金額', 'abc'],
      [3, '第 8 欄', '**********'],
      [3, '行動電話', expect.stringContaining('***')],
    ])
    expect(JSON.stringify(data)).not.toMatch(/A123456788|王大明|wang@|09123456789|0912345678/)
  },
)

test('a role that enters data sees them unmasked, and every view and download is audited; a masked view is not', async () => {
  const line = { user_id: done.UploadUser, resource: 'billImportList', record_key: String(done.SerialId) }
  const before = await auditOf('View')
  await (await open.as('CustomerViewer')).get(`/BillImportList/${done.SerialId}`)
  expect(await auditOf('View')).toEqual(before)
  const { data } = await maker.get(`/BillImportList/${done.SerialId}`)
  expect(data.ErrorLog).toContainEqual(expect.objectContaining({ ColumnName: '身分證字號／統編', Value: 'A123456788' }))
  expect(await auditOf('View')).toEqual([...before, line])
  for (const path of files(done.SerialId)) expect((await maker.get(path)).status).toBe(200)
  expect(await auditOf('DownloadFile')).toEqual([line])
  expect(await auditOf('DownloadPLog')).toEqual([line])
})

test('a role to which the schema shows a field of bills masked sees it masked in the error log, and is refused the file', async () => {
  const bills = JSON.parse(readFileSync('schemas/bills.json', 'utf8'))
  const here = await portal({
    schemas: { bills: { ...bills, permissions: { CustomerMaker: { fields: { Mobile: 'masked' } } } } },
  })
  await twoCompaniesWithTerms(here)
  const client = await here.as('CustomerMaker')
  const { SerialId, ErrorLog } = await imported(
    here,
    client,
    'bills.csv',
    csv([titles, ['P1', '000001', '王大明', 'A123456788', '王大明', '', '1000']]),
  )
  expect(ErrorLog.map(({ ColumnName, Value }: Record<string, unknown>) => [ColumnName, Value])).toEqual([
    ['身分證字號／統編', 'A123456788'],
    ['行動電話', '***'],
  ])
  for (const path of files(SerialId)) expect(await client.get(path)).toMatchObject({ status: 403, code: '9001' })
  const lines = await here.db.selectFrom('audit_log').select('resource').where('action', '=', 'View').execute()
  expect(lines, 'what it sees in full leaves its line').toContainEqual({ resource: 'billImportList' })
})
