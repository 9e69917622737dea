import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'

/** A portal in a process of its own, as `npm start` runs it, on a data folder of its own. */
export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  /** What it has printed so far. */
  output(): string
  /** Ctrl-C, or what a service manager sends; resolves with the exit code. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>
  /** kill -9. */
  kill(): Promise<void>
}

interface StartOptions {
  /** Default: a folder with the demo data. */
  readonly dataDir?: string
  readonly env?: Record<string, string>
  /** `built` runs dist/server/main.js, `dev` the Vite dev server. */
  readonly mode?: 'built' | 'dev'
}

/** Starts a portal and waits until it answers. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await demoFolder())
  const port = await freePort()
  const process = launch(options, { PORT: String(port), DATA_DIR: dataDir, ...options.env }, port)
  const url = `http://localhost:${port}`
  await untilAnswers(`${url}/healthz`, process)
  return {
    url,
    dataDir,
    output: process.output,
    stop: async (signal = 'SIGINT') => {
      process.child.kill(signal)
      if (process.child.exitCode === null) await once(process.child, 'exit')
      return process.child.exitCode
    },
    kill: async () => {
      process.child.kill('SIGKILL')
      if (process.child.exitCode === null && process.child.signalCode === null) await once(process.child, 'exit')
    },
  }
}

/** Runs the built portal until it ends by itself, for starts that must be refused. */
export async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const process = launch({}, { DATA_DIR: temporaryFolder(), PORT: String(await freePort()), ...env }, 0)
  if (process.child.exitCode === null) await once(process.child, 'exit')
  return { code: process.child.exitCode, output: process.output() }
}

/** An empty folder, which is deleted after the run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'portal-'))
}

/** A data folder with the demo data as the first start makes it. The first journey of a run has it made; copying it takes a tenth of that. */
async function demoFolder(): Promise<string> {
  const made = join(inject('runFolder'), 'demo')
  if (takesOn(`${made}.lock`)) await makeDemo(made)
  while (!existsSync(made)) await setTimeout(100)
  const folder = temporaryFolder()
  cpSync(made, folder, { recursive: true })
  return folder
}

async function makeDemo(folder: string): Promise<void> {
  const server = await startServer({ dataDir: `${folder}.part` })
  await server.stop()
  renameSync(`${folder}.part`, folder)
}

/** Takes the lock; false where another file of the run has taken it. */
function takesOn(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

function launch(options: StartOptions, env: Record<string, string>, port: number): { child: ChildProcess; output: () => string } {
  const command = options.mode === 'dev' ? ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'] : ['dist/server/main.js']
  const { VITEST: _vitest, NODE_ENV: _mode, ...inherited } = process.env
  const child = spawn(process.execPath, command, { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  writeFileSync(join(inject('runFolder'), 'pids', String(child.pid)), '')
  return { child, output: () => output }
}

async function untilAnswers(url: string, { child, output }: { child: ChildProcess; output: () => string }): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The portal ended with code ${child.exitCode}:\n${output()}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(100)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
