import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../server/ports'
import { type BenchClient, openClient, withClient } from './client'
import { addUsers, analyzeAllTables, fillPayers } from './fill'
import { type LoadFigures, measureLoadsAlternating, repeatRequest, type Send, warmUpRequests } from './load'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import { bareRequests, callWithoutQuery, type PayersAndUsers, type PortalRequests, portalRequests, type RequestKind, requestKinds } from './portal-requests'
import {
  type Engine,
  memoryOf,
  openPortalDatabase,
  type PortalEnv,
  startBareSqlServer,
  startPortalProcess,
  withClosing,
  withEngine,
  withFolder,
} from './process'

/** The loads of the variants of one kind of request: first the portal on the first engine, then its reference, then the portal on the other engine. */
export interface TrafficResult {
  readonly kind: RequestKind
  readonly connections: number
  readonly loads: readonly VariantLoad[]
}

interface VariantLoad extends LoadFigures {
  readonly name: VariantName
}

/** The portal on an engine, or a reference. */
type VariantName = Engine | typeof bareServer | typeof callWithoutQuery

const bareServer = 'one statement a request over node:http'

/** Number of payers in the database during the measurement. */
export const payerCount = 100_000

/**
 * Measures requests for payers over HTTP at several numbers of connections, and the idle memory of the embedded engine. PostgreSQL is compared with a server that
 * executes one named statement for each request, PGlite with PostgreSQL.
 */
