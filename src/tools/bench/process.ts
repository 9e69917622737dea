import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../server/node/database'

/** A server in its own process, so that it shares no thread with the measuring code. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process to its first response. */
  readonly readyAfter: number
  close(): Promise<void>
}

/** The database engine of a benchmarked portal. */
export type Engine = 'PGlite' | 'PostgreSQL'
/**
 * The environment variables that select the database of a portal: a folder for PGlite, and for PostgreSQL a URL too.
 */
export type PortalEnv = { readonly DATA_DIR: string; readonly DATABASE_URL?: string }

interface ServerLaunch {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  /** Path that returns 200 once the server is ready. */
  readonly probe: string
  /** The working directory; default: that of this process. */
  readonly cwd?: string
}

/** Secret of every benchmarked portal. */
export const benchSecret = 'a secret that only the benchmarks use'

/** Returns a free port. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the built portal with these settings; with demo data, unless DEMO is set to 0. */
export const startPortalProcess = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const port = await freePort()
  const common = {
    NODE_ENV: 'development',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SESSION_SECRET: benchSecret,
    DEMO: '1',
    TRUST_PROXY: '1',
  }
  return launchServer({ args: ['dist/server/main.js'], env: { ...common, ...env }, port, probe: '/healthz' })
}

/** Starts a minimal HTTP server, with which the start of the portal is compared. */
export const startBareServer = async (): Promise<ServerProcess> => {
  const port = await freePort()
  const script = `require('node:http').createServer((_, response) => response.end('ok')).listen(${port})`
  return launchServer({ args: ['-e', script], env: {}, port, probe: '/' })
}

/** Starts the server with which the portal's requests for payers are compared (`bare-server.ts`). */
export const startBareSqlServer = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const port = await freePort()
  return launchServer({
    args: ['--import', 'tsx', 'src/tools/bench/bare-server.ts'],
    env: { ...env, PORT: String(port) },
    port,
    probe: '/',
  })
}

/** Runs the work with an opened resource, such as a process, and closes the resource afterwards. */
export const withClosing = async <Opened extends { close(): unknown }, T>(
  opened: Opened | Promise<Opened>,
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  const resource = await opened
  try {
    return await work(resource)
  } finally {
    await resource.close()
  }
}

/** Runs the work with a temporary folder and deletes the folder afterwards. */
export const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a server in its own process, and waits until it responds. */
export const launchServer = async ({ args, env, port, probe, cwd }: ServerLaunch): Promise<ServerProcess> => {
  const start = performance.now()
  // The Vite build of the screens benchmark sets NODE_ENV in this process; the server must not inherit it.
  const { NODE_ENV: _mode, ...inherited } = process.env
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  await waitUntilReady(child, url + probe)
  return { url, pid: child.pid ?? 0, readyAfter: performance.now() - start, close: () => stopProcess(child) }
}

const waitUntilReady = async (child: ChildProcess, url: string): Promise<void> => {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server for ${url} ended with code ${child.exitCode}.`)
    const response = await fetch(url).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const stopProcess = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

/** The server on which the benchmark creates its databases. */
const databaseServerUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Returns whether a PostgreSQL server responds. Without one the benchmark measures only PGlite. */
export const hasPostgres = async (): Promise<boolean> => {
  try {
    return (await postgresVersion()) !== ''
  } catch {
    return false
  }
}

/** Returns the version of the PostgreSQL server. */
export const postgresVersion = (): Promise<string> =>
  withClosing(openDatabase({ databaseUrl: databaseServerUrl }), async ({ db }) => {
    const { rows } = await sql<{ version: string }>`select split_part(version(), ' on ', 1) as version`.execute(db)
    return rows[0]?.version ?? 'PostgreSQL'
  })

/** Runs the work on PGlite and, if `withPostgres` is set, on PostgreSQL, each with an empty database. */
export const onEngines = async <T>(
  withPostgres: boolean,
  work: (engine: Engine, env: PortalEnv) => Promise<readonly T[]>,
): Promise<readonly T[]> => [
  ...(await withEngine('PGlite', (env) => work('PGlite', env))),
  ...(withPostgres ? await withEngine('PostgreSQL', (env) => work('PostgreSQL', env)) : []),
]

/** Runs the work with an empty database of this engine. */
export const withEngine = <T>(engine: Engine, work: (env: PortalEnv) => Promise<T>): Promise<T> =>
  withFolder((DATA_DIR) =>
    engine === 'PGlite' ? work({ DATA_DIR }) : withDatabase((DATABASE_URL) => work({ DATA_DIR, DATABASE_URL })),
  )

/** Opens the database of a portal that is not running; on PostgreSQL it may be running. */
export const openPortalDatabase = ({ DATABASE_URL, DATA_DIR }: PortalEnv) =>
  openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })

/** Creates a temporary PostgreSQL database, runs the work with its URL, and drops the database. */
export const withDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const name = `bench_${process.pid}_${Date.now().toString(36)}`
  const { db, close } = await openDatabase({ databaseUrl: databaseServerUrl })
  try {
    await sql`create database ${sql.id(name)}`.execute(db)
    const url = new URL(databaseServerUrl)
    url.pathname = name
    return await work(url.href)
  } finally {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db)
    await close()
  }
}

/**
 * Returns the result of the work, and the growth of a process in MiB: its peak memory during the work minus its memory
 * before.
 */
export const withMemoryGrowth = async <T>(
  { pid }: Pick<ServerProcess, 'pid'>,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly growth: number }> => {
  // Writing 5 resets the peak, which the creation of the demo data may have raised above that of the work.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const initialMemory = memoryOf(pid, 'VmRSS')
  const result = await work()
  return { result, growth: memoryOf(pid, 'VmHWM') - initialMemory }
}

/**
 * Returns the resident memory of a process in MiB, as Linux reports it: VmRSS is the present memory, VmHWM its peak.
 */
export const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Linux reports processor time in clock ticks; this is their number per second. */
const ticksPerSecond = 100

/**
 * Returns the processor time of all threads of a process in seconds.
 * Other load on the machine hardly affects it, unlike the duration of the work.
 */
export const cpuSecondsOf = ({ pid }: Pick<ServerProcess, 'pid'>): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // utime and stime, fields 14 and 15 of /proc/PID/stat. The text before `) ` holds fields 1 and 2.
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
