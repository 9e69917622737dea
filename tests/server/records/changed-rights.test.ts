import { type RawBuilder, sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { companies } from '../../support/builders'
import { callDuring } from '../../support/database/call-during'
import { portal, twoCompanies } from '../../support/portal'

// Locks need several connections; the embedded database has one.
const onServer = test.runIf(inject('databaseUrl') !== '')

const payerOf = (no: number, PayerUnitId = 'U01'): RecordValues => ({
  ApplyCode: '77001',
  PayerUnitId,
  PayerId: `P${no}`,
  PayerNo: String(no).padStart(6, '0'),
  PayerName: '王小明',
  PayerType: 'Normal',
  PayerStatus: 'Active',
})

/**
 * Returns a portal in which a user has created, read and listed payers of unit U01, and listed those of unit U02, which
 * has none.
 */
const opened = async () => {
  const here = await portal()
  await twoCompanies(here)
  for (const PayerUnitId of ['U01', 'U02'])
    await here.given.payerUnit({ ApplyCode: '77001', PayerUnitId, PayerUnitName: '原名' })
  const maker = await here.as('CustomerMaker')
  const create = (no: number, unit?: string) => maker.post('/Payer', payerOf(no, unit))
  for (const no of [1, 2]) expect((await create(no)).code).toBe('0000')
  const { data } = await maker.get('/Payer?PayerId=P1')
  const view = () => maker.get(`/Payer/${data.Items[0].SerialId}`)
  expect((await view()).code).toBe('0000')
  const list = () => maker.get('/Payer', { PageSize: 20, PayerUnitId: 'U01' })
  const emptyList = () => maker.get('/Payer', { PageSize: 20, PayerUnitId: 'U02' })
  expect((await list()).data.TotalCount).toBe(2)
  expect((await emptyList()).data).toMatchObject(nothing)
  const ids = async () =>
    (await here.db.selectFrom('payer').select('payer_id').orderBy('payer_id').execute()).map(({ payer_id }) => payer_id)
  const lines = () => here.db.selectFrom('audit_log').select('action').where('resource', '=', 'payer').execute()
  return { here, maker, create, view, list, emptyList, ids, lines }
}

const nothing = { Items: [], TotalCount: 0 }
const invalid = (field: string) => ({ code: '2002', errors: { [field]: expect.any(String) } })

/** The calls of a user, each with its response. */
type Responses = Readonly<Record<'create' | 'view' | 'list' | 'emptyList', object>>

const allCalls = (response: object): Responses => ({
  create: response,
  view: response,
  list: response,
  emptyList: response,
})
const unauthorized = allCalls({ status: 401, data: null })
const withoutAgreement: Responses = {
  create: invalid('ApplyCode'),
  view: { status: 404 },
  list: { code: '0000', data: nothing },
  emptyList: { code: '0000', data: nothing },
}

describe('nothing is created, shown or listed after', () => {
  test.each<readonly [string, RawBuilder<unknown>, Responses]>([
    ['the session has ended', sql`update session set ended_at = now(), end_reason = 'ended'`, unauthorized],
    ['the user has been disabled', sql`update portal_user set user_status = 'Disabled'`, unauthorized],
    ['the company has been closed', sql`update customer set customer_status = 'Terminated'`, unauthorized],
    [
      'the user has got an initial password',
      sql`update portal_user_secret set issued_at = now()`,
      allCalls({ code: '1007' }),
    ],
    ['the agreement has been taken from the user', sql`update portal_user set apply_codes = '[]'`, withoutAgreement],
    [
      'the agreement has got another company',
      sql`update agreement set uniform_no = ${companies.insurer} where apply_code = '77001'`,
      withoutAgreement,
    ],
  ])('%s', async (_, change, responses) => {
    const { here, ids, lines, ...open } = await opened()
    const before = await lines()
    await change.execute(here.db)
    const calls = { ...open, create: () => open.create(3) }
    for (const [call, response] of Object.entries(responses))
      expect(await calls[call as keyof Responses](), call).toMatchObject(response)
    expect(await ids()).toEqual(['P1', 'P2'])
    expect(await lines()).toEqual(before)
  })
})

describe("the bank's lists show nothing after", () => {
  test.each<readonly [string, RawBuilder<unknown>, number]>([
    ['the session has ended', sql`update session set ended_at = now(), end_reason = 'ended'`, 401],
    ['the user has been disabled', sql`update portal_user set user_status = 'Disabled'`, 401],
    ['the role of the user has changed', sql`update portal_user set role_id = 'CustomerMaker'`, 403],
  ])('%s', async (_, change, status) => {
    const here = await portal()
    await twoCompanies(here)
    await here.given.bill()
    await sql`
      insert into remittance (bank_file_id, line_no, remit_date, channel_id, amount, create_user, create_time, update_user, update_time)
      values (1, 1, '2026-11-19', '06', 1000, 'test', now(), 'test', now())`.execute(here.db)
    const lists: readonly [path: string, query: Record<string, string | number>][] = [
      ['/SKGPortal/SKGBillQuery', { PaymentEndDateFrom: '2026-10-01', PaymentEndDateTo: '2026-12-31' }],
      ['/Remittance', { PageSize: 20, BankFileId: 1 }],
    ]
    for (const [path, query] of lists) {
      const operator = await here.as('BankOperator')
      for (let call = 0; call < 2; call++) expect((await operator.get(path, query)).data.TotalCount, path).toBe(1)
      const lines = () => here.db.selectFrom('audit_log').select('action').execute()
      const before = await lines()
      await change.execute(here.db)
      expect(await operator.get(path, query), path).toMatchObject({ status, data: null })
      expect(await lines()).toEqual(before)
    }
  })
})

describe('nothing is created after', () => {
  test.each<readonly [string, RawBuilder<unknown>, object]>([
    ['the role of the user has changed', sql`update portal_user set role_id = 'CustomerViewer'`, { status: 403 }],
    [
      'a referenced record was deleted',
      sql`delete from payer_unit where payer_unit_id = 'U01'`,
      invalid('PayerUnitId'),
    ],
    [
      'a referenced record allows only longer numbers',
      sql`update agreement set payer_no_len = 8 where apply_code = '77001'`,
      invalid('PayerNo'),
    ],
  ])('%s', async (_, change, refusal) => {
    const { here, create, ids } = await opened()
    await change.execute(here.db)
    expect(await create(3)).toMatchObject(refusal)
    expect(await ids()).toEqual(['P1', 'P2'])
  })
})

test('the labels of a created record are those of the present references', async () => {
  const { here, create } = await opened()
  await sql`update payer_unit set payer_unit_name = '新名'`.execute(here.db)
  expect((await create(3)).data.Labels).toMatchObject({ PayerUnitId: 'U01 新名' })
})

test('a value that another record has is refused, and nothing is written twice', async () => {
  const { create, ids, lines } = await opened()
  const before = await lines()
  expect(await create(2)).toMatchObject({ code: '2003' })
  expect(await ids()).toEqual(['P1', 'P2'])
  expect(await lines()).toEqual(before)
})

onServer('a creation waits for a change of a referenced record, and applies it', async () => {
  const open = await opened()
  const unit = 'U02'
  const renamed = await callDuring(
    open.here.db,
    sql`update payer_unit set payer_unit_name = '新名' where payer_unit_id = ${unit}`,
    () => open.create(3, unit),
  )
  expect(renamed.data.Labels).toMatchObject({ PayerUnitId: `${unit} 新名` })
  expect(
    await callDuring(open.here.db, sql`delete from payer_unit where payer_unit_id = ${unit}`, () =>
      open.create(4, unit),
    ),
  ).toMatchObject({
    code: '2002',
    errors: { PayerUnitId: expect.any(String) },
  })
  expect(await open.ids()).toEqual(['P1', 'P2', 'P3'])
})

// A session is checked before the record is locked.
// If it ends while the change waits for the lock, the change is written, as if it had been made before the end.
onServer.each([
  ['waits for its record', sql`select from payer where payer_id = 'P1' for update`],
  [
    'waits for a reference, after it has read its record',
    sql`update payer_unit set payer_unit_name = '新名' where payer_unit_id = 'U02'`,
  ],
])('a change that %s is written if the session ends meanwhile, and the next change is not', async (_, lock) => {
  const open = await opened()
  const { SerialId, UpdateTime } = (await open.view()).data
  const change = (values: RecordValues) => open.maker.put(`/Payer/${SerialId}`, values)
  const ended = sql`with ended as (update session set ended_at = now(), end_reason = 'ended') ${lock}`
  const changed = await callDuring(open.here.db, ended, () => change({ UpdateTime, PayerUnitId: 'U02' }))
  expect(changed).toMatchObject({ code: '0000', data: { PayerUnitId: 'U02' } })
  expect(await change({ UpdateTime: changed.data.UpdateTime, PayerUnitId: 'U01' })).toMatchObject({
    status: 401,
    data: null,
  })
  const { rows } = await sql`select payer_unit_id from payer where payer_id = 'P1'`.execute(open.here.db)
  expect(rows).toEqual([{ payer_unit_id: 'U02' }])
})

onServer('a creation whose connection breaks is not repeated, because it may have been written', async () => {
  const { here, create, ids } = await opened()
  const { created } = await here.db.transaction().execute(async (trx) => {
    await sql`update payer_unit set payer_unit_name = '新名'`.execute(trx)
    const creation = create(3)
    const endWaiting = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await endWaiting.execute(here.db)).rows.length).toBe(1)
    return { created: creation }
  })
  expect(await created).toMatchObject({ status: 503 })
  expect(await ids()).toEqual(['P1', 'P2'])
})

