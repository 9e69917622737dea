import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { mergeTallies } from '../../../src/server/database/bills-and-lines/merge-tallies'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { cachedNumberMs } from '../../../src/server/records/list/list-count'
import { maxCounted } from '../../../src/server/records/list/list-number'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal } from '../../support/portal'
import { testSchemas } from '../../support/schemas/schemas'
import { csv } from '../imports/files'
import { header, imported, plain, twoCompaniesWithTerms } from '../imports/uploads'

// The clock of tests shows 2026-11-20.
const today = `date '2026-11-20'`
const live = `b.bill_state <> 'Void'`

/** Every kind of query of the list of bills, with the condition of its records in SQL. */
const filters: readonly (readonly [query: Readonly<Record<string, string | readonly string[]>>, where: string])[] = [
  [{}, 'true'],
  [{ ApplyCode: '77001' }, `b.apply_code = '77001'`],
  [{ BillStatus: 'Unpaid' }, `${live} and b.pay_status = 'Unpaid' and (b.payment_end_date < ${today}) is not true`],
  [
    { BillStatus: 'PartialPaid' },
    `${live} and b.pay_status = 'PartialPaid' and (b.payment_end_date < ${today}) is not true`,
  ],
  [{ BillStatus: 'Paid' }, `${live} and b.pay_status = 'Paid'`],
  [{ BillStatus: 'OverPaid' }, `${live} and b.pay_status = 'OverPaid'`],
  [
    { BillStatus: 'Overdue' },
    `${live} and b.pay_status in ('Unpaid', 'PartialPaid') and b.payment_end_date < ${today}`,
  ],
  [{ BillStatus: 'Void' }, `b.bill_state = 'Void'`],
  [
    { BillStatus: ['Void', 'Overdue'] },
    `b.bill_state = 'Void' or (b.pay_status in ('Unpaid', 'PartialPaid') and b.payment_end_date < ${today})`,
  ],
  [{ PayStatus: 'Unpaid' }, `b.pay_status = 'Unpaid'`],
  [{ BillTermId: '2026-11' }, `b.bill_term_id = '2026-11'`],
  [
    { BillTermId: '2026-12', BillStatus: 'Unpaid' },
    `b.bill_term_id = '2026-12' and ${live} and b.pay_status = 'Unpaid' and (b.payment_end_date < ${today}) is not true`,
  ],
  [{ BillCategoryCode: 'MGT', DebitFlag: 'false' }, `b.bill_category_code = 'MGT' and not b.debit_flag`],
  [{ ChannelId: '06' }, `b.channel_id = '06'`],
  [
    { PaymentEndDateFrom: '2026-11-20', PaymentEndDateTo: '2026-11-30' },
    `b.payment_end_date between '2026-11-20' and '2026-11-30'`,
  ],
  [{ ShouldPayAmountFrom: '1000', ShouldPayAmountTo: '2000' }, 'b.should_pay_amount between 1000 and 2000'],
  [{ PayerName: '大' }, `position('大' in b.payer_name) > 0`],
  [{ PayerName: '大明' }, `position('大明' in b.payer_name) > 0`],
  [{ PayerName: '明大' }, `position('明大' in b.payer_name) > 0`],
  [{ PayerName: 'chen m' }, `position('chen m' in lower(b.payer_name)) > 0`],
  [{ PayerName: '%_' }, `position('%_' in b.payer_name) > 0`],
  [{ BillNo: 'B202611-' }, `starts_with(b.bill_no, 'B202611-')`],
  [{ VACAccount: '7700126' }, `starts_with(b.vac_account, '7700126')`],
]

const sorts = [
  [{}, 'b.serial_id desc'],
  [{ SortField: 'ShouldPayAmount', SortOrder: 'DESC' }, 'b.should_pay_amount desc nulls last, b.serial_id desc'],
  [{ SortField: 'ShouldPayAmount', SortOrder: 'ASC' }, 'b.should_pay_amount, b.serial_id'],
  [{ SortField: 'PaymentEndDate', SortOrder: 'DESC' }, 'b.payment_end_date desc nulls last, b.serial_id desc'],
  [{ SortField: 'PaidTime', SortOrder: 'DESC' }, 'b.paid_time desc nulls last, b.serial_id desc'],
  [{ SortField: 'PaidTime', SortOrder: 'ASC' }, 'b.paid_time, b.serial_id'],
] as const

