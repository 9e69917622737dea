import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '../operator-error'

/** Milliseconds within which a client has to send a request. */
interface ServerTimeouts {
  /** For the headers. */
  readonly headers: number
  /** For headers and body. */
  readonly request: number
  /** Between two checks of both. */
  readonly checkEvery: number
}

/** An upload over a slow line may take as long as the browser waits for the response, which is three minutes. */
export const serverTimeouts: ServerTimeouts = { headers: 60_000, request: 240_000, checkEvery: 15_000 }

/** Returns an HTTP server that responds with 408 to a request that does not arrive in time, so that nobody holds its connections open. */
export const httpServer = (listener: RequestListener, { headers, request, checkEvery }: ServerTimeouts = serverTimeouts): Server =>
  createServer({ headersTimeout: headers, requestTimeout: request, connectionsCheckingInterval: checkEvery }, listener)

/** Listens on a port, which a setting names, and returns it; port 0 chooses a free one. */
export const listen = (server: Server, { setting, port, address }: { setting: string; port: number; address: string | undefined }): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject('code' in error && error.code === 'EADDRINUSE' ? portInUse(setting, port) : error))
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port))
  })

const portInUse = (setting: string, port: number): OperatorError =>
  new OperatorError(`Port ${port} is in use by another program. Stop that program, or choose another port: ${setting}=${port + 1} npm start`)
