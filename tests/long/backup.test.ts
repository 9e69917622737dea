import fs, { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { modules } from '../../src/modules'
import { migrate } from '../../src/server/database/migrations'
import { jobRunner } from '../../src/server/jobs/runner'
import { openStore } from '../../src/server/node/open-store'
import { backupsOf } from '../../src/server/node/pglite/backup/automatic'
import { restoreBackup } from '../../src/server/node/pglite/backup/restore'
import { scheduleMaintenance } from '../../src/server/node/pglite/maintenance'
import { readSettings } from '../../src/server/node/settings/settings'
import { testClock } from '../support/clock'
import { embeddedFolders, numbers, putCluster } from '../support/database/embedded-folders'
import { testLog } from '../support/ports'

// Backups and restores of the embedded database under load, every night, across changes of tables, and interrupted.
const { home, folder, filled, open } = embeddedFolders()

const restored = async (file: string): Promise<number> => {
  const dataDir = folder()
  expect(await restoreBackup(dataDir, file)).toBeNull()
  const { db, close } = await open(dataDir)
  const count = await numbers(db)
  await close()
  return count
}

test('a backup made under load restores a database that contains everything written before it', async () => {
  const dataDir = filled()
  const file = join(home, 'backup.tar.gz')
  const first = await open(dataDir)
  let running = true
  const load = (async () => {
    for (let no = 1000; running; no++) await sql`insert into number (no) values (${no})`.execute(first.db)
  })()
  await expect.poll(() => numbers(first.db)).toBeGreaterThan(100)
  const before = await numbers(first.db)
  await first.backup?.(file)
  running = false
  await load
  await first.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(`${file}.part`)).toBe(false)

  const kept = await restoreBackup(dataDir, file)
  expect(kept && existsSync(join(kept, 'PG_VERSION'))).toBe(true)
  const restored = await open(dataDir)
  expect(await numbers(restored.db)).toBeGreaterThanOrEqual(before)
  expect(
    (
      await sql<{ whole: boolean }>`select count(*) = max(no) - 1000 + 1 as whole from number where no >= 1000`.execute(
        restored.db,
      )
    ).rows[0]?.whole,
  ).toBe(true)
})

test('a backup is made every night after three o’clock and can be restored; a missed night is made up for', async () => {
  const dataDir = filled()
  const { db, backup = async () => {} } = await open(dataDir)
  const clock = testClock('2026-11-20T02:59:00+08:00')
  const log = testLog()
  await migrate(db)
  const jobs = jobRunner({ db, log, clock, isOnlyProcess: true })
  scheduleMaintenance(jobs, { db, backup, dataDir, log })
  const night = () => jobs.runUntilIdle()
  const names = () => backupsOf(dataDir, 'nightly').map((file) => basename(file))
  await night()
  expect(names()).toEqual(['nightly-2026-11-19.tar.gz'])
  await night()
  expect(log.lines).toHaveLength(1)
  clock.advance({ minutes: 1 })
  await night()
  expect(names()).toEqual(['nightly-2026-11-19.tar.gz', 'nightly-2026-11-20.tar.gz'])
  await sql`insert into number (no) values (1000)`.execute(db)
  clock.set('2026-11-22T15:00:00+08:00')
  await night()
  expect(names()).toEqual(['nightly-2026-11-19.tar.gz', 'nightly-2026-11-20.tar.gz', 'nightly-2026-11-22.tar.gz'])
  const [, first = '', second = ''] = backupsOf(dataDir, 'nightly')
  expect(statSync(first).mode & 0o777).toBe(0o600)
  expect([await restored(first), await restored(second)]).toEqual([100, 101])
})

/** Lets the next call of this kind fail, as if the process had ended before it. */
const endBefore = (call: number) => {
  const rename = fs.renameSync
  let calls = 0
  onTestFinished(() => {
    fs.renameSync = rename
  })
  fs.renameSync = (...names) => {
    if (++calls === call) throw new Error('the process ended here')
    rename(...names)
  }
  return () => {
    fs.renameSync = rename
  }
}

