import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { openDatabase } from '../../../src/server/node/database'
import { testSchemas } from '../schemas/schemas'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The names of this run's databases on the server begin with `prefix`. `template` is one of them, with the tables of
     * the portal's own schemas; nothing may connect to it, because the databases of portals are copies of it.
     */
    serverDatabases: { readonly prefix: string; readonly template: string }
  }
}

/**
 * Prepares the template on the server of a run before the run, because a copy takes a fraction of the time of creating
 * the tables, and drops the databases of the run after it.
 */
export default async (project: TestProject) => {
  const databaseUrl = project.config.provide.databaseUrl ?? ''
  const prefix = `test_${crypto.randomUUID().slice(0, 8)}_`
  const template = `${prefix}template`
  project.provide('serverDatabases', { prefix, template })
  if (!databaseUrl) return
  const dropDatabases = () => dropAll(databaseUrl, prefix)
  try {
    await createTemplate(databaseUrl, template)
  } catch (error) {
    await dropDatabases()
    throw error
  }
  return dropDatabases
}

const createTemplate = async (databaseUrl: string, name: string): Promise<void> => {
  const server = await openDatabase({ databaseUrl })
  await sql`create database ${sql.id(name)}`.execute(server.db)
  await server.close()
  const { db, close } = await openDatabase({
    databaseUrl: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href,
  })
  await ensureTables(db, testSchemas()).finally(close)
}

const dropAll = async (databaseUrl: string, prefix: string): Promise<void> => {
  const server = await openDatabase({ databaseUrl })
  const { rows } = await sql<{
    datname: string
  }>`select datname from pg_database where starts_with(datname, ${prefix})`.execute(server.db)
  for (const { datname } of rows) await sql`drop database ${sql.id(datname)} with (force)`.execute(server.db)
  await server.close()
}
