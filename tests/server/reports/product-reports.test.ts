import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { isReport, type ReportResource } from '../../../src/schema/language/resource'
import { type ReportLine, totalLines } from '../../../src/schema/reports/report-lines'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal } from '../../support/portal'
import { checkDatabaseHistories, givenBank } from '../payments/support/database-histories'
import { linesOnScreen, sameFigures } from './same-figures'

let open: Portal
let maker: Client
let operator: Client

/** Three months of random histories: handlings, releases, undos, reversals and own collections. */
beforeAll(async () => {
  open = await portal()
  await givenBank(open)
  await checkDatabaseHistories(open, { seed: 20_261_120, numRuns: 60 })
  await open.given.customer({ UniformNo: insurer.UniformNo, CustomerName: '示範人壽' })
  await open.given.agreement({ ApplyCode: '77003', AgreementName: '示範保費', UniformNo: insurer.UniformNo })
  await open.given.line({ ApplyCode: '77003', Amount: 77 })
  await open.given.line({ Amount: 5000, CurrencyType: 'USD', PayerName: '王大明' })
  // A division that was reversed: the reversal takes the whole back, and neither the whole nor its parts count.
  const divided = await open.given.line({ WriteOffStatus: 'Reversed', Amount: 300 })
  await open.given.line({ WriteOffStatus: 'Reversed', Amount: 100, ParentSerialId: divided.SerialId })
  await open.given.line({
    AmountSign: 'Minus',
    WriteOffStatus: 'Reversed',
    Amount: 300,
    PairSerialId: divided.SerialId,
  })
  await open.given.line({ ApplyCode: null, WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound', Amount: 88 })
  for (const WriteOffStatus of ['NotWrittenOff', 'PendingRelease'])
    for (const Amount of [11, 13]) await open.given.line({ WriteOffStatus, Amount })
  await sql`
    update transaction_line set trade_date = day, account_date = day + 1, expect_remit_date = day + 3,
      channel_id = (array['01', '02', '06'])[1 + serial_id % 3]
    from (select serial_id as id, date '2026-09-01' + (serial_id * 7 % 88)::int as day from transaction_line) d
    where d.id = serial_id`.execute(open.db)
  await sql`update self_collection set collect_date = date '2026-09-01' + (serial_id % 5)::int`.execute(open.db)
  maker = await open.as('CustomerMaker', { ApplyCodes: ['77001', '77004'] })
  operator = await open.as('BankOperator')
})

const reportNamed = (name: string): ReportResource => {
  const resource = open.schemas.get(name)
  return isReport(resource) ? resource : expect.unreachable(name)
}

const quarter = { StartDate: '2026-09-01', EndDate: '2026-12-01' }
const dateColumns = { TradeDate: 'trade_date', AccountDate: 'account_date', RemitDate: 'expect_remit_date' } as const
const dateTypes = Object.keys(dateColumns) as (keyof typeof dateColumns)[]
const writtenOff = sql`l.write_off_status in ('WrittenOff', 'ChangedBill', 'ChangedVAC')`
const isWaiting = sql`l.write_off_status in ('Exception', 'NotWrittenOff', 'PendingRelease')`
const sign = sql`case when l.amount_sign = 'Minus' then -1 else 1 end`

type Figures = Readonly<Record<string, readonly number[]>>

/** The figures of lines by their heading values, as `key: [count, amount, fee, net]`. */
const figures = (lines: readonly ReportLine[], keyOf: (line: ReportLine) => string): Figures =>
  Object.fromEntries(
    lines.map((line) => [
      keyOf(line),
      ['Count', 'Amount', 'ChannelFee', 'NetAmount'].map((name) => Number(line.values[name])),
    ]),
  )

const read = async (statement: ReturnType<typeof sql>): Promise<Figures> => {
  const { rows } = await statement.execute(open.db)
  return Object.fromEntries(
    (rows as Record<string, unknown>[]).map(({ key, ...sums }) => [String(key), Object.values(sums).map(Number)]),
  )
}

const sums = sql`count(*) as a, sum(l.amount * ${sign}) as b, sum(coalesce(l.channel_fee, 0) * ${sign}) as c, sum(coalesce(l.net_amount, 0) * ${sign}) as d`

describe('the write-off report', () => {
  const query = (rest: object = {}) => ({ ApplyCode: '77001', DateType: 'AccountDate', ...quarter, ...rest })
  const lines = (rest: object = {}) => linesOnScreen(maker, reportNamed('WriteOffReport'), query(rest))

  test.each(dateTypes)('lists every line of a period of %s, and counts what is written off', async (DateType) => {
    const all = await lines({ DateType })
    const period = sql`l.apply_code = '77001' and ${sql.ref(`l.${dateColumns[DateType]}`)} between '2026-09-01' and '2026-12-01'`
    const rows = all.filter(({ kind }) => kind === 'row')
    const { rows: stored } = await sql<{ serial_id: number }>`
      select serial_id from transaction_line l where ${period} order by channel_id, account_date, trade_date, serial_id`.execute(
      open.db,
    )
    expect(rows.map(({ values }) => values.SerialId)).toEqual(stored.map(({ serial_id }) => serial_id))
    expect(rows.length).toBeGreaterThan(60)
    const byDay = all.filter(({ kind, group }) => kind === 'subtotal' && 'AccountDate' in group)
    const dayKey = ({ group, values }: ReportLine) => [group.ChannelId, group.AccountDate, values.CurrencyType].join()
    const expectedDays = await read(
      sql`select concat_ws(',', channel_id, account_date, currency_type) as key, ${sums} from transaction_line l where ${period} and ${writtenOff} group by 1`,
    )
    expect(counted(figures(byDay, dayKey))).toEqual(expectedDays)
    const byChannel = all.filter(({ kind, group }) => kind === 'subtotal' && !('AccountDate' in group))
    expect(counted(figures(byChannel, ({ group, values }) => [group.ChannelId, values.CurrencyType].join()))).toEqual(
      await read(
        sql`select concat_ws(',', channel_id, currency_type) as key, ${sums} from transaction_line l where ${period} and ${writtenOff} group by 1`,
      ),
    )
    const totals = all.filter(({ kind }) => kind === 'total')
    expect(counted(figures(totals, ({ total, values }) => [total?.label, values.CurrencyType].join()))).toEqual(
      await read(sql`
        select case when ${writtenOff} then '合計' else '例外及未銷帳合計' end || ',' || currency_type as key, ${sums}
        from transaction_line l where ${period} and (${writtenOff} or ${isWaiting}) group by 1`),
    )
    const { data } = await maker.get('/ReportPrint/WriteOffReport', { ...query({ DateType }), WithTotals: true })
    expect(totalLines(reportNamed('WriteOffReport'), data.Totals)).toEqual(totals)
  })

  test('the histories have lines of every kind', async () => {
    const { rows } = await sql<{
      state: string
    }>`select distinct write_off_status as state from transaction_line order by 1`.execute(open.db)
    expect(rows.map(({ state }) => state)).toEqual(
      expect.arrayContaining([
        'ChangedBill',
        'ChangedVAC',
        'Divided',
        'Exception',
        'Invalid',
        'NotWrittenOff',
        'PendingRelease',
        'Reversed',
        'WrittenOff',
      ]),
    )
  })

  test('its filters select by term, channel and state', async () => {
    const term = await lines({ BillTermId: '2026-11' })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from transaction_line l join bill b on b.serial_id = l.bill_serial_id
      where l.apply_code = '77001' and b.bill_term_id = '2026-11' and l.account_date between '2026-09-01' and '2026-12-01'`.execute(
      open.db,
    )
    expect(term.filter(({ kind }) => kind === 'row')).toHaveLength(Number(rows[0]?.n))
    const channel = await lines({ ChannelId: '06', WriteOffStatus: 'Exception' })
    for (const { values } of channel.filter(({ kind }) => kind === 'row'))
      expect(values).toMatchObject({ ChannelId: '06', WriteOffStatus: 'Exception' })
  })

  test('its columns are those of the bank’s paper, in their order', () => {
    const { list, fields } = reportNamed('WriteOffReport')
    expect(list.columns.map((name) => fields.find((field) => field.name === name)?.label).join()).toBe(
      '帳務日期,交易日期,通路,虛擬帳號,期別,繳款人,應繳金額,交易金額,手續費,入帳金額,銷帳狀態,例外原因',
    )
  })

  test('names are masked for every role, and a reversal is negative', async () => {
    for (const role of ['CustomerAdmin', 'CustomerMaker', 'CustomerViewer']) {
      const { data } = await (await open.as(role)).get('/ReportPrint/WriteOffReport', query({ PageSize: 5000 }))
      const names = data.Items.map(({ PayerName }: { PayerName: string | null }) => PayerName).filter(Boolean)
      expect(new Set(names)).toEqual(new Set(['王○明']))
    }
    const minus = (await lines()).find(({ kind, values }) => kind === 'row' && values.AmountSign === 'Minus')
    expect(Number(minus?.values.Amount)).toBeLessThan(0)
  })

  test.each<[string, object, readonly string[]]>([
    [
      'nothing',
      { ApplyCode: '', DateType: '', StartDate: '', EndDate: '' },
      ['ApplyCode', 'DateType', 'StartDate', 'EndDate'],
    ],
    ['an end before the start', { EndDate: '2026-08-31' }, ['EndDate']],
    ['93 days', { EndDate: '2026-12-02' }, ['EndDate']],
    ['a company that is not the caller’s', { ApplyCode: '77003' }, ['ApplyCode']],
    ['a date that does not exist', { StartDate: '2026-02-30' }, ['StartDate']],
    ['an unknown date type', { DateType: 'TransDate' }, ['DateType']],
  ])('refuses %s at the field', async (_, rest, fields) => {
    const answer = await maker.get('/ReportPrint/WriteOffReport', query(rest))
    expect([answer.code, Object.keys(answer.errors)]).toEqual(['2002', fields])
  })

  test('a month without lines is an empty report and an empty file', async () => {
    const empty = query({ StartDate: '2026-01-01', EndDate: '2026-01-31' })
    expect((await maker.get('/ReportPrint/WriteOffReport', { ...empty, WithTotals: true })).data).toMatchObject({
      Items: [],
      TotalCount: 0,
      Totals: [],
    })
    for (const FileFormat of ['Xlsx', 'Pdf', 'Csv', 'Txt'])
      expect((await maker.get('/Ext/ReportPrint/WriteOffReportFile', { ...empty, FileFormat })).status).toBe(200)
  })

  test('its files have the lines of the screen', async () => {
    expect(await sameFigures(maker, reportNamed('WriteOffReport'), query())).toBeGreaterThan(60)
  })
})

/** The figures that count at least one row. Groups in which nothing counts have lines of zeros. */
const counted = (all: Figures): Figures => Object.fromEntries(Object.entries(all).filter(([, [count]]) => count !== 0))

describe('the report of a day’s payments', () => {
  const lines = (AccountDate: string) =>
    linesOnScreen(maker, reportNamed('DailyPaidReport'), { ApplyCode: '77001', AccountDate })

  test.each(['2026-09-01', '2026-09-02', '2026-09-03', '2026-10-07'])(
    'adds up the lines and own collections of %s by channel',
    async (day) => {
      const all = await lines(day)
      const expected = await read(sql`
        with paid as (
          select channel_id, currency_type, l.amount * ${sign} as amount, coalesce(l.channel_fee, 0) * ${sign} as fee, coalesce(l.net_amount, 0) * ${sign} as net
          from transaction_line l
          where l.apply_code = '77001' and l.account_date = ${day} and l.write_off_status <> 'Divided'
            and not (l.write_off_status = 'Reversed' and l.parent_serial_id is not null)
          union all
          select 'A0', currency_type, collect_amount, 0, collect_amount
          from self_collection where apply_code = '77001' and collect_date = ${day} and collect_status = 'Collected'
        )
        select concat_ws(',', channel_id, currency_type) as key, count(*) as a, sum(amount) as b, sum(fee) as c, sum(net) as d from paid group by 1`)
      const subtotals = all.filter(({ kind }) => kind === 'subtotal')
      expect(figures(subtotals, ({ group, values }) => [group.ChannelId, values.CurrencyType].join())).toEqual(expected)
      const rows = all.filter(({ kind }) => kind === 'row')
      expect(rows).toHaveLength(Object.values(expected).reduce((sum, [count = 0]) => sum + count, 0))
    },
  )

  test('shows own collections as the channel A0 with their day and without a time', async () => {
    const { rows } = await sql<{ day: string }>`
      select min(collect_date) as day from self_collection where apply_code = '77001' and collect_status = 'Collected'`.execute(
      open.db,
    )
    const day = String(rows[0]?.day)
    const collected = (await lines(day)).filter(({ kind, values }) => kind === 'row' && values.ChannelId === 'A0')
    expect(collected.length).toBeGreaterThan(0)
    for (const { values } of collected) expect(values).toMatchObject({ TradeDate: day, TradeTime: null, ChannelFee: 0 })
  })

  test('its columns are those of the bank’s paper; date and time are two of them, because a collection has no time', () => {
    const { list, fields } = reportNamed('DailyPaidReport')
    expect(list.columns.map((name) => fields.find((field) => field.name === name)?.label).join()).toBe(
      '通路,交易日期,時間,虛擬帳號,繳款人代號,姓名,代收單位,金額,手續費,入帳金額',
    )
  })

  test('its files have the lines of the screen, and it needs an agreement of the caller and a day', async () => {
    const query = { ApplyCode: '77001', AccountDate: '2026-09-03' }
    expect(await sameFigures(maker, reportNamed('DailyPaidReport'), query)).toBeGreaterThan(2)
    const refused = async (rest: object) =>
      Object.keys((await maker.get('/ReportPrint/DailyPaidReport', { ...query, ...rest })).errors)
    expect(await refused({ ApplyCode: '' })).toEqual(['ApplyCode'])
    expect(await refused({ ApplyCode: '77003' })).toEqual(['ApplyCode'])
    expect(await refused({ AccountDate: '' })).toEqual(['AccountDate'])
  })
})

describe('the report of transaction details', () => {
  test.each(dateTypes)('lists every line of a period of %s, and adds up what counts', async (DateType) => {
    const query = { ApplyCode: '77001', DateType, ...quarter }
    const all = await linesOnScreen(maker, reportNamed('TransactionDetailsReport'), query)
    const period = sql`l.apply_code = '77001' and ${sql.ref(`l.${dateColumns[DateType]}`)} between '2026-09-01' and '2026-12-01'`
    const { rows } = await sql<{ serial_id: number }>`
      select serial_id from transaction_line l where ${period} order by trade_date, serial_id`.execute(open.db)
    const listed = all.filter(({ kind }) => kind === 'row')
    expect(listed.map(({ values }) => values.SerialId)).toEqual(rows.map(({ serial_id }) => serial_id))
    const minus = listed.find(({ values }) => values.AmountSign === 'Minus')
    expect(Number(minus?.values.Amount), 'the sign has a column of its own').toBeGreaterThan(0)
    const expected = await sql<{ key: string; n: number; amount: number }>`
      select currency_type as key, count(*) as n, sum(l.amount * ${sign})::bigint as amount from transaction_line l
      where ${period} and write_off_status <> 'Divided' and not (write_off_status = 'Reversed' and parent_serial_id is not null)
      group by 1 order by 1`.execute(open.db)
    expect(
      all
        .filter(({ kind }) => kind === 'total')
        .map(({ values }) => ({ key: values.CurrencyType, n: values.Count, amount: values.Amount }))
        .sort((one, other) => String(one.key).localeCompare(String(other.key))),
    ).toEqual(expected.rows)
  })

  test('its columns are those of the bank’s paper, in their order', () => {
    const { list, fields } = reportNamed('TransactionDetailsReport')
    expect(list.columns.map((name) => fields.find((field) => field.name === name)?.label).join()).toBe(
      '交易序號,交易日期,時間,通路,門市,虛擬帳號,正負號,金額,帳務日期,預計撥款日',
    )
  })

  test('its files have the lines of the screen', async () => {
    const query = { ApplyCode: '77001', DateType: 'TradeDate', ...quarter }
    expect(await sameFigures(maker, reportNamed('TransactionDetailsReport'), query)).toBeGreaterThan(60)
  })
})

describe('the write-off report of all companies', () => {
  const query = (rest: object = {}) => ({ DateType: 'AccountDate', ...quarter, ...rest })
  const bankFigures = ['LineCount', 'Amount', 'ChannelFee', 'NetAmount', 'OpenCount', 'OpenAmount']
  const figuresOf = (lines: readonly ReportLine[], keyOf: (line: ReportLine) => string): Figures =>
    Object.fromEntries(lines.map((line) => [keyOf(line), bankFigures.map((name) => Number(line.values[name]))]))
  const bankSums = sql`
    count(*) filter (where ${writtenOff}) as a, coalesce(sum(l.amount * ${sign}) filter (where ${writtenOff}), 0) as b,
    coalesce(sum(l.channel_fee * ${sign}) filter (where ${writtenOff}), 0) as c,
    coalesce(sum(l.net_amount * ${sign}) filter (where ${writtenOff}), 0) as d,
    count(*) filter (where ${isWaiting}) as e, coalesce(sum(l.amount * ${sign}) filter (where ${isWaiting}), 0) as f`

  test.each(dateTypes)('adds up the lines of a period of %s by company, agreement and channel', async (DateType) => {
    const all = await linesOnScreen(operator, reportNamed('SKGWriteOffReport'), query({ DateType }))
    const from = sql`
      from transaction_line l left join agreement a on a.apply_code = l.apply_code
      where ${sql.ref(`l.${dateColumns[DateType]}`)} between '2026-09-01' and '2026-12-01' and (${writtenOff} or ${isWaiting})`
    expect(
      figuresOf(
        all.filter(({ kind }) => kind === 'row'),
        ({ values }) => [values.UniformNo ?? '', values.ApplyCode, values.ChannelId, values.CurrencyType].join(),
      ),
    ).toEqual(
      await read(
        sql`select coalesce(a.uniform_no, '') || ',' || coalesce(l.apply_code, '') || ',' || channel_id || ',' || currency_type as key, ${bankSums} ${from} group by 1`,
      ),
    )
    expect(
      figuresOf(
        all.filter(({ kind }) => kind === 'subtotal'),
        ({ group, values }) => [group.UniformNo ?? '', values.CurrencyType].join(),
      ),
    ).toEqual(
      await read(sql`select coalesce(a.uniform_no, '') || ',' || currency_type as key, ${bankSums} ${from} group by 1`),
    )
    expect(
      figuresOf(
        all.filter(({ kind }) => kind === 'total'),
        ({ values }) => String(values.CurrencyType),
      ),
    ).toEqual(await read(sql`select currency_type as key, ${bankSums} ${from} group by 1`))
  })

  test('is filtered by company, and its files have the lines of the screen', async () => {
    const { data } = await operator.get('/SKGPortal/SKGWriteOffReport', query({ UniformNo: insurer.UniformNo }))
    expect(data.Items).toMatchObject([{ ApplyCode: '77003', LineCount: 1, Amount: 77 }])
    expect(await sameFigures(operator, reportNamed('SKGWriteOffReport'), query())).toBeGreaterThan(5)
  })

  test('is for users of the bank, and has at most 92 days', async () => {
    expect(await maker.get('/SKGPortal/SKGWriteOffReport', query())).toMatchObject({ status: 403 })
    expect((await (await open.as('BankViewer')).get('/SKGPortal/SKGWriteOffReport', query())).code).toBe('0000')
    expect((await operator.get('/SKGPortal/SKGWriteOffReport', query({ EndDate: '2026-12-02' }))).errors).toEqual({
      EndDate: '查詢期間最長 92 天，目前是 93 天，請縮短期間。',
    })
    expect(Object.keys((await operator.get('/SKGPortal/SKGWriteOffReport', {})).errors)).toEqual([
      'DateType',
      'StartDate',
      'EndDate',
    ])
  })
})

test('users of the bank do not read the reports of a company', async () => {
  for (const call of ['WriteOffReport', 'DailyPaidReport', 'TransactionDetailsReport'])
    expect(await operator.get(`/ReportPrint/${call}`)).toMatchObject({ status: 403 })
})

test('the options of the parameters are those of the caller', async () => {
  const { data } = await maker.get('/ReportPrint/GetAllSelectList')
  const values = (name: string) => data[name].map(({ Value }: { Value: string }) => Value)
  expect(values('ApplyCode')).toEqual(['77001', '77004'])
  expect(values('DateType')).toEqual(['TradeDate', 'AccountDate', 'RemitDate'])
  expect(values('WriteOffStatus')).toContain('WrittenOff')
  const bank = (await operator.get('/SKGPortal/GetAllSelectList')).data
  expect(bank.UniformNo.map(({ Value }: { Value: string }) => Value)).toContain(insurer.UniformNo)
})
