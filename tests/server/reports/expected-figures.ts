import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { isReport, type ReportResource } from '../../../src/schema/language/resource'
import { type ReportLine, totalLines } from '../../../src/schema/reports/report-lines'
import type { Client } from '../../support/client'
import type { Portal } from '../../support/portal'
import { linesOnScreen } from './same-figures'

// The figures of the reports, computed a second time by SQL that knows nothing of the code of reports.

/** The lines that the reports of a test are about. */
export interface ReportedLines {
  readonly place: Portal
  /** A user who may use the agreement. */
  readonly client: Client
  readonly applyCode: string
  readonly from: string
  readonly to: string
  /** The number of rows that the screen reads at a time. */
  readonly pageSize?: number
}

/** The column of each type of date. */
const dateColumns = {
  TradeDate: 'trade_date',
  AccountDate: 'account_date',
  RemitDate: 'expect_remit_date',
} as const
type DateType = keyof typeof dateColumns
/** The types of dates that a period can concern. */
export const dateTypes = Object.keys(dateColumns) as readonly DateType[]

// The SQL of the conditions that a line `l` is written off, or waits to be, and of the sign of its amount.
const writtenOff = sql`l.write_off_status in ('WrittenOff', 'ChangedBill', 'ChangedVAC')`
const isWaiting = sql`l.write_off_status in ('Exception', 'NotWrittenOff', 'PendingRelease')`
const sign = sql`case when l.amount_sign = 'Minus' then -1 else 1 end`

/** Figures by their heading values. */
type Figures = Readonly<Record<string, readonly number[]>>

/** Returns the figures of a statement whose first column is `key`. */
const figuresIn = async ({ db }: Pick<Portal, 'db'>, statement: RawBuilder<unknown>): Promise<Figures> => {
  const { rows } = await statement.execute(db)
  return Object.fromEntries(
    (rows as Record<string, unknown>[]).map(({ key, ...sums }) => [String(key), Object.values(sums).map(Number)]),
  )
}

/** Returns the report of this name. */
export const reportIn = ({ schemas }: Pick<Portal, 'schemas'>, name: string): ReportResource => {
  const resource = schemas.get(name)
  return isReport(resource) ? resource : expect.unreachable(name)
}

/** Returns the figures of lines by their heading values, as `key: [count, amount, fee, net]`. */
const figures = (lines: readonly ReportLine[], keyOf: (line: ReportLine) => string): Figures =>
  figuresOfEach(
    lines.map((line) => [
      keyOf(line),
      ['Count', 'Amount', 'ChannelFee', 'NetAmount'].map((name) => Number(line.values[name])),
    ]),
  )

/** Returns the figures by their key; no key may appear twice. */
const figuresOfEach = (entries: readonly (readonly [string, readonly number[]])[]): Figures => {
  expect(new Set(entries.map(([key]) => key)).size, 'different keys').toBe(entries.length)
  return Object.fromEntries(entries)
}

/** The figures that count at least one row. Groups in which nothing counts have lines of zeros. */
const counted = (all: Figures): Figures => Object.fromEntries(Object.entries(all).filter(([, [count]]) => count !== 0))

const sums = sql`count(*) as a, sum(l.amount * ${sign}) as b, sum(coalesce(l.channel_fee, 0) * ${sign}) as c,
  sum(coalesce(l.net_amount, 0) * ${sign}) as d`

const periodOf = ({ applyCode, from, to }: ReportedLines, DateType: DateType) =>
  sql`l.apply_code = ${applyCode} and ${sql.ref(`l.${dateColumns[DateType]}`)} between ${from} and ${to}`

const queryOf = ({ applyCode, from, to }: ReportedLines, DateType: DateType) => ({
  ApplyCode: applyCode,
  DateType,
  StartDate: from,
  EndDate: to,
})

