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
 * Measures how fast the job of the portal writes off files of payments against many open bills, compared with
 * hand-written SQL that does the same on the same tables without the portal's triggers.
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

/** The speed of the files of one length. */
interface Speed {
  readonly lines: number
  /** Duration of the job for one file. */
  readonly seconds: number
  /** Lines per second of the job. */
  readonly portalSpeed: number
  /** Lines per second of the hand-written SQL. */
  readonly sqlSpeed: number
}

/**
 * Number of files of each length.
 * The portal and the SQL take turns, and the one that was first in a round is second in the next, so that neither
 * always writes to the pages that the other one has loaded.
 */
const rounds = 2

const measureWriteOff = async (ledger: BenchedLedger, count: number): Promise<Speed> => {
  const { db, layouts } = ledger
  const bills = await findOpenBills(db, count * rounds * 2)
  const lines = Math.floor(bills.length / (rounds * 2))
  const nextBills = (): readonly OpenBill[] => bills.splice(0, lines)
  let [seconds, sqlSeconds] = [0, 0]
  const byPortal = async () => {
    seconds += await timeOfFile(ledger, bankFileOf(layoutNamed(layouts, 'bank'), nextBills()))
  }
  const bySql = async () => {
    sqlSeconds += await timeOfSql(db, nextBills())
  }
  for (let round = 0; round < rounds; round++)
    for (const work of round % 2 === 0 ? [byPortal, bySql] : [bySql, byPortal]) await work()
  return {
    lines,
    seconds: seconds / rounds,
    portalSpeed: (lines * rounds) / seconds,
    sqlSpeed: (lines * rounds) / sqlSeconds,
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
  reference: 'one hand-written SQL statement without triggers',
  referenceFigure: speed.sqlSpeed,
  // The embedded engine has no second processor for half of the lines.
  ...(engine === 'PostgreSQL' && { ratioLimit: '≥ 0.8' }),
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

const findOpenBills = async (db: Db, count: number): Promise<OpenBill[]> => {
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
      TradeTime: tradeTimeOf(index),
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

/** Returns a time of the day (HHmmss) that differs from line to line. */
const tradeTimeOf = (index: number): string =>
  [8 + (index % 12), (index * 7) % 60, (index * 13) % 60].map((part) => String(part).padStart(2, '0')).join('')

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

/** Returns the seconds that hand-written SQL takes for payments of these bills. */
const timeOfSql = async (db: Db, bills: readonly OpenBill[]): Promise<number> => {
  await setTriggers(db, 'disable')
  try {
    return (await timeOf(() => writeOffBySql(db, bills))) / 1000
  } finally {
    await setTriggers(db, 'enable')
  }
}

/** The tables to which a write-off writes, which have triggers that count and list their records. */
const tablesWithTriggers = ['bill', 'payment', 'transaction_line']

/**
 * Disables or enables the triggers of the portal.
 * The SQL writes to the same tables as the portal, so both write the same indexes. Nothing reads the counts and lists
 * that the triggers then miss.
 */
const setTriggers = async (db: Db, change: 'enable' | 'disable'): Promise<void> => {
  for (const table of tablesWithTriggers)
    await sql`alter table ${sql.table(table)} ${sql.raw(change)} trigger user`.execute(db)
}

/**
 * Writes lines and entries with the columns that the portal writes, and updates the bills, all in one statement.
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
      join bill b on b.vac_account = r.account and b.bill_state = 'Active' and b.account_state = 'InUse'
        and b.should_pay_amount - b.paid_amount = r.amount
    ), lines as (
      insert into transaction_line (
        apply_code, channel_id, trade_date, trade_time, trans_date, account_date, expect_remit_date, txn_seq, vac_account,
        currency_type, amount_sign, amount, channel_fee, fee_bear_type, net_amount, source_file, line_no,
        bill_serial_id, bill_no, payer_name, should_pay_amount, write_off_status, write_off_time,
        create_user, create_time, update_user, update_time
      )
      select apply_code, '06', current_date, '101530', current_date, current_date, current_date, 'H' || no, account,
        'TWD', 'Plus', amount, 10, 'Deduct', amount - 10, 'hand', no,
        bill, bill_no, payer_name, should_pay_amount, 'WrittenOff', now(), 'hand', now(), 'hand', now()
      from matched
      returning serial_id, bill_serial_id, amount
    ), entries as (
      insert into payment (bill_serial_id, amount, paid_time, channel_id, receipt_no, line_serial_id)
      select bill_serial_id, amount, now(), '06', 'H' || serial_id, serial_id from lines
    )
    update bill b
    set paid_amount = b.paid_amount + m.amount, pay_status = 'Paid', paid_time = now(), channel_id = '06',
      update_user = 'hand', update_time = now()
    from matched m
    where b.serial_id = m.bill`.execute(db)
}
