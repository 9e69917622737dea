import { sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import type { Layout, Layouts } from '../../schema/layouts/layout'
import { ensureTables } from '../../server/database/ensure-tables'
import { type JobRunner, jobRunner } from '../../server/jobs/runner'
import { bankFileTools } from '../../server/node/bank-file-tools'
import { openDatabase } from '../../server/node/database'
import { argon2Passwords } from '../../server/node/passwords'
import { bankFileJob, runBankFile } from '../../server/payments/bank-files/process'
import { receiveBankFile } from '../../server/payments/bank-files/receive'
import { writeBankFile } from '../../server/payments/files/write-bank-file'
import type { Clock, Db, Log } from '../../server/ports'
import { readPortalSchemas } from '../portal-schemas'
import { fillDatabase } from '../seed/fill'
import { type BenchSizes, type Measurement, timeOf, withLimit } from './measure'
import { type Engine, onEngines, withClosing } from './process'

/**
 * Measures the write-off of files of payments against many open bills by the job of the portal, compared with one statement for the same match, written by hand. On a
 * server the speed has a limit, and must not fall with the number of lines.
 */
export const benchWriteOff = (sizes: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> =>
  onEngines(withPostgres, async (engine, { DATA_DIR, DATABASE_URL }) => {
    const { bills, lines: counts } = engine === 'PGlite' ? sizes.embeddedWriteOff : { bills: sizes.bills, lines: sizes.writeOffLines }
    return withClosing(openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL }), async ({ db, backgroundDb }) => {
      const { schemas, layouts } = readPortalSchemas('schemas')
      await ensureTables(db, schemas)
      await fillDatabase({ db, passwords: argon2Passwords, bills, now: new Date(), progress: () => {} })
      await openAllBills(db)
      const ledger = ledgerOf(backgroundDb, layouts)
      const speeds: Speed[] = []
      for (const count of counts) speeds.push(await measureWriteOff(ledger, count))
      const compared = speeds.map((speed) => comparedByHand(engine, speed))
      return engine === 'PGlite' ? compared : [...compared, ...speedLimits(speeds)]
    })
  })

/** Makes all bills unpaid. */
const openAllBills = async (db: Db): Promise<void> => {
  await sql`
    update bill
    set paid_amount = 0, pay_status = 'Unpaid', paid_time = null, channel_id = null, account_state = 'InUse'
    where bill_state = 'Active' and (paid_amount > 0 or account_state = 'Released')`.execute(db)
  await sql`vacuum analyze bill`.execute(db)
}

interface BenchedLedger {
  readonly db: Db
  readonly layouts: Layouts
  readonly jobs: JobRunner
}

/** Returns the ledger with the queue in which the job for files waits. */
const ledgerOf = (db: Db, layouts: Layouts): BenchedLedger => {
  const jobs = jobRunner({ db, clock, log, isOnlyProcess: true, retry: { limit: 0, seconds: 0 } })
  jobs.register(bankFileJob, ({ SerialId }, run) => runBankFile({ backgroundDb: db, layouts, bankFileTools, clock, log }, Number(SerialId), run))
  return { db, layouts, jobs }
}

const clock: Clock = () => new Date()
const log: Log = { info: () => {}, warn: console.error, error: console.error }

/** Lines that were written off for each second, by the job and by the statement. */
interface Speed {
  readonly lines: number
  readonly seconds: number
  readonly bySecond: number
  readonly byHand: number
}

const measureWriteOff = async (ledger: BenchedLedger, count: number): Promise<Speed> => {
  const { db, layouts } = ledger
  const bills = await openBills(db, count * 2)
  const [forFile, forStatement] = [bills.slice(0, count), bills.slice(count)]
  const seconds = await bookFile(ledger, fileOf(layouts.bank, forFile))
  const byHand = (await timeOf(() => matchByHand(db, forStatement))) / 1000
  return { lines: forFile.length, seconds, bySecond: forFile.length / seconds, byHand: forStatement.length / byHand }
}

const titleOf = (engine: Engine, { lines }: Speed): string => `write-off of ${lines.toLocaleString('en-US')} lines of a bank file, ${engine}`

const comparedByHand = (engine: Engine, speed: Speed): Measurement => ({
  title: titleOf(engine, speed),
  portalFigure: speed.bySecond,
  unit: 'rows/s',
  details: `${speed.seconds.toFixed(1)} s`,
  reference: 'one statement by hand',
  referenceFigure: speed.byHand,
})

/** Minimum number of lines per second. */
const minSpeed = 10_000

