import { type BenchClient, type BenchUser, bearerHeader, signInUser } from './client'
import { scaleTestUser } from './fill'
import type { Send } from './load'

/** The kinds of requests whose load is measured. */
export const requestKinds = ['sign-in with its captcha', 'list of payers', 'detail of a payer', 'creating a payer', 'updating a payer'] as const
export type RequestKind = (typeof requestKinds)[number]

/** The call whose handler makes no database query. It is the reference of requests that have no other reference. */
export const callWithoutQuery = 'a call without a query'

export type PortalRequests = Readonly<Record<RequestKind | typeof callWithoutQuery, Send>>

/** The serial ids of the payers in a portal, and a user for each connection. */
export interface PayersAndUsers {
  readonly ids: readonly number[]
  readonly users: readonly BenchUser[]
}

/** The requests of `bare-server.ts` that do the same. A sign-in has none. */
export const bareRequests = (client: BenchClient, ids: readonly number[]): Readonly<Partial<Record<RequestKind, Send>>> => ({
  'list of payers': () => client.send({ method: 'GET', path: '/list' }),
  'detail of a payer': (requestNo) => client.send({ method: 'GET', path: `/detail/${ids[requestNo % ids.length]}` }),
  'creating a payer': () => client.send({ method: 'POST', path: '/create', body: newPayer() }),
  // The portal updates the first 200 payers. It would reject its next update if another change had set their update_time.
  'updating a payer': (requestNo) => client.send({ method: 'PUT', path: `/update/${ids[200 + (requestNo % 200)]}`, body: { Remark: `壓力測試 ${requestNo}` } }),
})

/** Signs in, and returns functions that send the measured requests. */
export const portalRequests = async (client: BenchClient, { ids, users }: PayersAndUsers): Promise<PortalRequests> => {
  // A sign-in ends the previous session of its user, so the measured sign-ins are those of other users.
  const headers = bearerHeader(await signInUser(client, scaleTestUser))
  return {
    [callWithoutQuery]: () => client.send({ method: 'GET', path: '/api/Ext/GetCapabilities', headers }),
    'sign-in with its captcha': (_, worker) => signInUser(client, users[worker] ?? scaleTestUser),
    'list of payers': () => client.send({ method: 'GET', path: '/api/Payer?PageSize=20&PayerUnitId=U07', headers }),
    'detail of a payer': (requestNo) => client.send({ method: 'GET', path: `/api/Payer/${ids[requestNo % ids.length]}`, headers }),
    'creating a payer': () => client.send({ method: 'POST', path: '/api/Payer', headers, body: newPayer() }),
    'updating a payer': payerUpdater(client, headers, ids),
  }
}

let nextPayerNo = 500_000

/** Returns a payer of another unit than the listed one, so that the list stays the same. */
const newPayer = () => {
  const PayerNo = String(nextPayerNo++)
  return { ApplyCode: '88001', PayerUnitId: 'U09', PayerId: `NEW${PayerNo}`, PayerNo, PayerName: '王小明', PayerType: 'Normal', PayerStatus: 'Active' }
}

/** Returns a function that updates one of 200 payers. An update must send the UpdateTime of the record. The first update of a payer reads it, usually during the warm-up; later ones use the response to the previous update. */
const payerUpdater = (client: BenchClient, headers: Readonly<Record<string, string>>, ids: readonly number[]): Send => {
  const update = async (id: number, body: object) => (await client.send({ method: 'PUT', path: `/api/Payer/${id}`, headers, body })) as UpdatedPayer
  const read = async (id: number) => (await client.send({ method: 'GET', path: `/api/Payer/${id}`, headers })) as UpdatedPayer
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