// The embedded database has one connection.
const onServer = test.skipIf(inject('databaseUrl') === '')

let here: Portal
let maker: Client

const open = async (options?: Parameters<typeof portal>[0]): Promise<void> => {
  here = await portal(options)
  await twoCompaniesWithTerms(here)
  await here.given.billTerm({ BillTermId: '2026-12', BillTermNo: '27', PaymentEndDate: '2026-12-31' })
  await here.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  maker = await here.as('CustomerMaker')
}

beforeEach(() => open())

/** Bills of every state, for two companies. */
const manyBills = async (): Promise<void> => {
  const states: readonly RecordValues[] = [
    {},
    { PaymentEndDate: '2026-11-19', ShouldPayAmount: 700 },
    { PaidAmount: 400, PayStatus: 'PartialPaid', ChannelId: '06', PaidTime: '2026-11-18T03:00:00Z' },
    {
      PaidAmount: 400,
      PayStatus: 'PartialPaid',
      PaymentEndDate: '2026-11-19',
      PayerName: 'CHEN Mei',
      PaidTime: '2026-11-17T03:00:00Z',
    },
    { PaidAmount: 1000, PayStatus: 'Paid', ChannelId: '06', PayerName: '陳大明' },
    { PaidAmount: 2500, ShouldPayAmount: 2000, PayStatus: 'OverPaid', ChannelId: '01', DebitFlag: true },
    { BillState: 'Void', AccountState: 'Released' },
    { BillState: 'Void', AccountState: 'Released', PaymentEndDate: '2026-11-01', PayerName: '大%_明' },
    {
      CurrencyType: 'USD',
      ShouldPayAmount: 123_456,
      BillTermId: '2026-12',
      PaymentEndDate: '2026-12-31',
      PayerName: '林明',
    },
    { BillTermId: '2026-12', PaymentEndDate: '2026-11-19', PayerName: '明大' },
  ]
  for (const [index, state] of [...states, ...states].entries())
    await here.given.bill({ ...state, ...(index % 7 === 6 ? { ApplyCode: '77003' } : {}) })
}

const rowsOf = async <T>(statement: string): Promise<readonly T[]> =>
  (await sql.raw<T>(statement).execute(here.db)).rows

/** Expects every list, its totals and the progress of the terms to be what SQL over the bills returns. */
const expectLists = async (): Promise<void> => {
  for (const [query, where] of filters) {
    const condition = `b.apply_code = '77001' and (${where})`
    const { data } = await maker.get('/Bills', { ...query, WithTotals: 'true' })
    const [page] = await rowsOf<{ count: number; ids: readonly number[] }>(
      `select (select count(*) from bill b where ${condition}) as count,
        (select coalesce(jsonb_agg(id), '[]') from (select serial_id as id from bill b where ${condition} order by serial_id desc limit 20) x) as ids`,
    )
    const shown = { count: data.TotalCount, ids: data.Items.map(({ SerialId }: RecordValues) => SerialId) }
    expect(shown, JSON.stringify(query)).toEqual(page)
    expect(data.Totals, JSON.stringify(query)).toEqual(
      await rowsOf(`
        select currency_type as "CurrencyType", count(*) as "Count", sum(should_pay_amount)::bigint as "ShouldPayAmount", sum(paid_amount)::bigint as "PaidAmount",
          sum(greatest(should_pay_amount - paid_amount, 0))::bigint as "OutstandingAmount"
        from bill b where (${condition}) and ${live} group by currency_type order by currency_type`),
    )
  }
}

/** Expects the counts and sums of the tabs to be those of the lists that they open. */
const expectTabs = async (query: Readonly<Record<string, string>>): Promise<void> => {
  const { data } = await maker.get('/Ext/Bills/GetTabs', query)
  const lists = await Promise.all(
    here.schemas.get('bills').list.tabs.map(async ({ label, where }) => {
      const { data: list } = await maker.get('/Bills', { ...query, ...where, WithTotals: 'true' })
      return { Label: label, Count: list.TotalCount, Totals: list.Totals }
    }),
  )
  expect(data.Tabs, JSON.stringify(query)).toEqual(lists)
}

