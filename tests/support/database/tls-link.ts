import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'

/** A proxy that encrypts the connections to a PostgreSQL server which itself does not. */
export interface TlsLink {
  /** The address of the database through the proxy, by the host name of its certificate. */
  readonly url: string
  /** How many encrypted connections there were. */
  connections(): number
  close(): void
}

/** Starts a proxy with TLS to the server of a database address. */
export const tlsLink = async (databaseUrl: string): Promise<TlsLink> => {
  const target = new URL(databaseUrl)
  let connections = 0
  const server = createServer((client) => {
    client.on('error', () => {})
    // A client requests TLS with eight bytes; the response is an S.
    client.once('data', () => {
      client.write('S')
      const encrypted = new TLSSocket(client, { isServer: true, cert: certificate, key }).on('error', () =>
        client.destroy(),
      )
      encrypted.once('secure', () => connections++)
      const upstream = connect(Number(target.port || 5432), target.hostname).on('error', () => client.destroy())
      encrypted.pipe(upstream).pipe(encrypted)
      client.on('close', () => upstream.destroy())
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: 'localhost', port: String(address.port) }).href,
    connections: () => connections,
    close: () => void server.close(),
  }
}

/** A self-signed certificate for localhost, valid from 2000 to 2100; its key protects nothing. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUJ9LcouzQSr9JVzKaKBRu68QEN04wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTAwMDEwMTAwMDAwMFoYDzIxMDAwMTAx
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASfqXPz/+PYQM+ewqIAqWBX2OLOLtgvI1C+9T87nCXTFAKzlO7NzP1E
62nY+WjOiz5Zoar6RGF5USVEATlG/Oklo2kwZzAdBgNVHQ4EFgQUErw2hdUxxJ4z
ek7o/WvZ9sFZ1S0wHwYDVR0jBBgwFoAUErw2hdUxxJ4zek7o/WvZ9sFZ1S0wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgeM+ToQ6/QrXBHsdxJwdiV4oJSqc+VfKFhsrEFb+uR5ICIGmH89RBn0Tr
xATiJlwPFcg7O1S2jZHeuVwCuGqJsnvt
-----END CERTIFICATE-----`

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9Z05c7TjTCjAsuA2
Xptu9sI5zY7XwnRIk6luhwnydZKhRANCAASfqXPz/+PYQM+ewqIAqWBX2OLOLtgv
I1C+9T87nCXTFAKzlO7NzP1E62nY+WjOiz5Zoar6RGF5USVEATlG/Okl
-----END PRIVATE KEY-----`