/** Returns the limit of each speed, and that of the speed with most lines beside the one with fewest. */
const speedLimits = (speeds: readonly Speed[]): readonly Measurement[] => {
  const [fewest, most] = [speeds[0], speeds.at(-1)]
  const limits = speeds.map((speed) => withLimit({ title: titleOf('PostgreSQL', speed), portalFigure: speed.bySecond, unit: 'rows/s' }, { min: minSpeed }))
  if (!fewest || !most) return limits
  const linear = { title: titleOf('PostgreSQL', most), portalFigure: most.bySecond, unit: 'rows/s', ratioLimit: '≥ 0.8' }
  return [...limits, { ...linear, reference: `${fewest.lines.toLocaleString('en-US')} lines`, referenceFigure: fewest.bySecond }]
}

interface OpenBill {
  readonly id: number
  readonly account: string
  readonly amount: number
  /** Its deadline, on which it is paid. */
  readonly day: string
}

const openBills = async (db: Db, count: number): Promise<readonly OpenBill[]> => {
  const { rows } = await sql<OpenBill>`
    select serial_id as id, vac_account as account, should_pay_amount as amount, payment_end_date as day
    from bill
    where pay_status = 'Unpaid' and bill_state = 'Active' and account_state = 'InUse'
    order by md5(serial_id::text)
    limit ${count}`.execute(db)
  return rows
}

const fileOf = (layout: Layout, bills: readonly OpenBill[]): Buffer => {
  const today = taipeiToday(new Date())
  const details = bills.map(({ account, amount, day }, index) => ({
    kind: 'payment',
    values: {
      RealAccount: '0123456789012',
      TradeDate: day,
      TradeTime: '101530',
      VACAccount: account,
      AmountSign: 'Plus',
      Amount: amount,
      Summary: 'ATM',
      AgentBranch: '0001',
      TradeChannel: 'SA',
      ChannelId: '06',
      ChangeDate: today.replaceAll('-', ''),
      AccountDate: today,
      TxnSeq: String(index).padStart(6, '0'),
      ApplyCode: account.slice(0, 5),
      ChannelFee: 10,
    },
  }))
  return Buffer.concat([...writeBankFile(layout, { details }, bankFileTools.big5)])
}

/** Stores a file and returns the seconds that its job takes. */
const bookFile = async ({ db, layouts, jobs }: BenchedLedger, file: Buffer): Promise<number> => {
  const content = async function* () {
    yield file
  }
  const { serialId } = await receiveBankFile({ backgroundDb: db, layouts, bankFileTools, clock, jobs, log }, { name: 'BENCH', content: content() })
  const time = await timeOf(() => jobs.idle())
  const booked = await db
    .selectFrom('bank_file')
    .select(['line_count', 'written_off_count', 'error_message'])
    .where('serial_id', '=', serialId)
    .executeTakeFirstOrThrow()
  if (booked.line_count === null || booked.written_off_count !== booked.line_count) throw new Error(`The file was not written off: ${JSON.stringify(booked)}`)
  return time / 1000
}

/** Writes lines, entries and bills with one statement for payments that are known to match. */
const matchByHand = async (db: Db, bills: readonly OpenBill[]): Promise<void> => {
  await sql`
    with reported as (
      select account, amount, row_number() over () as no
      from jsonb_to_recordset(${JSON.stringify(bills)}::text::jsonb) as r (account text, amount bigint)
    ), matched as (
      select r.*, b.serial_id as bill, b.apply_code, b.bill_no, b.payer_name, b.should_pay_amount
      from reported r
      join bill b on b.vac_account = r.account and b.bill_state = 'Active' and b.account_state = 'InUse' and b.should_pay_amount - b.paid_amount = r.amount
    ), lines as (
      insert into transaction_line (
        apply_code, channel_id, trade_date, txn_seq, vac_account, currency_type, amount_sign, amount, bill_serial_id, bill_no, payer_name, should_pay_amount,
        write_off_status, create_user, create_time, update_user, update_time
      )
      select apply_code, '06', current_date, 'H' || no, account, 'TWD', 'Plus', amount, bill, bill_no, payer_name, should_pay_amount, 'WrittenOff', 'hand', now(),
        'hand', now()
      from matched
      returning serial_id, bill_serial_id, amount
    ), entries as (
      insert into payment (bill_serial_id, amount, paid_time, channel_id, receipt_no, line_serial_id)
      select bill_serial_id, amount, now(), '06', 'H' || serial_id, serial_id from lines
    )
    update bill b
    set paid_amount = b.paid_amount + m.amount, pay_status = 'Paid', paid_time = now(), channel_id = '06', update_user = 'hand', update_time = now()
    from matched m
    where b.serial_id = m.bill`.execute(db)
}
