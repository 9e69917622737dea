import { Agent, request } from 'node:http'
import type { CompanyLoginResponse } from '../../contract/call-responses'
import { captchaLetters } from '../../server/accounts/captcha/captcha'
import { benchSecret, type ServerProcess, withClosing } from './process'

/** A request that the load generator repeats. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Connections to one server that stay open. */
export interface BenchClient {
  /** Returns OutData of the response; throws if it is not a success. */
  send(call: BenchRequest): Promise<unknown>
  close(): void
}

/** Returns a client with this number of connections. It uses plain node:http, which leaves the most processor time to the measured server. */
export const openClient = (url: string, connections: number): BenchClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return { send: async (call) => outData(call, await requestText(agent, url, call)), close: () => agent.destroy() }
}

/** Runs the work with a client of a server that is started for it and stopped afterwards. */
export const withClient = <T>(server: Promise<ServerProcess>, connections: number, work: (client: BenchClient) => Promise<T>): Promise<T> =>
  withClosing(server, ({ url }) => withClosing(openClient(url, connections), work))

/** Signs a company user in. Solves the captcha with the server's secret; uses a new IP address each time, because captchas are limited per address. */
export const signInUser = async (
  client: BenchClient,
  { UniformNo, UserId }: { readonly UniformNo: string; readonly UserId: string },
): Promise<CompanyLoginResponse> => {
  const address = { 'X-Forwarded-For': nextAddress() }
  const { VCode: ticket } = (await client.send({ method: 'GET', path: '/api/Home/GetVICode', headers: address })) as { VCode: string }
  const VCode = await captchaLetters({ settings: { secret: new TextEncoder().encode(benchSecret) } }, ticket)
  const body = { UniformNo, UserId, Mima: 'Demo2026x', VCode }
  return (await client.send({ method: 'POST', path: '/api/EnterpriseArea/Login', headers: { ...address, VCode: ticket }, body })) as CompanyLoginResponse
}

let addresses = 0
const nextAddress = (): string => {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Returns the header of a signed-in user. */
export const bearerHeader = ({ JWTToken }: Pick<CompanyLoginResponse, 'JWTToken'>) => ({ Authorization: `Bearer ${JWTToken}` })

const requestText = (agent: Agent, url: string, { method, path, headers, body }: BenchRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(url + path, { method, agent, headers: { ...headers, ...(json ? { 'Content-Type': 'application/json' } : {}) } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        isSuccess(response.statusCode) ? resolve(Buffer.concat(parts).toString()) : reject(new Error(`${path}: ${response.statusCode}`)),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(json)
  })

const isSuccess = (status = 0): boolean => status >= 200 && status < 300

const outData = ({ path }: BenchRequest, json: string): unknown => {
  const response: unknown = JSON.parse(json || 'null')
  if (typeof response !== 'object' || response === null || !('ReturnCode' in response)) return response
  if (response.ReturnCode !== '0000') throw new Error(`${path}: ${json.slice(0, 200)}`)
  return 'OutData' in response ? response.OutData : null
}

/** Throughput and latency of a kind of request. */
export interface LoadFigures {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
}

interface LoadBounds {
  readonly connections: number
  readonly milliseconds: number
  readonly requests: number
}

interface LoadRound {
  readonly times: number[]
  readonly endNo: number
  readonly until: number
}

/** Keeps `connections` requests running until the time or the number is reached. The first tenth is a warm-up and does not count. */
export const measureLoad = async (
  { connections, milliseconds, requests }: LoadBounds,
  send: (requestNo: number, worker: number) => Promise<unknown>,
): Promise<LoadFigures> => {
  let requestNo = 0
  const warmUp = { requests: Math.min(requests / 10, 200), until: performance.now() + milliseconds / 10 }
  const work = async (worker: number, { times, endNo, until }: LoadRound) => {
    while (requestNo < endNo && performance.now() < until) {
      const start = performance.now()
      await send(requestNo++, worker)
      times.push(performance.now() - start)
    }
  }
  const runWorkers = (round: LoadRound) => Promise.all(Array.from({ length: connections }, (_, worker) => work(worker, round)))
  await runWorkers({ times: [], endNo: warmUp.requests, until: warmUp.until })
  const times: number[] = []
  const start = performance.now()
  await runWorkers({ times, endNo: requestNo + requests, until: start + milliseconds })
  const seconds = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50: percentile(0.5), p95: percentile(0.95) }
}
