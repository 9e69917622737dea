import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
import { bareRequests } from './bare-requests'
import { type BenchClient, bearerHeader, type LoadFigures, measureLoad, openClient, signInUser } from './client'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import { addUsers, fillPayers, scaleTestUser } from './payer-rows'
import { type Engine, memoryOf, onEngines, type PortalEnv, startPortalProcess, withClosing, withFolder } from './process'

/** The load of one kind of request on one engine. */
export interface TrafficResult extends LoadFigures {
  readonly engine: Engine | 'bare SQL'
  readonly kind: string
  readonly connections: number
}

/** Number of payers in the database during the measurement. */
export const payerCount = 10_000

/**
 * Measures requests for payers over HTTP at several numbers of connections, and the idle memory of the embedded engine. PostgreSQL is compared with bare SQL that
 * does the same, PGlite with PostgreSQL.
 */
export const benchTraffic = async (sizes: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> => {
  const results = await onEngines(withPostgres, (engine, env) => measureTraffic(sizes, engine, env))
  const findResult = (engine: TrafficResult['engine'], kind: string, connections: number) =>
    results.find((other) => other.engine === engine && other.kind === kind && other.connections === connections)
  const referenceOf = ({ engine, kind, connections }: TrafficResult) => {
    if (engine === 'PGlite' && withPostgres) return findResult('PostgreSQL', kind, connections)
    return findResult('bare SQL', kind, connections) ?? findResult(engine, referenceCall, connections)
  }
  return [...results.flatMap((result) => measurementsOf(result, referenceOf(result))), await measureIdleMemory()]
}

/** Measures the resident memory of a portal on the embedded engine with the demo data, some seconds after its second start. */
const measureIdleMemory = (): Promise<Measurement> =>
  withFolder(async (DATA_DIR) => {
    await withClosing(startPortalProcess({ DATA_DIR }), async () => {})
    return withClosing(startPortalProcess({ DATA_DIR }), async ({ pid }) => {
      await setTimeout(5000)
      return withLimit({ title: 'resident memory when idle, PGlite', portalFigure: memoryOf(pid, 'VmRSS'), unit: 'MiB' }, { max: 300 })
    })
  })

/** The call whose handler makes no database query. It is the reference of a result that has no other reference. */
const referenceCall = 'capabilities'

/** Returns the measurement of a result, in a list; an empty list if the result is only a reference for others. */
const measurementsOf = (result: TrafficResult, reference: TrafficResult | undefined): readonly Measurement[] => {
  if (!reference || result.kind === referenceCall || result.engine === 'bare SQL') return []
  const { kind, connections, engine, perSecond, p50, p95 } = result
  return [
    {
      title: `${kind} at ${connections} ${connections === 1 ? 'connection' : 'connections'}, ${engine}`,
      portalFigure: perSecond,
      unit: 'requests/s',
      details: `p50 ${millisecondsText(p50)}, p95 ${millisecondsText(p95)}`,
      reference:
        reference.kind === referenceCall
          ? 'the same server, a call without a query'
          : `${reference.engine}, p50 ${millisecondsText(reference.p50)}, p95 ${millisecondsText(reference.p95)}`,
      referenceFigure: reference.perSecond,
    },
  ]
}

const millisecondsText = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** Measures the requests to a portal on one engine; on PostgreSQL also bare SQL. */
export const measureTraffic = async (sizes: BenchSizes, engine: Engine, env: PortalEnv): Promise<readonly TrafficResult[]> => {
  const { db, close } = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  const maxConnections = Math.max(...sizes.connections)
  const { ids, users } = await insertPayersAndUsers(db, maxConnections).finally(close)
  const milliseconds = sizes.trafficMs
  const portalResults = await withClosing(startPortalProcess({ ...env }), async ({ url }) => {
    const results: TrafficResult[] = []
    for (const connections of sizes.connections)
      results.push(
        ...(await withClosing(openClient(url, connections), (client) => measureAtConnections({ client, engine, connections, ids, users, milliseconds }))),
      )
    return results
  })
  return engine === 'PGlite' ? portalResults : [...portalResults, ...(await measureBareSql(env.DATABASE_URL, sizes, ids))]
}

/** Measures hand-written SQL that does the same as the requests. This process runs it, so no HTTP is involved. */
const measureBareSql = async (databaseUrl: string | undefined, { connections: connectionCounts, trafficMs }: BenchSizes, ids: readonly number[]) => {
  const results: TrafficResult[] = []
  for (const connections of connectionCounts)
    await withClosing(openDatabase({ databaseUrl, pool: { requests: connections, background: 1 } }), async ({ db }) => {
      for (const [kind, run] of Object.entries(bareRequests(db, ids)))
        results.push({ engine: 'bare SQL', kind, connections, ...(await measureLoad({ connections, milliseconds: trafficMs, requests: 4000 }, run)) })
    })
  return results
}

interface TrafficRun {
  readonly client: BenchClient
  readonly engine: Engine
  readonly connections: number
  readonly ids: readonly number[]
  /** One for each connection. */
  readonly users: Users
  readonly milliseconds: number
}

type Users = Awaited<ReturnType<typeof addUsers>>

const insertPayersAndUsers = async (db: Db, userCount: number): Promise<{ readonly ids: readonly number[]; readonly users: Users }> => {
  await fillPayers(db, payerCount, 2000)
  const { rows } = await sql<{ id: number }>`select serial_id as id from payer`.execute(db)
  return { ids: rows.map(({ id }) => id), users: await addUsers(db, userCount) }
}

const measureAtConnections = async ({ client, engine, connections, ids, users, milliseconds }: TrafficRun): Promise<TrafficResult[]> => {
  // Each sign-in ends the previous session of its user, so all sign-ins come before the other requests.
  const signIns = await measureLoad({ connections, milliseconds, requests: 150 }, (_, worker) => signInUser(client, users[worker] ?? scaleTestUser))
  const headers = bearerHeader(await signInUser(client, scaleTestUser))
  const measure = async (kind: string, send: (requestNo: number) => Promise<unknown>) => ({
    engine,
    kind,
    connections,
    ...(await measureLoad({ connections, milliseconds, requests: 4000 }, send)),
  })
  return [
    await measure(referenceCall, () => client.send({ method: 'GET', path: '/api/Ext/GetCapabilities', headers })),
    { engine, kind: 'sign-in with its captcha', connections, ...signIns },
    await measure('list of payers', () => client.send({ method: 'GET', path: '/api/Payer?PageSize=20&PayerUnitId=U07', headers })),
    await measure('detail of a payer', (requestNo) => client.send({ method: 'GET', path: `/api/Payer/${ids[requestNo % ids.length]}`, headers })),
    await measure('creating a payer', () => client.send({ method: 'POST', path: '/api/Payer', headers, body: newPayer() })),
    await measure('updating a payer', payerUpdater(client, headers, ids)),
  ]
}

let nextPayerNo = 500_000
const newPayer = () => {
  const PayerNo = String(nextPayerNo++)
  return { ApplyCode: '88001', PayerUnitId: 'U07', PayerId: `NEW${PayerNo}`, PayerNo, PayerName: '王小明', PayerType: 'Normal', PayerStatus: 'Active' }
}

/** Returns a function that updates one of 200 payers. An update must send the UpdateTime of the record. The first update of a payer reads it, usually during the warm-up; later ones use the response to the previous update. */
const payerUpdater = (client: BenchClient, headers: Readonly<Record<string, string>>, ids: readonly number[]): ((requestNo: number) => Promise<void>) => {
  const updateTimes = new Map<number, string>()
  return async (requestNo) => {
    const id = ids[requestNo % 200] ?? 0
    const path = `/api/Payer/${id}`
    const UpdateTime = updateTimes.get(id) ?? ((await client.send({ method: 'GET', path, headers })) as { UpdateTime: string }).UpdateTime
    const updated = await client.send({ method: 'PUT', path, headers, body: { UpdateTime, Remark: `壓力測試 ${requestNo}` } })
    updateTimes.set(id, (updated as { UpdateTime: string }).UpdateTime)
  }
}
