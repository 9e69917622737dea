import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import { mask } from '../../../src/domain/access/mask'
import { isPersonalDataMaskedFor } from '../../../src/domain/access/roles'
import { enums } from '../../../src/domain/enums'
import { fieldPermission } from '../../../src/schema/access/permissions'
import { callIdOf } from '../../../src/schema/calls/endpoints'
import type { Resource } from '../../../src/schema/language/resource'
import type { RecordValues } from '../../../src/schema/language/types'
import { pageRights } from '../../../src/server/access/operations'
import { companies } from '../../support/builders'
import type { Client } from '../../support/client'
import { whiteListRow } from '../../support/payments/white-list'
import { portal, twoCompanies } from '../../support/portal'
import { requiredQuery } from '../../support/required-query'

const { as, given, schemas, db } = await portal()
await twoCompanies({ given })

const roles = Object.keys(enums.PortalRole)
const person: Readonly<Record<string, string>> = {
  name: '歐陽小明',
  idNo: 'A123456789',
  mobile: '0987654321',
  landline: '02-27654321',
  email: 'ouyang@example.com',
  account: '00112345698765',
  address: '臺北市中正區重慶南路一段１２２號',
}

const personalOf = (resource: Resource) => resource.fields.filter(({ personal, detailOnly }) => personal && !detailOnly)
const resources = schemas.resources.filter(
  (one) =>
    ['records', 'view'].includes(one.kind) && one.endpoints.operations.includes('list') && personalOf(one).length > 0,
)
const clients = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await as(role)] as const)))
const client = (role: string): Client => clients[role] ?? expect.unreachable(role)

