import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '../operator-error'

/** Time limits for the requests of clients, in milliseconds. */
interface ServerTimeouts {
  /** Until all headers have arrived. */
  readonly headers: number
  /** Until headers and body have arrived. */
  readonly request: number
  /** Interval at which connections are checked for both limits. */
  readonly checkEvery: number
}

/**
 * The portal's pages wait three minutes for a response.
 * The limit for a whole request is longer, so that the server does not end a slow upload before the page does.
 */
export const serverTimeouts: ServerTimeouts = { headers: 60_000, request: 240_000, checkEvery: 15_000 }

/**
 * Maximum size of the request line and headers in bytes.
 * The address of a call can name up to 500 bills, which takes 11 kB.
 */
const maxHeaderSize = 32_768

/**
 * Returns an HTTP server that responds with 408 to a request that does not arrive in time, so that slow clients cannot
 * occupy its connections.
 */
export const httpServer = (
  listener: RequestListener,
  { headers, request, checkEvery }: ServerTimeouts = serverTimeouts,
): Server =>
  createServer(
    { maxHeaderSize, headersTimeout: headers, requestTimeout: request, connectionsCheckingInterval: checkEvery },
    listener,
  )

/**
 * Listens on a port and returns its number; port 0 selects a free port.
 * Errors name the setting that configures the port.
 */
export const listen = (
  server: Server,
  { setting, port, address }: { setting: string; port: number; address: string | undefined },
): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject('code' in error && error.code === 'EADDRINUSE' ? portInUseError(setting, port) : error),
    )
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port))
  })

const portInUseError = (setting: string, port: number): OperatorError =>
  new OperatorError(
    `Port ${port} is in use by another program. Stop that program, or choose another port: ${setting}=${port + 1} npm start`,
  )
