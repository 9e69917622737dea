import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../src/server/node/database'
import type { Db } from '../../../src/server/ports'

/** Data folders of the embedded engine, for test files about crashes, locks and backups. */
export interface EmbeddedFolders {
  /** The folder that contains all of them. */
  readonly home: string
  /** Returns the path of a data folder that does not exist yet. */
  folder(): string
  /** Creates a data folder whose database has a table of a hundred numbers. */
  filled(dataDir?: string): string
  /** Opens the database of a data folder until the test ends. */
  open(dataDir: string, report?: (sentence: string) => void): Promise<OpenDatabase>
}

/**
 * Returns the data folders of a test file; call it at the top of the file.
 * `run` = false creates no database, for files whose tests are skipped.
 */
export const embeddedFolders = (run = true): EmbeddedFolders => {
  const home = mkdtempSync(join(tmpdir(), 'embedded-'))
  const template = join(home, 'template')
  let folders = 0
  const folder = (): string => join(home, `data-${++folders}`)

  beforeAll(async () => {
    if (!run) return
    putCluster(join(template, 'database'))
    const { db, close } = await openDatabase({ dataDir: template })
    await sql`create table number (no integer primary key, note text not null default 'a note that takes some room')`.execute(
      db,
    )
    await sql`insert into number (no) select * from generate_series(1, 100)`.execute(db)
    await close()
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  return {
    home,
    folder,
    filled: (dataDir = folder()) => {
      cpSync(template, dataDir, { recursive: true })
      return dataDir
    },
    open: async (dataDir, report = () => {}) => {
      const database = await openDatabase({ dataDir, report })
      let closed = false
      const close = async () => {
        if (closed) return
        closed = true
        await database.close()
      }
      onTestFinished(close)
      return { ...database, close }
    },
  }
}

/** Extracts the files of an empty database into a folder, because initdb takes seconds. */
export const putCluster = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xf', inject('databaseImages').empty, '-C', folder], { stdio: 'ignore' })
  // The engine also gives access to the owner only.
  execFileSync('chmod', ['-R', 'go=', folder])
}

/** Counts the numbers in the database. */
export const numbers = async (db: Db): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from number`.execute(db)).rows[0]?.count ?? 0
