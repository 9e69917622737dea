import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { mergeTallies } from '../../../src/server/database/bills-and-lines/merge-tallies'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { testSchemas } from '../../support/schemas/schemas'

// Lines are counted and summed by tallies, which must always agree with the lines themselves.
const dates = {
  TradeDate: 'trade_date',
  TransDate: 'trans_date',
  AccountDate: 'account_date',
  ExpectRemitDate: 'expect_remit_date',
} as const
const november = { StartDate: '2026-11-01', EndDate: '2026-11-30' }

/** Queries of a list in addition to its period, with the condition of their records in SQL. */
const filters: readonly (readonly [query: Readonly<Record<string, string | readonly string[]>>, where: string])[] = [
  [{}, 'true'],
  [{ ChannelId: '06' }, `l.channel_id = '06'`],
  [{ WriteOffStatus: 'Exception' }, `l.write_off_status = 'Exception'`],
  [
    { WriteOffStatus: ['Exception', 'NotWrittenOff'], ExceptionType: 'OverPaid' },
    `l.write_off_status in ('Exception', 'NotWrittenOff') and l.exception_type = 'OverPaid'`,
  ],
  [{ AmountFrom: '300', AmountTo: '300' }, 'l.amount = 300'],
  [{ PayerName: '大' }, `position('大' in l.payer_name) > 0`],
]

/** Queries of the bank alone. */
const bankFilters: typeof filters = [
  ...filters,
  [{ ApplyCode: '77003' }, `l.apply_code = '77003'`],
  [{ UniformNo: insurer.UniformNo }, `l.apply_code = '77003'`],
  [{ WithoutAgreement: 'true' }, 'l.apply_code is null'],
]

const countsInSums = `l.write_off_status <> 'Divided' and not (l.write_off_status = 'Reversed' and l.parent_serial_id is not null)`

let here: Portal
let maker: Client
let bank: Client

const open = async (options?: Parameters<typeof portal>[0]): Promise<void> => {
  here = await portal(options)
  await twoCompanies(here)
  maker = await here.as('CustomerMaker', { ApplyCodes: ['77001'] })
  bank = await here.as('BankViewer')
}

beforeEach(() => open())

const line = (values: RecordValues) =>
  here.given.record('TLDetail', {
    ApplyCode: '77001',
    ChannelId: '01',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    WriteOffStatus: 'WrittenOff',
    VACAccount: '77001260001235',
    TradeDate: '2026-11-05',
    TransDate: '2026-11-06',
    AccountDate: '2026-11-06',
    ExpectRemitDate: '2026-11-09',
    Amount: 1000,
    ChannelFee: 10,
    NetAmount: 990,
    ...values,
  })

const manyLines = async (): Promise<void> => {
  await line({})
  await line({ PayerName: '陳大明', ChannelId: '06', Amount: 300, ChannelFee: null })
  await line({ TradeDate: '2025-01-05', Amount: 500 })
  await line({ TradeDate: '2026-11-30', TransDate: '2026-12-01', ExpectRemitDate: '2026-12-03', CurrencyType: 'USD' })
  await line({ TradeDate: '2026-10-31', AccountDate: '2026-11-01' })
  const parent = await line({ Amount: 300, WriteOffStatus: 'Divided' })
  const part = { ParentSerialId: parent.SerialId, ChannelFee: 1, NetAmount: 99 }
  await line({ ...part, Amount: 100 })
  await line({ ...part, Amount: 200, WriteOffStatus: 'Exception', ExceptionType: 'OverPaid' })
  await line({ ...part, Amount: 100, WriteOffStatus: 'Reversed' })
  await line({ Amount: 70, WriteOffStatus: 'Reversed' })
  await line({ Amount: 70, WriteOffStatus: 'Reversed', AmountSign: 'Minus' })
  await line({ Amount: 40, WriteOffStatus: 'NotWrittenOff' })
  await line({ ApplyCode: '77003', Amount: 4000 })
  await line({ ApplyCode: null, Amount: 123, WriteOffStatus: 'Exception', ExceptionType: 'VACInvalid' })
}

