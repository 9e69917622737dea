import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { JobInfo } from '../../src/contract/call-responses'
import { seededRandom } from '../../src/server/demo/random'
import { demoBank } from '../../src/server/demo/users'
import { verifyLedger } from '../../src/server/payments/verification/ledger-verify'
import type { Db } from '../../src/server/ports'
import type { SignedInUser } from '../../src/tools/bench/client'
import { debitParameters, fillDebits } from '../../src/tools/bench/debits'
import { scaleTestUser } from '../../src/tools/bench/fill'
import { callPortal } from '../../src/tools/bench/import-files'
import { type RunningServer, startServer } from '../e2e/support/server'
import { companyToken, demoAccount } from '../e2e/support/sign-in'
import { r01 } from '../server/payments/debits/replies'
import { sampled } from '../support/sample'
import { enginesOf, type PortalData, portalDataOf } from './kill/portal-data'

// The process dies while it applies a reply to a file of direct debits: each debit is settled once, each rejected one is
// free once, and the reply that comes again changes nothing.

const { ApplyCode: applyCode } = debitParameters()
const records = sampled(20_000, 3000)
const kills = sampled(8, 2)
/** Every tenth debit is rejected. */
const codes = Array.from({ length: records }, (_, index) => (index % 10 === 9 ? '01' : '00'))
const rejected = codes.filter((code) => code === '01').length

/** Longest time between the progress that a kill waits for and the kill, in milliseconds. */
const maxDelayMs = 300

const start = async ({ dataDir, env }: PortalData): Promise<RunningServer> => {
  const server = await startServer({ dataDir, env: { ...env, DEMO: '1' } })
  onTestFinished(() => server.kill())
  return server
}

const userOf = async (server: RunningServer, user: string, uniformNo: string): Promise<SignedInUser> => ({
  url: server.url,
  headers: { Authorization: `Bearer ${await companyToken(server, demoAccount(user, uniformNo))}` },
})

const operatorOf = (server: RunningServer): Promise<SignedInUser> => userOf(server, 'bankop01', demoBank.uniformNo)

const exported = async (server: RunningServer): Promise<Uint8Array> => {
  const { url, headers } = await userOf(server, scaleTestUser.UserId, scaleTestUser.UniformNo)
  const query = new URLSearchParams({ ...debitParameters(), IncludeExported: 'false' })
  const response = await fetch(`${url}/api/BillDesignatedDebitExport/Export?${query}`, { headers })
  if (!response.headers.has('Content-Disposition')) throw new Error(`No file: ${await response.text()}`)
  return new Uint8Array(await response.arrayBuffer())
}

const upload = async (user: SignedInUser, bytes: Uint8Array): Promise<number> => {
  const body = new FormData()
  body.append('Layout', 'achR01')
  body.append('File', new File([new Uint8Array(bytes)], 'R01.txt'))
  return (await callPortal<{ SerialId: number }>(user, 'BankFile', { method: 'POST', body })).SerialId
}

/** Polls until the job has applied `count` answers or has ended. Throws an error if it has failed. */
const untilApplied = async (user: SignedInUser, id: number, count: number): Promise<void> => {
  for (;;) {
    const jobs = await callPortal<readonly JobInfo[]>(user, 'Ext/GetJobs')
    const job = jobs.find(({ Page, RecordId }) => Page === 'bankFile' && RecordId === String(id))
    if (job?.State === 'failed') throw new Error(`The job has failed: ${job.Error}`)
    if (job?.State === 'done' || (job?.State === 'running' && job.Done >= count)) return
    await setTimeout(1)
  }
}

/**
 * Makes the job of a killed process due at once; the next process would wait until it counts as lost.
 * Returns whether the kill interrupted the job.
 */
const releaseJob = async (db: Db): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update job set state = 'waiting', due_time = now() where name = 'bankFile' and state = 'running'`.execute(db)
  return numAffectedRows === 1n
}

const find = async (db: Db) => {
  const { rows } = await sql`
    select
      count(*) filter (where r.state = 'Succeeded')::integer as settled,
      count(*) filter (where r.state = 'Refused')::integer as rejected,
      count(distinct l.serial_id)::integer as lines,
      count(*) filter (where b.pay_status = 'Paid' and b.paid_amount = b.should_pay_amount)::integer as paid,
      count(*) filter (where b.pay_status = 'Unpaid' and b.debit_export_time is null)::integer as free
    from internal_debit_record r
    join bill b on b.serial_id = r.bill_serial_id
    left join transaction_line l on l.bill_serial_id = b.serial_id and l.channel_id = '09'
    where r.apply_code = ${applyCode}`.execute(db)
  return rows[0]
}

const killRepeatedly = async (portalData: PortalData): Promise<void> => {
  let server = await start(portalData)
  expect(await server.stop()).toBe(0)
  await portalData.change(async (db) => {
    await fillDebits(db, records)
    // The paid bills among them have no payments, so that no ledger with them verifies.
    await sql`delete from bill where apply_code = ${applyCode} and pay_status = 'Paid'`.execute(db)
    // The day of the debit may be a holiday of the demo.
    await sql`delete from holiday`.execute(db)
  })
  server = await start(portalData)
  const reply = r01({ bytes: await exported(server) }, codes)
  const id = await upload(await operatorOf(server), reply)
  const random = seededRandom(37)
  let interrupted = 0
  for (let no = 0; no < kills; no += 1) {
    await untilApplied(await operatorOf(server), id, (records / kills) * no)
    await setTimeout(random(maxDelayMs))
    await server.kill()
    await portalData.change(async (db) => {
      expect(await verifyLedger(db), `ledger after kill ${no + 1}`).toEqual([])
      if (await releaseJob(db)) interrupted += 1
    })
    server = await start(portalData)
  }
  expect(interrupted).toBeGreaterThan(0)
  const operator = await operatorOf(server)
  await untilApplied(operator, id, Number.POSITIVE_INFINITY)
  expect(await callPortal(operator, `BankFile/${id}`)).toMatchObject({ LineCount: records, ImportStatus: 'Succeeded' })
  await expect(upload(operator, reply)).rejects.toThrow('不會再次')
  expect(await server.stop()).toBe(0)
  const settled = records - rejected
  const brokenIndexes = await portalData.look(async (db) => {
    expect(await verifyLedger(db)).toEqual([])
    expect(await find(db)).toEqual({ settled, rejected, lines: settled, paid: settled, free: rejected })
    return []
  })
  expect(brokenIndexes).toEqual([])
}

test.each(enginesOf('PostgreSQL'))(
  `a reply to ${records} direct debits that is killed ${kills} times on %s settles each debit once`,
  async (engine) => {
    const portalData = await portalDataOf[engine]?.()
    if (portalData) await killRepeatedly(portalData)
  },
)
