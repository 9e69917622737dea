import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A portal in a process of its own, as `npm start` runs it, on an empty data folder of its own. */
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
  readonly dataDir?: string
  readonly env?: Record<string, string>
  /** `built` runs dist/server/main.js, `dev` the Vite dev server. */
  readonly mode?: 'built' | 'dev'
}

/** Starts a portal and waits until it answers. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? temporaryFolder()
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

/** What the end of the test process tidies up: children first, then their folders. */
const leftovers: (() => void)[] = []
process.once('exit', () => {
  for (const tidy of leftovers.reverse()) tidy()
})

/** An empty folder that is removed when the test process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  leftovers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function launch(options: StartOptions, env: Record<string, string>, port: number): { child: ChildProcess; output: () => string } {
  const command = options.mode === 'dev' ? ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'] : ['dist/server/main.js']
  const { VITEST: _vitest, NODE_ENV: _mode, ...inherited } = process.env
  const child = spawn(process.execPath, command, { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  leftovers.push(() => child.kill('SIGKILL'))
  return { child, output: () => output }
}

async function untilAnswers(url: string, { child, output }: { child: ChildProcess; output: () => string }): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The portal ended with code ${child.exitCode}:\n${output()}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
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
