import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type DatabaseFacts, databaseFacts } from '../../server/database/database-facts'
import { openDatabase } from '../../server/node/database'
import { StartRefusal } from '../../server/node/operator-error'
import type { Environment } from '../../server/node/settings/environment'
import { toolSettings } from '../../server/node/settings/settings'

/** What the portal's database holds; refuses in a sentence where there is none or it cannot be read. */
export const factsAtHand = async (env: Environment, schemas: SchemaSet): Promise<DatabaseFacts> => {
  const { databaseUrl, dataDir } = toolSettings(env)
  // An embedded database would be made by opening it.
  if (!databaseUrl && !existsSync(join(dataDir, 'database'))) throw new StartRefusal(`There is no database in ${dataDir} yet, so no change can lose anything.`)
  const database = await openDatabase({ databaseUrl, dataDir, patience: { connect: 10_000, answer: 60_000 } })
  try {
    return await databaseFacts(database.db, schemas)
  } finally {
    await database.close()
  }
}