const rowsOf = async <T>(statement: string): Promise<readonly T[]> =>
  (await sql.raw<T>(statement).execute(here.db)).rows

const change = (statement: string) => sql.raw(statement).execute(here.db)

const sumsOf = (names: readonly string[], only = ''): string =>
  names
    .map(
      (name) =>
        `coalesce(sum(case l.amount_sign when 'Minus' then -${name} else ${name} end) ${only}, 0)::bigint as "${only && 'Part'}${name}"`,
    )
    .join(', ')
const amounts = ['amount', 'channel_fee', 'net_amount']

/** Expects the page, the number and the sums of a list to be what SQL over the lines returns. */
const expectList = async (
  client: Client,
  path: string,
  query: Readonly<Record<string, string | readonly string[]>>,
  condition: string,
): Promise<void> => {
  const { data } = await client.get(path, { ...query, WithTotals: 'true' })
  const name = `${path} ${JSON.stringify(query)}`
  const ids = await rowsOf<{ id: number }>(
    `select serial_id as id from transaction_line l where ${condition} order by trade_date desc nulls last, serial_id desc`,
  )
  expect([data.TotalCount, data.Items.map(({ SerialId }: RecordValues) => SerialId)], name).toEqual([
    ids.length,
    ids.slice(0, 20).map(({ id }) => id),
  ])
  const only = `filter (where l.write_off_status in ('WrittenOff', 'ChangedBill', 'ChangedVAC'))`
  const totals = await rowsOf<Record<string, unknown>>(
    `select currency_type, count(*) as count, count(*) ${only} as part, ${sumsOf(amounts)}, ${sumsOf(amounts, only)}
    from transaction_line l where ${condition} and ${countsInSums} group by 1 order by 1`,
  )
  expect(data.Totals, name).toEqual(
    totals.map((row) => ({
      CurrencyType: row.currency_type,
      Count: row.count,
      Amount: row.amount,
      ChannelFee: row.channel_fee,
      NetAmount: row.net_amount,
      Parts: [
        {
          Label: '已銷帳',
          Count: row.part,
          Amount: row.Partamount,
          ChannelFee: row.Partchannel_fee,
          NetAmount: row.Partnet_amount,
        },
      ],
    })),
  )
}

const expectAll = async (): Promise<void> => {
  for (const [DateType, column] of Object.entries(dates)) {
    const isInPeriod = `l.${column} between '${november.StartDate}' and '${november.EndDate}'`
    for (const [query, where] of filters)
      await expectList(
        maker,
        '/TLDetail',
        { ...november, DateType, ...query },
        `l.apply_code = '77001' and ${isInPeriod} and ${where}`,
      )
    for (const [query, where] of bankFilters)
      await expectList(
        bank,
        '/SKGPortal/SKGTLDetailQuery',
        { ...november, DateType, ...query },
        `${isInPeriod} and ${where}`,
      )
  }
}

/** Expects the tallies to have no counts besides those of the lines. */
const expectTallies = async (): Promise<void> => {
  const group = `trade_date, trans_date, account_date, expect_remit_date, channel_id, write_off_status, exception_type, currency_type, amount_sign, parent_serial_id`
  const sums = 'sum(amount) as amount, sum(channel_fee) as channel_fee, sum(net_amount) as net_amount'
  for (const [tally, columns] of [
    ['line_tally', `apply_code, ${group}`],
    ['bank_line_tally', group],
  ]) {
    const order = 'order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11'
    const counted = await rowsOf(
      `select ${columns}, sum(line_count)::bigint as count, ${sums} from ${tally} group by ${columns} having sum(line_count) <> 0 ${order}`,
    )
    const lines = await rowsOf(
      `select ${columns}, count(*) as count, sum(amount) as amount, coalesce(sum(channel_fee), 0) as channel_fee, sum(net_amount) as net_amount
      from transaction_line group by ${columns} ${order}`,
    )
    expect(counted, tally).toEqual(lines)
  }
}

const rowsIn = async (tally: string): Promise<number> =>
  (await rowsOf<{ count: number }>(`select count(*) as count from ${tally}`))[0]?.count ?? 0

