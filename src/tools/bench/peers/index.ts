import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { bearerHeader, openClient } from '../client'
import { type LoadFigures, measureLoadsAlternating, repeatRequest, warmUpRequests } from '../load'
import { fullSizes, type Measurement, quickSizes, tableHead, tableRow } from '../measure'
import {
  payerCount,
  type RequestKind,
  requestKinds,
  requestTitles,
  type ServerRequests,
  withPayers,
} from '../portal-requests'
import { freePort, launchServer, openPortalDatabase, withClosing, withDatabase, withFolder } from '../process'
import { percentilesText } from '../traffic'
import { directus } from './directus'
import type { Peer, PreparedPeer } from './peer'
import { strapi } from './strapi'

// npx tsx src/tools/bench/peers/index.ts [--folder DIR] [--quick]
// Installs other schema-driven servers, and compares the speed of their requests on PostgreSQL with that of the portal
// on both engines.
// It needs the npm registry, because these servers are not dependencies of the project, and PostgreSQL at
// BENCH_DATABASE_URL.
// With --folder the installed packages stay for the next run.
const { values } = parseArgs({ options: { folder: { type: 'string' }, quick: { type: 'boolean', default: false } } })
const { trafficMs } = values.quick ? quickSizes : fullSizes
const connections = 8

interface MeasuredServer {
  readonly name: string
  readonly requests: ServerRequests
}

interface ServerLoad extends LoadFigures {
  readonly name: string
}

/** The lowest ratios of the portal on PostgreSQL to each peer; that on PGlite must be 1 for every kind. */
const minRatios: Readonly<Record<string, Partial<Record<RequestKind, number>>>> = {
  [strapi.name]: { list: 5, create: 4, update: 4 },
  [directus.name]: { list: 3, create: 4, update: 4 },
}

await withPayers('PostgreSQL', connections, (onServer) =>
  withPayers('PGlite', connections, (embedded) =>
    withPeers([strapi, directus], (peers) =>
      compare(
        [
          { name: 'PostgreSQL', requests: onServer.requests },
          { name: 'PGlite', requests: embedded.requests },
        ],
        peers,
      ),
    ),
  ),
)

/** Measures each kind of request on all servers in turns, after a warm-up, and prints the ratios. */
async function compare(portals: readonly MeasuredServer[], peers: readonly MeasuredServer[]): Promise<void> {
  console.log(
    `Peers on PostgreSQL, ${payerCount.toLocaleString('en-US')} payers, ${connections} connections, Node ${process.version}\n\n${tableHead}`,
  )
  for (const kind of requestKinds) {
    const servers = [...portals, ...peers]
    for (const { requests } of servers)
      await repeatRequest({ connections, milliseconds: trafficMs, requests: warmUpRequests }, requests[kind])
    const variants = servers.map(({ name, requests }) => ({ name, send: requests[kind] }))
    const loads = await measureLoadsAlternating(variants, { connections, milliseconds: trafficMs / 4, rounds: 7 })
    for (const ours of loads.slice(0, portals.length))
      for (const theirs of loads.slice(portals.length)) console.log(tableRow(measurementOf(kind, ours, theirs)))
  }
}

function measurementOf(kind: RequestKind, ours: ServerLoad, theirs: ServerLoad): Measurement {
  const minRatio = ours.name === 'PGlite' ? 1 : minRatios[theirs.name]?.[kind]
  return {
    title: `${requestTitles[kind]}, ${ours.name}`,
    portalFigure: ours.perSecond,
    unit: 'requests/s',
    details: percentilesText(ours),
    reference: `${theirs.name}, ${percentilesText(theirs)}`,
    referenceFigure: theirs.perSecond,
    ratioLimit: minRatio === undefined ? undefined : `≥ ${minRatio}`,
  }
}

/** Installs and starts the peers, each with a database with the same payers, and runs the work with all of them. */
function withPeers<T>(
  [peer, ...others]: readonly Peer[],
  work: (servers: readonly MeasuredServer[]) => Promise<T>,
): Promise<T> {
  if (!peer) return work([])
  return withInstallFolder((folder) =>
    withPeer(peer, folder, (server) => withPeers(others, (servers) => work([server, ...servers]))),
  )
}

function withInstallFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return values.folder ? work(resolve(values.folder)) : withFolder(work)
}

function withPeer<T>(peer: Peer, parentFolder: string, work: (server: MeasuredServer) => Promise<T>): Promise<T> {
  const folder = join(parentFolder, peer.name.toLowerCase().replaceAll(' ', '-'))
  install(peer, folder)
  return withDatabase(async (databaseUrl) => {
    const port = await freePort()
    const env = peer.env({ databaseUrl, port })
    if (peer.prepareArguments)
      execFileSync(process.execPath, peer.prepareArguments, {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      })
    return withClosing(
      launchServer({ args: peer.startArguments, env, port, probe: peer.probe, cwd: folder }),
      ({ url }) =>
        withClosing(openClient(url, connections), async (client) => {
          const headers = bearerHeader({ JWTToken: await peer.signIn(client.send, folder) })
          const prepared = await peer.prepare((call) => client.send({ ...call, headers }))
          const requests = prepared.requests(await fill(databaseUrl, prepared))
          const sendOf = (kind: RequestKind) => (requestNo: number) =>
            client.send({ ...requests[kind](requestNo), headers })
          return work({
            name: peer.name,
            requests: {
              list: sendOf('list'),
              detail: sendOf('detail'),
              create: sendOf('create'),
              update: sendOf('update'),
            },
          })
        }),
    )
  })
}

/** Inserts the payers of a peer, and returns the ids with which its requests name them. */
function fill(databaseUrl: string, { statements, ids }: PreparedPeer): Promise<readonly (string | number)[]> {
  return withClosing(openPortalDatabase({ DATABASE_URL: databaseUrl, DATA_DIR: '' }), async ({ db }) => {
    for (const statement of [...statements(payerCount), sql`analyze`]) await statement.execute(db)
    return (await ids.execute(db)).rows.map(({ id }) => id)
  })
}

/** Writes the project of a peer and installs its packages, unless an earlier run has installed the same ones. */
function install({ packages, files }: Peer, folder: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const manifest = join(folder, 'package.json')
  const text = JSON.stringify({ name: 'peer', private: true, dependencies: packages })
  if (existsSync(join(folder, 'node_modules')) && existsSync(manifest) && readFileSync(manifest, 'utf8') === text)
    return
  mkdirSync(folder, { recursive: true })
  writeFileSync(manifest, text)
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
