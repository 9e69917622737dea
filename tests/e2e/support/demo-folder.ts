import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addressOf, launch, stop } from './portal-process'

/** Creates a data folder with the demo data, as the first start does, while other tests of the run are running. */
export async function makeDemoFolder(runFolder: string): Promise<void> {
  const { made, partial, failure } = places(runFolder)
  try {
    const portal = launch(runFolder, ['dist/server/main.js'], { PORT: '0', DATA_DIR: partial })
    await addressOf(portal)
    await stop(portal)
    renameSync(partial, made)
  } catch (error) {
    // Nobody waits for it here; the journeys report why they cannot start.
    if (existsSync(runFolder)) writeFileSync(failure, String(error))
  }
}

/** Copies the demo data into an empty folder, which takes a tenth of the time of creating them. */
export async function copyDemo(runFolder: string, folder: string): Promise<void> {
  const { made, failure } = places(runFolder)
  while (!existsSync(made)) {
    if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'))
    await setTimeout(100)
  }
  cpSync(made, folder, { recursive: true })
}

const places = (runFolder: string) => ({
  made: join(runFolder, 'demo'),
  partial: join(runFolder, 'demo.partial'),
  failure: join(runFolder, 'demo.failure'),
})
