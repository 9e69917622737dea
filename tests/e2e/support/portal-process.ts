import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A portal's process with its output so far. */
export interface PortalProcess {
  readonly child: ChildProcess
  /** Resolves once the process has ended and everything that it printed has arrived, which is later than its exit. */
  readonly closed: Promise<void>
  output(): string
}

/** Starts Node with the arguments and records the process in the folder of the run, so that the run can end it. */
export function launch(runFolder: string, args: readonly string[], env: Record<string, string>): PortalProcess {
  return launchProgram(runFolder, [process.execPath, ...args], { env })
}

interface LaunchOptions {
  readonly env: Record<string, string>
  /** The working directory; default: that of the tests. */
  readonly cwd?: string
}

/** Starts any program in the same way, such as npm. */
export function launchProgram(
  runFolder: string,
  [program = '', ...args]: readonly string[],
  { env, cwd }: LaunchOptions,
): PortalProcess {
  const { VITEST: _vitest, NODE_ENV: _mode, ...inherited } = process.env
  const child = spawn(program, args, { env: { ...inherited, ...env }, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  writeFileSync(join(runFolder, 'pids', String(child.pid)), '')
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { child, closed, output: () => output }
}

/** Waits until a portal that chose its port itself has printed its address, and returns the address. */
export async function addressOf({ child, output }: PortalProcess): Promise<string> {
  for (;;) {
    const [url] = /http:\/\/localhost:\d+(?=\/company)/.exec(output()) ?? []
    if (url !== undefined) return url
    if (hasEnded(child)) throw new Error(`The portal ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    await setTimeout(50)
  }
}

/** Waits until the portal responds at the address. */
export async function untilAnswers(url: string, { child, output }: PortalProcess): Promise<void> {
  for (;;) {
    if (hasEnded(child)) throw new Error(`The portal ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(100)
  }
}

/** Sends a signal that stops the portal and returns its exit code. */
export async function stop(
  { child, closed }: PortalProcess,
  signal: 'SIGINT' | 'SIGTERM' = 'SIGINT',
): Promise<number | null> {
  child.kill(signal)
  await closed
  return child.exitCode
}

/** Waits until a killed process has ended; its own processes may still hold its output. */
export async function untilEnded(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Returns a free port, for programs that cannot choose one themselves (PORT=0); another program may take it first. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
