import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyDemo } from './demo-folder'
import { freePort, launch, stop, untilAnswers, untilEnded } from './portal-process'

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
  const command = options.mode === 'dev' ? devServer(port) : [built]
  const process = launch(inject('runFolder'), command, { PORT: String(port), DATA_DIR: dataDir, ...options.env })
  const url = `http://localhost:${port}`
  await untilAnswers(url, process)
  return {
    url,
    dataDir,
    output: process.output,
    stop: (signal) => stop(process, signal),
    kill: async () => {
      process.child.kill('SIGKILL')
      await untilEnded(process.child)
    },
  }
}

/** Runs the built portal until it ends by itself, for starts that must be refused. */
export async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const process = launch(inject('runFolder'), [built], { DATA_DIR: temporaryFolder(), PORT: String(await freePort()), ...env })
  await untilEnded(process.child)
  return { code: process.child.exitCode, output: process.output() }
}

/** An empty folder, which is deleted after the run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'portal-'))
}

/** A data folder with the demo data, as the first start makes it. */
async function demoFolder(): Promise<string> {
  const folder = temporaryFolder()
  await copyDemo(inject('runFolder'), folder)
  return folder
}

const built = 'dist/server/main.js'

const devServer = (port: number): string[] => ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort']
