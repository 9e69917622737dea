import { lookup, Resolver } from 'node:dns/promises'
import { type IncomingMessage, type RequestOptions, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Push, PushFailed, type PushResponse } from '../../ports'
import { isLoopbackAddress, isPublicAddress } from './public-address'

/** The options of {@link httpsPush}. */
interface PushOptions {
  /** Permits http and https to `localhost`, for demo and tests. */
  readonly toLoopback: boolean
  readonly timeoutMs?: number
  /** Returns the addresses of a host name. */
  readonly resolve?: Resolve
}

type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

/**
 * Returns the port that sends pushes over https to public addresses.
 * The connection is made to the addresses that were checked, so that a name that resolves to another address afterwards
 * has no effect.
 * Follows no redirect and opens a new connection for each push.
 */
export const httpsPush = ({ toLoopback, timeoutMs = 10_000, resolve = resolveHost }: PushOptions): Push => ({
  post: async ({ url, headers, body }) => {
    const target = targetOf(url, toLoopback)
    const signal = AbortSignal.timeout(timeoutMs)
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      agent: false,
      signal,
      lookup: checkedLookup(resolve, target.isPermitted),
    }
    return await send(target.url, options, body).catch((error: unknown) => {
      throw signal.aborted ? new PushFailed(`對方在 ${timeoutMs / 1000} 秒內沒有完成回應。`) : failureOf(error)
    })
  },
})

/**
 * Returns the addresses of a host from the name servers of the machine.
 * `lookup` would occupy threads that all pushes share while the name servers of one host do not answer.
 */
const resolveHost: Resolve = async (host) => {
  if (localHosts.includes(host)) return lookup(host, { all: true })
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
}

/** The address of a receiver that passed the checks, and the check of the IP addresses of its host. */
interface Target {
  readonly url: URL
  readonly isPermitted: (address: string) => boolean
}

/**
 * Returns the checked address of a receiver.
 * `URL` converts decimal, octal and hexadecimal IPv4 addresses to the usual form.
 */
const targetOf = (text: string, toLoopback: boolean): Target => {
  if (!URL.canParse(text)) throw new PushFailed(`通知網址格式不正確，${askBank}`)
  const url = new URL(text)
  const isLocal = toLoopback && localHosts.includes(url.hostname)
  const isPermitted = isLocal ? isLoopbackAddress : isPublicAddress
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    throw new PushFailed(`通知網址須以 https 開頭，${askBank}`)
  if (url.username !== '' || url.password !== '') throw new PushFailed(`通知網址不可包含帳號或密碼，${askBank}`)
  if (!isLocal && url.port !== '' && Number(url.port) < minPort)
    throw new PushFailed(`通知網址的連接埠須為 443，或 ${minPort} 以上，${askBank}`)
  // The lookup is not called for IP addresses.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPermitted(host)) throw new PushFailed(notPublic)
  return { url, isPermitted }
}

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** The lowest port besides 443. Lower ones belong to other protocols, such as mail. */
const minPort = 1024

const askBank = '請洽代收銀行更正。'

const notPublic = `通知網址不是公開的網際網路位址，${askBank}`

const unknownHost = `找不到通知網址的主機，請確認網域名稱，或${askBank}`

/** Returns a lookup that fails if any address of the host is not permitted. */
const checkedLookup =
  (resolve: Resolve, isPermitted: Target['isPermitted']): LookupFunction =>
  (host, { all }, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) return callback(new PushFailed(unknownHost), '')
        if (!addresses.every(({ address }) => isPermitted(address))) return callback(new PushFailed(notPublic), '')
        return all ? callback(null, [...addresses]) : callback(null, first.address, first.family)
      },
      () => callback(new PushFailed(unknownHost), ''),
    )
  }

const send = (url: URL, options: RequestOptions, body: Uint8Array): Promise<PushResponse> =>
  new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? requestByHttps : requestByHttp
    let hasResponse = false
    const request = open(url, options, (response) => {
      hasResponse = true
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
    request.on('error', reject)
    // After a response such as 101 (another protocol), Node closes the connection without an error.
    request.on('close', () => {
      if (!hasResponse) reject(new PushFailed('對方關閉連線，沒有回應。'))
    })
    request.end(body)
  })

/** Maximum number of bytes that are read of a response. */
const maxBytes = 64 * 1024

/** Returns the beginning of a response. Leaving the loop closes the connection. */
const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

/** Returns the failure for an error of the network; other errors are faults of the program. */
const failureOf = (error: unknown): unknown => {
  if (error instanceof PushFailed || !(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  const reason = reasons.find(({ pattern }) => pattern.test(code))?.text ?? '連線中斷，沒有收到完整的回應。'
  return new PushFailed(reason)
}

const reasons: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /^ECONNREFUSED$/, text: '對方的主機拒絕連線。' },
  { pattern: /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, text: '無法連線到對方的主機。' },
  { pattern: /^(CERT_|ERR_TLS_|DEPTH_|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_SSL)/, text: '對方的憑證或加密連線有問題。' },
  { pattern: /^HPE_/, text: '對方的回應不是 HTTP 格式。' },
]
