import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bearerHeader, openClient } from '../client'
import { type LoadFigures, measureLoad, repeatRequest, type Send, warmUpRequests } from '../load'
import { fullSizes, quickSizes } from '../measure'
import { payerCount as fullPayerCount, type RequestKind, requestKinds, requestTitles, withPayers } from '../portal-requests'
import { freePort, launchServer, memoryOf, withClosing, withDatabase, withFolder } from '../process'
import { percentilesText } from '../traffic'
import { directus } from './directus'
import { type Peer, type PeerPayer, unitCount } from './peer'
import { strapi } from './strapi'

// npx tsx src/tools/bench/peers/index.ts [--folder DIR] [--quick]
// Installs other schema-driven servers, and compares the speed of their requests with that of the portal. It needs the npm registry, because these servers are not
// dependencies of the project, and PostgreSQL at BENCH_DATABASE_URL. With --folder the installed packages stay for the next run.
const { values } = parseArgs({ options: { folder: { type: 'string' }, quick: { type: 'boolean', default: false } } })
const sizes = values.quick ? quickSizes : fullSizes
const payerCount = values.quick ? 500 : fullPayerCount
const connections = 8

type Figures = Readonly<Record<RequestKind, LoadFigures>>

const portalFigures = await withPayers('PostgreSQL', connections, ({ requests }) => measureRequests((kind) => requests[kind]))
console.log(`PostgreSQL, ${payerCount.toLocaleString('en-US')} payers, ${connections} connections, Node ${process.version}`)
console.log('\n| what | portal | peer | theirs | ratio |\n| --- | ---: | --- | ---: | ---: |')
for (const peer of [strapi, directus]) {
  const { figures, memory } = await withInstallFolder((folder) => measurePeer(peer, folder))
  for (const kind of requestKinds) console.log(tableRow(kind, peer, figures[kind]))
  console.log(`| resident memory after that | | ${peer.name} | ${Math.round(memory)} MiB | |`)
}

function tableRow(kind: RequestKind, { name }: Peer, theirs: LoadFigures): string {
  const ours = portalFigures[kind]
  return `| ${requestTitles[kind]} | ${loadText(ours)} | ${name} | ${loadText(theirs)} | ${(ours.perSecond / theirs.perSecond).toFixed(2)} |`
}

function loadText(figures: LoadFigures): string {
  return `${Math.round(figures.perSecond)} requests/s (${percentilesText(figures)})`
}

function withInstallFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return values.folder ? work(resolve(values.folder)) : withFolder(work)
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
        const figures = await measureRequests((kind) => (requestNo) => client.send({ ...requests[kind](requestNo), headers }))
        return { figures, memory: memoryOf(pid, 'VmRSS') }
      }),
    )
  })
}

/** Measures each kind of request of a server, after a warm-up. */
async function measureRequests(sendOf: (kind: RequestKind) => Send): Promise<Figures> {
  const bounds = { connections, milliseconds: sizes.trafficMs, requests: 4000 }
  const measure = async (kind: RequestKind) => {
    await repeatRequest({ ...bounds, requests: warmUpRequests }, sendOf(kind))
    return measureLoad(bounds, sendOf(kind))
  }
  return { list: await measure('list'), detail: await measure('detail'), create: await measure('create'), update: await measure('update') }
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
