import { sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import { type Layout, type Layouts, layoutNamed } from '../../schema/layouts/layout'
import { type JobRunner, jobRunner } from '../../server/jobs/runner'
import type { Modules } from '../../server/module'
import { bankFileTools } from '../../server/node/bank-file-tools'
import { bankFileJob } from '../../server/payments/bank-files/enqueue'
import { runBankFile } from '../../server/payments/bank-files/process'
import { receiveBankFile } from '../../server/payments/bank-files/receive'
import { writeBankFile } from '../../server/payments/files/write-bank-file'
import { pushJob } from '../../server/payments/pushes/write-pushes'
import type { Clock, Db, Log } from '../../server/ports'
import { loadModules } from '../module-files'
import { readPortalSchemas } from '../portal-schemas'
import { fillBills } from './fill'
import { type BenchSizes, type Measurement, timeOf, withLimit } from './measure'
import { type Engine, onEngines, openPortalDatabase, withClosing } from './process'
import { enqueuePushes, hangingReceiver, startPushes } from './pushes'

/**
 * Measures how fast the job of the portal writes off files of payments against many open bills, compared with a
 * hand-written SQL statement that does the same.
 * On PostgreSQL the speed also has a minimum, and must fall by at most a fifth from the shortest to the longest file.
 */
export const benchWriteOff = (sizes: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> =>
  onEngines(withPostgres, async (engine, env) => {
    const { bills, lines: counts } =
      engine === 'PGlite' ? sizes.embeddedWriteOff : { bills: sizes.bills, lines: sizes.writeOffLines }
    return withClosing(openPortalDatabase(env), async ({ db, backgroundDb }) => {
      await fillBills(db, bills)
      await makeBillsPayable(db)
      const modules = await loadModules()
      const ledger = ledgerWithJobs(backgroundDb, readPortalSchemas('schemas', modules).layouts, modules)
      const speeds: Speed[] = []
      for (const count of counts) speeds.push(await measureWriteOff(ledger, count))
      const withPushes = await measureWithPushes(ledger, counts.at(-1) ?? 0)
      const comparisons = speeds.map((speed) => comparisonWithSql(engine, speed))
      return [...comparisons, withPushes(engine), ...(engine === 'PGlite' ? [] : limitMeasurements(speeds))]
    })
  })

/**
 * Makes all bills unpaid, and payable today even after their deadline: the payments of the files are made today,
 * because a file with old payments would be rejected.
 */
const makeBillsPayable = async (db: Db): Promise<void> => {
  await sql`
    update bill
    set paid_amount = 0, pay_status = 'Unpaid', paid_time = null, channel_id = null, account_state = 'InUse'
    where bill_state = 'Active' and (paid_amount > 0 or account_state = 'Released')`.execute(db)
  await sql`update bill_category set allow_overdue = true`.execute(db)
  await sql`vacuum analyze bill`.execute(db)
}

/** The database with the bills, and what the job of a bank file needs. */
interface BenchedLedger {
  readonly db: Db
  readonly layouts: Layouts
  readonly jobs: JobRunner
}

/** Returns the ledger with a job runner that processes bank files. */
const ledgerWithJobs = (db: Db, layouts: Layouts, { bankFileKinds: kinds }: Modules): BenchedLedger => {
  const jobs = jobRunner({ db, clock, log, isOnlyProcess: true, retry: { limit: 0, seconds: 0 } })
  jobs.register(bankFileJob, ({ SerialId }, run) =>
    runBankFile(
      { backgroundDb: db, layouts, bankFileTools, clock, log, jobs, settings: { releasesUploads: false } },
      { id: Number(SerialId), kinds },
      run,
    ),
  )
  return { db, layouts, jobs }
}

const clock: Clock = () => new Date()
const log: Log = {
  info: () => {},
  warn: console.error,
  error: console.error,
  answered: () => {},
  problem: () => undefined,
}

/** The speed of one file. */
interface Speed {
  readonly lines: number
  /** Duration of the job. */
  readonly seconds: number
  /** Lines per second of the job. */
  readonly portalSpeed: number
  /** Lines per second of the SQL statement. */
  readonly sqlSpeed: number
}

const measureWriteOff = async (ledger: BenchedLedger, count: number): Promise<Speed> => {
  const { db, layouts } = ledger
  // One half of the bills is for the file, the other for the statement.
  const bills = await findOpenBills(db, count * 2)
  const [fileBills, statementBills] = [bills.slice(0, count), bills.slice(count)]
  const seconds = await timeOfFile(ledger, bankFileOf(layoutNamed(layouts, 'bank'), fileBills))
  const sqlSeconds = (await timeOf(() => writeOffBySql(db, statementBills))) / 1000
  return {
    lines: fileBills.length,
    seconds,
    portalSpeed: fileBills.length / seconds,
    sqlSpeed: statementBills.length / sqlSeconds,
  }
}

/** Number of pushes that wait for a receiver that hangs. */
const waitingPushes = 10_000

/** Measures files without and with waiting pushes in turn, and compares the fastest of each. */
const measureWithPushes = async (ledger: BenchedLedger, count: number): Promise<(engine: Engine) => Measurement> => {
  const { db, layouts } = ledger
  const speedOfFile = async (): Promise<number> => {
    const bills = await findOpenBills(db, Math.ceil(count / 4))
    return bills.length / (await timeOfFile(ledger, bankFileOf(layoutNamed(layouts, 'bank'), bills)))
  }
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let run = 0; run < 3; run++) {
    alone.push(await speedOfFile())
    beside.push(await besidePushes(db, speedOfFile))
  }
  return (engine) => ({
    title: `write-off beside ${waitingPushes.toLocaleString('en-US')} pushes to a receiver that hangs, ${engine}`,
    portalFigure: Math.max(...beside),
    unit: 'rows/s',
    ratioLimit: '≥ 0.95',
    reference: 'without pushes',
    referenceFigure: Math.max(...alone),
  })
}

/** Runs the work while pushes wait for a receiver that hangs. */
const besidePushes = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  const receiver = await hangingReceiver()
  await enqueuePushes(db, waitingPushes)
  const stop = await startPushes(db, clock, receiver.url)
  try {
    return await work()
  } finally {
    receiver.close()
    await stop()
    await db.deleteFrom('job').where('name', '=', pushJob).execute()
  }
}

