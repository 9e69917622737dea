import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { openDatabase } from '../../src/server/node/database'
import { openPGlite } from '../../src/server/node/pglite/open'
import type { Db } from '../../src/server/ports'
import { pgliteDatabase } from '../../src/server/store/pglite-database'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The engine of the backend suite: empty = PGlite in memory, else the address of a PostgreSQL server. */
    databaseUrl: string
  }
}

export interface TestDatabase {
  readonly db: Db
  readonly backgroundDb: Db
  close(): Promise<void>
}

/** A fresh, empty database on the engine of this run. */
export const testDatabase = (url: string = inject('databaseUrl')): Promise<TestDatabase> => (url ? onServer(url) : inMemory())

const onServer = async (url: string): Promise<TestDatabase> => {
  const name = `${inject('databasePrefix')}${crypto.randomUUID().replaceAll('-', '')}`
  const server = await openDatabase({ databaseUrl: url })
  await sql`create database ${sql.id(name)}`.execute(server.db)
  const own = await openDatabase({ databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).href })
  const close = async () => {
    await own.close()
    await sql`drop database ${sql.id(name)} with (force)`.execute(server.db)
    await server.close()
  }
  return { ...own, close }
}

const inMemory = async (): Promise<TestDatabase> => {
  const pglite = await openPGlite({ loadDataDir: new Blob([await emptyCluster()]) })
  return { ...pgliteDatabase(pglite), close: () => pglite.close() }
}

const folder = 'node_modules/.cache/pglite'
const { version } = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8'))
const template = `${folder}/empty-cluster-${version}.tar`

/** Making a cluster takes seconds, loading a made one half of one: the first run keeps it for all. */
const emptyCluster = async (): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(readFileSync(template))
  } catch {
    const pglite = await PGlite.create()
    const bytes = new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())
    await pglite.close()
    mkdirSync(folder, { recursive: true })
    const half = `${template}.${process.pid}`
    writeFileSync(half, bytes)
    renameSync(half, template)
    return bytes
  }
}
