import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { modules } from '../../../src/modules'
import type { RecordValues } from '../../../src/schema/language/language'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { jobRunner } from '../../../src/server/jobs/runner'
import { scheduleRecomputation } from '../../../src/server/node/periodic-work'
import { recomputeTables } from '../../../src/server/records/recompute'
import { portal, twoCompanies } from '../../support/portal'
import { testSchemas } from '../../support/schemas/schemas'

/** Orders of an earlier schema without computed fields. */
const plain = {
  label: '訂單',
  menu: { group: 'basic', order: 900, icon: 'Payments' },
  key: ['ApplyCode', 'OrderNo'],
  display: '{OrderNo}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    OrderNo: { type: 'string', label: '編號', required: true, max: 10, writeOnce: true },
    Price: { type: 'money', label: '單價', required: true },
    Gift: { type: 'boolean', label: '贈品' },
    Lines: {
      type: 'rows',
      label: '明細',
      max: 9,
      fields: { Amount: { type: 'money', label: '金額', required: true } },
    },
  },
  list: { filters: ['OrderNo'] },
}

/** The same resource with computed fields, by this factor. */
const computing = (factor: number) => ({
  ...plain,
  fields: {
    ...plain.fields,
    Total: { type: 'computed', as: 'money', label: '總價', value: { multiply: [{ field: 'Price' }, factor] } },
    Half: {
      type: 'computed',
      as: 'money',
      label: '半價',
      value: { divide: [{ field: 'Total' }, 2] },
      shownWhen: { field: 'Gift', is: true },
    },
    Lines: {
      ...plain.fields.Lines,
      fields: {
        ...plain.fields.Lines.fields,
        Taxed: { type: 'computed', as: 'money', label: '含稅', value: { multiply: [{ field: 'Amount' }, factor] } },
      },
    },
    Sum: { type: 'computed', as: 'money', label: '合計', value: { sum: 'Lines.Taxed' } },
  },
  list: { columns: ['OrderNo', 'Total', 'Sum'], filters: [{ field: 'Total', match: 'range' }] },
})

const here = await portal({ schemas: { order: plain }, ownDatabase: true })
await twoCompanies(here)
const maker = await here.as('CustomerMaker')

/** Creates that many orders of the earlier schema, in a database that has computed nothing. */
const givenOrders = async (count: number) => {
  for (const statement of ['drop table "order"', 'delete from computed_state'])
    await sql.raw(statement).execute(here.db)
  await ensureTables(here.db, here.schemas)
  const made = await maker.post('/Order', {
    ApplyCode: '77001',
    OrderNo: '00000',
    Price: 10,
    Gift: true,
    Lines: [{ Amount: 3 }, { Amount: 4 }],
  })
  expect(made.code).toBe('0000')
  const columns = sql`apply_code, price, gift, lines, create_user, create_time, update_user, update_time`
  await sql`insert into "order" (order_no, ${columns}) select lpad(no::text, 5, '0'), ${columns} from "order", generate_series(1, ${count - 1}::integer) no`.execute(
    here.db,
  )
}

const startedWith = async (order: object, isStopped = () => false) => {
  const { db, ports, clock } = here
  const schemas = testSchemas({ order })
  await ensureTables(db, schemas)
  return { schemas, changed: await recomputeTables({ db: ports.backgroundDb, clock, schemas, modules, isStopped }) }
}

const orders = async (): Promise<readonly RecordValues[]> =>
  (
    await sql<RecordValues>`select order_no, total, half, lines, sum, update_time from "order" order by order_no`.execute(
      here.db,
    )
  ).rows

test('a new computed field is filled in every record, also in list items, and a changed expression replaces the old values', async () => {
  await givenOrders(120)
  await sql`update "order" set lines = null where order_no = '00000'`.execute(here.db)
  const before = await sql<RecordValues>`select update_time from "order"`.execute(here.db)
  expect((await startedWith(computing(2))).changed).toEqual({ order: 120 })
  const made = {
    total: 20,
    half: 10,
    sum: 14,
    lines: [
      { Amount: 3, Taxed: 6 },
      { Amount: 4, Taxed: 8 },
    ],
  }
  const [withoutLines, ...withLines] = await orders()
  expect(withoutLines).toMatchObject({ total: 20, half: 10, lines: null })
  for (const row of withLines) expect(row).toMatchObject(made)
  expect((await startedWith(computing(2))).changed, 'nothing to do').toEqual({})
  expect((await startedWith(computing(3))).changed).toEqual({ order: 120 })
  for (const row of (await orders()).slice(1))
    expect(row).toMatchObject({ total: 30, half: 15, sum: 21, lines: [{ Taxed: 9 }, { Taxed: 12 }] })
  expect(
    (await orders()).map((row) => row.update_time),
    'nobody changed them',
  ).toEqual(before.rows.map((row) => row.update_time))
})