/** Expects the lines, subtotals and totals of the write-off report; returns the number of its rows. */
export const expectWriteOffReport = async (reported: ReportedLines, DateType: DateType): Promise<number> => {
  const { place, client } = reported
  const report = reportIn(place, 'WriteOffReport')
  const read = (statement: RawBuilder<unknown>) => figuresIn(place, statement)
  const all = await linesOnScreen(client, report, queryOf(reported, DateType), reported.pageSize)
  const period = periodOf(reported, DateType)
  const rows = all.filter(({ kind }) => kind === 'row')
  const { rows: stored } = await sql<{ serial_id: number }>`
    select serial_id from transaction_line l where ${period} order by channel_id, account_date, trade_date, serial_id`.execute(
    place.db,
  )
  expect(rows.map(({ values }) => values.SerialId)).toEqual(stored.map(({ serial_id }) => serial_id))
  const byDay = all.filter(({ kind, group }) => kind === 'subtotal' && 'AccountDate' in group)
  expect(
    counted(figures(byDay, ({ group, values }) => [group.ChannelId, group.AccountDate, values.CurrencyType].join())),
  ).toEqual(
    await read(
      sql`select concat_ws(',', channel_id, account_date, currency_type) as key, ${sums} from transaction_line l where ${period} and ${writtenOff} group by 1`,
    ),
  )
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
  const query = { ...queryOf(reported, DateType), WithTotals: true }
  const { data } = await client.get('/ReportPrint/WriteOffReport', query)
  expect(totalLines(report, data.Totals)).toEqual(totals)
  return rows.length
}

/** Expects the subtotals of the payments of a day, with own collections; returns the number of its rows. */
export const expectDailyPaidReport = async (reported: Omit<ReportedLines, 'from' | 'to'>, day: string) => {
  const { place, client, applyCode, pageSize } = reported
  const query = { ApplyCode: applyCode, AccountDate: day }
  const all = await linesOnScreen(client, reportIn(place, 'DailyPaidReport'), query, pageSize)
  const expected = await figuresIn(
    place,
    sql`
      with paid as (
        select channel_id, currency_type, l.amount * ${sign} as amount, coalesce(l.channel_fee, 0) * ${sign} as fee, coalesce(l.net_amount, 0) * ${sign} as net
        from transaction_line l
        where l.apply_code = ${applyCode} and l.account_date = ${day} and l.write_off_status <> 'Divided'
          and not (l.write_off_status = 'Reversed' and l.parent_serial_id is not null)
        union all
        select 'A0', currency_type, collect_amount, 0, collect_amount
        from self_collection where apply_code = ${applyCode} and collect_date = ${day} and collect_status = 'Collected'
      )
      select concat_ws(',', channel_id, currency_type) as key, count(*) as a, sum(amount) as b, sum(fee) as c, sum(net) as d from paid group by 1`,
  )
  const subtotals = all.filter(({ kind }) => kind === 'subtotal')
  expect(figures(subtotals, ({ group, values }) => [group.ChannelId, values.CurrencyType].join())).toEqual(expected)
  const rows = all.filter(({ kind }) => kind === 'row').length
  expect(rows).toBe(Object.values(expected).reduce((sum, [count = 0]) => sum + count, 0))
  return rows
}

/** Expects the lines and the totals of the transaction details; returns the lines on the screen. */
export const expectTransactionDetails = async (reported: ReportedLines, DateType: DateType) => {
  const { place, client } = reported
  const report = reportIn(place, 'TransactionDetailsReport')
  const all = await linesOnScreen(client, report, queryOf(reported, DateType), reported.pageSize)
  const period = periodOf(reported, DateType)
  const { rows } = await sql<{ serial_id: number }>`
    select serial_id from transaction_line l where ${period} order by trade_date, serial_id`.execute(place.db)
  const listed = all.filter(({ kind }) => kind === 'row')
  expect(listed.map(({ values }) => values.SerialId)).toEqual(rows.map(({ serial_id }) => serial_id))
  const totals = all.filter(({ kind }) => kind === 'total')
  expect(Object.fromEntries(totals.map(({ values }) => [values.CurrencyType, [values.Count, values.Amount]]))).toEqual(
    await figuresIn(
      place,
      sql`
        select currency_type as key, count(*) as n, sum(l.amount * ${sign})::bigint as amount from transaction_line l
        where ${period} and write_off_status <> 'Divided' and not (write_off_status = 'Reversed' and parent_serial_id is not null)
        group by 1`,
    ),
  )
  return listed
}

