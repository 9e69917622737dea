import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { JobInfo } from '../../src/contract/call-responses'
import { addDays, taipeiToday } from '../../src/domain/dates/dates'
import { seededRandom } from '../../src/server/demo/random'
import { demoBank } from '../../src/server/demo/users'
import { verifyLedger } from '../../src/server/payments/verification/ledger-verify'
import type { Db } from '../../src/server/ports'
import type { SignedInUser } from '../../src/tools/bench/client'
import { billsAsCsv, callPortal, importBills } from '../../src/tools/bench/import-files'
import { type RunningServer, startServer } from '../e2e/support/server'
import { companyToken, demoAccount } from '../e2e/support/sign-in'
import { atBank, fileOf } from '../server/payments/support/files'
import { sampled } from '../support/sample'
import { enginesOf, type PortalData, portalDataOf } from './kill/portal-data'

const lines = sampled(10_000, 3000)
const amount = 3600
const kills = sampled(50, 2)

/** Longest time between the progress that a kill waits for and the kill, which is about the duration of a batch. */
const maxDelayMs = 300

const userOf = async (server: RunningServer, account: Parameters<typeof companyToken>[1]): Promise<SignedInUser> => ({
  url: server.url,
  headers: { Authorization: `Bearer ${await companyToken(server, account)}` },
})

const start = async ({ dataDir, env }: PortalData): Promise<RunningServer> => {
  const server = await startServer({ dataDir, env })
  onTestFinished(() => server.kill())
  return server
}

const accountsOf = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{
    account: string
  }>`select vac_account as account from bill where payer_id like 'Z%' order by serial_id`.execute(db)
  return rows.map(({ account }) => account)
}

const paymentsOf = (accounts: readonly string[]) => {
  const today = taipeiToday(new Date())
  const days = { TradeDate: addDays(today, -1), AccountDate: today }
  return accounts.map((account, no) =>
    atBank(account, { ...days, Amount: amount, TxnSeq: String(no).padStart(6, '0') }),
  )
}

const upload = async (user: SignedInUser, bytes: Uint8Array): Promise<number> => {
  const body = new FormData()
  body.append('Layout', 'bank')
  body.append('File', new File([new Uint8Array(bytes)], 'bank.txt'))
  return (await callPortal<{ SerialId: number }>(user, 'BankFile', { method: 'POST', body })).SerialId
}

/** Polls without a pause until the job has booked so many lines or has ended. */
const untilBooked = async (user: SignedInUser, id: number, count: number): Promise<void> => {
  for (;;) {
    const jobs = await callPortal<readonly JobInfo[]>(user, 'Ext/GetJobs')
    const job = jobs.find(({ Page, RecordId }) => Page === 'bankFile' && RecordId === String(id))
    if (job?.State === 'failed') throw new Error(`The job has failed: ${job.Error}`)
    if (job?.State === 'done' || (job?.State === 'running' && job.Done >= count)) return
  }
}

/**
 * Makes the job of a killed process due at once; returns whether the kill interrupted a job.
 * Otherwise the next process would wait until the job counts as lost.
 */
const releaseJob = async (db: Db): Promise<boolean> => {
  const { rows } =
    await sql`update job set state = 'waiting', due_time = now() where name = 'bankFile' and state = 'running' returning id`.execute(
      db,
    )
  return rows.length > 0
}

const sumsOf = async (db: Db) => {
  const { rows } = await sql`
    select count(distinct b.serial_id)::integer as bills, count(distinct l.serial_id)::integer as lines, count(e.payment_id)::integer as entries,
      sum(e.amount)::integer as amount, count(*) filter (where b.pay_status = 'Paid' and b.paid_amount = ${amount})::integer as paid
    from bill b
    left join transaction_line l on l.bill_serial_id = b.serial_id and l.write_off_status = 'WrittenOff'
    left join payment e on e.line_serial_id = l.serial_id and e.bill_serial_id = b.serial_id
    where b.payer_id like 'Z%'`.execute(db)
  return rows[0]
}

/** Repeats an error with the output of the portal, which says why a portal has ended by itself. */
const withOutput = async <T>(server: RunningServer, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error })
  }
}

const killRepeatedly = async (portalData: PortalData): Promise<void> => {
  let server = await start(portalData)
  await importBills(await userOf(server, demoAccount('maker01')), billsAsCsv(lines))
  const payments: ReturnType<typeof paymentsOf>[number][] = []
  // The embedded database can only be read while no portal has it open.
  expect(await server.stop()).toBe(0)
  await portalData.look(async (db) => {
    payments.push(...paymentsOf(await accountsOf(db)))
    return []
  })
  server = await start(portalData)
  const operator = await userOf(server, demoAccount('bankop01', demoBank.uniformNo))
  const first = await upload(operator, fileOf('bank', payments))
  const random = seededRandom(16)
  let [id, files, interrupted] = [first, 1, 0]
  for (let no = 0; interrupted < kills; no++) {
    // The file begins again with each process, so that later kills find more repeated lines.
    await withOutput(server, untilBooked({ ...operator, url: server.url }, id, (lines / kills) * (no % kills)))
    await setTimeout(random(maxDelayMs))
    await server.kill()
    let isInterrupted = false
    await portalData.change(async (db) => {
      expect(await verifyLedger(db), `ledger after kill ${no + 1}`).toEqual([])
      isInterrupted = await releaseJob(db)
    })
    server = await start(portalData)
    if (isInterrupted) interrupted += 1
    else {
      // The job was done before the kill.
      // The same lines in another order are another file, whose job can be interrupted.
      await withOutput(server, untilBooked({ ...operator, url: server.url }, id, Number.POSITIVE_INFINITY))
      id = await upload(
        { ...operator, url: server.url },
        fileOf('bank', [...payments.slice(files), ...payments.slice(0, files)]),
      )
      files += 1
    }
  }

  const user = { ...operator, url: server.url }
  await withOutput(server, untilBooked(user, id, Number.POSITIVE_INFINITY))
  const counts = { LineCount: lines, ExceptionCount: 0, ReversedCount: 0, ImportStatus: 'Succeeded' }
  expect(await callPortal(user, `BankFile/${first}`)).toMatchObject({
    ...counts,
    WrittenOffCount: lines,
    RepeatedCount: 0,
  })
  await expect(upload(user, fileOf('bank', payments))).rejects.toThrow('不會再次入帳')
  const again = await upload(user, fileOf('bank', payments.toReversed()))
  await withOutput(server, untilBooked(user, again, Number.POSITIVE_INFINITY))
  expect(await callPortal(user, `BankFile/${again}`)).toMatchObject({
    ...counts,
    WrittenOffCount: 0,
    RepeatedCount: lines,
  })

  expect(await server.stop()).toBe(0)
  const brokenIndexes = await portalData.look(async (db) => {
    expect(await verifyLedger(db)).toEqual([])
    expect(await sumsOf(db)).toEqual({ bills: lines, lines, entries: lines, amount: lines * amount, paid: lines })
    return []
  })
  expect(brokenIndexes).toEqual([])
}

test.each(enginesOf('PostgreSQL'))(
  `a file of ${lines} payments that is killed ${kills} times on %s is booked once, and the ledger verifies`,
  async (engine) => {
    const portalData = await portalDataOf[engine]?.()
    if (portalData) await killRepeatedly(portalData)
  },
)