const titleOf = (engine: Engine, { lines }: Speed): string =>
  `write-off of ${lines.toLocaleString('en-US')} lines of a bank file, ${engine}`

const comparisonWithSql = (engine: Engine, speed: Speed): Measurement => ({
  title: titleOf(engine, speed),
  portalFigure: speed.portalSpeed,
  unit: 'rows/s',
  details: `${speed.seconds.toFixed(1)} s`,
  reference: 'one hand-written SQL statement',
  referenceFigure: speed.sqlSpeed,
})

/** Minimum number of lines per second on PostgreSQL. */
const minSpeed = 10_000

/** Compares each speed with the minimum, and the speed of the longest file with that of the shortest. */
const limitMeasurements = (speeds: readonly Speed[]): readonly Measurement[] => {
  const [shortest, longest] = [speeds[0], speeds.at(-1)]
  const minimums = speeds.map((speed) =>
    withLimit(
      { title: titleOf('PostgreSQL', speed), portalFigure: speed.portalSpeed, unit: 'rows/s' },
      { min: minSpeed },
    ),
  )
  if (!shortest || !longest) return minimums
  const longestFile = {
    title: titleOf('PostgreSQL', longest),
    portalFigure: longest.portalSpeed,
    unit: 'rows/s',
    ratioLimit: '≥ 0.8',
  }
  return [
    ...minimums,
    {
      ...longestFile,
      reference: `${shortest.lines.toLocaleString('en-US')} lines`,
      referenceFigure: shortest.portalSpeed,
    },
  ]
}

interface OpenBill {
  readonly id: number
  readonly account: string
  readonly amount: number
}

const findOpenBills = async (db: Db, count: number): Promise<readonly OpenBill[]> => {
  const { rows } = await sql<OpenBill>`
    select serial_id as id, vac_account as account, should_pay_amount as amount
    from bill
    where pay_status = 'Unpaid' and bill_state = 'Active' and account_state = 'InUse'
    order by md5(serial_id::text) -- a random order that is the same in each run
    limit ${count}`.execute(db)
  return rows
}

const bankFileOf = (layout: Layout, bills: readonly OpenBill[]): Buffer => {
  const today = taipeiToday(new Date())
  const details = bills.map(({ account, amount }, index) => ({
    kind: 'payment',
    values: {
      RealAccount: '0123456789012',
      TradeDate: today,
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

/** Stores a file and returns the seconds that its job takes; throws if any line was not written off. */
const timeOfFile = async ({ db, layouts, jobs }: BenchedLedger, file: Buffer): Promise<number> => {
  const content = async function* () {
    yield file
  }
  const { serialId } = await receiveBankFile(
    { backgroundDb: db, layouts, bankFileTools, clock, jobs, log },
    { name: 'BENCH', content: content() },
  )
  // Receiving the file has enqueued its job. `runUntilIdle` starts the job and resolves when it has ended.
  const milliseconds = await timeOf(() => jobs.runUntilIdle())
  const stored = await db
    .selectFrom('bank_file')
    .select(['line_count', 'written_off_count', 'error_message'])
    .where('serial_id', '=', serialId)
    .executeTakeFirstOrThrow()
  if (stored.line_count === null || stored.written_off_count !== stored.line_count)
    throw new Error(`The file was not written off: ${JSON.stringify(stored)}`)
  return milliseconds / 1000
}

/**
 * Writes lines and entries and updates the bills in one statement.
 * It handles no exceptions, because every payment is known to match its bill.
 */
const writeOffBySql = async (db: Db, bills: readonly OpenBill[]): Promise<void> => {
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
