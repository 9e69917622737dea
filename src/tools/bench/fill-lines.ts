import { type RawBuilder, sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import { mergeTallies } from '../../server/database/bills-and-lines/merge-tallies'
import { fieldParts, recordCheckedParts } from '../../server/database/checked-parts'
import type { Db } from '../../server/ports'
import { recomputeTables } from '../../server/records/recompute'
import { loadModules } from '../module-files'
import { readPortalSchemas } from '../portal-schemas'
import { scaleCompany } from '../seed/scale-company'
import type { BenchUser } from './client'
import { analyzeAllTables, fillBills, scaleTestUser } from './fill'

/** Number of days over which the lines are spread. */
export const lineDays = 3 * 365

/** Returns the day of the first line; the last one is of today. */
export const firstLineDay = (): string => addDays(taipeiToday(new Date()), -lineDays)

/** A user of the bank with the password of the demo users. */
export const bankTestUser: BenchUser = { UniformNo: scaleTestUser.UniformNo, UserId: 'scalebank' }

/** The agreement of the company that has three tenths of all lines and bills. */
const { applyCode } = scaleCompany.agreements[0]

/**
 * Fills an empty database with lines of three years in the order of their days, each with its own bill: three tenths are
 * of the company for scale tests, the others of 99 companies.
 * Two percent are exceptions, one percent is not written off, and every fifth bill is unpaid.
 * One channel reports in real time, so its lines have notices, of which one percent were given up.
 */
export const fillLines = async (db: Db, count: number): Promise<void> => {
  // Creates the tables, the company, and the bill of which the others are copies.
  await fillBills(db, 1)
  await completeFirstStart(db)
  for (const statement of [companies, bills(count), lines, notices, bankUser]) await statement.execute(db)
  await mergeTallies(db)
  for (const table of filledTables) await sql`vacuum ${sql.table(table)}`.execute(db)
  await analyzeAllTables(db)
}

/**
 * Does what the first start of a portal does to stored data, while there are few: it reads the values of all fields, and
 * recomputes bills in the background.
 */
export const completeFirstStart = async (db: Db): Promise<void> => {
  const modules = await loadModules()
  const { schemas } = readPortalSchemas('schemas', modules)
  await recordCheckedParts(db, fieldParts(schemas))
  await recomputeTables({ db, schemas, modules, clock: () => new Date(), isStopped: () => false })
}

const filledTables = [
  'bill',
  'bill_by_state',
  'internal_partly_paid_bill',
  'bill_tally',
  'transaction_line',
  'line_tally',
  'bank_line_tally',
  'immediate_client_notify',
]

const written = sql`'bench', now(), 'bench', now()`
const writtenColumns = sql`create_user, create_time, update_user, update_time`

const companies = sql`
  with company as (
    insert into customer (uniform_no, customer_name, ${writtenColumns})
    select (10000000 + n)::text, '公司' || n, ${written} from generate_series(1, 99) n
  )
  insert into agreement (apply_code, agreement_name, uniform_no, ${writtenColumns})
  select (89000 + n)::text, '約定' || n, (10000000 + n)::text, ${written} from generate_series(1, 99) n`

const givenNames = '志明美玲淑芬建宏雅婷家豪俊傑怡君佩珊宗翰欣怡冠宇'

/** Inserts bills of 20 terms, whose serial ids begin with 1001. */
const bills = (count: number): RawBuilder<unknown> => sql`
  insert into bill
  select copy.*
  from bill b
  cross join (
    select n, (n * 20 / (${count}::bigint + 1))::integer as term, 100 + n * 7919 % 9973 as amount,
      case when n % 10 < 3 then ${applyCode} else (89001 + n % 99)::text end as code,
      case when n % 5 = 0 then 'Unpaid' when n % 41 = 0 then 'PartialPaid' else 'Paid' end as status
    from generate_series(1, ${count}::bigint) n
  ) v
  cross join lateral jsonb_populate_record(b, jsonb_build_object(
    'serial_id', 1000 + n,
    'apply_code', code,
    'bill_no', 'B' || n,
    'bill_term_id', 'SCALE-' || lpad(term::text, 2, '0'),
    'payment_end_date', ${firstLineDay()}::date + (term + 1) * ${Math.ceil(lineDays / 20)}::integer,
    'payer_id', 'P' || n % 20000,
    'payer_name', substr('陳林黃張李王吳劉蔡楊', (n % 10)::integer + 1, 1) || substr(${givenNames}, (n / 10 % 24)::integer + 1, 1)
      || substr(${givenNames}, (n / 240 % 24)::integer + 1, 1),
    'vac_account', code || lpad(n::text, 9, '0'),
    'fee_items', jsonb_build_array(jsonb_build_object('Amount', amount, 'SortNo', 1, 'FeeCode', 'L01', 'FeeName', '服務費')),
    'should_pay_amount', amount,
    'paid_amount', case status when 'Paid' then amount when 'PartialPaid' then 50 else 0 end,
    'pay_status', status,
    'bill_state', 'Active',
    'account_state', case status when 'Paid' then 'Released' else 'InUse' end
  )) copy
  where b.serial_id = 1`

const lines = sql`
  insert into transaction_line (
    apply_code, channel_id, store_no, trade_date, trade_time, trans_date, account_date, expect_remit_date, txn_seq, vac_account,
    currency_type, amount_sign, amount, channel_fee, net_amount, bill_serial_id, bill_no, payer_name, should_pay_amount, write_off_status,
    exception_type, ${writtenColumns}
  )
  select apply_code, (array['00', '01', '02', '05', '06'])[n % 5 + 1], '000001', day, '101530', day + 1, day + 1, day + 3, n::text, vac_account,
    'TWD', 'Plus', should_pay_amount, 10, should_pay_amount - 10, serial_id, bill_no, payer_name, should_pay_amount,
    case when n % 50 = 0 then 'Exception' when n % 97 = 0 then 'NotWrittenOff' else 'WrittenOff' end,
    case when n % 50 = 0 then (array['Overdue', 'Duplicate', 'OverPaid', 'UnderPaid'])[n / 50 % 4 + 1] end,
    ${written}
  from (
    select b.*, (b.serial_id - 1000)::integer as n,
      ${firstLineDay()}::date + ((b.serial_id - 1000) * ${lineDays}::integer / (max(b.serial_id) over () - 1000))::integer as day
    from bill b
    where b.serial_id > 1000
  ) b
  order by serial_id`

const notices = sql`
  insert into immediate_client_notify (
    apply_code, trade_date, txn_seq, vac_account, channel_id, currency_type, amount_sign, amount, notify_method, notify_status, retry_count,
    resend_count, line_serial_id, ${writtenColumns}
  )
  select apply_code, trade_date, txn_seq, vac_account, channel_id, currency_type, amount_sign, amount, 'WebService',
    case when serial_id % 100 = 0 then 'GiveUp' else 'Success' end, 0, 0, serial_id, ${written}
  from transaction_line
  where channel_id = '05'`

/** Inserts a user of the bank, who has the password of the company's user. */
const bankUser = sql`
  with bank_user as (
    insert into portal_user (uniform_no, user_id, user_name, role_id, user_status, login_error_count, ${writtenColumns})
    select uniform_no, ${bankTestUser.UserId}, user_name, 'BankViewer', user_status, 0, ${written}
    from portal_user where user_id = ${scaleTestUser.UserId}
    returning serial_id
  )
  insert into portal_user_secret (user_id, password_hash)
  select b.serial_id, s.password_hash
  from bank_user b, portal_user_secret s
  join portal_user u on u.serial_id = s.user_id
  where u.user_id = ${scaleTestUser.UserId}`
