import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Portal, portal, twoCompanies } from '../../support/portal'

const { as, given, db, stopJobs } = await portal()
await stopJobs()
await twoCompanies({ given })
for (const PayerUnitId of ['U01', 'U02']) await given.payerUnit({ ApplyCode: '77001', PayerUnitId })
// In a small table, the database would keep every plan.
await sql`
  insert into payer (apply_code, payer_unit_id, payer_id, payer_no, payer_name, payer_type, debit_auth_status, payer_status, create_user, create_time, update_user, update_time)
  select '77001', case when no % 4 = 0 then 'U02' else 'U01' end, 'P' || no, no, '王小明', 'Normal', 'None', 'Active', 'test', now(), 'test', now()
  from generate_series(1001, 3000) as no`.execute(db)
await sql`analyze`.execute(db)
const maker = await as('CustomerMaker')
type User = typeof maker

const list = async (user: User, query: Parameters<User['get']>[1]) => (await user.get('/Payer', query)).data
const ids = async (user: User, query: Parameters<User['get']>[1]) => (await list(user, query)).Items.map(({ PayerId }: { PayerId: string }) => PayerId)

/** Returns how often the connection executed a prepared list of payers with a plan that it keeps. */
const keptPlanCount = async (portalDb: Portal['db']): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(generic_plans), 0)::int as count from pg_prepared_statements where statement like '%from "payer" as t%limit%'`.execute(portalDb)
  return rows[0]?.count ?? 0
}

test('a first page has the same records, order, labels and total as later pages', async () => {
  const all = { SortField: 'PayerId', SortOrder: 'ASC', PayerUnitId: 'U01' } as const
  const first = await list(maker, { ...all, PageSize: 20 })
  const second = await list(maker, { ...all, PageSize: 10, PageNo: 2 })
  expect(first.TotalCount).toBe(1500)
  expect(first.Items.slice(10)).toEqual(second.Items)
  expect(first.Items[0].Labels).toMatchObject({ ApplyCode: expect.stringMatching(/^77001 ./), PayerUnitId: expect.stringMatching(/^U01 ./) })
})

test('an empty list is empty, and shows records that are added', async () => {
  const query = { PayerUnitId: 'U09', PageSize: 20 }
  for (let call = 0; call < 3; call++) expect(await list(maker, query)).toMatchObject({ Items: [], TotalCount: 0 })
  await given.payer({ PayerId: 'X01', PayerUnitId: 'U09' })
  expect(await ids(maker, query)).toEqual(['X01'])
})

test('a descending list begins with its last records, on the first page too', async () => {
  for (const day of ['10', '20', '30']) await given.billTerm({ BillTermId: day, BillTermNo: day, PaymentEndDate: `2026-11-${day}` })
  const terms = async (query: Parameters<User['get']>[1]) =>
    (await maker.get('/BillTerm/GetSearchData', query)).data.Items.map(({ BillTermId }: { BillTermId: string }) => BillTermId)
  expect(await terms({ PageSize: 20 })).toEqual(['30', '20', '10'])
  expect(await terms({ PageSize: 2, PageNo: 2 })).toEqual(['10'])
})

test('the database keeps the plan of a first page that an index contains, and of no other page', async () => {
  // The database plans the first five executions for their values.
  const keepsPlan = async (query: Parameters<User['get']>[1]): Promise<boolean> => {
    const before = await keptPlanCount(db)
    for (let call = 0; call < 10; call++) await list(maker, query)
    return (await keptPlanCount(db)) > before
  }
  expect(await keepsPlan({ PageSize: 10 })).toBe(true)
  expect(await keepsPlan({ PageSize: 10, PayerUnitId: 'U01' })).toBe(true)
  expect(await keepsPlan({ PageSize: 10, PageNo: 2 })).toBe(false)
  expect(await keepsPlan({ PageSize: 11 })).toBe(false)
  expect(await keepsPlan({ PageSize: 10, PayerType: 'Normal' })).toBe(false)
  expect(await keepsPlan({ PageSize: 10, SortField: 'PayerName' })).toBe(false)
})

/** Returns the plan that the database keeps for a prepared statement whose text contains a part. */
const planKeptFor = async (part: string): Promise<string> => {
  const { rows: statements } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like ${`%${part}%`} and statement like '%limit 10)%'`.execute(db)
  const text = statements[0]?.statement ?? ''
  const parameterCount = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, no]) => Number(no)))
  return db.connection().execute(async (connection) => {
    await sql.raw(`prepare examined as ${text}`).execute(connection)
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection)
    const { rows } = await sql.raw<Record<string, string>>(`explain execute examined(${Array(parameterCount).fill('null').join()})`).execute(connection)
    await sql`reset plan_cache_mode`.execute(connection)
    await sql`deallocate examined`.execute(connection)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

test('a kept plan reads the index that contains the list, also for a unit with few payers among many', async () => {
  await given.payer({ PayerId: 'Z1', PayerUnitId: 'U03' })
  for (let call = 0; call < 3; call++) await ids(maker, { PageSize: 10, PayerUnitId: 'U03' })
  expect(await planKeptFor('between')).toContain('using payer_apply_code_payer_unit_id_payer_id_serial_id_idx on payer t')
})
