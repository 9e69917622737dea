import { expect, test } from 'vitest'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import type { Client } from '../../support/client'
import { insurer, portal, twoCompanies } from '../../support/portal'

const parkingSpace = {
  label: '停車位',
  page: false,
  tenant: 'shared',
  display: '{SpaceNo}',
  endpoints: { operations: ['list', 'get', 'create', 'update', 'delete', 'selectList'] },
  fields: {
    SpaceNo: { type: 'string', label: '車位編號', required: true, max: 10 },
    Floor: { type: 'integer', label: '樓層', min: -5, max: 99 },
    Kind: { type: 'enum', options: { Car: '汽車', Bike: '機車' }, label: '種類', required: true },
    Since: { type: 'datetime', label: '啟用時間' },
    Kinds: { type: 'enumList', options: { A: '甲', B: '乙' }, label: '區' },
  },
  list: { columns: ['SpaceNo', 'Floor', 'Kind'], filters: ['SpaceNo', 'Kind', { field: 'Floor', match: 'range' }] },
}

test('a schema file alone gives a table and its calls', async () => {
  const { as, db, schemas } = await portal({ schemas: { parkingSpace } })
  const bank = await as('BankOperator')
  const made = await bank.post('/Ext/ParkingSpace', {
    SpaceNo: 'P1',
    Floor: -2,
    Kind: 'Car',
    Since: '2026-11-20T09:15:30.123456+08:00',
    Kinds: ['B', 'A'],
  })
  expect(made).toMatchObject({
    code: '0000',
    data: { SpaceNo: 'P1', Floor: -2, Since: '2026-11-20T09:15:30.123456+08:00', Kinds: ['A', 'B'] },
  })
  expect((await bank.get('/Ext/ParkingSpace', { FloorFrom: -3, FloorTo: -1 })).data).toMatchObject({
    TotalCount: 1,
    Items: [{ SpaceNo: 'P1' }],
  })
  expect((await bank.get('/Ext/ParkingSpace', { FloorFrom: 0 })).data.TotalCount).toBe(0)
  expect((await bank.get('/Ext/ParkingSpace/GetAllSelectList')).data.Kind).toEqual([
    { Value: 'Car', Text: '汽車' },
    { Value: 'Bike', Text: '機車' },
  ])
  expect(
    await bank.put(`/Ext/ParkingSpace/${made.data.SerialId}`, { Floor: 3, UpdateTime: made.data.UpdateTime }),
  ).toMatchObject({ data: { Floor: 3 } })
  expect(await ensureTables(db, schemas)).toEqual([])
})

test('shared data can be read by every company and changed only by the bank', async () => {
  const { as } = await portal({ schemas: { parkingSpace } })
  const made = await (await as('BankOperator')).post('/Ext/ParkingSpace', { SpaceNo: 'P1', Kind: 'Car' })
  const admin = await as('CustomerAdmin')
  expect((await admin.get(`/Ext/ParkingSpace/${made.data.SerialId}`)).data.SpaceNo).toBe('P1')
  expect(await admin.post('/Ext/ParkingSpace', { SpaceNo: 'P2', Kind: 'Car' })).toMatchObject({
    status: 403,
    code: '9001',
  })
  expect(await admin.delete(`/Ext/ParkingSpace/${made.data.SerialId}`)).toMatchObject({ status: 403 })
  expect(await (await as('BankViewer')).post('/Ext/ParkingSpace', { SpaceNo: 'P2', Kind: 'Car' })).toMatchObject({
    status: 403,
  })
})

const locker = {
  label: '置物櫃',
  menu: { group: 'basic', order: 90, icon: 'Payments' },
  display: '{LockerNo}',
  endpoints: { operations: ['list', 'get', 'create', 'update', 'delete', 'selectList'] },
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    LockerNo: { type: 'string', label: '櫃號', required: true, max: 10, unique: true },
    Price: { type: 'money', label: '月租', min: 0 },
  },
}

test('a new page of company records has the permissions of basic data: makers write, viewers read, other companies see nothing', async () => {
  const { as, given } = await portal({ schemas: { locker } })
  await twoCompanies({ given })
  const body = { ApplyCode: '77001', LockerNo: 'L1', Price: 300 }
  const made = await (await as('CustomerMaker')).post('/Locker', body)
  expect(made).toMatchObject({ code: '0000', data: body })
  const viewer = await as('CustomerViewer')
  expect((await viewer.get('/Locker')).data.TotalCount).toBe(1)
  expect((await viewer.post('/Locker', body)).status).toBe(403)
  expect(
    (await (await as('CustomerMaker')).post('/Locker', { ...body, LockerNo: 'L2', Price: -1 })).errors,
  ).toHaveProperty('Price')
  expect((await (await as('CustomerMaker')).post('/Locker', body)).code).toBe('2003')
  expect((await (await as('CustomerMaker', insurer)).get('/Locker')).data.TotalCount).toBe(0)
  expect((await as('BankOperator').then((bank) => bank.get('/Locker'))).status).toBe(403)
})

