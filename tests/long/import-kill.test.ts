import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { JobInfo } from '../../src/contract/call-responses'
import type { Db } from '../../src/server/ports'
import type { SignedInUser } from '../../src/tools/bench/client'
import { billsAsCsv, callPortal, uploadBills } from '../../src/tools/bench/import-files'
import { type RunningServer, startServer } from '../e2e/support/server'
import { companyToken, demoAccount } from '../e2e/support/sign-in'
import { sampled } from '../support/sample'
import { findViolations } from './kill/invariants'
import { nothingYet } from './kill/load'
import { enginesOf, type PortalData, portalDataOf } from './kill/portal-data'

const rows = sampled(100_000, 4000)

/**
 * The phases in which the import is killed, by the number of rows that its job has validated.
 * A fast import may end before it is killed.
 */
const phases = {
  // A chunk of 1,000 rows is staged while the next one is read.
  'while its file is read': 2000,
  'while its rows become bills': rows,
} as const

interface Found {
  readonly bills: number
  readonly accounts: number
  readonly numbers: number
  readonly amount: number
  /** Staged rows of the try that came farthest. */
  readonly staged: number
  /** How far the counter of bill numbers is ahead of the last bill; null without a bill. */
  readonly lost: number | null
  readonly audited: number
}

const find = async (db: Db, id: number): Promise<Found> => {
  const { rows } = await sql<Found>`
    select
      count(b.serial_id)::integer as bills, count(distinct b.vac_account)::integer as accounts, count(distinct b.bill_no)::integer as numbers,
      coalesce(sum(b.should_pay_amount), 0)::integer as amount,
      (select coalesce(max(n), 0) from (select count(*)::integer as n from staged_row group by stage) s) as staged,
      ((select value from counter where name = 'bill:77001:' || left(max(b.bill_no), 8)) - max(substring(b.bill_no from 9)::integer))::integer as lost,
      (select count(*) from audit_log where resource = 'billImportList' and record_key = ${String(id)} and action = 'Import')::integer as audited
    from bill_import i
    left join bill b on b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no
    where i.serial_id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`There is no import ${id}.`)
  return rows[0]
}

const start = async ({
  dataDir,
  env,
}: PortalData): Promise<{ readonly server: RunningServer; readonly user: SignedInUser }> => {
  const server = await startServer({ dataDir, env })
  onTestFinished(() => server.kill())
  return {
    server,
    user: {
      url: server.url,
      headers: { Authorization: `Bearer ${await companyToken(server, demoAccount('maker01'))}` },
    },
  }
}

const findJob = async (user: SignedInUser, id: number): Promise<JobInfo | undefined> =>
  (await callPortal<readonly JobInfo[]>(user, 'Ext/GetJobs')).find(
    ({ Page, RecordId }) => Page === 'billImportList' && RecordId === String(id),
  )

/** Asks without a pause until the job has validated so many rows or has ended. */
const untilValidated = async (user: SignedInUser, id: number, count: number): Promise<void> => {
  for (;;) {
    const job = await findJob(user, id)
    if (job?.State === 'failed') throw new Error(`The job has failed: ${job.Error}`)
    if (job?.State === 'done' || (job?.State === 'running' && job.Done >= count)) return
  }
}

const killTwice = async (portalData: PortalData): Promise<void> => {
  let portal = await start(portalData)
  const id = await uploadBills(portal.user, billsAsCsv(rows))
  for (const [phase, count] of Object.entries(phases)) {
    await untilValidated(portal.user, id, count)
    await portal.server.kill()
    await portalData.look(async (db) => {
      const { bills, staged } = await find(db, id)
      expect.soft([0, rows], `bills of an import that was killed ${phase}`).toContain(bills)
      expect.soft(bills > 0 || staged > 0, `${staged} staged rows of an import that was killed ${phase}`).toBe(true)
      return []
    })
    portal = await start(portalData)
  }
  await untilValidated(portal.user, id, Number.POSITIVE_INFINITY)
  expect(await callPortal(portal.user, `BillImportList/${id}`)).toMatchObject({
    ImportStatus: 'Succeeded',
    TotalCount: rows,
    SuccessCount: rows,
    FailCount: 0,
    TotalAmount: rows * 3600,
  })
  expect(await portal.server.stop()).toBe(0)
  const violations = await portalData.look(async (db) => {
    expect(await find(db, id)).toMatchObject({
      bills: rows,
      accounts: rows,
      numbers: rows,
      amount: rows * 3600,
      lost: 0,
      audited: 1,
    })
    return findViolations(db, nothingYet())
  })
  expect(violations).toEqual([])
}

test.each(enginesOf('the embedded database'))(
  `an import of ${rows} bills that is killed twice on %s makes each bill once`,
  async (engine) => {
    const portalData = await portalDataOf[engine]?.()
    if (portalData) await killTwice(portalData)
  },
)
