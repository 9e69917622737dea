import fs from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { modules } from '../../../src/modules'
import { openDatabase } from '../../../src/server/node/database'
import { restrictDataFolder } from '../../../src/server/node/files/data-folder'
import { OperatorError } from '../../../src/server/node/operator-error'
import { readSettings } from '../../../src/server/node/settings/settings'
import { startPortal } from '../../../src/server/node/start'
import { runBackup } from '../../../src/tools/backup/run'
import { embeddedFolders, numbers } from '../../support/database/embedded-folders'
import { portal } from '../../support/portal'

// A database server keeps its own files; one engine's run is enough.
const embedded = test.skipIf(inject('databaseUrl') !== '')
const onServer = test.skipIf(inject('databaseUrl') === '')
const { folder, filled, open } = embeddedFolders(inject('databaseUrl') === '')

/** Every file and folder, including the data folder. */
const below = (dataDir: string): readonly string[] => [
  dataDir,
  ...fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name)),
]

const modeOf = (path: string): string => (fs.statSync(path).mode & 0o777).toString(8)

/**
 * The files that others than their owner can access, with their mode; an open database creates and deletes files at any
 * time.
 */
const openToOthers = (dataDir: string): readonly string[] =>
  below(dataDir).flatMap((path) => {
    const found = fs.lstatSync(path, { throwIfNoEntry: false })
    return !found || (found.mode & 0o777) === (found.isDirectory() ? 0o700 : 0o600) ? [] : [`${path} ${modeOf(path)}`]
  })

/** Sets the modes as a previous version of the portal, or a manual copy, left them. */
const widen = (dataDir: string): number => {
  const paths = below(dataDir)
  for (const path of paths) fs.chmodSync(path, fs.statSync(path).isDirectory() ? 0o755 : 0o666)
  return paths.length
}

