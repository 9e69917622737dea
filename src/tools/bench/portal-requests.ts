import { sql } from 'kysely'
import type { Db } from '../../server/ports'
import { type BenchClient, bearerHeader, openClient, signInUser } from './client'
import { analyzeAllTables, fillPayers, scaleTestUser } from './fill'
import type { Send } from './load'
import { type Engine, openPortalDatabase, type PortalEnv, startPortalProcess, withClosing, withEngine } from './process'

/** The titles of the kinds of requests whose load is measured. */
export const requestTitles = {
  list: 'list of payers',
  detail: 'detail of a payer',
  create: 'creating a payer',
  update: 'updating a payer',
} as const

export type RequestKind = keyof typeof requestTitles
export const requestKinds = Object.keys(requestTitles) as readonly RequestKind[]

/** The functions that send the measured requests to a server. */
export type ServerRequests = Readonly<Record<RequestKind, Send>>

/** A portal with many payers, and the serial ids of these payers. */
export interface PortalWithPayers {
  readonly env: PortalEnv
  readonly ids: readonly number[]
  readonly requests: ServerRequests
}

/** Number of payers in the database during the measurement. */
export const payerCount = 100_000

/**
 * Fills an empty database of this engine with payers, starts a portal on it, and runs the work.
 * An idle portal hardly uses the processor.
 */
export const withPayers = <T>(
  engine: Engine,
  connections: number,
  work: (portal: PortalWithPayers) => Promise<T>,
): Promise<T> =>
  withEngine(engine, async (env) => {
    const ids = await withClosing(openPortalDatabase(env), ({ db }) => insertPayers(db))
    return withClosing(startPortalProcess({ ...env }), ({ url }) =>
      withClosing(openClient(url, connections), async (client) =>
        work({ env, ids, requests: await portalRequests(client, ids) }),
      ),
    )
  })

const insertPayers = async (db: Db): Promise<readonly number[]> => {
  await fillPayers(db, payerCount, 2000)
  await analyzeAllTables(db)
  const { rows } = await sql<{ id: number }>`select serial_id as id from payer order by serial_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Signs in, and returns functions that send the measured requests. */
const portalRequests = async (client: BenchClient, ids: readonly number[]): Promise<ServerRequests> => {
  const headers = bearerHeader(await signInUser(client, scaleTestUser))
  return {
    list: () => client.send({ method: 'GET', path: '/api/Payer?PageSize=20&PayerUnitId=U07', headers }),
    detail: (requestNo) => client.send({ method: 'GET', path: `/api/Payer/${ids[requestNo % ids.length]}`, headers }),
    create: () => client.send({ method: 'POST', path: '/api/Payer', headers, body: newPayer() }),
    update: payerUpdater(client, headers, ids),
  }
}

/** The requests of `bare-server.ts` that do the same. */
export const bareRequests = (client: BenchClient, ids: readonly number[]): ServerRequests => ({
  list: () => client.send({ method: 'GET', path: '/list' }),
  detail: (requestNo) => client.send({ method: 'GET', path: `/detail/${ids[requestNo % ids.length]}` }),
  create: () => client.send({ method: 'POST', path: '/create', body: newPayer() }),
  // The portal updates the first 200 payers.
  // It would reject its next update if another change had set their update_time.
  update: (requestNo) =>
    client.send({
      method: 'PUT',
      path: `/update/${ids[200 + (requestNo % 200)]}`,
      body: { Remark: `壓力測試 ${requestNo}` },
    }),
})

let nextPayerNo = 500_000

/** Returns a payer of another unit than the listed one, so that the list stays the same. */
const newPayer = () => {
  const PayerNo = String(nextPayerNo++)
  return {
    ApplyCode: '88001',
    PayerUnitId: 'U09',
    PayerId: `NEW${PayerNo}`,
    PayerNo,
    PayerName: '王小明',
    PayerType: 'Normal',
    PayerStatus: 'Active',
  }
}

/**
 * Returns a function that updates one of 200 payers.
 * An update must send the UpdateTime of the record.
 * The first update of a payer reads it, usually during the warm-up; later ones use the response to the previous update.
 */
const payerUpdater = (client: BenchClient, headers: Readonly<Record<string, string>>, ids: readonly number[]): Send => {
  const update = async (id: number, body: object) =>
    (await client.send({ method: 'PUT', path: `/api/Payer/${id}`, headers, body })) as UpdatedPayer
  const read = async (id: number) =>
    (await client.send({ method: 'GET', path: `/api/Payer/${id}`, headers })) as UpdatedPayer
  // A payer leaves the queue during its update, because a simultaneous second one would be rejected.
  const queue: { readonly id: number; readonly payer?: UpdatedPayer }[] = ids.slice(0, 200).map((id) => ({ id }))
  return async (requestNo) => {
    const next = queue.shift()
    if (!next) throw new Error('All payers are being updated.')
    const { id, payer = await read(id) } = next
    queue.push({ id, payer: await update(id, { UpdateTime: payer.UpdateTime, Remark: `壓力測試 ${requestNo}` }) })
  }
}

interface UpdatedPayer {
  readonly UpdateTime: string
}
