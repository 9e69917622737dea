import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { anyTables } from '../../../src/server/database/transaction'
import { openDatabase, openInMemory } from '../../../src/server/node/database'
import type { Db } from '../../../src/server/ports'
import type { TestDatabase } from './reused-database'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The engine of the backend suite: empty = PGlite in memory, else the address of a PostgreSQL server. */
    databaseUrl: string
  }
}

/** Opens a fresh, empty database on the engine of this run. */
export const testDatabase = (url: string = inject('databaseUrl')): Promise<TestDatabase> =>
  url ? onServer(url, 'template0') : inMemory('empty')

/** Opens a fresh database that may have the tables of the portal's own schemas already. */
export const portalDatabase = (url: string = inject('databaseUrl')): Promise<TestDatabase> =>
  url ? onServer(url, inject('serverDatabases').template) : inMemory('portal')

/** Returns a prepared database as portals use it: through the pooler of this run, if there is one. */
export const throughPooler = async (database: TestDatabase): Promise<TestDatabase> => {
  const poolerUrl: string | undefined = inject('poolerUrl')
  if (!poolerUrl) return database
  const pathname = new URL(await databaseAddress(database.db)).pathname
  const pooled = await openDatabase({
    databaseUrl: Object.assign(new URL(poolerUrl), { pathname }).href,
    isDatabasePooled: true,
    pool,
  })
  const close = async () => {
    await pooled.close()
    await database.close()
  }
  return { db: anyTables(pooled.db), backgroundDb: pooled.backgroundDb, close }
}

/** Returns the address of a database on this run's server, for tools that open it themselves. */
export const databaseAddress = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return Object.assign(new URL(inject('databaseUrl')), { pathname: `/${rows[0]?.name}` }).href
}

/** Unused connections are closed soon, because a server allows 100 and the databases of a run stay open. */
const pool = { requests: 6, background: 3, idleMs: 2_000 }

const onServer = async (url: string, template: string): Promise<TestDatabase> => {
  const name = `${inject('serverDatabases').prefix}${crypto.randomUUID().replaceAll('-', '')}`
  const server = await openDatabase({ databaseUrl: url, pool })
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(server.db)
  const own = await openDatabase({ databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).href, pool })
  const close = async () => {
    await own.close()
    await sql`drop database ${sql.id(name)} with (force)`.execute(server.db)
    await server.close()
  }
  return { ...own, db: anyTables(own.db), close }
}

const inMemory = async (image: 'empty' | 'portal'): Promise<TestDatabase> => {
  const { db, backgroundDb, close } = await openInMemory(new Blob([readFileSync(inject('databaseImages')[image])]))
  return { db: anyTables(db), backgroundDb, close }
}
