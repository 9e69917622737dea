import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCluster } from '../../../src/server/node/pglite/cluster'
import { type Cut, Disk } from './disk'
import { type DiskEvent, type Recording, record } from './recorder'
import { commitBatch, type Found, maintain, prepare } from './workload'

/** The outcome of one cut. */
export interface CutResult {
  readonly opened: boolean
  readonly acknowledged: number
  readonly lost: number
  readonly complaints: readonly string[]
}

// node --import tsx run.ts <random cuts> <ordered cuts> [forgetful]: prints one CutResult a line.
// A forgetful disk ignores every fsync.
const [random = 0, ordered = 0] = process.argv.slice(2, 4).map(Number)
const forgetful = process.argv[4] === 'forgetful'
const home = mkdtempSync(join(tmpdir(), 'power-cut-'))
try {
  const folder = join(home, 'live')
  const recording = await work(folder, join(home, 'base'))
  const { events } = recording
  const heard = forgetful ? events.filter(({ kind }) => kind !== 'fsync' && kind !== 'fsyncFolder') : events
  for (const cut of cutsOf(heard)) console.log(JSON.stringify(await suffer(recording, heard, cut)))
} finally {
  rmSync(home, { recursive: true, force: true })
}

/** Fills a database while every change of its disk is recorded. */
async function work(folder: string, base: string): Promise<Recording> {
  const first = await openCluster(folder, () => false)
  await prepare(first.pglite)
  await first.pglite.close()
  cpSync(folder, base, { recursive: true })
  const recording = record(folder)
  const { pglite } = await openCluster(folder, () => false)
  for (let batch = 1; batch <= 320; batch++) {
    await commitBatch(pglite, batch)
    recording.events.push({ kind: 'acknowledged', batch })
    await maintain(pglite, batch)
  }
  recording.stop()
  return recording
}

function cutsOf(events: readonly DiskEvent[]): Cut[] {
  const chance = dice(20_261_121)
  const acknowledged = events.flatMap(({ kind }, index) => (kind === 'acknowledged' ? [index] : []))
  const anywhere = () => Math.floor(events.length * (0.05 + 0.95 * chance()))
  const amongCommits = () => (acknowledged[Math.floor(acknowledged.length * chance())] ?? 0) + Math.floor(12 * chance())
  // Checkpoints write far more than commits; every other cut falls between commits.
  const moment = () => Math.min(events.length - 1, chance() < 0.5 ? anywhere() : amongCommits())
  const randomCuts = Array.from({ length: random }, (): Cut => {
    const share = chance()
    return { at: moment(), keep: () => chance() < share, until: 0 }
  })
  const orderedCuts = Array.from({ length: ordered }, (): Cut => {
    const at = moment()
    const kept = events.slice(0, at + 1).findLastIndex(({ kind }) => kind === 'fsync')
    // The disk may lose everything after its last sync, and an earlier part as well.
    return { at, keep: null, until: kept + Math.floor((at - kept) * chance()) }
  })
  return [...randomCuts, ...orderedCuts]
}

async function suffer({ files }: Recording, events: readonly DiskEvent[], cut: Cut): Promise<CutResult> {
  const folder = join(home, 'live')
  const target = join(home, 'cut')
  rmSync(target, { recursive: true, force: true })
  const disk = new Disk(folder, join(home, 'base'), files)
  disk.play(events, cut)
  disk.writeTo(target)
  const acknowledged = events
    .slice(0, cut.at + 1)
    .flatMap((event) => (event.kind === 'acknowledged' ? [event.batch] : []))
  const found = reopen(target)
  if (typeof found === 'string')
    return { opened: false, acknowledged: acknowledged.length, lost: acknowledged.length, complaints: [found] }
  const there = new Set(found.batches)
  return {
    opened: true,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((batch) => !there.has(batch)).length,
    complaints: found.complaints,
  }
}

function reopen(target: string): Found | string {
  try {
    const script = fileURLToPath(new URL('./reopen.ts', import.meta.url))
    const said = execFileSync(process.execPath, ['--import', 'tsx', script, target], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    })
    return JSON.parse(said) as Found
  } catch (error) {
    return error instanceof Error && 'stderr' in error
      ? String(error.stderr).trim().slice(0, 300) || error.message
      : String(error)
  }
}

function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
