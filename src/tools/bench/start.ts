import { basename } from 'node:path'
import { loadSchemas } from '../../schema/load/load'
import { schemaSet } from '../../schema/load/schema-set'
import { ensureTables } from '../../server/database/ensure-tables'
import { createApp } from '../../server/http/app'
import { openDatabase } from '../../server/node/database'
import { createPorts } from '../../server/node/ports'
import { readSchemaFiles } from '../../server/node/schemas/schema-files'
import { readSettings } from '../../server/node/settings/settings'
import { noMetrics } from '../../server/ports'
import { loadModules } from '../module-files'
import { projectFacts } from '../portal-schemas'
import { fillBills } from './fill'
import { type BenchSizes, type Measurement, medianTime, withLimit } from './measure'
import {
  benchSecret,
  type Engine,
  onEngines,
  openPortalDatabase,
  type PortalEnv,
  startBareServer,
  startPortalProcess,
  withClosing,
  withDatabase,
  withFolder,
} from './process'

/**
 * Measures the time from the start of the process to its first response, on an empty database, with demo data and with
 * many bills.
 * The reference is a minimal HTTP server.
 */
export const benchStartUp = async (
  { bills: billCount }: BenchSizes,
  withPostgres: boolean,
): Promise<readonly Measurement[]> => {
  const bareServerMs = await startDuration(startBareServer)
  return onEngines(withPostgres, (engine, env) => measureStarts(engine, env, { bareServerMs, billCount }))
}

const measureStarts = async (
  engine: Engine,
  env: PortalEnv,
  { bareServerMs, billCount }: { readonly bareServerMs: number; readonly billCount: number },
): Promise<readonly Measurement[]> => {
  const reference = { unit: 'ms', reference: 'a bare node:http server', referenceFigure: bareServerMs }
  const measurementOf = (title: string, portalFigure: number): Measurement => ({
    title: `start ${title}, ${engine}`,
    portalFigure,
    ...reference,
  })
  const startPortal = (DEMO: '0' | '1') => startDuration(() => startPortalProcess({ ...env, DEMO }))
  const measurements = [
    measurementOf('that creates database and tables', await startPortal('0')),
    measurementOf('on empty tables', await startPortal('0')),
    measurementOf('that creates the demo data', await startPortal('1')),
    measurementOf('with the demo data', await startPortal('1')),
  ]
  const billsPerSecond = await withClosing(openPortalDatabase(env), ({ db }) => fillBills(db, billCount))
  const billsText = `${billCount.toLocaleString('en-US')} bills`
  return [
    ...measurements,
    {
      ...measurementOf(`with ${billsText}`, await startPortal('1')),
      details: `filled at ${Math.round(billsPerSecond).toLocaleString('en-US')} bills/s`,
    },
  ]
}

/** Returns the milliseconds from the start of a server to its first response. */
const startDuration = async (start: typeof startBareServer): Promise<number> => {
  const server = await start()
  await server.close()
  return server.readyAfter
}

const schemaCount = 200

/**
 * Measures the time from many schema files to an app that is ready for requests, with existing tables on PostgreSQL.
 */
export const benchAppReady = (): Promise<Measurement> =>
  withFolder((DATA_DIR) =>
    withDatabase((DATABASE_URL) =>
      withClosing(openDatabase({ databaseUrl: DATABASE_URL }), async (database) => {
        const files = schemaFilesWithCopies()
        const { settings } = readSettings({
          NODE_ENV: 'development',
          DATABASE_URL,
          DATA_DIR,
          SESSION_SECRET: benchSecret,
          LOG_LEVEL: 'silent',
        })
        const { slips, layouts } = loadSchemas(files)
        const ports = createPorts(settings, { ...database, schemas: schemaSet([]), slips, layouts, metrics: noMetrics })
        const modules = await loadModules()
        const startApp = async () => {
          const { schemas } = loadSchemas(files, projectFacts(modules))
          await ensureTables(database.db, schemas)
          createApp(ports, schemas, modules)
        }
        const title = `createApp ready, ${schemaCount} schemas checked and compared with their tables`
        return withLimit({ title, portalFigure: await medianTime(3, startApp), unit: 'ms' }, { max: 1000 })
      }),
    ),
  )

/** Returns the schema files of the portal, and copies of typical ones until there are `schemaCount` files. */
const schemaFilesWithCopies = () => {
  const files = readSchemaFiles('schemas')
  const typicalFiles = files.filter(({ file }) => /(fee|payerUnit|billCategory|payer)\.json$/.test(file))
  const copies = Array.from({ length: schemaCount - files.length }, (_, index) => {
    const { file = '', text = '' } = typicalFiles[index % typicalFiles.length] ?? {}
    const name = basename(file, '.json')
    // The references of a schema to its own resource become references to the copy.
    // A copy has the default calls, and no related records, because no other schema refers to it.
    const {
      related: _related,
      endpoints: _endpoints,
      ...raw
    } = JSON.parse(text.replaceAll(`"to": "${name}"`, `"to": "${name}Copy${index}"`)) as Record<string, unknown>
    return { file: file.replace(name, `${name}Copy${index}`), text: JSON.stringify(raw, null, 2) }
  })
  return [...files, ...copies]
}
