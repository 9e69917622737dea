import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { openDatabase } from '../../../src/server/node/database'
import type { Db } from '../../../src/server/ports'
import { emptyDatabase, serverUrl } from '../../e2e/support/postgres'
import { temporaryFolder } from '../../e2e/support/server'
import { sampled } from '../../support/sample'
import { brokenIndexes } from './indexes'

/** The data of a portal that is killed. */
export interface PortalData {
  readonly name: string
  readonly dataDir: string
  readonly env: Record<string, string>
  /**
   * Opens the database of the killed portal for the work; returns its result, and the indexes that differ from their
   * tables.
   */
  readonly look: (work: (db: Db) => Promise<readonly string[]>) => Promise<readonly string[]>
  /** Changes the database while the portal is down. */
  readonly change: (work: (db: Db) => Promise<unknown>) => Promise<void>
}

/** The available engines, each with its own data. */
export const portalDataOf: Readonly<Record<string, () => Promise<PortalData>>> = {
  'the embedded database': async () => embedded(),
  ...(serverUrl === '' ? {} : { PostgreSQL: () => onServer() }),
  ...(inject('poolerUrl') === undefined ? {} : { 'PostgreSQL behind PgBouncer': () => behindPooler() }),
}

/**
 * Returns the names of all available engines in the long suite; in the sample only this one, or the embedded database
 * where no server is available.
 */
export const enginesOf = (inSample: 'the embedded database' | 'PostgreSQL'): readonly string[] =>
  sampled(Object.keys(portalDataOf), [inSample in portalDataOf ? inSample : 'the embedded database'])

const embedded = (): PortalData => {
  const dataDir = temporaryFolder()
  return {
    name: 'Embedded database',
    dataDir,
    env: {},
    look: (work) => inCopy(dataDir, work),
    change: (work) => inFolder(dataDir, work).then(() => {}),
  }
}

/** The check uses a copy of the data, so that the portal recovers the original itself. */
const inCopy: (dataDir: string, work: Parameters<PortalData['look']>[0]) => Promise<readonly string[]> = async (
  dataDir,
  work,
) => {
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

// The portal opens its own engine without the extension that checks indexes.
const indexesOf = async (folder: string): Promise<readonly string[]> => {
  const pglite = await PGlite.create(folder, { extensions: { amcheck } })
  try {
    return await brokenIndexes(async (text) => (await pglite.query<Record<string, string>>(text)).rows)
  } finally {
    await pglite.close()
  }
}

const onServer = async (): Promise<PortalData> => {
  const { url, db } = await emptyDatabase()
  const look: PortalData['look'] = async (work) => [
    ...(await work(db)),
    ...(await brokenIndexes(async (text) => (await sql.raw<Record<string, string>>(text).execute(db)).rows)),
  ]
  return {
    name: 'PostgreSQL',
    dataDir: temporaryFolder(),
    env: { DATABASE_URL: url, DEMO: '1' },
    look,
    change: (work) => work(db).then(() => {}),
  }
}

/** Only the portal connects through the pooler. */
const behindPooler = async (): Promise<PortalData> => {
  const data = await onServer()
  const { DATABASE_URL: directUrl = '' } = data.env
  const pooledUrl = Object.assign(new URL(inject('poolerUrl')), { pathname: new URL(directUrl).pathname }).href
  return {
    ...data,
    name: 'PostgreSQL behind PgBouncer',
    env: { ...data.env, DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: directUrl },
  }
}
