import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/server/node/database'
import { lockFile } from '../../../src/server/node/pglite/lock'
import { putCluster } from '../../support/database/embedded-folders'

// Only the embedded engine has this lock; one engine's run is enough.
const embedded = test.skipIf(inject('databaseUrl') !== '')

const newFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const newLock = (): string => join(newFolder(), 'database.lock')

/** The content of a lock of this process, with other facts. */
const textWith = async (facts: object): Promise<string> => {
  const path = newLock()
  const release = await lockFile(path)
  const text = readFileSync(path, 'utf8')
  release()
  return JSON.stringify({ ...JSON.parse(text), ...facts })
}

embedded('a namesake that started at another time, and what no process writes, hold nothing', async () => {
  const lock = newLock()
  for (const text of [await textWith({ startedAt: '1' }), '{}', '', 'no json']) {
    writeFileSync(lock, text)
    const release = await lockFile(lock)
    expect(readdirSync(join(lock, '..'))).toEqual(['database.lock'])
    release()
  }
})

embedded(
  'a holder in another container or on another machine keeps the lock as long as it shows signs of life',
  async () => {
    const lock = newLock()
    const said: string[] = []
    // A process number that no process has.
    writeFileSync(lock, await textWith({ pid: 4_194_305, place: 'another', host: 'branch-7' }))
    const signs = setInterval(() => utimesSync(lock, new Date(), new Date()), 100)
    onTestFinished(() => clearInterval(signs))
    const options = { signMs: 200, silenceMs: 2000, report: (sentence: string) => said.push(sentence) }
    await expect(lockFile(lock, options)).rejects.toThrow('is in use by process 4194305 of branch-7. Stop that process')
    expect(said).toEqual([expect.stringContaining('(branch-7). Waiting 2 seconds')])
    clearInterval(signs)
    const release = await lockFile(lock, options)
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid })
    release()
  },
)

embedded('a holder shows signs of life', async () => {
  const lock = newLock()
  const release = await lockFile(lock, { heartbeatMs: 100 })
  onTestFinished(release)
  utimesSync(lock, 0, 0)
  await expect.poll(() => statSync(lock).mtimeMs).toBeGreaterThan(0)
})

embedded('who replaces a lock and dies at it is no obstacle', async () => {
  const lock = newLock()
  writeFileSync(lock, '{}')
  // The orphaned lock file with the content '{}'.
  writeFileSync(`${lock}.44136fa3`, await textWith({ startedAt: '1' }))
  const release = await lockFile(lock)
  expect(readdirSync(join(lock, '..'))).toEqual(['database.lock'])
  release()
})

embedded('while somebody replaces a lock the others are refused', async () => {
  const lock = newLock()
  writeFileSync(lock, '{}')
  writeFileSync(`${lock}.44136fa3`, await textWith({}))
  await expect(lockFile(lock)).rejects.toThrow(`is in use by process ${process.pid}`)
})

embedded('of many processes that take, kill and find it at once, never two have it', async () => {
  const lock = newLock()
  const script = join(import.meta.dirname, 'lock', 'contender.ts')
  const contend = () => promisify(execFile)(process.execPath, ['--import', 'tsx', script, lock, '40'])
  await Promise.all(Array.from({ length: 6 }, contend))
  expect(existsSync(`${lock}-held`)).toBe(false)
})

embedded('a database whose lock was taken away ends at once, with a sentence', async () => {
  const dataDir = newFolder()
  putCluster(join(dataDir, 'database'))
  const said: string[] = []
  const { db, close } = await openDatabase({ dataDir, report: (sentence) => said.push(sentence) })
  writeFileSync(join(dataDir, 'database.lock'), await textWith({ place: 'another' }))
  await expect
    .poll(() => said.join())
    .toContain('The embedded database stops: another process has locked the data folder.')
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
  await close()
  expect(readFileSync(join(dataDir, 'database.lock'), 'utf8')).toContain('another')
})