export const benchTraffic = async (sizes: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> => {
  const results = await measureTraffic(sizes, withPostgres ? ['PostgreSQL', 'PGlite'] : ['PGlite'])
  return [...results.flatMap(measurementsOf), await measureIdleMemory()]
}

const measurementsOf = ({ loads: [first, reference, other], ...load }: TrafficResult): readonly Measurement[] => {
  if (!first || !reference) return []
  return [measurementOf(load, first, reference), ...(other ? [measurementOf(load, other, first)] : [])]
}

const measurementOf = ({ kind, connections }: Omit<TrafficResult, 'loads'>, portal: VariantLoad, reference: VariantLoad): Measurement => {
  const isCallWithoutQuery = reference.name === callWithoutQuery
  const minRatio = connections === 8 && !isCallWithoutQuery ? minRatios[portal.name]?.[kind] : undefined
  return {
    title: `${kind} at ${connections} ${connections === 1 ? 'connection' : 'connections'}, ${portal.name}`,
    portalFigure: portal.perSecond,
    unit: 'requests/s',
    details: percentilesText(portal),
    reference: isCallWithoutQuery ? `the same server, ${callWithoutQuery}` : `${reference.name}, ${percentilesText(reference)}`,
    referenceFigure: reference.perSecond,
    ratioLimit: minRatio === undefined ? undefined : `≥ ${minRatio}`,
  }
}

/** The targets at 8 connections: the lowest ratios to the rate of the reference. */
const minRatios: Partial<Record<VariantName, Partial<Record<RequestKind, number>>>> = {
  PostgreSQL: { 'list of payers': 0.5, 'detail of a payer': 0.25, 'creating a payer': 0.25, 'updating a payer': 0.25 },
}

const percentilesText = ({ p50, p95 }: LoadFigures): string => `p50 ${millisecondsText(p50)}, p95 ${millisecondsText(p95)}`

const millisecondsText = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** Measures the resident memory of a portal on the embedded engine with the demo data, some seconds after its second start. */
const measureIdleMemory = (): Promise<Measurement> =>
  withFolder(async (DATA_DIR) => {
    await withClosing(startPortalProcess({ DATA_DIR }), async () => {})
    return withClosing(startPortalProcess({ DATA_DIR }), async ({ pid }) => {
      await setTimeout(5000)
      return withLimit({ title: 'resident memory when idle, PGlite', portalFigure: memoryOf(pid, 'VmRSS'), unit: 'MiB' }, { max: 300 })
    })
  })

/** Measures the requests to a portal on each engine, alternately with each other and with the reference of the first engine. */
export const measureTraffic = (sizes: BenchSizes, engines: readonly Engine[]): Promise<readonly TrafficResult[]> => {
  const maxConnections = Math.max(...sizes.connections)
  return withPortals(engines, maxConnections, async (portals) => {
    await warmUp(portals, { connections: maxConnections, milliseconds: sizes.trafficMs })
    const results: TrafficResult[] = []
    for (const connections of sizes.connections)
      for (const kind of requestKinds) results.push(await measureKind(kind, portals, { connections, milliseconds: sizes.trafficMs / 10 }))
    return results
  })
}

interface MeasuredPortal {
  readonly engine: Engine
  readonly requests: PortalRequests
  /** Empty for PGlite. */
  readonly bareRequests: Partial<Record<RequestKind, Send>>
}

/** Fills a database and starts a portal on each engine, and runs the work with all portals. An idle portal hardly uses the processor. */
const withPortals = <T>(
  [engine, ...otherEngines]: readonly Engine[],
  connections: number,
  work: (portals: readonly MeasuredPortal[]) => Promise<T>,
): Promise<T> =>
  engine ? withPortal(engine, connections, (portal) => withPortals(otherEngines, connections, (others) => work([portal, ...others]))) : work([])

const withPortal = <T>(engine: Engine, connections: number, work: (portal: MeasuredPortal) => Promise<T>): Promise<T> =>
  withEngine(engine, async (env) => {
    const payersAndUsers = await withClosing(openPortalDatabase(env), ({ db }) => insertPayersAndUsers(db, connections))
    return withClosing(startPortalProcess({ ...env }), ({ url }) =>
      withClosing(openClient(url, connections), async (client) => {
        const requests = await portalRequests(client, payersAndUsers)
        // Only the portal's process may open the database of PGlite.
        if (engine === 'PGlite') return work({ engine, requests, bareRequests: {} })
        return withBareServer(env, connections, (bare) => work({ engine, requests, bareRequests: bareRequests(bare, payersAndUsers.ids) }))
      }),
    )
  })

const withBareServer = <T>({ DATABASE_URL = '' }: PortalEnv, connections: number, work: (client: BenchClient) => Promise<T>): Promise<T> =>
  withClient(startBareSqlServer({ DATABASE_URL, DATABASE_CONNECTIONS: String(connections) }), connections, work)

const insertPayersAndUsers = async (db: Db, userCount: number): Promise<PayersAndUsers> => {
  await fillPayers(db, payerCount, 2000)
  const users = await addUsers(db, userCount)
  await analyzeAllTables(db)
  const { rows } = await sql<{ id: number }>`select serial_id as id from payer order by serial_id`.execute(db)
  return { ids: rows.map(({ id }) => id), users }
}

interface LoadTime {
  readonly connections: number
  readonly milliseconds: number
}

/** Repeats each kind of request until V8 has optimized the code. */
const warmUp = async (portals: readonly MeasuredPortal[], time: LoadTime): Promise<void> => {
  for (const kind of requestKinds) for (const { send } of variantsOf(kind, portals)) await repeatRequest({ ...time, requests: warmUpRequests }, send)
}

const measureKind = async (kind: RequestKind, portals: readonly MeasuredPortal[], time: LoadTime): Promise<TrafficResult> => ({
  kind,
  connections: time.connections,
  loads: await measureLoadsAlternating(variantsOf(kind, portals), { ...time, rounds: 7 }),
})

/** Returns what is measured for a kind of request, in the order of `TrafficResult`. */
const variantsOf = (kind: RequestKind, portals: readonly MeasuredPortal[]): readonly { readonly name: VariantName; readonly send: Send }[] =>
  portals.flatMap(({ engine, requests, bareRequests }, index) => {
    const portal = { name: engine, send: requests[kind] }
    if (index > 0) return [portal]
    const bareRequest = bareRequests[kind]
    return [portal, bareRequest ? { name: bareServer, send: bareRequest } : { name: callWithoutQuery, send: requests[callWithoutQuery] }]
  })
