import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { sql } from 'kysely'
import { openDatabase } from '../../../src/server/node/database'
import type { Db } from '../../../src/server/ports'
import { emptyDatabase, serverUrl } from '../../e2e/support/postgres'
import { temporaryFolder } from '../../e2e/support/server'
import { brokenIndexes } from './indexes'

/** Where a portal that is killed keeps its data. */
export interface Home {
  readonly name: string
  readonly dataDir: string
  readonly env: Record<string, string>
  /** Lends the database of the dead portal; returns what the work finds and which indexes do not say what their tables do. */
  readonly look: (work: (db: Db) => Promise<readonly string[]>) => Promise<readonly string[]>
  /** Changes the database while the portal is down. */
  readonly change: (work: (db: Db) => Promise<unknown>) => Promise<void>
}

/** The engines at hand, each with a home of its own. */
export const homes: Readonly<Record<string, () => Promise<Home>>> = {
  'the embedded database': async () => embedded(),
  ...(serverUrl === '' ? {} : { PostgreSQL: () => onServer() }),
}

const embedded = (): Home => {
  const dataDir = temporaryFolder()
  return { name: 'Embedded database', dataDir, env: {}, look: (work) => inCopy(dataDir, work), change: (work) => inFolder(dataDir, work).then(() => {}) }
}

/** A copy of what the kill left behind is looked into; the portal recovers the original by itself. */
const inCopy: (dataDir: string, work: Parameters<Home['look']>[0]) => Promise<readonly string[]> = async (dataDir, work) => {
  const copy = temporaryFolder()
  cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('.lock') })
  try {
    const found = await inFolder(copy, work)
    return [...found, ...(await indexesOf(join(copy, 'database')))]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const inFolder = async <T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = await openDatabase({ dataDir })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

// The portal's own engine is opened without the extension that looks into indexes.
const indexesOf = async (folder: string): Promise<readonly string[]> => {
  const pglite = await PGlite.create(folder, { extensions: { amcheck } })
  try {
    return await brokenIndexes(async (text) => (await pglite.query<Record<string, string>>(text)).rows)
  } finally {
    await pglite.close()
  }
}

const onServer = async (): Promise<Home> => {
  const { url, db } = await emptyDatabase()
  const look: Home['look'] = async (work) => [
    ...(await work(db)),
    ...(await brokenIndexes(async (text) => (await sql.raw<Record<string, string>>(text).execute(db)).rows)),
  ]
  return { name: 'PostgreSQL', dataDir: temporaryFolder(), env: { DATABASE_URL: url, DEMO: '1' }, look, change: (work) => work(db).then(() => {}) }
}
