import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { JobInfo } from '../../src/contract/call-responses'
import { addDays, taipeiToday } from '../../src/domain/dates/dates'
import type { Db } from '../../src/server/ports'
import type { SignedInUser } from '../../src/tools/bench/client'
import { billsAsCsv, callPortal, importBills } from '../../src/tools/bench/import-files'
import { type RunningServer, startServer } from '../e2e/support/server'
import { companyToken, demoAccount } from '../e2e/support/sign-in'
import { sampled } from '../support/sample'
import { findViolations } from './kill/invariants'
import { nothingYet } from './kill/load'
import { enginesOf, type PortalData, portalDataOf } from './kill/portal-data'

const bills = 6000

/** Numbers of written rows after which the process is killed. A fast report may end before. */
const moments = sampled([1, 1000, 2000, 3000, 4000], [1, 3000])

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

/** Requests the report of unpaid bills and returns its SerialId. */
const requestReport = async (user: SignedInUser): Promise<number> => {
  const today = taipeiToday(new Date())
  const body = JSON.stringify({
    ...{ ApplyCode: '77001', ReportType: 'Unpaid', FileFormat: 'Csv' },
    ...{ StartDate: today, EndDate: addDays(today, 91) },
  })
  const init = { method: 'POST', body, headers: { ...user.headers, 'Content-Type': 'application/json' } }
  return (await callPortal<{ SerialId: number }>(user, 'Report', init)).SerialId
}

/** Asks without a pause until the job has written so many rows or has ended. */
const untilWritten = async (user: SignedInUser, id: number, count: number): Promise<void> => {
  for (;;) {
    const jobs = await callPortal<readonly JobInfo[]>(user, 'Ext/GetJobs')
    const job = jobs.find(({ Page, RecordId }) => Page === 'Report' && RecordId === String(id))
    if (job?.State === 'failed') throw new Error(`The job has failed: ${job.Error}`)
    if (job?.State === 'done' || (job?.State === 'running' && job.Done >= count)) return
  }
}

interface Found {
  readonly files: number
  /** Chunks of files that no file has. */
  readonly orphans: number
  readonly audited: number
  readonly notices: number
}

const find = async (db: Db): Promise<Found> => {
  const { rows } = await sql<Found>`
    select
      (select count(*) from file where name like '未繳明細%.csv')::integer as files,
      (select count(*) from file_chunk c where not exists (select from file f where f.id = c.file_id))::integer as orphans,
      (select count(*) from audit_log where action = 'Export' and resource = 'unpaidReport')::integer as audited,
      (select count(*) from job where name = 'userNotice')::integer as notices`.execute(db)
  if (!rows[0]) throw new Error('The database is empty.')
  return rows[0]
}

const killRepeatedly = async (portalData: PortalData): Promise<void> => {
  let portal = await start(portalData)
  await importBills(portal.user, billsAsCsv(bills))
  const id = await requestReport(portal.user)
  for (const count of moments) {
    await untilWritten(portal.user, id, count)
    await portal.server.kill()
    portal = await start(portalData)
  }
  await untilWritten(portal.user, id, Number.POSITIVE_INFINITY)
  const response = await fetch(`${portal.user.url}/api/Report/${id}/DownloadReport`, { headers: portal.user.headers })
  const payers = [...(await response.text()).matchAll(/,(Z6\d{5}),/g)].map(([, payer]) => payer)
  expect([payers.length, new Set(payers).size]).toEqual([bills, bills])
  expect(await portal.server.stop()).toBe(0)
  const violations = await portalData.look(async (db) => {
    expect(await find(db)).toEqual({ files: 1, orphans: 0, audited: 1, notices: 1 })
    return findViolations(db, nothingYet())
  })
  expect(violations).toEqual([])
}

test.each(enginesOf('the embedded database'))(
  `a report of ${bills} bills whose process is killed while it is written on %s is one file, and is notified once`,
  async (engine) => {
    const portalData = await portalDataOf[engine]?.()
    if (portalData) await killRepeatedly(portalData)
  },
)
