import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/server/node/database'
import type { Db } from '../../../src/server/ports'

/** The server for tests that need one; empty where there is none. */
export const serverUrl = process.env.TEST_DATABASE_URL ?? ''

/** A database of its own for one test, by its address and open to look into. */
export async function emptyDatabase(): Promise<{ readonly url: string; readonly db: Db }> {
  const name = `e2e_${crypto.randomUUID().replaceAll('-', '')}`
  const server = await openDatabase({ databaseUrl: serverUrl })
  await sql`create database ${sql.id(name)}`.execute(server.db)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const own = await openDatabase({ databaseUrl: url })
  onTestFinished(async () => {
    await own.close()
    await sql`drop database ${sql.id(name)} with (force)`.execute(server.db)
    await server.close()
  })
  return { url, db: own.db }
}
