import { type RawBuilder, sql } from 'kysely'
import { addBusinessDays } from '../../domain/dates/business-days'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import type { Db } from '../../server/ports'
import { scaleCompany } from '../seed/scale-company'
import { type SignedInUser, withSignedInUser } from './client'
import { analyzeAllTables, fillBills, scaleTestUser } from './fill'
import { completeFirstStart } from './fill-lines'
import { callPortal } from './import-files'
import { type BenchSizes, type Measurement, medianTime, timeOf, withLimit } from './measure'
import {
  cpuSecondsOf,
  type Engine,
  onEngines,
  openPortalDatabase,
  type PortalEnv,
  type ServerProcess,
  withClosing,
  withMemoryGrowth,
} from './process'

/** Maximum seconds from the call to the stored file. */
const maxSeconds = 10

/**
 * Measures the file of direct debits of a term: its preview, the call that makes it, and the call that finds it
 * unchanged.
 */
export const benchDebits = ({ debitRecords }: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> =>
  onEngines(withPostgres, async (engine, env) => {
    const byHandMs = await withClosing(openPortalDatabase(env), async ({ db }) => {
      await fillDebits(db, debitRecords)
      return medianTime(3, () => writeByHand(db, debitRecords))
    })
    return measureFile(env, { engine, count: debitRecords, byHandMs })
  })

const { applyCode } = scaleCompany.agreements[0]
const termId = 'SCALE-19'

/** The next business day but one, so that the bench also runs shortly before midnight. */
const debitDate = (): string => addBusinessDays(taipeiToday(new Date()), 2, new Set())

/**
 * Fills a database with payers who have authorized direct debits, and with bills of one term: an unpaid one and a
 * paid one of each payer.
 */
export const fillDebits = async (db: Db, count: number): Promise<void> => {
  // Creates the tables, the company, and the payer and the bill of which the others are copies.
  await fillBills(db, 1)
  await completeFirstStart(db)
  await sql`
    update agreement
    set channels = '["09"]'::jsonb, dual_control = false, vac_check_type = 'None', agreement_status = 'Active', real_account = '99900011122233'
    where apply_code = ${applyCode}`.execute(db)
  await sql`
    update bill_term set term_status = 'Open' where apply_code = ${applyCode} and bill_term_id = ${termId}`.execute(db)
  await payers(count).execute(db)
  await bills(2 * count).execute(db)
  for (const table of ['bill', 'bill_by_state', 'payer']) await sql`vacuum ${sql.table(table)}`.execute(db)
  await analyzeAllTables(db)
}

const payers = (count: number): RawBuilder<unknown> => sql`
  insert into payer
  select copy.*
  from payer p
  cross join generate_series(1, ${count}::bigint) n
  cross join lateral jsonb_populate_record(p, jsonb_build_object(
    'serial_id', 1000000 + n,
    'payer_id', 'D' || n,
    'payer_no', null,
    'payer_name', substr('陳林黃張李王吳劉蔡楊', (n % 10)::integer + 1, 1) || substr('志明美玲淑芬建宏雅婷家豪', (n % 11)::integer + 1, 2),
    'payer_type', 'ACH',
    'debit_bank_code', (array['004', '008', '012', '013', '700', '808', '822'])[n % 7 + 1],
    'debit_account', lpad((100000000 + n * 997)::text, 12 + (n % 3)::integer, '0'),
    'debit_id_no', 'A1' || lpad((n * 7919 % 100000000)::text, 8, '0'),
    'debit_user_no', 'U' || n,
    'debit_auth_status', 'Authorized'
  )) copy
  where p.serial_id = (select min(serial_id) from payer where apply_code = ${applyCode})`

const bills = (count: number): RawBuilder<unknown> => sql`
  insert into bill
  select copy.*
  from bill b
  cross join (select n, 100 + n * 7919 % 9973 as amount, n % 2 = 0 as is_paid from generate_series(1, ${count}::bigint) n) v
  cross join lateral jsonb_populate_record(b, jsonb_build_object(
    'serial_id', 1000000 + n,
    'bill_no', 'D' || n,
    'bill_term_id', ${termId}::text,
    'payment_end_date', ${addDays(taipeiToday(new Date()), 60)}::text,
    'payer_id', 'D' || (n + 1) / 2,
    'vac_account', ${applyCode}::text || lpad(n::text, 9, '0'),
    'debit_flag', true,
    'fee_items', jsonb_build_array(jsonb_build_object('Amount', amount, 'SortNo', 1, 'FeeCode', 'L01', 'FeeName', '服務費')),
    'should_pay_amount', amount,
    'paid_amount', case when is_paid then amount else 0 end,
    'pay_status', case when is_paid then 'Paid' else 'Unpaid' end,
    'bill_state', 'Active',
    'account_state', case when is_paid then 'Released' else 'InUse' end
  )) copy
  where b.serial_id = (select min(serial_id) from bill where apply_code = ${applyCode})`

interface DebitRow {
  readonly account: string
  readonly amount: number
  readonly bank: string
  readonly debitAccount: string
  readonly idNo: string
  readonly userNo: string
}

/**
 * Writes the same file as a program for this one format would: a select, its rows joined to lines, and one insertion.
 * It checks and records nothing.
 */
const writeByHand = async (db: Db, count: number): Promise<void> => {
  const { rows } = await sql<DebitRow>`
    select b.vac_account as account, b.should_pay_amount - b.paid_amount as amount, p.debit_bank_code as bank,
      p.debit_account as "debitAccount", p.debit_id_no as "idNo", p.debit_user_no as "userNo"
    from bill b
    join payer p on p.apply_code = b.apply_code and p.payer_id = b.payer_id
    where b.apply_code = ${applyCode} and b.bill_term_id = ${termId} and b.debit_flag and b.bill_state = 'Active'
      and b.should_pay_amount > b.paid_amount and p.debit_auth_status = 'Authorized'
    order by b.serial_id`.execute(db)
  if (rows.length !== count) throw new Error(`The term has ${rows.length} bills to debit instead of ${count}.`)
  const lines = rows.map(({ account, amount, bank, debitAccount, idNo, userNo }, index) =>
    [
      `NSD851${String(index + 1).padStart(8, '0')}9990000${'99900011122233'.padStart(16, '0')}`,
      bank.padEnd(7, '0') + debitAccount.padStart(16, '0') + String(amount).padStart(10, '0'),
      `  B${scaleCompany.uniformNo.padEnd(10)}${idNo.padEnd(10)}${' '.repeat(23)}`,
      userNo.padEnd(20) + account.padEnd(50) + '00000'.padEnd(64),
    ].join(''),
  )
  await sql`create table if not exists bench_debit_file (bytes bytea)`.execute(db)
  await sql`insert into bench_debit_file values (${Buffer.from(lines.join('\r\n'))})`.execute(db)
}

interface MeasuredFile {
  readonly engine: Engine
  readonly count: number
  readonly byHandMs: number
}

const measureFile = (env: PortalEnv, { engine, count, byHandMs }: MeasuredFile): Promise<readonly Measurement[]> =>
  withSignedInUser(env, scaleTestUser, async ({ server, user }) => {
    const records = `${count.toLocaleString('en-US')} records`
    const title = `file of direct debits of ${records}, ${engine}`
    const bills = `${(2 * count).toLocaleString('en-US')} bills`
    const { growth } = await withMemoryGrowth(server, () => preview(user, count))
    const previewMs = await medianTime(3, () => preview(user, count))
    const first = await exported(server, user, 'false')
    const again = await exported(server, user, 'true')
    if (first.bytes !== again.bytes) throw new Error('The second call returned another file.')
    const limited = (portalFigure: number, measuredTitle: string, details: string): Measurement =>
      withLimit({ title: measuredTitle, portalFigure, unit: 's', details }, { max: maxSeconds })
    return [
      limited(first.seconds, `${title}, from the call to the stored file`, first.details),
      {
        title: `${title}, from the call to the stored file`,
        portalFigure: first.seconds,
        unit: 's',
        reference: 'by hand: one select, its rows joined, one insertion',
        referenceFigure: byHandMs / 1000,
      },
      limited(again.seconds, `${title}, found unchanged with IncludeExported`, again.details),
      limited(previewMs / 1000, `preview of that file, of ${bills}, ${engine}`, memoryText(growth)),
    ]
  })

/** Returns the parameters of the file of these bills. */
export const debitParameters = () => ({
  ApplyCode: applyCode,
  BillTermId: termId,
  DebitDate: debitDate(),
  MediaFormat: 'AchP01',
  TxId: '851',
})

const preview = async (user: SignedInUser, count: number): Promise<void> => {
  const { Count } = await callPortal<{ Count: number }>(user, 'Ext/BillDesignatedDebitExport/Preview', {
    method: 'POST',
    body: JSON.stringify(debitParameters()),
    headers: { ...user.headers, 'Content-Type': 'application/json' },
  })
  if (Count !== count) throw new Error(`The file would have ${Count} records instead of ${count}.`)
}

/** Exports the file, and returns its size and the seconds until the response begins, when the file is stored. */
const exported = async (server: ServerProcess, { url, headers }: SignedInUser, IncludeExported: string) => {
  const path = `BillDesignatedDebitExport/Export?${new URLSearchParams({ ...debitParameters(), IncludeExported })}`
  const initialCpu = cpuSecondsOf(server)
  let response = new Response()
  const { result, growth } = await withMemoryGrowth(server, () =>
    timeOf(async () => {
      response = await fetch(`${url}/api/${path}`, { headers })
    }),
  )
  const cpu = cpuSecondsOf(server) - initialCpu
  const { byteLength: bytes } = await response.arrayBuffer()
  if (!response.headers.has('Content-Disposition')) throw new Error('The export returned no file.')
  const details = `${cpu.toFixed(1)} s of processor time, ${memoryText(growth)}`
  return { bytes, seconds: result / 1000, details }
}

const memoryText = (growth: number): string => `memory grew by ${Math.round(growth)} MiB`