test('a hidden field stays empty, and a changed condition counts as a change', async () => {
  await givenOrders(3)
  await sql`update "order" set gift = false where order_no = '00001'`.execute(here.db)
  await startedWith(computing(2))
  expect((await orders()).map(({ half }) => half)).toEqual([10, null, 10])
  const { Half, ...others } = computing(2).fields
  await startedWith({ ...plain, fields: { ...others, Half: { ...Half, shownWhen: { field: 'Gift', is: false } } } })
  expect((await orders()).map(({ half }) => half)).toEqual([null, 10, null])
})

test('interrupted work continues where it stopped, in any process, and runs once', async () => {
  await givenOrders(400)
  let steps = 0
  await startedWith(computing(2), () => ++steps > 2)
  const done = (await orders()).filter(({ total }) => total === 20).length
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(400)
  // Completed steps are not repeated: otherwise this record would be corrected.
  await sql`update "order" set total = 1 where order_no = '00000'`.execute(here.db)
  const both = await Promise.all([startedWith(computing(2)), startedWith(computing(2))])
  expect(both.reduce((sum, { changed }) => sum + (changed.order ?? 0), 0)).toBe(400 - done)
  expect((await orders()).filter(({ total }) => total !== 20).map((row) => row.order_no)).toEqual(['00000'])
})

test('a portal with other schemas takes the work over, and returning to the old ones restores the old values', async () => {
  await givenOrders(200)
  await startedWith(computing(2))
  // One step is that of the bills, whose amounts are computed as well.
  let steps = 0
  await startedWith(computing(3), () => ++steps > 2)
  expect(new Set((await orders()).map(({ total }) => total))).toEqual(new Set([20, 30]))
  await startedWith(computing(2))
  expect(new Set((await orders()).map(({ total }) => total))).toEqual(new Set([20]))
})

test('a computed field that is removed and added again is recomputed', async () => {
  await givenOrders(2)
  await startedWith(computing(2))
  await startedWith(plain)
  await sql`update "order" set price = 50`.execute(here.db)
  expect((await startedWith(computing(2))).changed).toEqual({ order: 2 })
  expect((await orders()).map(({ total }) => total)).toEqual([100, 100])
})

test('a start does not recompute a table that was empty before it got records', async () => {
  for (const statement of ['drop table "order"', 'delete from computed_state'])
    await sql.raw(statement).execute(here.db)
  await startedWith(computing(2))
  // A value that a recomputation would correct.
  await sql`
    insert into "order" (order_no, apply_code, price, total, create_user, create_time, update_user, update_time)
    values ('00000', '77001', 10, 1, 'me', now(), 'me', now())`.execute(here.db)
  expect((await startedWith(computing(2))).changed).toEqual({})
  expect((await orders()).map(({ total }) => total)).toEqual([1])
  expect((await startedWith(computing(3))).changed).toEqual({ order: 1 })
})

test("a record that a user saves during the recomputation keeps the user's values, and a start recomputes by itself", async () => {
  await givenOrders(300)
  const schemas = testSchemas({ order: computing(2) })
  await ensureTables(here.db, schemas)
  const jobs = jobRunner({ db: here.db, log: here.log, clock: here.clock, isOnlyProcess: false })
  scheduleRecomputation(jobs, { ...here.ports, db: here.ports.backgroundDb, schemas, modules })
  await here.db.transaction().execute(async (trx) => {
    // The first step waits until the record is saved.
    await sql`lock table "order" in exclusive mode`.execute(trx)
    await jobs.start()
    await sql`update "order" set price = 70, total = 140 where order_no = '00299'`.execute(trx)
  })
  await expect
    .poll(
      async () =>
        (
          await sql<RecordValues>`select made_by from computed_state where table_name = 'order' and pending is null`.execute(
            here.db,
          )
        ).rows.length,
    )
    .toBe(1)
  await jobs.stop()
  expect((await orders()).at(-1)).toMatchObject({ total: 140, half: 70 })
  expect(here.log.lines).toContainEqual(expect.objectContaining({ event: 'computed values recomputed' }))
})
