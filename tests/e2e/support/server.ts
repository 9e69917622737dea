import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyDemo } from './demo-folder'
import { addressOf, freePort, launch, launchProgram, stop, untilAnswers, untilEnded } from './portal-process'

/** A portal in a process of its own, as `npm start` runs it, on a data folder of its own. */
export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  /** Its output so far. */
  output(): string
  /** Sends the signal of Ctrl-C or of a service manager; resolves with the exit code. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

interface StartOptions {
  /** Default: a folder with the demo data. */
  readonly dataDir?: string
  readonly env?: Record<string, string>
  /** `built` runs dist/server/main.js, `npm` runs `npm start`, `dev` the Vite dev server. */
  readonly mode?: 'built' | 'npm' | 'dev'
}

/** Starts a portal and waits until it responds. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await demoFolder())
  const mode = options.mode ?? 'built'
  const port = mode === 'dev' ? await freePort() : 0
  const portal = launchProgram(inject('runFolder'), commands[mode](port), {
    env: { PORT: String(port), DATA_DIR: dataDir, ...options.env },
  })
  const url = mode === 'dev' ? `http://localhost:${port}` : await addressOf(portal)
  await untilAnswers(url, portal)
  return {
    url,
    dataDir,
    output: portal.output,
    stop: (signal) => stop(portal, signal),
    kill: async () => {
      portal.child.kill('SIGKILL')
      await untilEnded(portal.child)
    },
  }
}

/** Runs the built portal until it ends by itself, for starts that must be refused. */
export async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const process = launch(inject('runFolder'), [built], { DATA_DIR: temporaryFolder(), PORT: '0', ...env })
  await process.closed
  return { code: process.child.exitCode, output: process.output() }
}

/** An empty folder, which is deleted after the run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'portal-'))
}

/** Creates a data folder with the demo data, as the first start creates them. */
async function demoFolder(): Promise<string> {
  const folder = temporaryFolder()
  await copyDemo(inject('runFolder'), folder)
  return folder
}

const built = 'dist/server/main.js'

const commands: Readonly<Record<NonNullable<StartOptions['mode']>, (port: number) => readonly string[]>> = {
  built: () => [process.execPath, built],
  npm: () => ['npm', 'start'],
  dev: (port) => [process.execPath, 'node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'],
}
