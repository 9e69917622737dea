import { loadSchemas } from '../../schema/load'
import { schemaSet } from '../../schema/schema-set'
import { createApp } from '../../server/app'
import { openDatabase } from '../../server/node/database'
import { createPorts } from '../../server/node/ports'
import { readSchemaFiles } from '../../server/node/schema-files'
import { readSettings } from '../../server/node/settings'
import { ensureTables } from '../../server/store/tables'
import { knownNames } from '../known'
import { withDatabase } from './bench-database'
import { type Measurement, median } from './measure'
import { benchSecret, withFolder } from './process'

const wanted = 200

/** From schema files to an app that answers, on a PostgreSQL that has the tables already. */
export const benchAppReady = (): Promise<readonly Measurement[]> =>
  withDatabase((databaseUrl) =>
    withFolder(async (dataDir) => {
      const { db, backgroundDb, engine, close } = await openDatabase({ databaseUrl })
      const { settings } = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SESSION_SECRET: benchSecret, LOG_LEVEL: 'silent' })
      const ports = createPorts(settings, { db, backgroundDb, engine, schemas: schemaSet([]) })
      const files = manyFiles()
      const start = async () => {
        const { schemas } = loadSchemas(files, knownNames())
        await ensureTables(db, schemas)
        createApp(ports, schemas)
      }
      try {
        const ours = await median(3, start)
        return [
          {
            what: `createApp ready, ${wanted} schemas checked and compared with their tables`,
            ours,
            unit: 'ms',
            reference: 'the bar',
            theirs: 1000,
            bar: '≤ 1',
          },
        ]
      } finally {
        await close()
      }
    }),
  )

/** The portal's schemas, and as many more of the kinds that most pages are of. */
const manyFiles = () => {
  const files = readSchemaFiles('schemas')
  const kinds = files.filter(({ file }) => /(fee|payerUnit|billCategory|payer)\.json$/.test(file))
  const copies = Array.from({ length: wanted - files.length }, (_, no) => {
    const { file = '', text = '' } = kinds[no % kinds.length] ?? {}
    return { file: file.replace('.json', `Copy${no}.json`), text }
  })
  return [...files, ...copies]
}