describe.each([
  { call: 1, step: 'before the restored database is whole', finished: false },
  { call: 2, step: 'before the present one is set aside', finished: true },
  { call: 3, step: 'between the two renames', finished: true },
])('a restore that is interrupted $step', ({ call, finished }) => {
  test('leaves a database for the next start', async () => {
    const dataDir = filled()
    const file = join(home, `cut-off-${call}`)
    const first = await open(dataDir)
    await first.backup?.(file)
    await sql`insert into number (no) values (1000)`.execute(first.db)
    await first.close()
    const goOn = endBefore(call)
    await expect(restoreBackup(dataDir, file)).rejects.toThrow('the process ended here')
    goOn()
    const said: string[] = []
    const { db, close } = await open(dataDir, (line) => said.push(line))
    expect(await numbers(db)).toBe(finished ? 100 : 101)
    const kept = readdirSync(dataDir).filter((name) => name.includes('before-restore'))
    expect([said.length, kept.length]).toEqual(finished ? [1, 1] : [0, 0])
    await close()
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.restored'))).toEqual([])
  })
})

/** A portal's data, opened with schemas that a test changes. */
const changingStore = () => {
  const [dataDir, schemas] = [folder(), folder()]
  putCluster(join(dataDir, 'database'))
  cpSync('schemas', schemas, { recursive: true })
  const said: string[] = []
  return {
    dataDir,
    /** Adds a field to the fees. */
    change: (field: string) => {
      const fee = JSON.parse(readFileSync(join(schemas, 'fee.json'), 'utf8'))
      fee.fields[field] = { type: 'string', label: '備註', max: 10 }
      writeFileSync(join(schemas, 'fee.json'), JSON.stringify(fee))
    },
    /** Changes a text and a rule, but no table. */
    relabel: (label: string) => {
      const fee = JSON.parse(readFileSync(join(schemas, 'fee.json'), 'utf8'))
      fee.fields.Extra = { ...fee.fields.Extra, label, max: 20 }
      writeFileSync(join(schemas, 'fee.json'), JSON.stringify(fee))
    },
    /** Starts and stops the portal, and returns the backups made before changes. */
    start: async (work: Parameters<typeof withStore>[1] = async () => {}) => {
      said.length = 0
      await withStore({ DATA_DIR: dataDir, SCHEMAS_DIR: schemas }, work, (line) => said.push(line))
      const told = said.flatMap((line) => /a backup of the present data is in (.*)\.$/.exec(line)?.[1] ?? [])
      expect(backupsOf(dataDir, 'before-change')).toEqual(expect.arrayContaining(told))
      return told
    },
  }
}

const withStore = async (
  env: Record<string, string>,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<unknown>,
  print: (line: string) => void,
): Promise<void> => {
  const store = await openStore(readSettings(env).settings, print, { modules })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

const feeColumns = async (file: string): Promise<readonly string[]> => {
  const dataDir = folder()
  await restoreBackup(dataDir, file)
  const { db, close } = await open(dataDir)
  const { rows } = await sql<{
    name: string
  }>`select column_name as name from information_schema.columns where table_name = 'fee'`.execute(db)
  await close()
  return rows.map(({ name }) => name)
}

test('a backup is made before each change of the tables, and none if only texts or rules change', async () => {
  const { change, relabel, start } = changingStore()
  expect(await start(), 'there is nothing to lose yet').toEqual([])
  expect(await start()).toEqual([])
  change('Extra')
  expect(await start()).toHaveLength(1)
  change('More')
  const [second = ''] = await start(({ db }) => sql`select extra, more from fee`.execute(db))
  expect(second, 'the second change of the same hour').not.toBe('')
  const columns = await feeColumns(second)
  expect([columns.includes('extra'), columns.includes('more')]).toEqual([true, false])
  expect(await start()).toEqual([])
  relabel('備註說明')
  expect(await start()).toEqual([])
})