/** Expects the figures of the channels in the fee report of a month; returns them. */
export const expectFeeReport = async (
  { place, client, applyCode, pageSize }: Omit<ReportedLines, 'from' | 'to'>,
  YearMonth: string,
): Promise<Figures> => {
  const query = { ApplyCode: applyCode, YearMonth }
  const all = await linesOnScreen(client, reportIn(place, 'ChannelFeeReport'), query, pageSize)
  const shown = new Map<string, number[]>()
  for (const { values } of all.filter(({ kind }) => kind === 'row')) {
    const key = [values.ChannelId, values.CurrencyType].join()
    const before = shown.get(key) ?? [0, 0, 0]
    const added = [values.LineCount, values.Amount, values.Fee].map(Number)
    shown.set(
      key,
      before.map((sum, index) => sum + (added[index] ?? 0)),
    )
  }
  // A channel charges what it reports: a payment in its month, and takes it off in the month of its reversal.
  const expected = await figuresIn(
    place,
    sql`
      with charged as (
        select l.apply_code, l.channel_id, l.currency_type, l.account_date, 1 as n, l.amount, coalesce(l.channel_fee, 0) as fee
        from transaction_line l where l.amount_sign = 'Plus' and l.parent_serial_id is null
        union all
        select p.apply_code, p.channel_id, p.currency_type, l.account_date, -1, -p.amount, -coalesce(p.channel_fee, 0)
        from transaction_line l join transaction_line p on p.serial_id = l.pair_serial_id where l.amount_sign = 'Minus'
      )
      select concat_ws(',', channel_id, currency_type) as key, sum(n) as a, sum(amount) as b, sum(fee) as c
      from charged where apply_code = ${applyCode} and to_char(account_date, 'YYYY-MM') = ${YearMonth} group by 1`,
  )
  const isNothing = ([, sums]: readonly [string, readonly number[]]) => sums.every((sum) => sum === 0)
  const withoutNothing = (all: Figures): Figures =>
    Object.fromEntries(Object.entries(all).filter((entry) => !isNothing(entry)))
  expect(withoutNothing(Object.fromEntries(shown))).toEqual(withoutNothing(expected))
  return expected
}

const bankFigures = ['LineCount', 'Amount', 'ChannelFee', 'NetAmount', 'OpenCount', 'OpenAmount']

const bankSums = sql`
  count(*) filter (where ${writtenOff}) as a, coalesce(sum(l.amount * ${sign}) filter (where ${writtenOff}), 0) as b,
  coalesce(sum(l.channel_fee * ${sign}) filter (where ${writtenOff}), 0) as c,
  coalesce(sum(l.net_amount * ${sign}) filter (where ${writtenOff}), 0) as d,
  count(*) filter (where ${isWaiting}) as e, coalesce(sum(l.amount * ${sign}) filter (where ${isWaiting}), 0) as f`

/** Expects the rows, subtotals and totals of the report of all companies; `client` is a user of the bank. */
export const expectBankReport = async (
  { place, client, from, to, pageSize }: Omit<ReportedLines, 'applyCode'>,
  DateType: DateType,
): Promise<number> => {
  const query = { DateType, StartDate: from, EndDate: to }
  const all = await linesOnScreen(client, reportIn(place, 'SKGWriteOffReport'), query, pageSize)
  const shown = (kind: ReportLine['kind'], keyOf: (line: ReportLine) => string): Figures =>
    figuresOfEach(
      all
        .filter((line) => line.kind === kind)
        .map((line) => [keyOf(line), bankFigures.map((name) => Number(line.values[name]))] as const),
    )
  const stored = (key: RawBuilder<unknown>) =>
    figuresIn(
      place,
      sql`
        select ${key} as key, ${bankSums}
        from transaction_line l left join agreement a on a.apply_code = l.apply_code
        where ${sql.ref(`l.${dateColumns[DateType]}`)} between ${from} and ${to} and (${writtenOff} or ${isWaiting}) group by 1`,
    )
  const company = sql`coalesce(a.uniform_no, '')`
  const rows = shown('row', ({ values }) =>
    [values.UniformNo ?? '', values.ApplyCode, values.ChannelId, values.CurrencyType].join(),
  )
  expect(rows).toEqual(
    await stored(sql`${company} || ',' || coalesce(l.apply_code, '') || ',' || channel_id || ',' || currency_type`),
  )
  expect(shown('subtotal', ({ group, values }) => [group.UniformNo ?? '', values.CurrencyType].join())).toEqual(
    await stored(sql`${company} || ',' || currency_type`),
  )
  expect(shown('total', ({ values }) => String(values.CurrencyType))).toEqual(await stored(sql`currency_type`))
  return Object.keys(rows).length
}