/** A record of each resource, whose personal fields all have a value. */
const recordOf: Readonly<Record<string, (personal: RecordValues) => Promise<RecordValues>>> = {
  Agreement: async () => ({ ApplyCode: '77001', RealAccount: '00112345600123' }),
  Customer: async ({ ContactName, ContactMobile, Email }) => {
    await db
      .updateTable('customer')
      .set({ contact_name: String(ContactName), contact_mobile: String(ContactMobile), email: String(Email) })
      .execute()
    return { UniformNo: companies.committee, ContactName, ContactMobile, Email }
  },
  // A line that waits is in every list of lines.
  TLDetail: (personal) => given.line({ ...personal, WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound' }),
  ImmediateClientNotify: given.notice,
  feeReceipt: (personal) =>
    given.record('feeReceipt', {
      ...personal,
      ReceiptNo: '77001-11510-01',
      ApplyCode: '77001',
      YearMonth: '2026-10',
      No: 1,
      Content: { Channels: [] },
    }),
  selfCollection: ({ PayerName }) =>
    given.record('selfCollection', {
      ApplyCode: '77001',
      PayerName,
      CurrencyType: 'TWD',
      CollectAmount: 1000,
      CollectDate: '2026-11-20',
      CollectMethod: 'Cash',
      CollectStatus: 'Collected',
    }),
  bills: given.bill,
  // The bank authorizes direct debits of payers with an account.
  payer: (personal) => given.payer({ ...personal, PayerType: 'Account' }),
  payerUnit: given.payerUnit,
  portalUser: given.user,
  whiteList: (personal) =>
    given.record('whiteList', { ...whiteListRow(1), ...personal, UsedTimes: 0, WhiteListState: 'Active' }),
}
const make = async (resource: Resource): Promise<RecordValues> => {
  const personal = Object.fromEntries(personalOf(resource).map((field) => [field.name, person[field.personal ?? '']]))
  return recordOf[resource.name]?.(personal) ?? expect.unreachable(`no record of ${resource.name}`)
}
const made = new Map(
  await Promise.all(
    resources.filter(({ kind }) => kind === 'records').map(async (one) => [one.name, await make(one)] as const),
  ),
)
/** Returns the record of a resource, or of the resource whose records a view lists. */
const recordFor = ({ name, of }: Resource): RecordValues => made.get(of ?? name) ?? {}

test('these resources contain personal data', () => {
  expect(resources.map(({ name }) => name).sort()).toEqual([
    'Agreement',
    'Customer',
    'ImmediateClientNotify',
    'SKGBillQuery',
    'SKGTLDetailQuery',
    'TLDetail',
    'TLDetailExceptionHandling',
    'TransactionDetailQuery',
    'bills',
    'debitAuthorization',
    'feeReceipt',
    'payer',
    'payerUnit',
    'portalUser',
    'selfCollection',
    'whiteList',
  ])
})

test.each(resources.flatMap(({ name }) => roles.map((role) => [name, role] as const)))(
  'the list of %s masks them for %s by their class of personal data',
  async (name, role) => {
    const resource = schemas.get(name)
    const record = recordFor(resource)
    const answer = await client(role).get(allEndpoints(schemas)[callIdOf(resource, 'list')]?.path ?? '', {
      PageSize: 500,
      AllFields: true,
      ...requiredQuery(resource),
      ...(resource.list.filters.some(({ field, required }) => field === 'ApplyCode' && required)
        ? { ApplyCode: '77001' }
        : {}),
    })
    if (answer.status === 403) return expect(resource.page && pageRights(role, resource)).not.toContain('Query')
    const row = answer.data.Items.find((item: RecordValues) =>
      resource.key.every((key) => String(item[key]) === String(record[key])),
    )
    // The customer's form reads only the list, so users of the company who may change it see it unmasked there.
    const full = name === 'Customer' && ['CustomerAdmin', 'CustomerMaker'].includes(role)
    const shown = Object.fromEntries(
      personalOf(resource).map((field) => [
        field.name,
        field.personal && !full ? mask(field.personal, String(record[field.name])) : record[field.name],
      ]),
    )
    expect(row).toMatchObject(shown)
  },
)

test.each(
  resources
    .filter(({ endpoints }) => endpoints.operations.includes('get'))
    .flatMap(({ name }) => roles.map((role) => [name, role] as const)),
)('the detail of %s masks them for %s unless the role sees them unmasked', async (name, role) => {
  const resource = schemas.get(name)
  const record = recordFor(resource)
  const { path = '' } = allEndpoints(schemas)[callIdOf(resource, 'get')] ?? {}
  const key = resource.key.map((field) => String(record[field]))
  const answer = await client(role).get(path.replace(/:\w+/g, () => key.shift() ?? ''))
  if (answer.status === 403) return expect(resource.page && pageRights(role, resource)).not.toContain('Query')
  for (const field of personalOf(resource)) {
    const value = String(record[field.name])
    const isMasked = isPersonalDataMaskedFor(role) && fieldPermission(resource, role, field.name).get !== 'full'
    expect(answer.data[field.name], field.name).toBe(field.personal && isMasked ? mask(field.personal, value) : value)
  }
})

test('a viewer sees name, number and e-mail of a customer masked, and an unmasked view is audited', async () => {
  const looks = () =>
    db
      .selectFrom('audit_log')
      .select('user_id')
      .where('action', '=', 'View')
      .where('resource', '=', 'Customer')
      .execute()
  const before = (await looks()).length
  const answer = await client('CustomerViewer').get('/Customer')
  for (const value of [person.name, person.mobile, person.email]) expect(JSON.stringify(answer)).not.toContain(value)
  expect(await looks()).toHaveLength(before)
  await client('CustomerMaker').get('/Customer')
  expect(await looks()).toHaveLength(before + 1)
})

test('an unmasked list is audited with one line for each record, written by one statement', async () => {
  const lines = async () => {
    const { rows } = await sql<{ id: number; record: string; transaction: string }>`
      select id, record_key as record, xmin::text as transaction from audit_log where action = 'Export' and resource = 'portalUser' order by id`.execute(
      db,
    )
    return rows
  }
  const before = (await lines()).length
  const { Items } = (await client('CustomerAdmin').get('/Ext/PortalUser/GetFullList')).data
  const added = (await lines()).slice(before)
  expect(Items.length).toBeGreaterThan(1)
  expect(added.map(({ record }) => record)).toEqual(Items.map(({ SerialId }: { SerialId: number }) => String(SerialId)))
  // A statement outside a transaction is a transaction of its own.
  expect(new Set(added.map(({ transaction }) => transaction)).size).toBe(1)
})

test('the values with which the form of a customer was filled can be sent back', async () => {
  const [row] = (await client('BankOperator').get('/Customer', { UniformNo: '90000017' })).data.Items
  const { ContactName, ContactMobile, CustomerPhone, Email, ZipCode, Address, UpdateTime } = row
  const answer = await client('BankOperator').put('/Customer/90000017', {
    ContactName,
    ContactMobile,
    CustomerPhone,
    Email,
    ZipCode,
    Address,
    UpdateTime,
  })
  expect(answer).toMatchObject({ code: '0000', data: { ContactName: person.name, ContactMobile: person.mobile } })
})

const exceptionPath = '/Ext/TLDetailExceptionHandling'

describe('calls with names or accounts beside the lists', () => {
  const line = () => Number(made.get('TLDetail')?.SerialId)
  const bill = () => Number(made.get('bills')?.SerialId)
  const calls: Readonly<Record<string, (role: string) => ReturnType<Client['get']>>> = {
    GetChangeBills: (role) => client(role).get(`/TLDetailExceptionHandling/${line()}/GetChangeBills`),
    PreviewHandling: (role) =>
      client(role).post(`${exceptionPath}/${line()}/PreviewHandling`, { Action: 'ChangeBill', BillSerialId: bill() }),
  }

  test.each(Object.keys(calls).flatMap((name) => roles.map((role) => [name, role] as const)))(
    '%s masks the payer of a bill for %s as lists do',
    async (name, role) => {
      const answer = await calls[name]?.(role)
      if (answer?.status === 403) return
      const text = JSON.stringify(answer?.data)
      expect(text).toContain(mask('name', person.name ?? ''))
      expect(text).not.toContain(person.name)
    },
  )

  test('who releases a handling reads the payer of its bill masked, in the preview and in the log', async () => {
    await given.agreement({ ApplyCode: '77004', DualControl: true })
    const { SerialId } = await given.line({ ApplyCode: '77004', WriteOffStatus: 'NotWrittenOff' })
    const target = await given.bill({ ApplyCode: '77004', PayerName: person.name })
    const user = { ApplyCodes: ['77004'] }
    const maker = await as('CustomerMaker', user)
    const proposed = await maker.put(`/TLDetailExceptionHandling/${SerialId}/ChangeBill`, {
      BillSerialId: target.SerialId,
      Reason: '繳款人誤植帳號',
    })
    expect(proposed).toMatchObject({ code: '0000', data: { WriteOffStatus: 'PendingRelease' } })
    const checker = await as('CustomerChecker', user)
    const preview = await checker.post(`${exceptionPath}/${SerialId}/PreviewHandling`, { Action: 'Release' })
    expect(preview.data.Bills).toMatchObject([{ PayerName: mask('name', person.name ?? '') }])
    const log = await checker.get(`${exceptionPath}/${SerialId}/GetHandlings`)
    expect(log.data.Items).toMatchObject([{ Action: 'ChangeBill', BillNo: target.BillNo }])
    expect(JSON.stringify(log.data)).not.toContain(person.name)
  })

  test.each(roles)('GetDelivery masks the account and the remark of the payer in the body for %s', async (role) => {
    const { SerialId, PayAccountTail, PayerRemark } = made.get('ImmediateClientNotify') ?? {}
    const answer = await client(role).get(`/Ext/ImmediateClientNotify/${SerialId}/GetDelivery`)
    if (answer.status === 403) return
    const isMasked = isPersonalDataMaskedFor(role)
    for (const value of [PayAccountTail, PayerRemark])
      expect(answer.data.Body.includes(String(value)), `${value}`).toBe(!isMasked)
  })
})
