import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../../src/server/database/transaction'
import { jobRunner } from '../../src/server/jobs/runner'
import { openDatabase } from '../../src/server/node/database'
import { OperatorError } from '../../src/server/node/operator-error'
import { DurableFS, openCluster } from '../../src/server/node/pglite/cluster'
import { scheduleMaintenance, vacuumAll } from '../../src/server/node/pglite/maintenance'
import { embeddedFolders, numbers } from '../support/database/embedded-folders'
import { testLog } from '../support/ports'

// Risks that only the embedded engine has.
const { home, folder, filled, open } = embeddedFolders()

const refusalOf = async (dataDir: string): Promise<string> => {
  const error = await openDatabase({ dataDir }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(OperatorError)
  return error instanceof Error ? error.message : ''
}

test('a commit waits for the disk', async () => {
  const { db } = await open(filled())
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') order by name`.execute(
    db,
  )
  expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'fsync'])
})

const { init } = DurableFS.prototype

/** Opens a cluster whose writes to this file are never synced, as after a change inside PGlite. */
const openForgetful = async (which: (file: string) => boolean): Promise<unknown> => {
  onTestFinished(() => {
    DurableFS.prototype.init = init
  })
  DurableFS.prototype.init = async function (...args) {
    const { emscriptenOpts } = await init.apply(this, args)
    const forget = (module: object) => {
      const { stream_ops: streams } = (
        module as { NODEFS: { stream_ops: { fsync: (stream: { nfd: number }) => number } } }
      ).NODEFS
      const keep = streams.fsync
      streams.fsync = (stream) => (which(readlinkSync(`/proc/self/fd/${stream.nfd}`)) ? 0 : keep(stream))
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), forget] } }
  }
  const dataDir = filled()
  return openCluster(join(dataDir, 'database'), () => false).then(
    async ({ pglite }) => {
      await pglite.close()
      return 'opened'
    },
    (error: unknown) => (error instanceof Error ? error.message : error),
  )
}

test('an engine that does not sync its commits does not start', async () => {
  for (const forgets of [() => true, (file: string) => file.includes('/pg_wal/')])
    expect(await openForgetful(forgets)).toBe('this version of PGlite does not reliably write its data to the disk')
  expect(await openForgetful(() => false)).toBe('opened')
})