test('keywords are refused where a list has no searchable field, instead of matching everything', async () => {
  const visit = {
    label: '來訪',
    page: false,
    tenant: 'shared',
    display: '{VisitDate}',
    fields: { VisitDate: { type: 'date', label: '日期', required: true } },
  }
  const { as, given } = await portal({ schemas: { visit } })
  const bank = await as('BankOperator')
  await given.record('visit', { VisitDate: '2026-11-20' })
  expect(await bank.get('/Ext/Visit', { Keyword: '1' })).toMatchObject({
    status: 200,
    code: '2002',
    errors: { Keyword: expect.stringContaining('關鍵字') },
  })
  expect((await bank.get('/Ext/Visit', { Keyword: '' })).data.TotalCount).toBe(1)
})

test('a record that is identified only by a number is found by the whole number, also beyond the first page of options', async () => {
  const gate = {
    label: '出入口',
    page: false,
    tenant: 'shared',
    display: '{SerialId}',
    fields: { Floor: { type: 'integer', label: '樓層', required: true } },
  }
  const { as, given } = await portal({ schemas: { gate } })
  const bank = await as('BankOperator')
  for (let floor = 1; floor <= 30; floor++) await given.record('gate', { Floor: floor })
  const found = async (Keyword: string) =>
    (await bank.get('/Ext/Gate', { Keyword })).data.Items.map((row: { SerialId: number }) => row.SerialId)
  expect(await found('26')).toEqual([26])
  expect(await found('2')).toEqual([2])
  expect(await found('gate')).toEqual([])
})

const contact = {
  label: '聯絡人',
  menu: { group: 'basic', order: 95, icon: 'Groups' },
  key: ['UniformNo', 'Code'],
  tenant: 'UniformNo',
  fields: {
    UniformNo: { type: 'uniformNo', label: '統一編號', readOnly: true },
    Code: { type: 'string', label: '聯絡代碼', required: true, max: 10, writeOnce: true },
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號' },
    Note: { type: 'string', label: '備註', max: 20 },
  },
  list: { columns: ['Code'], filters: [{ field: 'Code', match: 'exact' }] },
  import: { columns: ['Code', 'ApplyCode', 'Note'], existing: 'update' },
}

test("a company's record can name an agreement: then only users of that agreement see it, otherwise everybody in the company", async () => {
  const { as, given } = await portal({ schemas: { contact } })
  await twoCompanies({ given })
  await given.agreement({ ApplyCode: '77009' })
  const admin = await as('CustomerAdmin', { ApplyCodes: ['77001', '77009'] })
  const codes = async (user: typeof admin) =>
    (await user.get('/Contact')).data.Items.map(({ Code }: { Code: string }) => Code)
  for (const row of [{ Code: 'A' }, { Code: 'B', ApplyCode: '77001' }, { Code: 'C', ApplyCode: '77009' }])
    expect(await admin.post('/Contact', row)).toMatchObject({ code: '0000', data: { UniformNo: '90000017', ...row } })
  expect(await codes(admin)).toEqual(['A', 'B', 'C'])
  expect(await codes(await as('CustomerMaker', { ApplyCodes: ['77001'] }))).toEqual(['A', 'B'])
  const foreign = await as('CustomerAdmin', insurer)
  expect(await codes(foreign)).toEqual([])
  expect(await foreign.post('/Contact', { Code: 'A', ApplyCode: '77001' })).toMatchObject({
    errors: { ApplyCode: expect.any(String) },
  })
  expect(await foreign.post('/Contact', { Code: 'A' })).toMatchObject({ code: '0000' })
})

test('an import of company records finds existing ones by their code within the company', async () => {
  const { as, given } = await portal({ schemas: { contact } })
  await twoCompanies({ given })
  const send = async (user: Client, note: string) => {
    const form = new FormData()
    form.append('Mapping', JSON.stringify({ Code: 0, Note: 1 }))
    form.append('ImportMode', 'AllOrNothing')
    form.append('File', new File([`聯絡代碼,備註\nA,${note}\n`], 'contacts.csv'))
    return (await user.request('POST', '/Ext/Contact/Import', { form })).data
  }
  const admin = await as('CustomerAdmin')
  expect(await send(admin, '總務')).toMatchObject({ CreateCount: 1 })
  expect(await send(await as('CustomerAdmin', insurer), '業務')).toMatchObject({ CreateCount: 1 })
  expect(await send(admin, '會計')).toMatchObject({ CreateCount: 0, UpdateCount: 1 })
  expect((await admin.get('/Contact/90000017/A')).data.Note).toBe('會計')
})
