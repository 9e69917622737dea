import { sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import type { Layout } from '../../schema/layouts/layout'
import { ensureTables } from '../../server/database/ensure-tables'
import { bankFileTools } from '../../server/node/bank-file-tools'
import { openDatabase } from '../../server/node/database'
import { argon2Passwords } from '../../server/node/passwords'
import { bookPaymentFile } from '../../server/payments/book-file'
import { writeBankFile } from '../../server/payments/files/write-bank-file'
import type { Db } from '../../server/ports'
import { readPortalSchemas } from '../portal-schemas'
import { fillDatabase } from '../seed/fill'
import { type BenchSizes, type Measurement, timeOf, withLimit } from './measure'
import { withClosing, withDatabase } from './process'

/** Measures the write-off of files of payments against many open bills, compared with one statement for the same match, written by hand. */
export const benchWriteOff = (sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withDatabase((databaseUrl) =>
    withClosing(openDatabase({ databaseUrl }), async ({ db }) => {
      const { schemas, layouts } = readPortalSchemas('schemas')
      await ensureTables(db, schemas)
      await fillDatabase({ db, passwords: argon2Passwords, bills: sizes.bills, now: new Date(), progress: () => {} })
      await openAllBills(db)
      const lines: Measurement[] = []
      for (const count of sizes.writeOffLines) lines.push(...(await writeOffMeasurements({ db, layouts }, count)))
      return lines
    }),
  )

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
  readonly layouts: ReturnType<typeof readPortalSchemas>['layouts']
}

/** Minimum number of lines per second. */
const minSpeed = 10_000

const writeOffMeasurements = async (ledger: BenchedLedger, count: number): Promise<readonly Measurement[]> => {
  const { db, layouts } = ledger
  const bills = await openBills(db, count * 2)
  const [forFile, forStatement] = [bills.slice(0, count), bills.slice(count)]
  const file = fileOf(layouts.bank, forFile)
  const seconds = (await timeOf(() => bookFile(ledger, file))) / 1000
  const byHand = (await timeOf(() => matchByHand(db, forStatement))) / 1000
  const title = `write-off of ${forFile.length.toLocaleString('en-US')} lines of a bank file, PostgreSQL`
  const speed = { title, portalFigure: forFile.length / seconds, unit: 'rows/s' }
  return [
    { ...speed, details: `${seconds.toFixed(1)} s`, reference: 'one statement by hand', referenceFigure: forStatement.length / byHand },
    withLimit(speed, { min: minSpeed }),
  ]
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

const bookFile = async ({ db, layouts }: BenchedLedger, file: Buffer): Promise<void> => {
  const open = async function* () {
    for (let start = 0; start < file.length; start += 65_536) yield file.subarray(start, start + 65_536)
  }
  const ports = { backgroundDb: db, clock: () => new Date(), layouts, bankFileTools }
  const run = { confirm: async () => {}, progress: async () => {} }
  // Measured without the job that stores and claims the file.
  const { writtenOff, accepted } = await bookPaymentFile(ports, { SerialId: 1, name: 'BENCH', layout: 'bank', open }, run)
  if (writtenOff !== accepted || accepted === 0) throw new Error(`Only ${writtenOff} of ${accepted} lines were written off.`)
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
