import { sql } from 'kysely'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
import { bearer, type Client, clientOf, type Load, login, measureLoad } from './client'
import type { Measurement, Sizes } from './measure'
import { addUsers, fillPayers, scaleUser } from './payer-rows'
import { type Engine, onEngines, type PortalEnv, startPortalProcess, withClosing } from './process'

/** The load of one kind of request on one engine. */
interface TrafficLine extends Load {
  readonly engine: Engine
  readonly kind: string
  readonly connections: number
}

const payers = 10_000

/** Measures sign-in, list, detail and update of payers over HTTP at several numbers of connections: PostgreSQL compared with a call without a query, PGlite with PostgreSQL. */
export const benchTraffic = async (sizes: Sizes, postgres: boolean): Promise<readonly Measurement[]> => {
  const lines = await onEngines(postgres, (engine, env) => trafficLines(sizes, engine, env))
  return lines.flatMap((line) => {
    const { engine, kind, connections } = line
    const reference = engine === 'PGlite' && postgres ? { engine: 'PostgreSQL', kind } : { engine, kind: withoutQuery }
    return measurement(
      line,
      lines.find((other) => other.connections === connections && other.engine === reference.engine && other.kind === reference.kind),
    )
  })
}

/** The call without a query of its own, a reference for the others. */
const withoutQuery = 'capabilities'

const measurement = (line: TrafficLine, reference: TrafficLine | undefined): readonly Measurement[] => {
  if (!reference || line.kind === withoutQuery) return []
  const { kind, connections, engine, perSecond, p50, p95 } = line
  return [
    {
      what: `${kind} at ${connections} ${connections === 1 ? 'connection' : 'connections'}, ${engine}`,
      ours: perSecond,
      unit: 'requests/s',
      more: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      reference:
        reference.kind === withoutQuery ? 'the same server, a call without a query' : `${reference.engine}, p50 ${ms(reference.p50)}, p95 ${ms(reference.p95)}`,
      theirs: reference.perSecond,
    },
  ]
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

const trafficLines = async (sizes: Sizes, engine: Engine, env: PortalEnv): Promise<readonly TrafficLine[]> => {
  const { db, close } = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  const maxConnections = Math.max(...sizes.connections)
  const { ids, users } = await fillTraffic(db, maxConnections).finally(close)
  return withClosing(startPortalProcess({ ...env }), async ({ url }) => {
    const lines: TrafficLine[] = []
    for (const connections of sizes.connections)
      lines.push(
        ...(await withClosing(clientOf(url, connections), (client) =>
          atConnections({ client, engine, connections, ids, users, milliseconds: sizes.trafficMs }),
        )),
      )
    return lines
  })
}

interface TrafficRun {
  readonly client: Client
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

const atConnections = async ({ client, engine, connections, ids, users, milliseconds }: TrafficRun): Promise<TrafficLine[]> => {
  // Each sign-in ends the previous session, so the other requests follow after all sign-ins.
  const signIns = await measureLoad({ connections, milliseconds, requests: 150 }, (_, worker) => login(client, users[worker] ?? scaleUser))
  const headers = bearer(await login(client, scaleUser))
  const measured = async (kind: string, send: (no: number) => Promise<unknown>) => ({
    engine,
    kind,
    connections,
    ...(await measureLoad({ connections, milliseconds, requests: 4000 }, send)),
  })
  return [
    await measured(withoutQuery, () => client.send({ method: 'GET', path: '/api/Ext/GetCapabilities', headers })),
    { engine, kind: 'sign-in with its captcha', connections, ...signIns },
    await measured('list of payers', () => client.send({ method: 'GET', path: '/api/Payer?PageSize=20&PayerUnitId=U07', headers })),
    await measured('detail of a payer', (no) => client.send({ method: 'GET', path: `/api/Payer/${ids[no % ids.length]}`, headers })),
    await measured('reading and updating a payer', (no) => update(client, headers, `/api/Payer/${ids[no % ids.length]}`)),
  ]
}

/** Reads the record for its lock token, as a form does, and writes it. */
const update = async (client: Client, headers: Readonly<Record<string, string>>, path: string): Promise<void> => {
  const { UpdateTime } = (await client.send({ method: 'GET', path, headers })) as { UpdateTime: string }
  await client.send({ method: 'PUT', path, headers, body: { UpdateTime, Remark: '壓力測試' } })
}
