import { setTimeout } from 'node:timers/promises'
import { withClient } from './client'
import { type LoadFigures, measureLoadsAlternating, repeatRequest, warmUpRequests } from './load'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import {
  bareRequests,
  type RequestKind,
  requestKinds,
  requestTitles,
  type ServerRequests,
  withPayers,
} from './portal-requests'
import { memoryOf, startBareSqlServer, startPortalProcess, withClosing, withFolder } from './process'

/**
 * Measures requests for payers over HTTP at several numbers of connections, and the idle memory of the embedded engine.
 * PostgreSQL is compared with a server that executes one named statement for each request, PGlite with PostgreSQL.
 */
export const benchTraffic = async (sizes: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> => [
  ...(withPostgres ? await compareServers(sizes) : []),
  await measureIdleMemory(),
]

const compareServers = ({ connections, trafficMs }: BenchSizes): Promise<readonly Measurement[]> => {
  const maxConnections = Math.max(...connections)
  return withServers(maxConnections, async (servers) => {
    for (const kind of requestKinds)
      for (const { requests } of servers)
        await repeatRequest(
          { connections: maxConnections, milliseconds: trafficMs, requests: warmUpRequests },
          requests[kind],
        )
    const measurements: Measurement[] = []
    for (const count of connections)
      for (const kind of requestKinds)
        measurements.push(...(await measureKind(servers, kind, { connections: count, milliseconds: trafficMs / 10 })))
    return measurements
  })
}

/** The portal on an engine, or the reference. */
interface MeasuredServer {
  readonly name: string
  readonly requests: ServerRequests
}

/** Starts the portal on PostgreSQL, its reference on the same database, and the portal on PGlite. */
const withServers = <T>(connections: number, work: (servers: readonly MeasuredServer[]) => Promise<T>): Promise<T> =>
  withPayers('PostgreSQL', connections, ({ env: { DATABASE_URL = '' }, ids, requests }) =>
    withClient(startBareSqlServer({ DATABASE_URL, DATABASE_CONNECTIONS: String(connections) }), connections, (client) =>
      withPayers('PGlite', connections, (embedded) =>
        work([
          { name: 'PostgreSQL', requests },
          { name: 'one statement a request over node:http', requests: bareRequests(client, ids) },
          { name: 'PGlite', requests: embedded.requests },
        ]),
      ),
    ),
  )

interface ServerLoad extends LoadFigures {
  readonly name: string
}

const measureKind = async (
  servers: readonly MeasuredServer[],
  kind: RequestKind,
  time: { readonly connections: number; readonly milliseconds: number },
): Promise<readonly Measurement[]> => {
  const variants = servers.map(({ name, requests }) => ({ name, send: requests[kind] }))
  const [portal, bareServer, embedded] = await measureLoadsAlternating(variants, { ...time, rounds: 7 })
  if (!portal || !bareServer || !embedded) return []
  const title = `${requestTitles[kind]} at ${time.connections} ${time.connections === 1 ? 'connection' : 'connections'}`
  const ratioLimit = time.connections === 8 ? `≥ ${minRatios[kind]}` : undefined
  return [{ ...measurementOf(title, portal, bareServer), ratioLimit }, measurementOf(title, embedded, portal)]
}

/** The targets at 8 connections: the lowest ratios of the portal on PostgreSQL to its reference. */
const minRatios: Readonly<Record<RequestKind, number>> = { list: 0.5, detail: 0.25, create: 0.25, update: 0.25 }

const measurementOf = (title: string, portal: ServerLoad, reference: ServerLoad): Measurement => ({
  title: `${title}, ${portal.name}`,
  portalFigure: portal.perSecond,
  unit: 'requests/s',
  details: percentilesText(portal),
  reference: `${reference.name}, ${percentilesText(reference)}`,
  referenceFigure: reference.perSecond,
})

/** Returns the percentiles of a load as text. */
export const percentilesText = ({ p50, p95 }: LoadFigures): string =>
  `p50 ${millisecondsText(p50)}, p95 ${millisecondsText(p95)}`

const millisecondsText = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/**
 * Measures the resident memory of a portal on the embedded engine with the demo data, some seconds after its second
 * start.
 */
const measureIdleMemory = (): Promise<Measurement> =>
  withFolder(async (DATA_DIR) => {
    await withClosing(startPortalProcess({ DATA_DIR }), async () => {})
    return withClosing(startPortalProcess({ DATA_DIR }), async ({ pid }) => {
      await setTimeout(5000)
      return withLimit(
        { title: 'resident memory when idle, PGlite', portalFigure: memoryOf(pid, 'VmRSS'), unit: 'MiB' },
        { max: 300 },
      )
    })
  })
