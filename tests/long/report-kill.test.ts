import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { JobInfo } from '../../src/contract/call-responses'
import { addDays, taipeiToday } from '../../src/domain/dates/dates'
import type { RecordValues } from '../../src/schema/language/types'
import { userNoticeJob } from '../../src/server/accounts/user-notices'
import type { Db } from '../../src/server/ports'
import { reportJob } from '../../src/server/reports/requests/request-report'
import type { SignedInUser } from '../../src/tools/bench/client'
import { callPortal } from '../../src/tools/bench/import-files'
import { type RunningServer, startServer } from '../e2e/support/server'
import { companyToken, demoAccount } from '../e2e/support/sign-in'
import { sampled } from '../support/sample'
import { enginesOf, type PortalData, portalDataOf } from './kill/portal-data'

// The process dies while it writes a report: the next one writes it from the beginning, and there is one file, one line
// in the audit trail and one message.

const lines = 40_000
const today = taipeiToday(new Date())

/** Numbers of written lines after which the process is killed. */
const moments = sampled([1, 10_000, 20_000, 30_000], [1, 20_000])

interface Portal {
  readonly server: RunningServer
  readonly user: SignedInUser
}

const start = async ({ dataDir, env }: PortalData): Promise<Portal> => {
  const server = await startServer({ dataDir, env: { ...env, DEMO: '1' } })
  onTestFinished(() => server.kill())
  const headers = { Authorization: `Bearer ${await companyToken(server, demoAccount('maker01'))}` }
  return { server, user: { url: server.url, headers } }
}

/** Adds lines without a bill, which count in no ledger. */
const addLines = (db: Db) =>
  sql`
    insert into transaction_line (
      apply_code, channel_id, trade_date, trans_date, account_date, expect_remit_date, txn_seq, vac_account, currency_type, amount_sign,
      amount, channel_fee, net_amount, write_off_status, create_user, create_time, update_user, update_time
    )
    select '77001', '06', ${today}::date - (n % 90)::integer, ${today}, ${today}, ${today}, 'K' || n, '77001' || (900000000 + n), 'TWD', 'Plus',
      100 + n, 10, 90 + n, 'NotWrittenOff', 'kill', now(), 'kill', now()
    from generate_series(1, ${lines}::integer) n`.execute(db)

const requestReport = async (user: SignedInUser): Promise<number> => {
  const body = JSON.stringify({
    ...{ ApplyCode: '77001', ReportType: 'WriteOff', DateType: 'TradeDate', FileFormat: 'Csv' },
    ...{ StartDate: addDays(today, -89), EndDate: today },
  })
  const headers = { ...user.headers, 'Content-Type': 'application/json' }
  return (await callPortal<{ SerialId: number }>(user, 'Report', { method: 'POST', body, headers })).SerialId
}

/** Polls until the job has written `count` lines or has ended. Throws an error if it has failed. */
const untilWritten = async (user: SignedInUser, id: number, count: number): Promise<void> => {
  for (;;) {
    const jobs = await callPortal<readonly JobInfo[]>(user, 'Ext/GetJobs')
    const job = jobs.find(({ Page, RecordId }) => Page === 'Report' && RecordId === String(id))
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
    update job set state = 'waiting', due_time = now() where name = ${reportJob} and state = 'running'`.execute(db)
  return numAffectedRows === 1n
}

const find = async (db: Db) => {
  const { rows } = await sql`
    select
      (select count(*) from file where name like '銷帳%.csv' and kept)::integer as files,
      (select count(*) from file where name like '銷帳%.csv')::integer as begun,
      (select count(*) from file_chunk c where not exists (select from file f where f.id = c.file_id))::integer as orphans,
      (select count(*) from audit_log where action = 'Export')::integer as audited,
      (
        (select count(*) from outbox where subject like '%報表%') + (select count(*) from job where name = ${userNoticeJob} and state = 'waiting')
      )::integer as messages`.execute(db)
  return rows[0]
}

const killRepeatedly = async (portalData: PortalData): Promise<void> => {
  let portal = await start(portalData)
  expect(await portal.server.stop()).toBe(0)
  await portalData.change(addLines)
  portal = await start(portalData)
  const id = await requestReport(portal.user)
  let interrupted = 0
  for (const count of moments) {
    await untilWritten(portal.user, id, count)
    await portal.server.kill()
    await portalData.change(async (db) => {
      const isInterrupted = await releaseJob(db)
      const written = isInterrupted ? 0 : 1
      expect
        .soft(await find(db), `after a kill at ${count}`)
        .toMatchObject({ files: written, audited: written, messages: written })
      if (isInterrupted) interrupted += 1
    })
    portal = await start(portalData)
  }
  expect(interrupted).toBeGreaterThan(0)
  await untilWritten(portal.user, id, Number.POSITIVE_INFINITY)
  const { Items } = await callPortal<{ Items: readonly RecordValues[] }>(portal.user, 'Report?PageNo=1&PageSize=10')
  const file = await fetch(`${portal.user.url}/api/Report/${id}/DownloadReport`, { headers: portal.user.headers })
  const accounts = (await file.text()).match(/77001\d{9}(?=,)/g) ?? []
  expect([accounts.length, new Set(accounts.filter((account) => account.startsWith('770019000'))).size]).toEqual([
    Items.find(({ SerialId }) => SerialId === id)?.RowCount,
    lines,
  ])
  expect(await portal.server.stop()).toBe(0)
  const broken = await portalData.look(async (db) => {
    expect(await find(db)).toEqual({ files: 1, begun: 1, orphans: 0, audited: 1, messages: 1 })
    return []
  })
  expect(broken).toEqual([])
}

test.each(enginesOf('PostgreSQL'))(
  `a report of ${lines} lines that is killed while it is written on %s is one file with each line once`,
  async (engine) => {
    const portalData = await portalDataOf[engine]?.()
    if (portalData) await killRepeatedly(portalData)
  },
)
