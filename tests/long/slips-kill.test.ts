import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { JobInfo } from '../../src/contract/call-responses'
import type { Db } from '../../src/server/ports'
import type { SignedInUser } from '../../src/tools/bench/client'
import { billsAsCsv, callPortal, importBills, latestTermId } from '../../src/tools/bench/import-files'
import { type RunningServer, startServer } from '../e2e/support/server'
import { companyToken, demoAccount } from '../e2e/support/sign-in'
import { billsInPdf, unzipped } from '../server/bills/batches/batches'
import { sampled } from '../support/sample'
import { findViolations } from './kill/invariants'
import { nothingYet } from './kill/load'
import { enginesOf, type PortalData, portalDataOf } from './kill/portal-data'

const bills = sampled(500, 200)
const slipsPerFile = 50

/** Numbers of printed slips after which the process is killed. A fast batch may end before. */
const moments = sampled([50, 150, 250, 350, 450], [50, 150])

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

const requestBatch = async (user: SignedInUser): Promise<number> => {
  const body = JSON.stringify({
    ...{ ApplyCode: '77001', JobName: '中斷', BillTermId: await latestTermId(user), PayerIdFrom: 'Z' },
    ...{ SortType: 'FileOrder', MergePDFCount: slipsPerFile },
  })
  const init = { method: 'POST', body, headers: { ...user.headers, 'Content-Type': 'application/json' } }
  return (await callPortal<{ SerialId: number }>(user, 'MakePDFList', init)).SerialId
}

/** Asks without a pause until the job has printed so many slips or has ended. */
const untilPrinted = async (user: SignedInUser, id: number, count: number): Promise<void> => {
  for (;;) {
    const jobs = await callPortal<readonly JobInfo[]>(user, 'Ext/GetJobs')
    const job = jobs.find(({ Page, RecordId }) => Page === 'makePDFList' && RecordId === String(id))
    if (job?.State === 'failed') throw new Error(`The job has failed: ${job.Error}`)
    if (job?.State === 'done' || (job?.State === 'running' && job.Done >= count)) return
  }
}

interface Found {
  readonly files: number
  /** Chunks of files that no file has. */
  readonly orphans: number
  readonly prints: number
  readonly audited: number
}

const find = async (db: Db): Promise<Found> => {
  const { rows } = await sql<Found>`
    select
      (select count(*) from file where type in ('application/pdf', 'application/zip'))::integer as files,
      (select count(*) from file_chunk c where not exists (select from file f where f.id = c.file_id))::integer as orphans,
      (select coalesce(sum(print_count), 0) from bill where payer_id like 'Z%')::integer as prints,
      (select count(*) from audit_log where action = 'MakePDF')::integer as audited`.execute(db)
  if (!rows[0]) throw new Error('The database is empty.')
  return rows[0]
}

const killRepeatedly = async (portalData: PortalData): Promise<void> => {
  let portal = await start(portalData)
  await importBills(portal.user, billsAsCsv(bills))
  const id = await requestBatch(portal.user)
  for (const count of moments) {
    await untilPrinted(portal.user, id, count)
    await portal.server.kill()
    await portalData.look(async (db) => {
      // All or nothing, wherever the process was killed.
      expect.soft([0, bills], `prints after a kill at ${count}`).toContain((await find(db)).prints)
      return []
    })
    portal = await start(portalData)
  }
  await untilPrinted(portal.user, id, Number.POSITIVE_INFINITY)
  const response = await fetch(`${portal.user.url}/api/MakePDFList/DownloadPDF/${id}`, { headers: portal.user.headers })
  const files = Object.values(unzipped(new Uint8Array(await response.arrayBuffer())))
  const printed = files.flatMap(billsInPdf)
  expect([files.length, printed.length, new Set(printed).size]).toEqual([bills / slipsPerFile, bills, bills])
  expect(await portal.server.stop()).toBe(0)
  const violations = await portalData.look(async (db) => {
    expect(await find(db)).toEqual({ files: 1, orphans: 0, prints: bills, audited: bills })
    return findViolations(db, nothingYet())
  })
  expect(violations).toEqual([])
}

test.each(enginesOf('PostgreSQL'))(
  `a batch of ${bills} slips that is killed while it is printed on %s is one file with each slip once`,
  async (engine) => {
    const portalData = await portalDataOf[engine]?.()
    if (portalData) await killRepeatedly(portalData)
  },
)
