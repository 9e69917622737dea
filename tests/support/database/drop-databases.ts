import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../src/server/node/database'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Prefix of the names of this run's databases. */
    databasePrefix: string
  }
}

/** Provides the prefix of database names before a run, and drops these databases on the server after it. */
export default (project: TestProject) => {
  const databaseUrl = project.config.provide.databaseUrl ?? ''
  const prefix = `test_${crypto.randomUUID().slice(0, 8)}_`
  project.provide('databasePrefix', prefix)
  return async () => {
    if (!databaseUrl) return
    const server = await openDatabase({ databaseUrl })
    const { rows } = await sql<{
      datname: string
    }>`select datname from pg_database where starts_with(datname, ${prefix})`.execute(server.db)
    for (const { datname } of rows) await sql`drop database ${sql.id(datname)} with (force)`.execute(server.db)
    await server.close()
  }
}
