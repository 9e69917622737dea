import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openBackend } from '../../server/node/backend'
import { openDatabase } from '../../server/node/database'
import { readSettings } from '../../server/node/settings/settings'
import type { Db } from '../../server/ports'
import { bearerHeader, signInUser, withClient } from './client'
import { measureLoad } from './load'
import { type BenchSizes, type Measurement, medianTimesAlternating, timeOf } from './measure'
import { analyzeAllTables, fillPayers, scaleTestUser } from './payer-rows'
import { benchSecret, type PortalEnv, startJsonServer, startPortalProcess, withClosing, withDatabase, withFolder } from './process'

const query = '/api/Payer?PageNo=1&PageSize=20&SortField=PayerId&SortOrder=ASC&'

/** Filters of the list, each with the same condition in SQL. The first one uses an index, the others scan all rows. */
const filters = [
  { name: 'unit', query: 'PayerUnitId=U07', condition: sql`p.payer_unit_id in ('U07')` },
  { name: 'state', query: 'PayerStatus=Active', condition: sql`p.payer_status in ('Active')` },
  { name: 'part of a name', query: `PayerName=${encodeURIComponent('陳')}`, condition: sql`p.payer_name ilike '%陳%'` },
] as const
type BenchFilter = (typeof filters)[number]

/** The number of simultaneous connections, and the time and number of requests after which a measurement of the throughput ends. */
const loadBounds = { connections: 8, milliseconds: 6000, requests: 5000 }

/** Measures the list of many payers. The latency is compared with bare SQL, the throughput with json-server on the same rows. */
export const benchPayers = ({ payers }: BenchSizes): Promise<readonly Measurement[]> =>
  withDatabase((databaseUrl) =>
    withFolder((dataDir) =>
      withClosing(openDatabase({ databaseUrl }), async ({ db }) => {
        // The list does not show bills, so a few are enough.
        await fillPayers(db, payers, 20)
        await analyzeAllTables(db)
        const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
        return [...(await measureLatencies(db, env, payers)), await measureThroughput(db, env)]
      }),
    ),
  )

/** Measures the list and its bare SQL alternately. The portal runs within this process here, because the times of bare SQL do not include HTTP either. */
const measureLatencies = async (db: Db, env: PortalEnv, payers: number): Promise<readonly Measurement[]> => {
  const headers = bearerHeader(await signInAtPortalProcess(env))
  const { settings } = readSettings({ ...env, SESSION_SECRET: benchSecret, LOG_LEVEL: 'silent' })
  return withClosing(openBackend(settings), async (backend) => {
    const measurements: Measurement[] = []
    for (const filter of filters) {
      const total = Number(await runListBySql(db, filter))
      const request = new Request(`http://localhost${query}${filter.query}`, { headers })
      const measurePortal = async () => {
        const start = performance.now()
        const response = await backend.fetch(request)
        // The response is complete here, so the time for reading its text is not measured.
        const duration = performance.now() - start
        if (!(await response.text()).includes(`"TotalCount":${total},`)) throw new Error('The list has the wrong total.')
        return duration
      }
      const times = await medianTimesAlternating({ runs: 300, warmUpMs: 5000 }, measurePortal, () => timeOf(() => runListBySql(db, filter)))
      const title = `list of ${payers.toLocaleString('en-US')} payers by ${filter.name} (${total.toLocaleString('en-US')} match), PostgreSQL`
      measurements.push({ title, ...times, unit: 'ms', reference: 'its bare SQL, same driver', ratioLimit: '≤ 1.5' })
    }
    return measurements
  })
}

/** Starts a portal process, signs in there, and ends the process. The token is valid in this process too, because both use `benchSecret`. */
const signInAtPortalProcess = (env: PortalEnv) => withClient(startPortalProcess(env), 1, (client) => signInUser(client, scaleTestUser))

/** Runs hand-written SQL for the list: the count, and the page with the names of referenced records. Returns the count. */
const runListBySql = async (db: Db, { condition }: BenchFilter): Promise<unknown> => {
  const { rows: counted } = await sql<{ count: number }>`select count(*) from payer p where p.apply_code in ('88001') and ${condition}`.execute(db)
  await sql`
    select p.*, a.agreement_name, u.payer_unit_name, b.bank_name
    from payer p
    left join agreement a on a.apply_code = p.apply_code
    left join payer_unit u on u.apply_code = p.apply_code and u.payer_unit_id = p.payer_unit_id
    left join bank b on b.bank_code = p.debit_bank_code
    where p.apply_code in ('88001') and ${condition}
    order by p.payer_id, p.serial_id
    limit 20`.execute(db)
  return counted[0]?.count
}

const measureThroughput = async (db: Db, env: PortalEnv): Promise<Measurement> => {
  const portalFigure = await portalThroughput(env)
  const referenceFigure = await withFolder((folder) => jsonServerThroughput(db, folder))
  return {
    title: `the same list at ${loadBounds.connections} connections`,
    portalFigure,
    unit: 'requests/s',
    reference: 'json-server, same rows',
    referenceFigure,
    ratioLimit: '≥ 5',
  }
}

const portalThroughput = (env: PortalEnv): Promise<number> =>
  withClient(startPortalProcess(env), loadBounds.connections, async (client) => {
    const headers = bearerHeader(await signInUser(client, scaleTestUser))
    return (await measureLoad(loadBounds, () => client.send({ method: 'GET', path: query + filters[0].query, headers }))).perSecond
  })

const jsonServerThroughput = async (db: Db, folder: string): Promise<number> => {
  const file = join(folder, 'rows.json')
  const { rows: payer } = await sql`
    select
      serial_id as id, apply_code as "ApplyCode", payer_unit_id as "PayerUnitId", payer_id as "PayerId", payer_no as "PayerNo", payer_name as "PayerName",
      payer_type as "PayerType", mobile as "Mobile", email as "Email", notify_method as "NotifyMethod", payer_status as "PayerStatus"
    from payer`.execute(db)
  writeFileSync(file, JSON.stringify({ payer }))
  const path = '/payer?ApplyCode=88001&PayerUnitId=U07&_page=1&_limit=20&_sort=PayerId'
  const server = startJsonServer(file, '/payer?_page=1&_limit=1')
  return withClient(server, loadBounds.connections, async (client) => (await measureLoad(loadBounds, () => client.send({ method: 'GET', path }))).perSecond)
}
