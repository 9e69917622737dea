import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
import { type BenchClient, bearerHeader, openClient, signInUser } from './client'
import { analyzeAllTables, fillBills, scaleTestUser } from './fill'
import { measureLoad } from './load'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import { startPortalProcess, withClosing, withDatabase, withFolder } from './process'

/**
 * Measures the lists and sums of lines over three years in 100 companies, of which one has 30 % of the lines: each query
 * has another period of 92 days and another value than the one before.
 */
export const benchLineLists = (sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withDatabase((databaseUrl) =>
    withClosing(openDatabase({ databaseUrl }), async ({ db }) => {
      await fillBills(db, 1)
      await fillLines(db, sizes.listedLines)
      await insertBankUser(db)
      await analyzeAllTables(db)
      return measureLineLists(databaseUrl, sizes)
    }),
  )

const connections = 8

/** The first of the days over which the lines are spread. */
const firstDay = (): string => addDays(taipeiToday(new Date()), -3 * 365)

/** Writes lines of the scale company's agreement 88001 and of 99 other agreements, in the order of their dates. */
const fillLines = async (db: Db, count: number): Promise<void> => {
  await sql`
    insert into transaction_line (apply_code, channel_id, store_no, trade_date, trade_time, trans_date, account_date,
      expect_remit_date, txn_seq, vac_account, currency_type, amount_sign, amount, channel_fee, net_amount, bill_no,
      payer_name, write_off_status, exception_type, create_user, create_time, update_user, update_time)
    select apply_code, lpad((n % 8)::text, 2, '0'), '000001', day, '101530', day + 1, day + 1, day + 3, n::text,
      apply_code || lpad(n::text, 9, '0'), 'TWD', 'Plus', 100 + n % 9973, 10, 90 + n % 9973, 'B' || n,
      substr('陳林黃張李王吳劉蔡楊', (n % 10)::integer + 1, 1) || substr('志明美玲淑芬建宏雅婷家豪', (n / 10 % 12)::integer + 1, 2),
      case when n % 50 = 0 then 'Exception' when n % 97 = 0 then 'NotWrittenOff' else 'WrittenOff' end,
      case when n % 50 = 0 then (array['BillNotFound', 'Duplicate', 'OverPaid', 'UnderPaid'])[(n / 50 % 4)::integer + 1] end,
      'bench', now(), 'bench', now()
    from generate_series(1, ${count}::bigint) as n,
      lateral (select ${firstDay()}::date + (n * 1095 / ${count}::bigint)::integer as day,
        case when n % 10 < 3 then '88001' else lpad((90001 + n / 10 % 99)::text, 5, '0') end as apply_code) as line`.execute(
    db,
  )
}

/** Writes a user of the bank with the password of the demo users. */
const insertBankUser = async (db: Db): Promise<void> => {
  await sql`
    insert into portal_user
    select (jsonb_populate_record(u, '{"serial_id": 999999, "user_id": "scalebank", "role_id": "BankOperator", "apply_codes": []}')).*
    from portal_user u where user_id = ${scaleTestUser.UserId}`.execute(db)
}

/** A list: the path, the parameters after the period for the number of a request, and the limit of its p95. */
interface MeasuredLines {
  readonly name: string
  readonly path: string
  readonly query: (requestNo: number) => string
  readonly max: number
}

const company = '/api/TLDetail'
const bank = '/api/SKGPortal/SKGTLDetailQuery'
const names = ['陳志', '明美', '林志', '宏', '雅婷', '家豪']

const lists = (count: number): readonly MeasuredLines[] => {
  const both = (name: string, query: MeasuredLines['query'], max = 100): readonly MeasuredLines[] => [
    { name: `${name}, a company`, path: company, query, max },
    { name: `${name}, the bank`, path: bank, query, max },
  ]
  const dates = ['TradeDate', 'TransDate', 'AccountDate', 'ExpectRemitDate'].flatMap((date) =>
    both(`by ${date}`, () => `DateType=${date}`),
  )
  return [
    ...dates,
    ...both('sums', () => 'DateType=TradeDate&WithTotals=true'),
    ...both('exceptions', () => 'DateType=TradeDate&WriteOffStatus=Exception'),
    ...both('an amount', (no) => `DateType=TradeDate&AmountFrom=${100 + (no % 9973)}&AmountTo=${100 + (no % 9973)}`),
    ...both('an account', (no) => `DateType=TradeDate&VACAccount=88001${String((no * 7919) % count).padStart(9, '0')}`),
    ...both(
      'part of a name',
      (no) => `DateType=TradeDate&PayerName=${encodeURIComponent(names[no % names.length] ?? '')}`,
      300,
    ),
  ]
}

const measureLineLists = (DATABASE_URL: string, sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withFolder((DATA_DIR) =>
    withClosing(startPortalProcess({ DATABASE_URL, DATA_DIR }), (server) =>
      withClosing(openClient(server.url, connections), async (client) => {
        const tokens: Readonly<Record<string, Readonly<Record<string, string>>>> = {
          [company]: bearerHeader(await signInUser(client, scaleTestUser)),
          [bank]: bearerHeader(await signInUser(client, { ...scaleTestUser, UserId: 'scalebank' })),
        }
        const measurements: Measurement[] = []
        for (const list of lists(sizes.listedLines))
          measurements.push(await measureLines(client, tokens[list.path] ?? {}, { list, sizes }))
        return measurements
      }),
    ),
  )

const measureLines = async (
  client: BenchClient,
  headers: Readonly<Record<string, string>>,
  { list: { name, path, query, max }, sizes }: { readonly list: MeasuredLines; readonly sizes: BenchSizes },
): Promise<Measurement> => {
  const bounds = { connections, milliseconds: sizes.trafficMs, requests: 100_000 }
  const { p50, p95, perSecond } = await measureLoad(bounds, (requestNo) => {
    const start = addDays(firstDay(), (requestNo * 37) % 1000)
    const period = `StartDate=${start}&EndDate=${addDays(start, 91)}`
    return client.send({ method: 'GET', path: `${path}?${period}&${query(requestNo)}`, headers })
  })
  const title = `${sizes.listedLines.toLocaleString('en-US')} lines, 92 days, ${name}, p95 at ${connections} connections`
  const details = `p50 ${Math.round(p50)} ms, ${Math.round(perSecond)}/s`
  return withLimit({ title, portalFigure: p95, unit: 'ms', details }, { max })
}