const refusalOf = async (dataDir: string): Promise<string> => {
  const error = await openDatabase({ dataDir }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(OperatorError)
  return error instanceof Error ? error.message : ''
}

/** Starts and stops a portal, and returns its output. */
const startAndStop = async (env: Record<string, string>): Promise<readonly string[]> => {
  const said: string[] = []
  await (await startPortal(readSettings({ PORT: '0', ...env }).settings, modules, (line) => said.push(line))).close()
  return said
}

embedded(
  'everything that a portal stores is accessible to its owner only, from its first start: database, log, secret, backups, and restored files',
  async () => {
    const dataDir = folder()
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    expect((await startAndStop({ DATA_DIR: dataDir, DEMO: '0' })).join()).not.toContain('accessible to other users')
    expect(openToOthers(dataDir)).toEqual([])

    const { db, backup, close } = await open(dataDir)
    await sql`create table number as select no, repeat(md5(no::text), 20) as note from generate_series(1, 5000) no`.execute(
      db,
    )
    await sql`checkpoint`.execute(db)
    await sql`vacuum analyze number`.execute(db)
    await backup?.(join(dataDir, 'backups', 'by-hand.tar.gz'))
    expect(openToOthers(dataDir)).toEqual([])
    await close()

    expect(
      await runBackup(['restore', join(dataDir, 'backups', 'by-hand.tar.gz')], {
        env: { DATA_DIR: dataDir },
        print: () => {},
      }),
    ).toBe(0)
    expect(await numbers((await open(dataDir)).db)).toBe(5000)
    expect(openToOthers(dataDir)).toEqual([])
    expect(
      fs
        .readdirSync(dataDir)
        .sort()
        .map((name) => name.replace(/\d{14}/, '')),
    ).toEqual(['backups', 'database', 'database.before-restore-', 'database.lock', 'portal.log', 'session-secret'])
  },
)

embedded(
  'a data folder that others could read or write is closed with the next start, which says so in one line',
  async () => {
    const dataDir = filled()
    fs.mkdirSync(join(dataDir, 'backups'))
    for (const name of ['portal.log', 'session-secret', 'backups/nightly-2026-11-20.tar.gz'])
      fs.writeFileSync(join(dataDir, name), 'x'.repeat(64))
    const count = widen(dataDir)
    const said = await startAndStop({ DATA_DIR: dataDir, DEMO: '0' })
    expect(said.filter((line) => line.includes('other users'))).toEqual([
      `${count} files and folders of ${dataDir} were accessible to other users of this machine. Now only their owner can access them.`,
    ])
    expect(openToOthers(dataDir)).toEqual([])
    expect((await startAndStop({ DATA_DIR: dataDir, DEMO: '0' })).join()).not.toContain('other users')
  },
)

embedded(
  'files that are not the portal’s keep their modes: behind a link, or beside its own in the data folder',
  async () => {
    const dataDir = filled()
    const [elsewhere, otherFile] = [folder(), join(dataDir, 'notes.txt')]
    fs.mkdirSync(elsewhere)
    const target = join(elsewhere, 'target')
    for (const file of [target, otherFile]) {
      fs.writeFileSync(file, '')
      fs.chmodSync(file, 0o644)
    }
    fs.chmodSync(elsewhere, 0o755)
    fs.symlinkSync(target, join(dataDir, 'database', 'link'))
    fs.symlinkSync(elsewhere, join(dataDir, 'backups'))
    await (await open(dataDir)).close()
    expect([target, otherFile, elsewhere].map(modeOf)).toEqual(['644', '644', '755'])
    expect(modeOf(dataDir)).toBe('700')
  },
)

embedded(
  'a folder that others use and that holds nothing of the portal’s is left alone with a sentence, until it is closed by hand',
  async () => {
    const dataDir = folder()
    fs.mkdirSync(dataDir)
    fs.chmodSync(dataDir, 0o755)
    fs.writeFileSync(join(dataDir, 'notes.txt'), '')
    expect(await refusalOf(dataDir)).toBe(
      `${dataDir} contains files of other programs (notes.txt), and other users of this machine can access it. Set DATA_DIR to a folder of its own; to use this one nevertheless, restrict it first: chmod 700 ${dataDir}`,
    )
    expect([modeOf(dataDir), fs.readdirSync(dataDir)]).toEqual(['755', ['notes.txt']])
    fs.chmodSync(dataDir, 0o700)
    restrictDataFolder(dataDir)
  },
)

embedded('a new volume is closed as a folder of its own', () => {
  const dataDir = folder()
  fs.mkdirSync(join(dataDir, 'lost+found'), { recursive: true })
  fs.chmodSync(dataDir, 0o755)
  restrictDataFolder(dataDir)
  expect(modeOf(dataDir)).toBe('700')
})

/** Returns what the work throws while this process acts as that user. */
const refusalAs = (user: number, work: () => void): unknown => {
  process.seteuid?.(user)
  try {
    return work()
  } catch (error) {
    return error
  } finally {
    process.seteuid?.(0)
  }
}

test.skipIf(process.getuid?.() !== 0)(
  'a file of another user that others can access prevents the start, with its name and advice',
  () => {
    const [dataDir, user] = [folder(), 65_534]
    const file = join(dataDir, 'portal.log')
    fs.mkdirSync(dataDir)
    fs.chownSync(dataDir, user, user)
    fs.writeFileSync(file, '')
    fs.chmodSync(file, 0o644)
    fs.chmodSync(join(dataDir, '..'), 0o755)
    expect(refusalAs(user, () => restrictDataFolder(dataDir))).toEqual(
      new OperatorError(
        `Other users of this machine can use ${file} (mode 644), and this cannot be changed: it belongs to user 0. Give the data folder to the user that runs the portal: chown -R USER ${dataDir}`,
      ),
    )
    fs.chownSync(file, user, user)
    expect(refusalAs(user, () => restrictDataFolder(dataDir))).toBeUndefined()
    expect(openToOthers(dataDir)).toEqual([])
  },
)

test('a file system without modes prevents the start', () => {
  const dataDir = folder()
  fs.mkdirSync(dataDir)
  fs.chmodSync(dataDir, 0o755)
  const chmod = fs.chmodSync
  onTestFinished(() => {
    fs.chmodSync = chmod
  })
  fs.chmodSync = () => {}
  expect(() => restrictDataFolder(dataDir)).toThrow(
    `Other users of this machine can use ${dataDir} (mode 755), and this cannot be changed: its file system has no file modes. Mount it with umask=077, or choose another DATA_DIR.`,
  )
})

onServer('a trial on a server keeps its log and its secret as closed', async () => {
  const { db } = await portal({ ownDatabase: true })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const DATABASE_URL = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${rows[0]?.name}` }).href
  const dataDir = folder()
  fs.mkdirSync(dataDir)
  fs.writeFileSync(join(dataDir, 'portal.log'), '')
  widen(dataDir)
  const said = await startAndStop({ NODE_ENV: 'test', DATABASE_URL, DATA_DIR: dataDir })
  expect(said).toContain(
    `2 files and folders of ${dataDir} were accessible to other users of this machine. Now only their owner can access them.`,
  )
  expect(fs.readdirSync(dataDir).sort()).toEqual(['portal.log', 'session-secret'])
  expect(openToOthers(dataDir)).toEqual([])
})
