import { Pool } from 'undici'
import type { CompanyLoginResponse } from '../../contract/call-responses'
import { captchaLetters } from '../../server/accounts/captcha/captcha'
import { benchSecret, type ServerProcess, startPortalProcess, withClosing } from './process'

/** A request to a benchmarked server. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A client of one server, whose connections stay open. */
export interface BenchClient {
  /**
   * Sends a request and returns OutData of the response, or the whole response if it is not an envelope of the portal.
   * Throws if the call fails.
   */
  send(call: BenchRequest): Promise<unknown>
  /** Closes the connections. */
  close(): void
}

/**
 * Returns a client with this number of connections.
 * It uses undici, which needs half as much processor time as node:http and so leaves more to the measured server.
 */
export const openClient = (url: string, connections: number): BenchClient => {
  const pool = new Pool(url, { connections })
  return { send: async (call) => parseOutData(call, await requestText(pool, call)), close: () => pool.destroy() }
}

/** Waits until the server has started, runs the work with a client, and stops the server. */
export const withClient = <T>(
  server: Promise<ServerProcess>,
  connections: number,
  work: (client: BenchClient) => Promise<T>,
): Promise<T> => withClosing(server, ({ url }) => withClosing(openClient(url, connections), work))

/** A signed-in user of a portal. */
export interface SignedInUser {
  readonly url: string
  readonly headers: { readonly Authorization: string }
}

/** A running portal with a signed-in user, and a client with one connection for other users. */
interface SignedInPortal {
  readonly server: ServerProcess
  readonly client: BenchClient
  readonly user: SignedInUser
}

/** Starts a portal, signs a user in, runs the work, and stops the portal. */
export const withSignedInUser = <T>(
  env: Readonly<Record<string, string>>,
  user: BenchUser,
  work: (portal: SignedInPortal) => Promise<T>,
): Promise<T> =>
  withClosing(startPortalProcess(env), (server) =>
    withClosing(openClient(server.url, 1), async (client) => {
      const headers = bearerHeader(await signInUser(client, user))
      return work({ server, client, user: { url: server.url, headers } })
    }),
  )

/** A running portal, with a user of the first demo company who may import bills and print slips. */
export interface DemoPortal extends Omit<SignedInPortal, 'user'> {
  readonly maker: SignedInUser
}

/** Starts a portal with the demo data, runs the work on it, and stops it. */
export const withDemoPortal = <T>(
  env: Readonly<Record<string, string>>,
  work: (portal: DemoPortal) => Promise<T>,
): Promise<T> =>
  withSignedInUser(env, { UniformNo: '90000017', UserId: 'maker01' }, ({ user, ...portal }) =>
    work({ ...portal, maker: user }),
  )

/** Identifies a company user. */
export interface BenchUser {
  readonly UniformNo: string
  readonly UserId: string
}

/**
 * Signs a company user in.
 * Solves the captcha with the server's secret.
 * Each call sends another IP address, because the server limits the captchas of an address.
 */
export const signInUser = async (
  client: BenchClient,
  { UniformNo, UserId }: BenchUser,
): Promise<CompanyLoginResponse> => {
  const address = { 'X-Forwarded-For': nextAddress() }
  const { VCode: ticket } = (await client.send({ method: 'GET', path: '/api/Home/GetVICode', headers: address })) as {
    VCode: string
  }
  // The header `VCode` of the sign-in contains the ticket of the captcha, and `VCode` in its body the letters.
  const VCode = await captchaLetters({ settings: { secret: new TextEncoder().encode(benchSecret) } }, ticket)
  const body = { UniformNo, UserId, Mima: 'Demo2026x', VCode }
  return (await client.send({
    method: 'POST',
    path: '/api/EnterpriseArea/Login',
    headers: { ...address, VCode: ticket },
    body,
  })) as CompanyLoginResponse
}

let addressCount = 0
const nextAddress = (): string => {
  addressCount += 1
  return `10.${addressCount >> 16}.${(addressCount >> 8) & 255}.${addressCount & 255}`
}

/** Returns the header that authenticates a signed-in user. */
export const bearerHeader = ({ JWTToken }: Pick<CompanyLoginResponse, 'JWTToken'>) => ({
  Authorization: `Bearer ${JWTToken}`,
})

const requestText = async (pool: Pool, { method, path, headers, body }: BenchRequest): Promise<string> => {
  const json =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } }
  const response = await pool.request({ method, path, headers, ...json })
  const text = await response.body.text()
  if (response.statusCode < 200 || response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode}`)
  return text
}

const parseOutData = ({ path }: BenchRequest, json: string): unknown => {
  const response: unknown = JSON.parse(json || 'null')
  if (typeof response !== 'object' || response === null || !('ReturnCode' in response)) return response
  if (response.ReturnCode !== '0000') throw new Error(`${path}: ${json.slice(0, 200)}`)
  return 'OutData' in response ? response.OutData : null
}
