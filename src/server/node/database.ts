import { Kysely } from 'kysely'
import { pgliteDatabase } from '../database/pglite-database'
import type { Db } from '../ports'
import { openEmbedded } from './pglite/embedded'
import { openPGlite } from './pglite/open'
import { postgresDialect, type Timeouts } from './postgres'

/** An open database and its clean shutdown. */
export interface OpenDatabase {
  readonly db: Db
  /** The same database for long work in small steps. The embedded engine, which runs one statement at a time, gives requests priority over it; on a server
   * it has its own connections, so that no request waits for one. */
  readonly backgroundDb: Db
  readonly engine: 'postgres' | 'pglite' | 'memory'
  /** Writes an embedded database to a file while it stays open; a server has tools of its own. */
  backup?(file: string): Promise<void>
  close(): Promise<void>
}

/** Opens PostgreSQL where a URL is given, else PGlite on disk in `<dataDir>/database`, else PGlite in memory. */
export const openDatabase = (location: DatabaseLocation = {}): Promise<OpenDatabase> => {
  if (location.databaseUrl) return openOnServer(location.databaseUrl, location.timeouts)
  return location.dataDir ? openOnDisk(location.dataDir, location) : openInMemory()
}

interface DatabaseLocation {
  readonly databaseUrl?: string | undefined
  readonly dataDir?: string | undefined
  readonly timeouts?: Timeouts
  /** Receives messages about the embedded engine. */
  readonly report?: (sentence: string) => void
}

const openOnServer = async (url: string, timeouts: Timeouts | undefined): Promise<OpenDatabase> => {
  const db: Db = new Kysely({ dialect: postgresDialect(url, { connections: 10, plans: 'auto' }, timeouts) })
  const backgroundDb: Db = new Kysely({ dialect: postgresDialect(url, { connections: 4, plans: 'force_custom_plan' }, timeouts) })
  const close = async () => {
    await Promise.all([db.destroy(), backgroundDb.destroy()])
  }
  return { db, backgroundDb, engine: 'postgres', close }
}

const openOnDisk = async (dataDir: string, location: DatabaseLocation): Promise<OpenDatabase> => {
  const embedded = await openEmbedded(dataDir, { timeoutMs: location.timeouts?.answer ?? 0, report: location.report ?? (() => {}) })
  return { ...embedded, engine: 'pglite' }
}

const openInMemory = async (): Promise<OpenDatabase> => {
  const pglite = await openPGlite()
  return { ...pgliteDatabase(pglite), engine: 'memory', close: () => pglite.close() }
}