describe('pages, counts and sums of lines are those of the lines', () => {
  test('of every state, by each date', async () => {
    await expectAll()
    await manyLines()
    await expectTallies()
    await expectAll()
  })

  test('after lines are changed and deleted', async () => {
    await manyLines()
    await change(`update transaction_line set write_off_status = 'ChangedBill' where amount = 40`)
    await change(`update transaction_line set apply_code = '77001', vac_account = '1' where apply_code is null`)
    await change(`update transaction_line set account_date = '2026-12-24', channel_fee = 7 where channel_id = '06'`)
    await expectTallies()
    await expectAll()
    await change('delete from transaction_line where serial_id % 2 = 0')
    await expectTallies()
    await expectAll()
    await change('truncate transaction_line')
    await expectTallies()
    await expectAll()
  })

  test('where one statement only exchanges amounts', async () => {
    await line({ Amount: 100 })
    await line({ Amount: 900, WriteOffStatus: 'NotWrittenOff' })
    await change('update transaction_line set amount = 1000 - amount')
    await expectTallies()
  })

  test('while the rows of the tallies are merged, which leaves those of other days alone', async () => {
    await manyLines()
    for (let count = 0; count < 100; count++) await line({})
    await line({ ApplyCode: null })
    await line({ ApplyCode: null })
    await mergeTallies(here.ports.backgroundDb)
    await expectTallies()
    const merged = await rowsIn('line_tally')
    expect(merged).toBeLessThan(20)
    // Rows that were merged before are not written again, unless they are of the day of an added row.
    const places = async () => rowsOf(`select ctid::text from line_tally where trade_date <> '2026-11-05' order by 1`)
    const former = await places()
    for (let count = 0; count < 100; count++) await line({})
    for (let count = 0; count < 2; count++) await line({ TradeDate: null })
    await mergeTallies(here.ports.backgroundDb)
    await expectTallies()
    expect([await rowsIn('line_tally'), await places()]).toEqual([merged + 1, former])
    expect(await rowsOf('select 1 from line_tally where not merged')).toEqual([])
    await expectAll()
  })

  test('of data that were restored without the triggers of the tallies', async () => {
    await open({ ownDatabase: true })
    await manyLines()
    await change('drop trigger transaction_line_tally_insert on transaction_line')
    await change('delete from line_tally')
    await line({})
    await ensureTables(here.db, testSchemas({}))
    await expectTallies()
    await line({})
    await expectTallies()
    await expectAll()
  })
})

test('a change of other values adds no rows to the tallies', async () => {
  await manyLines()
  const before = [await rowsIn('line_tally'), await rowsIn('bank_line_tally')]
  await change(`update transaction_line set payer_name = '王小美', bill_no = 'B1'`)
  expect([await rowsIn('line_tally'), await rowsIn('bank_line_tally')]).toEqual(before)
})

test('lines are counted in the tallies, because counting many lines one by one takes long', async () => {
  await line({})
  await change('update line_tally set line_count = 9')
  await change('update bank_line_tally set line_count = 8')
  const query = { ...november, DateType: 'AccountDate', ChannelId: '01', WithTotals: 'true' }
  const counts = async (client: Client, path: string, further = {}) => {
    const { data } = await client.get(path, { ...query, ...further })
    return [data.TotalCount, data.Totals[0].Count]
  }
  expect(await counts(maker, '/TLDetail')).toEqual([9, 9])
  expect(await counts(bank, '/SKGPortal/SKGTLDetailQuery')).toEqual([8, 8])
  expect(await counts(bank, '/SKGPortal/SKGTLDetailQuery', { ApplyCode: '77001' })).toEqual([9, 9])
  expect(await counts(bank, '/SKGPortal/SKGTLDetailQuery', { VACAccount: '77001260001235' })).toEqual([1, 1])
})

test('a line without a trade date is in the list of a period by another date', async () => {
  await line({ TradeDate: null })
  await line({})
  const { data } = await bank.get('/SKGPortal/SKGTLDetailQuery', { ...november, DateType: 'TransDate' })
  expect(data.Items.map(({ TradeDate }: RecordValues) => TradeDate)).toEqual(['2026-11-05', null])
})
