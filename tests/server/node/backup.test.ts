import fs, { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/server/node/open-store'
import { backupFile, backupsOf, deleteOldBackups, type Occasion } from '../../../src/server/node/pglite/backup/automatic'
import { restoreBackup } from '../../../src/server/node/pglite/backup/restore'
import { runNightlyMaintenance } from '../../../src/server/node/pglite/maintenance'
import { readSettings } from '../../../src/server/node/settings/settings'
import { runBackup } from '../../../src/tools/backup/run'
import { testClock } from '../../support/clock'
import { embeddedFolders, numbers, putCluster } from '../../support/embedded-folders'
import { testLog } from '../../support/ports'

// A server has tools of its own; one engine's run is enough.
const embedded = test.skipIf(inject('databaseUrl') !== '')
const { home, folder, filled, open } = embeddedFolders(inject('databaseUrl') === '')

const restored = async (file: string): Promise<number> => {
  const dataDir = folder()
  expect(await restoreBackup(dataDir, file)).toBeNull()
  const { db, close } = await open(dataDir)
  const count = await numbers(db)
  await close()
  return count
}

embedded(
  'a backup made under load restores to a database that has all from before it',
  async () => {
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
      (await sql<{ whole: boolean }>`select count(*) = max(no) - 1000 + 1 as whole from number where no >= 1000`.execute(restored.db)).rows[0]?.whole,
    ).toBe(true)
  },
  120_000,
)

embedded(
  'a file that is no whole backup is refused and changes nothing',
  async () => {
    const dataDir = filled()
    const { backup, close } = await open(dataDir)
    const whole = join(home, 'whole.tar.gz')
    await backup?.(whole)
    await close()
    const cut = join(home, 'cut.tar.gz')
    cpSync(whole, cut)
    truncateSync(cut, Math.floor(statSync(whole).size * 0.6))
    const other = join(home, 'other.tar.gz')
    writeFileSync(other, 'no backup')
    for (const file of [cut, other]) await expect(restoreBackup(dataDir, file)).rejects.toThrow(/cannot be restored: .* Nothing was changed\./)
    expect(await numbers((await open(dataDir)).db)).toBe(100)
  },
  120_000,
)

embedded(
  'every night from three o’clock on there is a backup of that day, which restores; a night that was slept through is made up for',
  async () => {
    const dataDir = filled()
    const { db, backup = async () => {} } = await open(dataDir)
    const clock = testClock('2026-11-20T02:59:00+08:00')
    const log = testLog()
    const night = () => runNightlyMaintenance({ db, backup, dataDir, clock, log })
    const names = () => backupsOf(dataDir, 'nightly').map((file) => basename(file))
    await night()
    expect(names()).toEqual([])
    clock.advance({ minutes: 1 })
    await night()
    expect(names()).toEqual(['nightly-2026-11-20.tar.gz'])
    await sql`insert into number (no) values (1000)`.execute(db)
    await night()
    expect(log.lines).toHaveLength(1)
    clock.set('2026-11-22T15:00:00+08:00')
    await night()
    expect(names()).toEqual(['nightly-2026-11-20.tar.gz', 'nightly-2026-11-22.tar.gz'])
    const [first = '', second = ''] = backupsOf(dataDir, 'nightly')
    expect(statSync(first).mode & 0o777).toBe(0o600)
    expect([await restored(first), await restored(second)]).toEqual([100, 101])
  },
  120_000,
)

/** The next call of this kind fails, as if the process had ended before it. */
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
])('a restore that ends $step', ({ call, finished }) => {
  embedded(
    'leaves a database to the next start, never none',
    async () => {
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
    },
    120_000,
  )
})

const keptOf = (occasion: Occasion, moments: readonly string[], latest: string): readonly string[] => {
  const dataDir = folder()
  fs.mkdirSync(join(dataDir, 'backups'), { recursive: true })
  for (const moment of [...moments, latest]) writeFileSync(backupFile(dataDir, occasion, moment), '')
  writeFileSync(`${backupFile(dataDir, occasion, 'cut-off')}.part`, '')
  writeFileSync(join(dataDir, 'backups', 'somebody-else.tar.gz'), '')
  deleteOldBackups(dataDir, occasion, backupFile(dataDir, occasion, latest))
  return readdirSync(join(dataDir, 'backups'))
    .sort()
    .map((name) => name.replace(`${occasion}-`, '').replace('.tar.gz', ''))
}

