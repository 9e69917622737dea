import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire between the portal and its PostgreSQL server that tests can cut, leaving the server itself alone. */
export interface BreakableLink {
  /** The address of the database through the wire. */
  readonly url: string
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Lays a wire to the server of a database address. */
export const breakableLink = async (databaseUrl: string): Promise<BreakableLink> => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    keep(near).pipe(keep(far)).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
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