const expectProgress = async (): Promise<void> => {
  const terms = await rowsOf<{ id: number; name: string }>(
    `select serial_id as id, bill_term_id as name from bill_term where apply_code = '77001'`,
  )
  for (const { id, name } of terms) {
    const { data } = await maker.get(`/Ext/BillTerm/${id}/GetProgress`)
    const bills = `from bill b where b.apply_code = '77001' and b.bill_term_id = '${name}' and b.bill_state = 'Active'`
    const late = `b.pay_status in ('Unpaid', 'PartialPaid') and b.payment_end_date < ${today}`
    expect(data.map(({ Channels: _channels, ...figures }: RecordValues) => figures)).toEqual(
      await rowsOf(`
        select currency_type as "CurrencyType", count(*) as "BillCount", count(*) filter (where pay_status in ('Paid', 'OverPaid')) as "PaidCount",
          sum(should_pay_amount)::bigint as "ShouldPayAmount", sum(paid_amount)::bigint as "PaidAmount",
          sum(greatest(should_pay_amount - paid_amount, 0))::bigint as "OutstandingAmount", count(*) filter (where ${late}) as "OverdueCount",
          coalesce(sum(greatest(should_pay_amount - paid_amount, 0)) filter (where ${late}), 0)::bigint as "OverdueAmount"
        ${bills} group by currency_type order by currency_type = 'TWD' desc`),
    )
    const channels = data.flatMap(({ CurrencyType, Channels }: RecordValues) =>
      (Channels as RecordValues[]).map((channel) => ({ CurrencyType, ...channel })),
    )
    expect(channels).toEqual(
      await rowsOf(`
        select b.currency_type as "CurrencyType", p.channel_id as "ChannelId", count(*) as "PaymentCount", sum(p.amount)::bigint as "PaidAmount"
        from payment p join (select * ${bills}) b on b.serial_id = p.bill_serial_id
        where p.amount > 0 and not exists (select from payment c where c.counters_payment_id = p.payment_id)
        group by 1, 2 order by b.currency_type = 'TWD' desc, 4 desc, 2`),
    )
  }
}

/** Expects the table of partly paid bills to have the amounts that live bills lack. */
const expectPartlyPaid = async (): Promise<void> => {
  expect(await rowsOf('select * from internal_partly_paid_bill order by serial_id')).toEqual(
    await rowsOf(`
      select serial_id, apply_code, should_pay_amount - paid_amount as outstanding_amount
      from bill where pay_status = 'PartialPaid' and bill_state = 'Active' order by serial_id`),
  )
}

const expectAll = async (): Promise<void> => {
  await expectLists()
  await expectProgress()
  await expectPartlyPaid()
}

const change = (statement: string) => sql.raw(statement).execute(here.db)

/** Returns the statement that takes back the live payments with this condition. */
const counterEntries = (where: string) => `
  insert into payment (bill_serial_id, amount, paid_time, channel_id, receipt_no, counters_payment_id)
  select bill_serial_id, -amount, '2026-11-20T01:15:30Z', channel_id, 'C' || payment_id, payment_id
  from payment p
  where ${where} and amount > 0 and not exists (select from payment c where c.counters_payment_id = p.payment_id)`

test('the tabs by state have the counts and sums of the lists, for conditions with and without a tally', async () => {
  await manyBills()
  await expectTabs({})
  await expectTabs({ BillTermId: '2026-12' })
  await expectTabs({ PayerName: '大' })
  await expectTabs({ Keyword: 'B2026' })
})

test('the tabs by state read the tally, because counting many bills one by one takes long', async () => {
  await here.given.bill({})
  await here.given.bill({ PaymentEndDate: '2026-11-19' })
  await change('update bill_tally set bill_count = 9 * bill_count')
  const countsOf = async (query = {}) =>
    (await maker.get('/Ext/Bills/GetTabs', query)).data.Tabs.map(({ Count }: { Count: number }) => Count)
  expect(await countsOf()).toEqual([18, 9, 0, 0, 0, 9, 0])
  expect(await countsOf({ PayerName: '王' })).toEqual([2, 1, 0, 0, 0, 1, 0])
})

