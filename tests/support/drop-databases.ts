import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/server/node/database'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What the names of this run's databases begin with. */
    databasePrefix: string
  }
}

/** Before a run on a server: the name that its databases share. After it: they are dropped. */
export default (project: TestProject) => {
  const databaseUrl = project.config.provide.databaseUrl ?? ''
  const prefix = `test_${crypto.randomUUID().slice(0, 8)}_`
  project.provide('databasePrefix', prefix)
  return async () => {
    if (!databaseUrl) return
    const server = await openDatabase({ databaseUrl })
    const { rows } = await sql<{ datname: string }>`select datname from pg_database where starts_with(datname, ${prefix})`.execute(server.db)
    for (const { datname } of rows) await sql`drop database ${sql.id(datname)} with (force)`.execute(server.db)
    await server.close()
  }
}
