import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../src/server/node/database'
import type { Db } from '../../../src/server/ports'

/** The address of the PostgreSQL server; empty where there is none. */
export const serverUrl = process.env.TEST_DATABASE_URL ?? ''

/** A database of its own for one test, with its address and an open connection. */
export async function emptyDatabase(): Promise<{ readonly url: string; readonly db: Db }> {
  return newDatabase(await openDatabase({ databaseUrl: serverUrl }))
}

interface RoleDatabase {
  /** The address for a role that has no privileges except as the owner, or not even those. */
  readonly url: string
  /** The database as the superuser sees it. */
  readonly db: Db
  readonly role: string
}

/**
 * A database for a role that is not a superuser, as on a bank's server: the owner of the database, or a role without
 * privileges.
 */
export async function databaseOfRole(kind: 'owner' | 'other'): Promise<RoleDatabase> {
  const server = await openDatabase({ databaseUrl: serverUrl })
  const role = `role_${crypto.randomUUID().slice(0, 8)}`
  const password = crypto.randomUUID()
  await sql`create role ${sql.id(role)} login nosuperuser nocreatedb nocreaterole password ${sql.lit(password)}`.execute(
    server.db,
  )
  const { url, db } = await newDatabase(server, () => sql`drop role ${sql.id(role)}`.execute(server.db))
  if (kind === 'owner')
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} owner to ${sql.id(role)}`.execute(server.db)
  return { url: Object.assign(new URL(url), { username: role, password }).href, db, role }
}

async function newDatabase(
  server: OpenDatabase,
  afterwards: () => Promise<unknown> = async () => {},
): Promise<{ readonly url: string; readonly db: Db }> {
  const name = `e2e_${crypto.randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.id(name)}`.execute(server.db)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const own = await openDatabase({ databaseUrl: url })
  onTestFinished(async () => {
    await own.close()
    await sql`drop database ${sql.id(name)} with (force)`.execute(server.db)
    await afterwards()
    await server.close()
  })
  return { url, db: own.db }
}