test('seven nights are kept, what was cut off and older goes, and nobody else’s file', () => {
  const days = Array.from({ length: 8 }, (_, index) => `2026-11-1${index + 1}`)
  expect(keptOf('nightly', days, '2026-11-19')).toEqual([...days.slice(2), '2026-11-19', 'somebody-else'])
})

test('a clock that was set back does not cost the latest backup', () => {
  const days = Array.from({ length: 7 }, (_, index) => `2026-11-1${index + 1}`)
  expect(keptOf('nightly', days, '1970-01-01')).toEqual(['1970-01-01', ...days.slice(1), 'somebody-else'])
})

test('of the changes of an hour the state from before the first and from before the last is kept', () => {
  const at = (...times: readonly string[]) => times.map((time) => `2026-11-20T${time}`)
  expect(keptOf('before-change', at('090000', '100100', '101500', '103000', '110000'), '2026-11-20T110500')).toEqual([
    ...at('090000', '100100', '110000', '110500'),
    'somebody-else',
  ])
  expect(keptOf('before-change', at('010000', '020000', '030000', '040000', '050000'), '2026-11-20T060000')).toEqual([
    ...at('020000', '030000', '040000', '050000', '060000'),
    'somebody-else',
  ])
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
    /** Starts and stops, and answers the files of before. */
    start: async (work: Parameters<typeof withStore>[1] = async () => {}) => {
      said.length = 0
      await withStore({ DATA_DIR: dataDir, SCHEMAS_DIR: schemas }, work, (line) => said.push(line))
      const told = said.flatMap((line) => /data from before are in (.*)\.$/.exec(line)?.[1] ?? [])
      expect(backupsOf(dataDir, 'before-change')).toEqual(expect.arrayContaining(told))
      return told
    },
  }
}

const withStore = async (
  env: Record<string, string>,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<unknown>,
  say: (line: string) => void,
): Promise<void> => {
  const store = await openStore(readSettings(env).settings, say)
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
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = 'fee'`.execute(db)
  await close()
  return rows.map(({ name }) => name)
}

embedded(
  'before each change of the tables the data are saved, also when nobody noted what the tables were made from; never without a change',
  async () => {
    const { dataDir, change, start } = changingStore()
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
    rmSync(join(dataDir, 'tables'))
    expect(await start()).toHaveLength(1)
    expect(await start()).toEqual([])
  },
  180_000,
)

embedded(
  'the command saves and brings back; where there is no database it makes none',
  async () => {
    const said: string[] = []
    const run = (dataDir: string, ...args: string[]) => {
      said.length = 0
      return runBackup(args, { env: { DATA_DIR: dataDir }, say: (line) => said.push(line) })
    }
    const [empty, file] = [folder(), join(home, 'by-hand')]
    fs.mkdirSync(empty)
    for (const dataDir of [empty, folder()]) {
      expect(await run(dataDir, 'backup', file)).toBe(1)
      expect(said).toEqual([`There is no database in the data folder ${dataDir}. Name the right folder in DATA_DIR, or the server in DATABASE_URL.`])
      expect(existsSync(file)).toBe(false)
    }
    expect(readdirSync(empty)).toEqual([])

    const dataDir = filled()
    expect(await run(dataDir, 'backup', file)).toBe(0)
    expect(said).toEqual([expect.stringMatching(/^All data are in .*by-hand\. .* keep a copy of .*session-secret apart\.$/)])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run(dataDir, 'backup', file)).toBe(1)
    expect(said[0]).toContain('exists already')
    const { db, close } = await open(dataDir)
    await sql`delete from number`.execute(db)
    expect(await run(dataDir, 'restore', file), 'while a portal works').toBe(1)
    expect(said[0]).toContain('is in use by process')
    await close()
    expect(await run(dataDir, 'restore', file)).toBe(0)
    expect(said[0]).toMatch(/Those from before are in .*before-restore-\d{14}/)
    expect(await numbers((await open(dataDir)).db)).toBe(100)
  },
  120_000,
)