test.each<readonly [string, RawBuilder<unknown>]>([
  [
    'gets the company of the user',
    sql`update agreement set uniform_no = ${companies.committee} where apply_code = '77003'`,
  ],
  [
    'is added to the user',
    sql`update portal_user set apply_codes = '["77001", "77004"]' where uniform_no = ${companies.committee}`,
  ],
])('an agreement that %s can be used at once', async (_, change) => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.agreement({ ApplyCode: '77004', AgreementName: '停車費' })
  for (const ApplyCode of ['77001', '77003', '77004']) await here.given.payerUnit({ ApplyCode, PayerUnitId: 'U01' })
  const gained = await here.given.payer({ ApplyCode: '77003', PayerId: 'G1' })
  const added = await here.given.payer({ ApplyCode: '77004', PayerId: 'G2' })
  const maker = await here.as('CustomerMaker', { ApplyCodes: ['77001', '77003'] })
  expect((await maker.post('/Payer', payerOf(1))).code).toBe('0000')
  const listed = async () =>
    (await maker.get('/Payer', { PageSize: 20 })).data.Items.map(({ PayerId }: { PayerId: string }) => PayerId)
  expect(await listed()).toEqual(['P1'])
  for (const { SerialId } of [gained, added]) expect((await maker.get(`/Payer/${SerialId}`)).status).toBe(404)

  await change.execute(here.db)
  const [payer] = (await listed()).filter((id: string) => id !== 'P1')
  expect(['G1', 'G2']).toContain(payer)
  const { SerialId, ApplyCode } = payer === 'G1' ? gained : added
  expect((await maker.get(`/Payer/${SerialId}`)).code).toBe('0000')
  expect((await maker.post('/Payer', { ...payerOf(900), ApplyCode })).code).toBe('0000')
})

test('a user of several agreements keeps those that are left when one is taken away', async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.agreement({ ApplyCode: '77002', AgreementName: '停車費' })
  for (const ApplyCode of ['77001', '77002']) await here.given.payerUnit({ ApplyCode, PayerUnitId: 'U01' })
  const maker = await here.as('CustomerMaker', { ApplyCodes: ['77001', '77002'] })
  const create = (no: number, ApplyCode: string) => maker.post('/Payer', { ...payerOf(no), ApplyCode })
  for (const no of [1, 2]) expect((await create(no, '77001')).code).toBe('0000')
  expect((await create(3, '77002')).code).toBe('0000')
  await sql`update agreement set uniform_no = ${companies.insurer} where apply_code = '77002'`.execute(here.db)
  expect(await create(4, '77002')).toMatchObject(invalid('ApplyCode'))
  expect((await create(5, '77001')).code).toBe('0000')
})
