import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import type { Db } from '../ports'
import { embeddedConnections, type PoolStates } from './pglite/connections'
import { openEmbedded } from './pglite/embedded'
import { exchangeMessages } from './pglite/exchange'
import { type DatabaseTimeouts, type DatabaseTls, postgresPool } from './postgres'

/** An open database, and the functions that operate it. */
export interface OpenDatabase {
  readonly db: Db
  /**
   * The same database for long work in small steps.
   * The embedded engine runs one statement at a time and gives requests priority over this work; on a database server,
   * this work has its own connections, so that no request waits for it.
   */
  readonly backgroundDb: Db
  readonly engine: 'postgres' | 'pglite' | 'memory'
  /** Returns the state of the connection pools at this moment. */
  pools(): PoolStates
  /** Sets the statement timeout of an embedded database; on a database server, each pool has its own. */
  setStatementTimeout?(milliseconds: number): void
  /** Writes an embedded database to a file while it stays open; a database server has its own backup tools. */
  backup?(file: string): Promise<void>
  close(): Promise<void>
}

/** Opens PostgreSQL if a URL is given, else PGlite on disk in `<dataDir>/database`, else PGlite in memory. */
export const openDatabase = (options: DatabaseOptions = {}): Promise<OpenDatabase> => {
  if (options.databaseUrl) return openOnServer(options.databaseUrl, options)
  return options.dataDir ? openOnDisk(options.dataDir, options) : openInMemory()
}

interface DatabaseOptions {
  readonly databaseUrl?: string | undefined
  /** Whether a pooler at `databaseUrl` gives each transaction another connection to PostgreSQL. */
  readonly isDatabasePooled?: boolean
  readonly dataDir?: string | undefined
  readonly databaseTls?: DatabaseTls | undefined
  readonly pool?: PoolSizes
  readonly timeouts?: DatabaseTimeouts
  /** Receives the messages of the embedded engine for the operator. */
  readonly report?: (message: string) => void
}

/** Maximum numbers of connections to a database server, for requests and for background work. */
export interface PoolSizes {
  readonly requests: number
  readonly background: number
  /** Milliseconds after which an unused connection is closed; 10 seconds if undefined. */
  readonly idleMs?: number
}

const defaultPool: PoolSizes = { requests: 10, background: 4 }

const openOnServer = async (url: string, { pool = defaultPool, ...server }: DatabaseOptions): Promise<OpenDatabase> => {
  const requests = postgresPool(url, { maxConnections: pool.requests, idleMs: pool.idleMs, plans: 'auto', ...server })
  const background = postgresPool(url, {
    maxConnections: pool.background,
    idleMs: pool.idleMs,
    plans: 'force_custom_plan',
    ...server,
  })
  const db: Db = new Kysely({ dialect: requests.dialect })
  const backgroundDb: Db = new Kysely({ dialect: background.dialect })
  const close = async () => {
    await Promise.all([db.destroy(), backgroundDb.destroy()])
  }
  return {
    db,
    backgroundDb,
    engine: 'postgres',
    close,
    pools: () => ({ requests: requests.state(), background: background.state() }),
  }
}

const openOnDisk = async (dataDir: string, { timeouts, report = () => {} }: DatabaseOptions): Promise<OpenDatabase> => {
  const embedded = await openEmbedded(dataDir, { timeoutMs: timeouts?.statement ?? 0, report })
  return { ...embedded, engine: 'pglite' }
}

/** Opens a PGlite in this thread, for tests and tools; `image` is a database that `dumpDataDir` has written. */
export const openInMemory = async (image?: Blob): Promise<OpenDatabase> => {
  const pglite = await PGlite.create(image ? { loadDataDir: image } : {})
  const { close, ...database } = inMemoryDatabase(pglite)
  return { ...database, close: () => close().then(() => pglite.close()) }
}

/** Returns the database of a PGlite in this thread; `close` leaves the PGlite open. */
export const inMemoryDatabase = (pglite: PGlite): OpenDatabase => {
  const openSession = async () => ({ exchange: (messages: Uint8Array) => exchangeMessages(pglite, messages) })
  return { ...embeddedConnections({ openSession }), engine: 'memory' }
}
