import { sql } from 'kysely'
import { openDatabase } from '../../server/node/database'
import { closing } from './process'

/** The server that the benchmark makes databases of its own on. */
const serverUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** True where a PostgreSQL server can be reached; without one its lines are left out. */
export const hasPostgres = async (): Promise<boolean> => {
  try {
    return (await postgresVersion()) !== ''
  } catch {
    return false
  }
}

/** What the server calls itself. */
export const postgresVersion = (): Promise<string> =>
  closing(openDatabase({ databaseUrl: serverUrl }), async ({ db }) => {
    const { rows } = await sql<{ version: string }>`select split_part(version(), ' on ', 1) as version`.execute(db)
    return rows[0]?.version ?? 'PostgreSQL'
  })

/** Runs the work on a database that is new and is dropped afterwards. */
export const withDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const name = `bench_${process.pid}_${Date.now().toString(36)}`
  const { db, close } = await openDatabase({ databaseUrl: serverUrl })
  try {
    await sql`create database ${sql.id(name)}`.execute(db)
    const url = new URL(serverUrl)
    url.pathname = name
    return await work(url.href)
  } finally {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db)
    await close()
  }
}
