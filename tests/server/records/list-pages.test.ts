import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'

const { as, given, db, stopJobs } = await portal()
await stopJobs()
await twoCompanies({ given })
for (const PayerUnitId of ['U01', 'U02']) await given.payerUnit({ ApplyCode: '77001', PayerUnitId })
await sql`
  insert into payer (apply_code, payer_unit_id, payer_id, payer_no, payer_name, payer_type, debit_auth_status, payer_status, create_user, create_time, update_user, update_time)
  select '77001', case when no % 4 = 0 then 'U02' else 'U01' end, 'P' || no, no, '王小明', 'Normal', 'None', 'Active', 'test', now(), 'test', now()
  from generate_series(1001, 3000) as no`.execute(db)
const maker = await as('CustomerMaker')
type User = typeof maker

const list = async (user: User, query: Parameters<User['get']>[1]) => (await user.get('/Payer', query)).data
const ids = async (user: User, query: Parameters<User['get']>[1]) =>
  (await list(user, query)).Items.map(({ PayerId }: { PayerId: string }) => PayerId)

test('a first page has the same records, order, labels and total as later pages', async () => {
  const all = { SortField: 'PayerId', SortOrder: 'ASC', PayerUnitId: 'U01' } as const
  const first = await list(maker, { ...all, PageSize: 20 })
  const second = await list(maker, { ...all, PageSize: 10, PageNo: 2 })
  expect(first.TotalCount).toBe(1500)
  expect(first.Items.slice(10)).toEqual(second.Items)
  expect(first.Items[0].Labels).toMatchObject({
    ApplyCode: expect.stringMatching(/^77001 ./),
    PayerUnitId: expect.stringMatching(/^U01 ./),
  })
})

test('an empty list is empty, and shows records that are added', async () => {
  const query = { PayerUnitId: 'U09', PageSize: 20 }
  for (let call = 0; call < 3; call++) expect(await list(maker, query)).toMatchObject({ Items: [], TotalCount: 0 })
  await given.payer({ PayerId: 'X01', PayerUnitId: 'U09' })
  expect(await ids(maker, query)).toEqual(['X01'])
})

test('a descending list begins with its last records, on the first page too', async () => {
  for (const day of ['10', '20', '30'])
    await given.billTerm({ BillTermId: day, BillTermNo: day, PaymentEndDate: `2026-11-${day}` })
  const terms = async (query: Parameters<User['get']>[1]) =>
    (await maker.get('/BillTerm/GetSearchData', query)).data.Items.map(
      ({ BillTermId }: { BillTermId: string }) => BillTermId,
    )
  expect(await terms({ PageSize: 20 })).toEqual(['30', '20', '10'])
  expect(await terms({ PageSize: 2, PageNo: 2 })).toEqual(['10'])
})
