import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A portal's process with what it has printed so far. */
export interface PortalProcess {
  readonly child: ChildProcess
  output(): string
}

/** Starts Node with the arguments and notes the process in the folder of the run, which ends it when the run does not. */
export function launch(runFolder: string, args: readonly string[], env: Record<string, string>): PortalProcess {
  const { VITEST: _vitest, NODE_ENV: _mode, ...inherited } = process.env
  const child = spawn(process.execPath, args, { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  writeFileSync(join(runFolder, 'pids', String(child.pid)), '')
  return { child, output: () => output }
}

/** Waits until the portal answers at the address. */
export async function untilAnswers(url: string, { child, output }: PortalProcess): Promise<void> {
  for (;;) {
    if (hasEnded(child)) throw new Error(`The portal ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(100)
  }
}

/** Sends a signal that stops the portal and returns its exit code. */
export async function stop({ child }: PortalProcess, signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): Promise<number | null> {
  child.kill(signal)
  await untilEnded(child)
  return child.exitCode
}

/** Waits until the process has ended. */
export async function untilEnded(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Returns a port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
