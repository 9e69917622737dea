import { sql } from 'kysely'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
import { type BenchClient, bearerHeader, type LoadFigures, measureLoad, openClient, signInUser } from './client'
import type { BenchSizes, Measurement } from './measure'
import { addUsers, fillPayers, scaleSignIn } from './payer-rows'
import { type Engine, onEngines, type PortalEnv, startPortalProcess, withClosing } from './process'

/** The load of one kind of request on one engine. */
interface TrafficResult extends LoadFigures {
  readonly engine: Engine
  readonly kind: string
  readonly connections: number
}

const payers = 10_000

/** Measures sign-in, list, detail and update of payers over HTTP at several numbers of connections: PostgreSQL compared with a call without a query, PGlite with PostgreSQL. */
export const benchTraffic = async (sizes: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> => {
  const lines = await onEngines(withPostgres, (engine, env) => trafficResults(sizes, engine, env))
  return lines.flatMap((line) => {
    const { engine, kind, connections } = line
    const reference = engine === 'PGlite' && withPostgres ? { engine: 'PostgreSQL', kind } : { engine, kind: referenceCall }
    return measurement(
      line,
      lines.find((other) => other.connections === connections && other.engine === reference.engine && other.kind === reference.kind),
    )
  })
}

/** The call without a query of its own, a reference for the others. */
const referenceCall = 'capabilities'

const measurement = (line: TrafficResult, reference: TrafficResult | undefined): readonly Measurement[] => {
  if (!reference || line.kind === referenceCall) return []
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

const trafficResults = async (sizes: BenchSizes, engine: Engine, env: PortalEnv): Promise<readonly TrafficResult[]> => {
  const { db, close } = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  const maxConnections = Math.max(...sizes.connections)
  const { ids, users } = await fillTraffic(db, maxConnections).finally(close)
  return withClosing(startPortalProcess({ ...env }), async ({ url }) => {
    const lines: TrafficResult[] = []
    for (const connections of sizes.connections)
      lines.push(
        ...(await withClosing(openClient(url, connections), (client) =>
          atConnections({ client, engine, connections, ids, users, milliseconds: sizes.trafficMs }),
        )),
      )
    return lines
  })
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
  await fillPayers(db, payers, 2000)
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
    await measured('reading and updating a payer', (no) => updatePayer(client, headers, `/api/Payer/${ids[no % ids.length]}`)),
  ]
}

/** Reads the record for its lock token, as a form does, and writes it. */
const updatePayer = async (client: BenchClient, headers: Readonly<Record<string, string>>, path: string): Promise<void> => {
  const { UpdateTime } = (await client.send({ method: 'GET', path, headers })) as { UpdateTime: string }
  await client.send({ method: 'PUT', path, headers, body: { UpdateTime, Remark: '壓力測試' } })
}
