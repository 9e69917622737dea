import fs, { cpSync, existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { type BackupOccasion, backupFile, deleteOldBackups } from '../../../src/server/node/pglite/backup/automatic'
import { restoreBackup } from '../../../src/server/node/pglite/backup/restore'
import { runBackup } from '../../../src/tools/backup/run'
import { embeddedFolders, numbers } from '../../support/database/embedded-folders'

// A database server has its own tools; one engine's run is enough.
const embedded = test.skipIf(inject('databaseUrl') !== '')
const { home, folder, filled, open } = embeddedFolders(inject('databaseUrl') === '')

embedded('a file that is no whole backup is refused and changes nothing', async () => {
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
  for (const file of [cut, other])
    await expect(restoreBackup(dataDir, file)).rejects.toThrow(/cannot be restored: .* Nothing was changed\./)
  expect(await numbers((await open(dataDir)).db)).toBe(100)
})

const keptOf = (occasion: BackupOccasion, moments: readonly string[], latest: string): readonly string[] => {
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

test('seven nights are kept; interrupted and older backups are deleted, other files are not', () => {
  const days = Array.from({ length: 8 }, (_, index) => `2026-11-1${index + 1}`)
  expect(keptOf('nightly', days, '2026-11-19')).toEqual([...days.slice(2), '2026-11-19', 'somebody-else'])
})

test('a clock that was set back does not delete the latest backup', () => {
  const days = Array.from({ length: 7 }, (_, index) => `2026-11-1${index + 1}`)
  expect(keptOf('nightly', days, '1970-01-01')).toEqual(['1970-01-01', ...days.slice(1), 'somebody-else'])
})

test('of the changes within an hour, the states before the first and before the last are kept', () => {
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

embedded('the command saves and brings back; where there is no database it makes none', async () => {
  const said: string[] = []
  const run = (dataDir: string, ...args: string[]) => {
    said.length = 0
    return runBackup(args, { env: { DATA_DIR: dataDir }, print: (line) => said.push(line) })
  }
  const [empty, file] = [folder(), join(home, 'by-hand')]
  fs.mkdirSync(empty)
  for (const dataDir of [empty, folder()]) {
    expect(await run(dataDir, 'backup', file)).toBe(1)
    expect(said).toEqual([
      `There is no database in the data folder ${dataDir}. Name the right folder in DATA_DIR, or the server in DATABASE_URL.`,
    ])
    expect(existsSync(file)).toBe(false)
  }
  expect(readdirSync(empty)).toEqual([])

  const dataDir = filled()
  expect(await run(dataDir, 'backup', file)).toBe(0)
  expect(said).toEqual([
    expect.stringMatching(/^All data are in .*by-hand\. .* keep a copy of .*session-secret in another place\.$/),
  ])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await run(dataDir, 'backup', file)).toBe(1)
  expect(said[0]).toContain('already exists')
  const { db, close } = await open(dataDir)
  await sql`delete from number`.execute(db)
  expect(await run(dataDir, 'restore', file), 'while a portal works').toBe(1)
  expect(said[0]).toContain('is in use by process')
  await close()
  expect(await run(dataDir, 'restore', file)).toBe(0)
  expect(said[0]).toMatch(/The previous data are in .*before-restore-\d{14}/)
  expect(await numbers((await open(dataDir)).db)).toBe(100)
})
