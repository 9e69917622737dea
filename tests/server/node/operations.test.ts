import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { modules } from '../../../src/modules'
import { portalMetrics } from '../../../src/server/node/operations/metrics'
import { readSettings } from '../../../src/server/node/settings/settings'
import { startPortal } from '../../../src/server/node/start'
import { breakableLink } from '../../support/database/breakable-link'
import { databaseAddress, portalDatabase } from '../../support/database/database'
import { putCluster } from '../../support/database/embedded-folders'
import { portal } from '../../support/portal'

/** A running portal on the engine of this run, with its database's address on a server. */
const running = async (databaseUrl?: string, more: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'operations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = {
    DATA_DIR: folder,
    PORT: '0',
    OPERATIONS_PORT: '0',
    LISTEN_ADDRESS: '127.0.0.1',
    DEMO: '0',
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    ...more,
  }
  if (databaseUrl === undefined) putCluster(join(folder, 'database'))
  const started = await startPortal(readSettings(env).settings, modules)
  onTestFinished(started.close)
  const get = async (path: string) => {
    const answer = await fetch(`${started.operationsUrl}${path}`)
    return [answer.status, await answer.text()] as const
  }
  return { ...started, get }
}

const addressForRun = async (): Promise<string | undefined> => {
  if (inject('databaseUrl') === '') return undefined
  const { db, close } = await portalDatabase()
  onTestFinished(close)
  return databaseAddress(db)
}

/** Returns the value of a metric; undefined if there is none. */
const metricOf = (metrics: string, name: string): number | undefined => {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

test('requests are counted and measured by call and status; there are metrics of pool, database and event loop', async () => {
  const { url, get } = await running(await addressForRun())
  await Promise.all([1, 2, 3].map(() => fetch(`${url}/api/fee`)))
  await fetch(`${url}/api/Nothing`)
  const [status, text] = await get('/metrics')
  expect(status).toBe(200)
  expect(metricOf(text, 'portal_requests_total{call="fee.list",status="401"}')).toBe(3)
  expect(metricOf(text, 'portal_requests_total{call="other",status="404"}')).toBe(1)
  expect(metricOf(text, 'portal_request_duration_seconds_count{call="fee.list"}')).toBe(3)
  expect(metricOf(text, 'portal_request_duration_seconds_bucket{le="+Inf",call="fee.list"}')).toBe(3)
  expect(metricOf(text, 'portal_database_up')).toBe(1)
  expect(metricOf(text, 'portal_bank_files_refused_total')).toBe(0)
  for (const name of [
    'portal_database_connections{pool="requests",state="idle"}',
    'portal_database_waiting{pool="background"}',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect([name, metricOf(text, name)]).toEqual([name, expect.any(Number)])
})

test('the portal’s own port serves neither page, and the operations port nothing else', async () => {
  const { url, get } = await running(await addressForRun())
  for (const path of ['/metrics', '/readyz']) {
    const answer = await fetch(url + path)
    expect(await answer.text()).not.toContain('portal_requests_total')
    expect([path, answer.status]).not.toEqual([path, 200])
  }
  for (const path of ['/', '/api/fee', '/config.json']) expect((await get(path))[0]).toBe(404)
})

const networkAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.runIf(networkAddress)(
  'a portal that listens on all addresses has its operations port on this machine only',
  async () => {
    const { url, operationsUrl = '' } = await running(await addressForRun(), { LISTEN_ADDRESS: '0.0.0.0' })
    const elsewhere = (address: string, path: string) =>
      fetch(`http://${networkAddress}:${new URL(address).port}${path}`)
    expect((await elsewhere(url, '/healthz')).status).toBe(200)
    await expect(elsewhere(operationsUrl, '/readyz')).rejects.toThrow('fetch failed')
  },
)

test('a portal is ready until it stops: then requests in progress are completed, and readyz rejects new ones', async () => {
  const { url, get, close } = await running(await addressForRun())
  expect(await get('/readyz')).toEqual([200, 'ready\n'])
  const slow = connect(Number(new URL(url).port), '127.0.0.1')
  const type = 'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue'
  slow.write(`POST /api/EnterpriseArea/Login HTTP/1.1\r\nHost: portal\r\n${type}\r\n\r\n`)
  expect(String((await once(slow, 'data'))[0])).toContain('100 Continue')
  const closing = close()
  await expect.poll(() => get('/readyz')).toEqual([503, 'stopping\n'])
  slow.write('{}')
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 .*\r\n[\s\S]*"ReturnCode":"1004"/)
  await closing
  await expect(get('/readyz')).rejects.toThrow('fetch failed')
})

test.runIf(inject('databaseUrl') !== '')(
  'without its database server a portal is not ready; its metrics report it and are still served',
  async () => {
    const link = await breakableLink((await addressForRun()) ?? '')
    const { get } = await running(link.url)
    await link.cut()
    expect(await get('/readyz')).toEqual([503, 'database unreachable\n'])
    const [status, text] = await get('/metrics')
    expect([status, metricOf(text, 'portal_database_up')]).toEqual([200, 0])
    await link.restore()
    await expect.poll(() => get('/readyz')).toEqual([200, 'ready\n'])
  },
)

test.runIf(inject('databaseUrl') !== '')(
  'while requests use and wait for all connections, monitors get a response that says so',
  async () => {
    const { db, close } = await portalDatabase()
    onTestFinished(close)
    const { url, get } = await running(await databaseAddress(db), { DATABASE_CONNECTIONS: '1' })
    await db.transaction().execute(async (trx) => {
      await sql`lock table rate_limit in access exclusive mode`.execute(trx)
      for (const _ of [1, 2, 3]) fetch(`${url}/api/Home/GetVICode`).catch(() => {})
      await expect
        .poll(async () => metricOf((await get('/metrics'))[1], 'portal_database_waiting{pool="requests"}'))
        .toBe(2)
      expect(await get('/readyz')).toEqual([200, 'ready\n'])
      expect(metricOf((await get('/metrics'))[1], 'portal_database_up')).toBe(1)
    })
  },
)

test('jobs are counted by name and state, with the age of the oldest', async () => {
  const { db } = await portal()
  const ago = (time: string) => sql<string>`now() - ${time}::interval`
  const given = (
    name: string,
    row: { due_time?: RawBuilder<string>; state?: string; start_time?: RawBuilder<string> },
  ) =>
    db
      .insertInto('job')
      .values({ name, data: '{}', uniform_no: '', user_id: '', ...row })
      .execute()
  await given('letters', { due_time: ago('1 hour') })
  await given('letters', { due_time: ago('0') })
  await given('retried', { due_time: ago('-1 hour') })
  await given('letters', { state: 'running', start_time: ago('1 day') })
  await given('letters', { state: 'done', start_time: ago('1 day') })
  const none = { open: 0, idle: 0, waiting: 0 }
  const measured = await portalMetrics({ db, pools: () => ({ requests: none, background: none }) }).text()
  const jobs = measured
    .split('\n')
    .filter((line) => line.startsWith('portal_jobs{'))
    .sort()
  expect(jobs).toEqual([
    'portal_jobs{name="letters",state="running"} 1',
    'portal_jobs{name="letters",state="waiting"} 2',
    'portal_jobs{name="retried",state="waiting"} 1',
  ])
  const ageOf = (labels: string) => metricOf(measured, `portal_job_age_seconds{${labels}}`)
  expect(ageOf('name="letters",state="waiting"')).toBeGreaterThanOrEqual(3600)
  expect(ageOf('name="letters",state="running"')).toBeGreaterThanOrEqual(86_400)
  expect(ageOf('name="retried",state="waiting"')).toBe(0)
})
