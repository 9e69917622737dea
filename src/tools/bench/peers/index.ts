import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bearerHeader, openClient } from '../client'
import { type LoadFigures, measureLoad, repeatRequest, warmUpRequests } from '../load'
import { fullSizes, quickSizes } from '../measure'
import { freePort, launchServer, memoryOf, withClosing, withDatabase, withFolder } from '../process'
import { payerCount as fullPayerCount, measureTraffic } from '../traffic'
import { directus } from './directus'
import { type Peer, type PeerPayer, type PeerRequests, unitCount } from './peer'
import { strapi } from './strapi'

// npx tsx src/tools/bench/peers/index.ts [--folder DIR] [--quick]
// Installs other schema-driven servers, and compares the speed of their requests with that of the portal. It needs the npm registry, because these servers are not
// dependencies of the project, and PostgreSQL at BENCH_DATABASE_URL. With --folder the installed packages stay for the next run.
const { values } = parseArgs({ options: { folder: { type: 'string' }, quick: { type: 'boolean', default: false } } })
const sizes = values.quick ? quickSizes : fullSizes
const payerCount = values.quick ? 500 : fullPayerCount
const connections = 8

/** The name that each kind of request has in traffic.ts. */
const titles: Readonly<Record<keyof PeerRequests, string>> = {
  list: 'list of payers',
  detail: 'detail of a payer',
  create: 'creating a payer',
  update: 'updating a payer',
}
const kinds = Object.keys(titles) as (keyof PeerRequests)[]

type Figures = Readonly<Record<keyof PeerRequests, LoadFigures>>

const portalFigures = await measurePortal()
console.log(`PostgreSQL, ${payerCount.toLocaleString('en-US')} payers, ${connections} connections, Node ${process.version}`)
console.log('\n| what | portal | peer | theirs | ratio |\n| --- | ---: | --- | ---: | ---: |')
for (const peer of [strapi, directus]) {
  const { figures, memory } = await withInstallFolder((folder) => measurePeer(peer, folder))
  for (const kind of kinds) console.log(tableRow(kind, peer, figures[kind]))
  console.log(`| resident memory after that | | ${peer.name} | ${Math.round(memory)} MiB | |`)
}

function tableRow(kind: keyof PeerRequests, { name }: Peer, theirs: LoadFigures): string {
  const ours = portalFigures[kind]
  return `| ${titles[kind]} | ${loadText(ours)} | ${name} | ${loadText(theirs)} | ${(ours.perSecond / theirs.perSecond).toFixed(2)} |`
}

function loadText({ perSecond, p50, p95 }: LoadFigures): string {
  return `${Math.round(perSecond)} requests/s (p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms)`
}

function withInstallFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return values.folder ? work(resolve(values.folder)) : withFolder(work)
}

async function measurePortal(): Promise<Figures> {
  const results = await measureTraffic({ ...sizes, connections: [connections] }, ['PostgreSQL'])
  return figuresOf((kind) => results.find((result) => result.kind === titles[kind])?.loads[0] ?? throwNotMeasured(kind))
}

async function measurePeer(peer: Peer, parentFolder: string): Promise<{ readonly figures: Figures; readonly memory: number }> {
  const folder = join(parentFolder, peer.name.toLowerCase().replaceAll(' ', '-'))
  install(peer, folder)
  return withDatabase(async (databaseUrl) => {
    const port = await freePort()
    const env = peer.env({ databaseUrl, port })
    if (peer.prepareArguments) execFileSync(process.execPath, peer.prepareArguments, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' })
    const server = launchServer({ args: peer.startArguments, env, port, probe: peer.probe, cwd: folder })
    return withClosing(server, ({ url, pid }) =>
      withClosing(openClient(url, connections), async (client) => {
        const headers = bearerHeader({ JWTToken: await peer.signIn(client.send, folder) })
        const requests = await peer.fill((call) => client.send({ ...call, headers }), peerPayers())
        const figuresByKind: Partial<Record<keyof PeerRequests, LoadFigures>> = {}
        for (const kind of kinds) {
          const bounds = { connections, milliseconds: sizes.trafficMs, requests: 4000 }
          const send = (requestNo: number) => client.send({ ...requests[kind](requestNo), headers })
          await repeatRequest({ ...bounds, requests: warmUpRequests }, send)
          figuresByKind[kind] = await measureLoad(bounds, send)
        }
        return { figures: figuresOf((kind) => figuresByKind[kind] ?? throwNotMeasured(kind)), memory: memoryOf(pid, 'VmRSS') }
      }),
    )
  })
}

function figuresOf(findFigures: (kind: keyof PeerRequests) => LoadFigures): Figures {
  return { list: findFigures('list'), detail: findFigures('detail'), create: findFigures('create'), update: findFigures('update') }
}

function throwNotMeasured(kind: string): never {
  throw new Error(`${kind} was not measured.`)
}

/** Writes the project of a peer and installs its packages, unless an earlier run has installed the same ones. */
function install({ packages, files }: Peer, folder: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const manifest = join(folder, 'package.json')
  const text = JSON.stringify({ name: 'peer', private: true, dependencies: packages })
  if (existsSync(join(folder, 'node_modules')) && existsSync(manifest) && readFileSync(manifest, 'utf8') === text) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(manifest, text)
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

function peerPayers(): readonly PeerPayer[] {
  return Array.from({ length: payerCount }, (_, index) => ({
    PayerId: `P${index}`,
    PayerNo: String(index).padStart(6, '0'),
    PayerName: '王小明',
    Mobile: `0900${String(index).padStart(6, '0')}`,
    Email: `payer${index}@example.com`,
    unit: index % unitCount,
  }))
}
