import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between the portal and its PostgreSQL server that tests can interrupt without stopping the server. */
export interface BreakableLink {
  /** The address of the database through the proxy. */
  readonly url: string
  /** Closes every connection and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Starts a proxy to the server of a database address. */
export const breakableLink = async (databaseUrl: string): Promise<BreakableLink> => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    track(client).pipe(track(upstream)).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(address.port) }).href,
    cut: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    restore: async () => {
      server.listen(address.port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
