import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { missingTools, readText } from '../../documents/tools'
import type { Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'

type Visibility = 'hidden' | 'masked' | 'full'

const person = {
  PayerName: { full: '歐陽小明', masked: '歐○○明' },
  IdNo: { full: 'A123456789', masked: 'A123****89' },
  Mobile: { full: '0912345678', masked: '0912***678' },
  Email: { full: 'ouyang@example.com', masked: 'ouy***@example.com' },
  Address: { full: '臺北市中正區重慶南路一段１２２號', masked: '臺北市中正區**********' },
}
type Name = keyof typeof person
const names = Object.keys(person) as Name[]

const file = JSON.parse(readFileSync('schemas/bills.json', 'utf8'))
const only = { create: 'readOnly', update: 'readOnly' }
const permissions = {
  CustomerMaker: {
    operations: ['list', 'get'],
    fields: { PayerName: 'masked', IdNo: 'hidden', Mobile: { list: 'hidden', get: 'readOnly', ...only } },
  },
  CustomerChecker: {
    operations: ['list', 'get'],
    fields: { PayerName: 'readOnly', Email: 'hidden', Address: { list: 'hidden', get: 'masked', ...only } },
  },
}

/** A report for each field. */
const reportOf = (name: Name, index: number) => ({
  label: `帳單${index}`,
  kind: 'report',
  of: 'bills',
  menu: { group: 'report', order: 910 + index, icon: 'Assessment' },
  list: { columns: ['BillNo', name] },
  report: {},
})
const reports = Object.fromEntries(names.map((name, index) => [`bills${name}`, reportOf(name, index)]))

const { as, given, db, schemas } = await portal({ schemas: { bills: { ...file, permissions }, ...reports } })
await twoCompanies({ given })
const values = Object.fromEntries(names.map((name) => [name, person[name].full]))
const open = await given.bill({ ...values, VACAccount: '77001260001235' })
const paid = await given.bill({ ...values, VACAccount: '77001260001242', PaidAmount: 1000, PayStatus: 'Paid' })
await sql`
  insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
  values ('D1', ${Number(paid.SerialId)}, 1000, '2026-11-10T01:15:30Z', '06', 'R1')`.execute(db)

const inLists: readonly Name[] = names.filter((name) => schemas.get('bills').list.columns.includes(name))

const seen = (name: Name, value: unknown): Visibility => {
  if (value === undefined) return 'hidden'
  if (value === person[name].full) return 'full'
  return value === person[name].masked ? 'masked' : expect.unreachable(`${name}: ${value}`)
}

const listed = async (client: Client, name: Name, query = {}): Promise<Visibility> =>
  seen(name, (await client.get('/Bills', { BillNo: String(open.BillNo), ...query })).data.Items[0][name])

const reported = async (client: Client, name: Name): Promise<Visibility> => {
  const { data } = await client.get(`/Bills${name}`)
  return seen(name, data.Items[0][name])
}

const printed = async (client: Client, path: string): Promise<Visibility> => {
  const text = await readText((await client.get(path)).bytes)
  return seen(
    'PayerName',
    Object.values(person.PayerName).find((name) => text.includes(name)),
  )
}

/** How a role sees a field in many records, and in one record. */
const table: Readonly<Record<string, Readonly<Record<Name, readonly [many: Visibility, one: Visibility]>>>> = {
  CustomerAdmin: {
    PayerName: ['masked', 'full'],
    IdNo: ['masked', 'full'],
    Mobile: ['masked', 'full'],
    Email: ['masked', 'full'],
    Address: ['masked', 'full'],
  },
  CustomerMaker: {
    PayerName: ['masked', 'masked'],
    IdNo: ['hidden', 'hidden'],
    Mobile: ['hidden', 'full'],
    Email: ['masked', 'full'],
    Address: ['masked', 'full'],
  },
  CustomerChecker: {
    PayerName: ['masked', 'full'],
    IdNo: ['masked', 'masked'],
    Mobile: ['masked', 'masked'],
    Email: ['hidden', 'hidden'],
    Address: ['hidden', 'masked'],
  },
  CustomerViewer: {
    PayerName: ['masked', 'masked'],
    IdNo: ['masked', 'masked'],
    Mobile: ['masked', 'masked'],
    Email: ['masked', 'masked'],
    Address: ['masked', 'masked'],
  },
}
const cases = Object.entries(table).flatMap(([role, fields]) =>
  names.map((name) => [role, name, ...fields[name]] as const),
)
const clients = new Map(await Promise.all(Object.keys(table).map(async (role) => [role, await as(role)] as const)))
const clientOf = (role: string): Client => clients.get(role) ?? expect.unreachable(role)

test('the personal fields of a bill are these', () => {
  expect(
    schemas
      .get('bills')
      .fields.filter(({ personal }) => personal)
      .map(({ name }) => name),
  ).toEqual(names)
})

test.each(cases)(
  'the role %s sees %s %s in lists, exports and reports and %s on detail pages',
  async (role, name, many, one) => {
    const client = clientOf(role)
    if (inLists.includes(name)) expect(await listed(client, name), 'list').toBe(many)
    expect(await listed(client, name, { AllFields: true }), 'export').toBe(many)
    expect(await reported(client, name), 'report').toBe(many)
    expect(seen(name, (await client.get(`/Bills/${open.SerialId}`)).data[name]), 'detail').toBe(one)
  },
)

test.skipIf(missingTools() !== null).each(Object.entries(table))(
  'slip and certificate show the role %s the name as the detail does',
  async (role, { PayerName }) => {
    const client = clientOf(role)
    expect(await printed(client, `/Bills/${open.SerialId}/DownloadPaymentPDF`), 'slip').toBe(PayerName[1])
    expect(await printed(client, `/Bills/${paid.SerialId}/DownloadCertificatePDF`), 'certificate').toBe(PayerName[1])
  },
)