test('the log does not grow without limit', async () => {
  const dataDir = filled()
  const { db } = await open(dataDir)
  const log = () =>
    readdirSync(join(dataDir, 'database', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length * 16
  for (let round = 0; round < 12; round++) {
    await sql`create table big as select no, repeat(md5(no::text), 20) as note from generate_series(1, 20000) no`.execute(
      db,
    )
    await sql`drop table big`.execute(db)
    await setTimeout(120)
  }
  expect(log()).toBeLessThan(200)
})

test('changed tables are vacuumed soon, as a server would do by itself', async () => {
  const { db, backup } = await open(filled())
  const dataDir = folder()
  const jobs = jobRunner({ db, log: testLog(), clock: () => new Date(), isOnlyProcess: false })
  scheduleMaintenance(jobs, { db, backup: backup ?? (async () => {}), dataDir, log: testLog() })
  onTestFinished(() => jobs.stop())
  await jobs.start()
  await sql`insert into number (no) select * from generate_series(101, 9000)`.execute(db)
  const tidied = async () =>
    (
      await sql<{
        done: boolean
      }>`select last_vacuum is not null and last_analyze is not null as done from pg_stat_user_tables where relname = 'number'`.execute(
        db,
      )
    ).rows[0]?.done
  await expect.poll(tidied, { interval: 500 }).toBe(true)
  await vacuumAll(db)
})

test('a folder that is no database, or of another version, is refused and left unchanged', async () => {
  const half = folder()
  mkdirSync(join(half, 'database', 'base'), { recursive: true })
  expect(await refusalOf(half)).toMatch(
    /cannot be opened: it is not a complete database.*Nothing was deleted\. Restore a backup/,
  )
  const newer = filled()
  writeFileSync(join(newer, 'database', 'PG_VERSION'), '19\n')
  expect(await refusalOf(newer)).toContain(
    'it was written by PostgreSQL 19, and this program can only read PostgreSQL 18',
  )
  writeFileSync(join(newer, 'database', 'PG_VERSION'), '18\n')
  expect(await numbers((await open(newer)).db)).toBe(100)
})

test('a data folder that cannot be written prevents the start with the reason', async () => {
  const blocked = join(home, 'a-file')
  writeFileSync(blocked, '')
  expect(await refusalOf(join(blocked, 'data'))).toContain('cannot be opened')
  const dataDir = filled()
  const mounted = mount(dataDir, ['--bind', dataDir])
  if (mounted) execFileSync('mount', ['-o', 'remount,ro,bind', dataDir])
  if (!mounted) return console.log('skipped: this machine lets nobody mount a read-only folder')
  expect(await refusalOf(dataDir)).toContain('The data folder cannot be written')
  execFileSync('umount', [dataDir])
  expect(await numbers((await open(dataDir)).db)).toBe(100)
})

test('on a full disk the database stops with a message, loses nothing, and continues once there is space', async () => {
  const dataDir = folder()
  mkdirSync(dataDir)
  if (!mount(dataDir, ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs']))
    return console.log('skipped: this machine lets nobody mount a small disk')
  filled(dataDir)
  const ballast = join(dataDir, 'ballast')
  const said: string[] = []
  const { db, close } = await open(dataDir, (sentence) => said.push(sentence))
  const room = Number(execFileSync('df', ['--output=avail', '-B1', dataDir], { encoding: 'utf8' }).split('\n')[1])
  writeFileSync(ballast, Buffer.alloc(Math.max(0, room - 6_000_000)))

  let acknowledged = 100
  const write = () =>
    sql`insert into number (no, note) select ${acknowledged}::int + g, repeat('x', 2000) from generate_series(1, 500) g`.execute(
      db,
    )
  const failure = await (async () => {
    for (;;) {
      try {
        await inTransaction(db, async (trx) => {
          await sql`insert into number (no, note) select ${acknowledged}::int + g, repeat('x', 2000) from generate_series(1, 500) g`.execute(
            trx,
          )
        })
        acknowledged += 500
      } catch (error) {
        return error
      }
    }
  })()
  expect(failure).toMatchObject({ name: 'DatabaseUnavailable' })
  expect(said.join()).toMatch(/lacks resources: .*No space left on device/)
  // Without space for its log the engine stops, and its current transaction with it.
  const cutOff = inTransaction(db, async (trx) => {
    await sql`insert into number (no) values (-1)`.execute(trx)
    for (;;) await sql`select pg_switch_wal(), pg_logical_emit_message(false, 'x', 'y')`.execute(trx)
  })
  await expect(cutOff).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
  expect(said.join()).toMatch(/stopped: .*No space left on device/)
  rmSync(ballast)
  await expect.poll(() => numbers(db), { interval: 1000 }).toBe(acknowledged)
  await write()
  await close()

  appendFileSync(ballast, Buffer.alloc(1))
  fill(ballast)
  expect(await refusalOf(dataDir)).toContain('The disk of the data folder is full')
  rmSync(ballast)
  const again = await open(dataDir)
  expect(await numbers(again.db)).toBe(acknowledged + 500)
  await again.close()
})

/**
 * Mounts something at the folder until the test ends; returns false where the machine does not allow it, which CI must.
 */
const mount = (at: string, what: readonly string[]): boolean => {
  try {
    execFileSync('mount', [...what, at], { stdio: 'ignore' })
    onTestFinished(() => {
      try {
        execFileSync('umount', ['-l', at], { stdio: 'ignore' })
      } catch {
        // The test has unmounted it already.
      }
    })
    return true
  } catch (error) {
    if (process.env.CI) throw error
    return false
  }
}

/** Writes until the disk is full. */
const fill = (file: string): void => {
  try {
    for (let size = 1_000_000; ; ) appendFileSync(file, Buffer.alloc(size))
  } catch {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(4096))
    } catch {
      return
    }
  }
}
