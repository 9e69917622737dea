import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
import { bareRequests } from './bare-requests'
import { type BenchClient, bearerHeader, type LoadFigures, measureLoad, openClient, signInUser } from './client'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import { addUsers, fillPayers, scaleSignIn } from './payer-rows'
import { type Engine, memoryOf, onEngines, type PortalEnv, startPortalProcess, withClosing, withFolder } from './process'

/** The load of one kind of request on one engine. */
export interface TrafficResult extends LoadFigures {
  readonly engine: Engine | 'bare SQL'
  readonly kind: string
  readonly connections: number
}

/** Number of payers in the database whose requests are measured. */
export const benchedPayers = 10_000

/** Measures requests for payers over HTTP at several numbers of connections: PostgreSQL compared with bare SQL that does the same, PGlite with PostgreSQL; and the idle memory of the embedded engine. */
export const benchTraffic = async (sizes: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> => {
  const lines = await onEngines(withPostgres, (engine, env) => trafficResults(sizes, engine, env))
  const find = (engine: TrafficResult['engine'], kind: string, connections: number) =>
    lines.find((other) => other.engine === engine && other.kind === kind && other.connections === connections)
  return [
    ...lines.flatMap((line) => {
      const { engine, kind, connections } = line
      const reference =
        engine === 'PGlite' && withPostgres
          ? find('PostgreSQL', kind, connections)
          : (find('bare SQL', kind, connections) ?? find(engine, referenceCall, connections))
      return measurement(line, reference)
    }),
    await idleMemory(),
  ]
}

/** Measures the resident memory of a portal on the embedded engine with the demo data, some seconds after its second start. */
const idleMemory = (): Promise<Measurement> =>
  withFolder(async (DATA_DIR) => {
    await withClosing(startPortalProcess({ DATA_DIR }), async () => {})
    return withClosing(startPortalProcess({ DATA_DIR }), async ({ pid }) => {
      await setTimeout(5000)
      return withLimit({ title: 'resident memory when idle, PGlite', portalFigure: memoryOf(pid, 'VmRSS'), unit: 'MiB' }, { max: 300 })
    })
  })

/** The call without a query of its own, a reference for the others. */
const referenceCall = 'capabilities'

const measurement = (line: TrafficResult, reference: TrafficResult | undefined): readonly Measurement[] => {
  if (!reference || line.kind === referenceCall || line.engine === 'bare SQL') return []
  const { kind, connections, engine, perSecond, p50, p95 } = line
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

/** Measures the requests of a portal on one engine, and on PostgreSQL bare SQL too. */
export const trafficResults = async (sizes: BenchSizes, engine: Engine, env: PortalEnv): Promise<readonly TrafficResult[]> => {
  const { db, close } = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  const maxConnections = Math.max(...sizes.connections)
  const { ids, users } = await fillTraffic(db, maxConnections).finally(close)
  const milliseconds = sizes.trafficMs
  const ours = await withClosing(startPortalProcess({ ...env }), async ({ url }) => {
    const lines: TrafficResult[] = []
    for (const connections of sizes.connections)
      lines.push(...(await withClosing(openClient(url, connections), (client) => atConnections({ client, engine, connections, ids, users, milliseconds }))))
    return lines
  })
  return engine === 'PGlite' ? ours : [...ours, ...(await bareResults(env.DATABASE_URL, sizes, ids))]
}

/** Measures hand-written SQL that does the same as the requests, from this process. */
const bareResults = async (databaseUrl: string | undefined, { connections: numbers, trafficMs }: BenchSizes, ids: readonly number[]) => {
  const lines: TrafficResult[] = []
  for (const connections of numbers)
    await withClosing(openDatabase({ databaseUrl, pool: { requests: connections, background: 1 } }), async ({ db }) => {
      for (const [kind, run] of Object.entries(bareRequests(db, ids)))
        lines.push({ engine: 'bare SQL', kind, connections, ...(await measureLoad({ connections, milliseconds: trafficMs, requests: 4000 }, run)) })
    })
  return lines
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

const fillTraffic = async (db: Db, users: number): Promise<{ readonly ids: readonly number[]; readonly users: Users }> => {
  await fillPayers(db, benchedPayers, 2000)
  const { rows } = await sql<{ id: number }>`select serial_id as id from payer`.execute(db)
  return { ids: rows.map(({ id }) => id), users: await addUsers(db, users) }
}

const atConnections = async ({ client, engine, connections, ids, users, milliseconds }: TrafficRun): Promise<TrafficResult[]> => {
  // Each sign-in ends the previous session, so the other requests follow after all sign-ins.
  const signIns = await measureLoad({ connections, milliseconds, requests: 150 }, (_, worker) => signInUser(client, users[worker] ?? scaleSignIn))
  const headers = bearerHeader(await signInUser(client, scaleSignIn))
  const measured = async (kind: string, send: (no: number) => Promise<unknown>) => ({
    engine,
    kind,
    connections,
    ...(await measureLoad({ connections, milliseconds, requests: 4000 }, send)),
  })
  return [
    await measured(referenceCall, () => client.send({ method: 'GET', path: '/api/Ext/GetCapabilities', headers })),
    { engine, kind: 'sign-in with its captcha', connections, ...signIns },
    await measured('list of payers', () => client.send({ method: 'GET', path: '/api/Payer?PageSize=20&PayerUnitId=U07', headers })),
    await measured('detail of a payer', (no) => client.send({ method: 'GET', path: `/api/Payer/${ids[no % ids.length]}`, headers })),
    await measured('creating a payer', () => client.send({ method: 'POST', path: '/api/Payer', headers, body: newPayer() })),
    await measured('updating a payer', updater(client, headers, ids)),
  ]
}

let created = 500_000
const newPayer = () => {
  const PayerNo = String(created++)
  return { ApplyCode: '88001', PayerUnitId: 'U07', PayerId: `NEW${PayerNo}`, PayerNo, PayerName: '王小明', PayerType: 'Normal', PayerStatus: 'Active' }
}

/** Returns a function that updates one of 200 payers with the lock token of its last update; they are read first during the warm-up. */
const updater = (client: BenchClient, headers: Readonly<Record<string, string>>, ids: readonly number[]): ((no: number) => Promise<void>) => {
  const tokens = new Map<number, string>()
  return async (no) => {
    const id = ids[no % 200] ?? 0
    const path = `/api/Payer/${id}`
    const UpdateTime = tokens.get(id) ?? ((await client.send({ method: 'GET', path, headers })) as { UpdateTime: string }).UpdateTime
    const updated = await client.send({ method: 'PUT', path, headers, body: { UpdateTime, Remark: `壓力測試 ${no}` } })
    tokens.set(id, (updated as { UpdateTime: string }).UpdateTime)
  }
}