describe('counts, totals, pages and progress are those of the bills', () => {
  test('of every state', async () => {
    await expectAll()
    await manyBills()
    await expectAll()
  })

  test('of all companies, as the bank sees them', async () => {
    await manyBills()
    const viewer = await here.as('BankViewer')
    const period = { PaymentEndDateFrom: '2026-11-01', PaymentEndDateTo: '2026-12-31' }
    const isOf = (code: string) => `b.apply_code = '${code}'`
    const agreements = [
      [{}, 'true'],
      [{ ApplyCode: '77003' }, isOf('77003')],
      [{ UniformNo: insurer.UniformNo }, isOf('77003')],
    ] as const
    const states = filters.filter(([{ BillStatus, BillTermId }]) => BillStatus && !BillTermId)
    for (const [agreement, ofAgreement] of agreements)
      for (const [state, where] of [...states, [{ PayerName: '大' }, `position('大' in b.payer_name) > 0`] as const]) {
        const query = { ...period, ...agreement, ...state }
        const { data } = await viewer.get('/SKGPortal/SKGBillQuery', query)
        const bills = await rowsOf<{ id: number }>(
          `select serial_id as id from bill b where payment_end_date between '2026-11-01' and '2026-12-31' and ${ofAgreement} and (${where})
          order by payment_end_date desc, serial_id desc`,
        )
        expect(
          [data.TotalCount, data.Items.map(({ SerialId }: RecordValues) => SerialId)],
          JSON.stringify(query),
        ).toEqual([bills.length, bills.map(({ id }) => id)])
      }
  })

  test('after a bill is typed, edited, moved to another term and voided', async () => {
    await manyBills()
    const values = {
      ApplyCode: '77001',
      BillTermId: '2026-11',
      PayerNo: '900001',
      PayerName: '陳大明',
      FeeItems: [{ FeeCode: 'F01', FeeName: '管理費', Amount: 1500 }],
    }
    const { data: bill } = await maker.post('/Bills', values)
    await expectAll()
    const edited = {
      UpdateTime: bill.UpdateTime,
      BillTermId: '2026-12',
      FeeItems: [{ FeeCode: 'F01', FeeName: '管理費', Amount: 900 }],
    }
    expect(await maker.put(`/Bills/${bill.SerialId}`, edited)).toMatchObject({ code: '0000' })
    await expectAll()
    expect(await maker.delete(`/Bills/${bill.SerialId}`)).toMatchObject({ code: '0000' })
    await expectAll()
  })

  test('after an import, and after its deletion', async () => {
    await manyBills()
    const done = await imported(here, maker, 'bills.csv', csv([[...header], ...plain(30, 800_001)]))
    expect(done).toMatchObject({ SuccessCount: 30 })
    await expectAll()
    expect(await maker.delete(`/BillImportList/${done.SerialId}`)).toMatchObject({ code: '0000' })
    await here.ports.jobs.runUntilIdle()
    await expectAll()
  })

  test('after payments, counter-entries of some, and bills with entries that change or disappear', async () => {
    await manyBills()
    await change(`
      insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
      select 'D' || n || '-' || serial_id, serial_id, 100 * n, '2026-11-10T01:15:30Z', case n when 1 then '06' else '01' end, 'R' from bill, generate_series(1, 2) n`)
    await change(`update bill set paid_amount = 300, pay_status = 'PartialPaid' where bill_state = 'Active'`)
    await expectAll()
    await change(counterEntries('payment_id % 3 = 0'))
    await expectAll()
    await change(`update bill set bill_state = 'Void' where serial_id % 4 = 0`)
    await change(`update bill set bill_term_id = '2026-12' where serial_id % 5 = 0`)
    await expectAll()
    await change(counterEntries('payment_id % 5 = 0'))
    await expectAll()
    await change('delete from bill where serial_id % 2 = 0')
    await expectAll()
    await change('truncate bill')
    await expectAll()
  })

  const insertPayments = (number: number) => `
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    select 'P${number}-' || serial_id, serial_id, 100, '2026-11-10T01:15:30Z', '06', 'R' from bill`

  /** Runs the second change while the transaction of the first one is open, until it waits for a lock or has ended. */
  const changeTogether = async (first: string, second: string): Promise<void> => {
    let changed: Promise<unknown> = Promise.resolve()
    await here.ports.backgroundDb.transaction().execute(async (db) => {
      await sql.raw(first).execute(db)
      changed = change(second)
      const waiting = expect.poll(() =>
        rowsOf(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      await Promise.race([changed, waiting.toHaveLength(1)])
    })
    await changed
  }

  onServer('after payments and changes of their bills at the same time', async () => {
    await here.given.bill({})
    await changeTogether(insertPayments(1), `update bill set bill_state = 'Void'`)
    await expectAll()
    await changeTogether(`update bill set bill_state = 'Active', bill_term_id = '2026-12'`, insertPayments(2))
    await expectAll()
    await changeTogether(counterEntries('true'), `update bill set bill_term_id = '2026-11'`)
    await expectAll()
  })

  test('where one statement only exchanges amounts', async () => {
    await here.given.bill({ ShouldPayAmount: 1000, PaidAmount: 1000, PayStatus: 'Paid' })
    await here.given.bill({ ShouldPayAmount: 500, PaidAmount: 0, PayStatus: 'Paid' })
    await change('update bill set paid_amount = 1000 - paid_amount')
    await expectAll()
  })

  test('while their rows are merged, and afterwards', async () => {
    for (let round = 0; round < 6; round++) await manyBills()
    const countRows = async () =>
      (await rowsOf<{ count: number }>('select count(*) as count from bill_tally'))[0]?.count
    expect(await countRows()).toBe(120)
    await mergeTallies(here.ports.backgroundDb)
    expect(await countRows()).toBeLessThan(20)
    await expectAll()
    await change('delete from bill')
    await expectAll()
  })

  test('of data that were restored without the triggers of the tallies and of the states', async () => {
    await open({ ownDatabase: true })
    await manyBills()
    await change(insertPayments(1))
    await change(counterEntries('payment_id % 3 = 0'))
    for (const name of ['bill_tally', 'bill_by_state', 'bill_partly_paid'])
      await change(`drop trigger ${name}_insert on bill`)
    for (const table of ['bill_tally', 'bill_by_state', 'internal_partly_paid_bill'])
      await change(`delete from ${table}`)
    await here.given.bill({})
    await ensureTables(here.db, testSchemas({}))
    await expectAll()
    await here.given.bill({})
    await expectAll()
  })
})

test('pages from both ends are those of the order', async () => {
  await manyBills()
  for (const [sort, order] of sorts) {
    const ids = await idsInOrder(order)
    for (let page = 1; (page - 1) * 4 <= ids.length; page++)
      expect(await idsOnPage({ ...sort, PageSize: 4, PageNo: page }), `${order}, page ${page}`).toEqual(
        ids.slice((page - 1) * 4, page * 4),
      )
  }
})

const idsInOrder = async (order: string): Promise<readonly number[]> =>
  (await rowsOf<{ id: number }>(`select serial_id as id from bill b where apply_code = '77001' order by ${order}`)).map(
    ({ id }) => id,
  )

const idsOnPage = async (query: Readonly<Record<string, string | number>>): Promise<readonly unknown[]> =>
  (await maker.get('/Bills', query)).data.Items.map(({ SerialId }: RecordValues) => SerialId)

const copies = (count: number, values = 'x') => `
  insert into bill (apply_code, bill_no, bill_term_id, bill_category_code, payer_name, currency_type, should_pay_amount, paid_amount, payment_start_date, payment_end_date,
    paid_time, pay_status, bill_state, account_state, debit_flag, print_count, create_user, create_time, update_user, update_time)
  select '77001', '${values}-' || n, '2026-11', 'MGT', '陳大明', 'TWD', n % 100, 0, '2026-11-01', '2026-11-30', case when n % 3 > 0 then timestamptz '2026-11-01' + n % 50 * interval '1 hour' end,
    'Unpaid', 'Active', 'InUse', false, 0, 'test', now(), 'test', now()
  from generate_series(1, ${count}) n`

test('pages far from the beginning are read from the end, in the same order', async () => {
  await change(copies(5000))
  expect((await maker.get('/Bills')).data.TotalCount).toBe(5000)
  for (const [sort, order] of sorts) {
    const ids = await idsInOrder(order)
    for (const page of [99, 101, 130, 167, 180, 249, 250, 251])
      expect(await idsOnPage({ ...sort, PageSize: 20, PageNo: page }), `${order}, page ${page}`).toEqual(
        ids.slice((page - 1) * 20, page * 20),
      )
    expect(await idsOnPage({ ...sort, PageSize: 30, PageNo: 167 }), order).toEqual(ids.slice(-20))
  }
})

const byName = async (query: RecordValues = {}) =>
  (await maker.get('/Bills', { PageSize: 20, PayerName: '陳大', ...query })).data

test('without a tally, records are counted up to 10,000; the number is exact on request, and then known for half a minute', async () => {
  await change(copies(maxCounted))
  expect(await byName()).toMatchObject({ TotalCount: 10_000 })
  expect(await byName()).not.toHaveProperty('IsMinimum')
  await change(copies(25, 'y'))
  here.clock.advance({ seconds: cachedNumberMs / 1000 })
  expect(await byName()).toMatchObject({ TotalCount: 10_000, IsMinimum: true })
  expect((await maker.get('/Bills', {})).data).toMatchObject({ TotalCount: 10_025 })
  expect((await maker.get('/Bills', {})).data).not.toHaveProperty('IsMinimum')
  expect(await byName({ BillNo: 'y' })).toMatchObject({ TotalCount: 25 })
  const exact = await byName({ WithTotals: 'true' })
  expect(exact).toMatchObject({ TotalCount: 10_025, Totals: [{ Count: 10_025 }] })
  expect(exact).not.toHaveProperty('IsMinimum')
  expect(await byName()).toMatchObject({ TotalCount: 10_025 })
  here.clock.advance({ seconds: cachedNumberMs / 1000 })
  expect(await byName()).toMatchObject({ TotalCount: 10_000, IsMinimum: true })
})

test('every page of a list whose number is a minimum has the records of the order, and the last page has the exact number', async () => {
  await change(copies(maxCounted + 30))
  const sorts = [
    [{}, 'serial_id desc'],
    [{ SortField: 'PaymentEndDate', SortOrder: 'DESC' }, 'payment_end_date desc nulls last, serial_id desc'],
    [{ SortField: 'ShouldPayAmount', SortOrder: 'ASC' }, 'should_pay_amount, serial_id'],
  ] as const
  for (const [sort, order] of sorts) {
    const ids = await idsInOrder(order)
    for (const [page, number] of [
      [1, { TotalCount: 10_000, IsMinimum: true }],
      [501, { TotalCount: 10_021, IsMinimum: true }],
      [502, { TotalCount: 10_030 }],
    ] as const) {
      const data = await byName({ ...sort, PageNo: page })
      const { Items, PageNo: _, PageSize: __, NotSortable: ___, ...counted } = data
      expect(counted, `${order}, page ${page}`).toEqual(number)
      expect(Items.map(({ SerialId }: RecordValues) => SerialId)).toEqual(ids.slice((page - 1) * 20, page * 20))
    }
  }
})

test('a list of more than 10,000 records is sorted by fields with an index, and names the others', async () => {
  await change(copies(maxCounted))
  const sorted = (query: RecordValues) => maker.get('/Bills', { SortField: 'PaidTime', SortOrder: 'DESC', ...query })
  const ids = await idsInOrder('paid_time desc nulls last, serial_id desc')
  expect(await idsOnPage({ SortField: 'PaidTime', SortOrder: 'DESC', PageSize: 20 })).toEqual(ids.slice(0, 20))
  expect((await maker.get('/Bills')).data).not.toHaveProperty('NotSortable')
  await change(copies(5, 'y'))
  const message =
    '符合條件的資料超過 10,000 筆，不能依「繳款時間」排序。請先縮小查詢條件，例如選擇代收期別，再依此欄位排序。'
  for (const query of [{}, { PayerName: '陳大' }, { PageNo: 400 }, { PayerName: '陳大', WithTotals: 'true' }])
    expect(await sorted(query), JSON.stringify(query)).toMatchObject({
      code: '2002',
      data: { Errors: { SortField: message } },
    })
  expect((await sorted({ BillNo: 'y' })).data).toMatchObject({ TotalCount: 5 })
  const { NotSortable } = (await maker.get('/Bills', { SortField: 'ShouldPayAmount', SortOrder: 'ASC' })).data
  for (const name of ['PaidTime', 'PayerName', 'VACAccount', 'PaidAmount', 'BillStatus'])
    expect(NotSortable, name).toContain(name)
  for (const name of ['SerialId', 'BillNo', 'ShouldPayAmount', 'PaymentEndDate', 'BillTermId'])
    expect(NotSortable, name).not.toContain(name)
})

test('a long list of all agreements cannot be sorted by an index that begins with the agreement', async () => {
  await change(copies(maxCounted + 1))
  const bank = await here.as('BankViewer')
  const byAmount = (query: RecordValues) =>
    bank.get('/SKGPortal/SKGBillQuery', {
      PaymentEndDateFrom: '2026-11-01',
      PaymentEndDateTo: '2026-12-31',
      SortField: 'ShouldPayAmount',
      SortOrder: 'ASC',
      ...query,
    })
  expect(await byAmount({})).toMatchObject({ code: '2002', data: { Errors: { SortField: expect.any(String) } } })
  expect((await byAmount({ ApplyCode: '77001' })).data).toMatchObject({ TotalCount: maxCounted + 1 })
})

test('a keyword finds few of many records in the order of the list, and many of them', async () => {
  await change(copies(maxCounted + 30))
  await change("update bill set bill_no = 'Z' || upper(bill_no) where bill_no like 'x-77%'")
  const ids = await rowsOf<{ id: number }>(
    "select serial_id as id from bill where bill_no like 'ZX-77%' order by should_pay_amount, serial_id",
  )
  const few = await maker.get('/Bills', {
    Keyword: 'zx-',
    PageSize: 100,
    SortField: 'ShouldPayAmount',
    SortOrder: 'ASC',
  })
  expect(few.data).toMatchObject({ TotalCount: ids.length })
  expect(few.data.Items.map(({ SerialId }: RecordValues) => SerialId)).toEqual(ids.map(({ id }) => id).slice(0, 100))
  expect((await maker.get('/Bills', { Keyword: '大明' })).data).toMatchObject({ TotalCount: 10_000, IsMinimum: true })
})

test('tabs of more than 10,000 records without a tally have minimums and no sums, unless they are asked for', async () => {
  await change(copies(maxCounted + 30))
  const tabs = async (query: Readonly<Record<string, string>>) =>
    (await maker.get('/Ext/Bills/GetTabs', query)).data.Tabs.map(({ Label: _, ...tab }: RecordValues) => tab)
  const [all, ...others] = await tabs({ PayerName: '陳大' })
  expect(all).toEqual({ Count: 10_000, IsMinimum: true, Totals: [] })
  for (const other of others) expect(other).toMatchObject({ IsMinimum: true, Totals: [] })
  const [exact] = await tabs({ PayerName: '陳大', WithTotals: 'true' })
  expect(exact).toMatchObject({ Count: 10_030, Totals: [{ Count: 10_030 }] })
  expect(exact).not.toHaveProperty('IsMinimum')
})

describe.skipIf(!inject('databaseUrl'))('searches of a table that answers late', () => {
  const whileLocked = (work: () => Promise<void>) =>
    here.ports.backgroundDb.transaction().execute(async (transaction) => {
      await sql`lock table bill in access exclusive mode`.execute(transaction)
      await work()
    })

  test('a search that takes longer than 5 seconds is refused with what narrows it', async () => {
    await whileLocked(async () => {
      const { code, message } = await maker.get('/Bills', { Keyword: '大明' })
      expect({ code, message }).toEqual({
        code: '2002',
        message:
          '這項查詢超過 5 秒仍未完成，已停止。請縮小範圍再查，例如選擇代收期別、縮短日期期間，或輸入更完整的關鍵字。',
      })
    })
  })

  test('more searches than there are connections leave connections to other requests', async () => {
    let searches: Promise<readonly { readonly code: string }[]> | undefined
    await whileLocked(async () => {
      searches = Promise.all(Array.from({ length: 12 }, () => maker.get('/Bills', { Keyword: '大明' })))
      expect((await maker.get('/fee')).code).toBe('0000')
    })
    expect((await searches)?.map(({ code }) => code)).toEqual(Array(12).fill('0000'))
  })
})
