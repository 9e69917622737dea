import { sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
import { scaleCompany } from '../seed/scale-company'
import { type BenchClient, type BenchUser, bearerHeader, openClient, signInUser } from './client'
import { analyzeAllTables, fillBills, scaleTestUser } from './fill'
import { measureLoad } from './load'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import { startPortalProcess, withClosing, withDatabase, withFolder } from './process'

/** The most bills for the tallies that the first page reads; their number hardly matters. */
const maxBills = 100_000

const connections = 8

/** Milliseconds within which the first page must have its figures. */
const limitMs = 300

/** A user of the bank in the database of the benchmark. */
const bankUser: BenchUser = { UniformNo: scaleTestUser.UniformNo, UserId: 'scale02' }

/**
 * Measures the figures of the first page with the lines of three years in 100 companies, of which one has 30 percent:
 * all figures of this company, and those of the bank.
 */
export const benchOverview = (sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withDatabase((DATABASE_URL) =>
    withClosing(openDatabase({ databaseUrl: DATABASE_URL }), async ({ db }) => {
      await fillBills(db, Math.min(sizes.bills, maxBills))
      await fillLines(db, sizes.bills)
      await fillPushes(db)
      await addBankUser(db)
      await analyzeAllTables(db)
      return withFolder((DATA_DIR) =>
        withClosing(startPortalProcess({ DATABASE_URL, DATA_DIR }), ({ url }) =>
          withClosing(openClient(url, connections), async (client) => [
            await measureFirstPage(client, { user: scaleTestUser, name: 'a company', sizes }),
            await measureFirstPage(client, { user: bankUser, name: 'the bank', sizes }),
          ]),
        ),
      )
    }),
  )

const measureFirstPage = async (
  client: BenchClient,
  { user, name, sizes }: { readonly user: BenchUser; readonly name: string; readonly sizes: BenchSizes },
): Promise<Measurement> => {
  const headers = bearerHeader(await signInUser(client, user))
  const bounds = { connections, milliseconds: sizes.trafficMs, requests: 100_000 }
  const { p50, p95 } = await measureLoad(bounds, () =>
    client.send({ method: 'GET', path: '/api/Ext/EnterpriseArea/GetOverview', headers }),
  )
  const title = `all figures of the first page of ${name}, ${sizes.bills.toLocaleString('en-US')} lines, p95 at ${connections} connections`
  return withLimit({ title, portalFigure: p95, unit: 'ms', details: `p50 ${Math.round(p50)} ms` }, { max: limitMs })
}

/**
 * Inserts lines of three years up to today in the order of their days, 30 percent of them of the company for scale
 * tests and the rest of 99 others.
 * Two percent are exceptions, and the latest lines have not been remitted yet.
 */
const fillLines = async (db: Db, count: number): Promise<void> => {
  const written = sql`'bench', now(), 'bench', now()`
  await sql`
    insert into customer (uniform_no, customer_name, create_user, create_time, update_user, update_time)
    select (10000000 + n)::text, '公司' || n, ${written} from generate_series(1, 99) n`.execute(db)
  await sql`
    insert into agreement (apply_code, agreement_name, uniform_no, create_user, create_time, update_user, update_time)
    select (89000 + n)::text, '約定' || n, (10000000 + n)::text, ${written} from generate_series(1, 99) n`.execute(db)
  const { applyCode } = scaleCompany.agreements[0]
  await sql`
    insert into transaction_line (
      apply_code, channel_id, trade_date, trans_date, account_date, expect_remit_date, txn_seq, vac_account, currency_type, amount_sign, amount,
      channel_fee, net_amount, write_off_status, exception_type, create_user, create_time, update_user, update_time
    )
    select
      case when n % 10 < 3 then ${applyCode}::text else (89001 + n % 99)::text end,
      (array['00', '01', '02', '05', '06'])[1 + n % 5], day, day, day, day + 3, n::text, '99' || lpad(n::text, 12, '0'), 'TWD', 'Plus', amount, 10, amount - 10,
      case when n % 50 = 1 then 'Exception' else 'WrittenOff' end, case when n % 50 = 1 then 'BillNotFound' end, ${written}
    from (
      select n, 100 + n % 5000 as amount, ${taipeiToday(new Date())}::date - 1095 + (n * 1095 / ${count}::bigint)::int as day
      from generate_series(1::bigint, ${count}::bigint) n
    ) lines`.execute(db)
  await sql`vacuum analyze transaction_line`.execute(db)
}

/** Inserts the notices of all lines that one channel reported; one percent were given up. */
const fillPushes = async (db: Db): Promise<void> => {
  await sql`
    insert into immediate_client_notify (
      apply_code, trade_date, txn_seq, vac_account, channel_id, currency_type, amount_sign, amount, notify_method, notify_status, retry_count,
      resend_count, line_serial_id, create_user, create_time, update_user, update_time
    )
    select apply_code, trade_date, txn_seq, vac_account, channel_id, currency_type, amount_sign, amount, 'WebService',
      case when serial_id % 100 = 0 then 'GiveUp' else 'Success' end, 0, 0, serial_id, create_user, create_time, update_user, update_time
    from transaction_line
    where channel_id = '05'`.execute(db)
  await sql`vacuum analyze immediate_client_notify`.execute(db)
}

/** Adds a user of the bank with the password of the company's user. */
const addBankUser = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    insert into portal_user (uniform_no, user_id, user_name, role_id, user_status, login_error_count, create_user, create_time, update_user, update_time)
    select uniform_no, ${bankUser.UserId}, user_name, 'BankViewer', user_status, 0, create_user, create_time, update_user, update_time
    from portal_user where user_id = ${scaleTestUser.UserId}
    returning serial_id as id`.execute(db)
  await sql`
    insert into portal_user_secret (user_id, password_hash)
    select ${rows[0]?.id}::bigint, s.password_hash
    from portal_user_secret s join portal_user u on u.serial_id = s.user_id
    where u.user_id = ${scaleTestUser.UserId}`.execute(db)
}
