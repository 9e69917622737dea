import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isResourceFile, loadSchemas } from '../../schema/load/load'
import { schemaSet } from '../../schema/load/schema-set'
import { ensureTables } from '../../server/database/ensure-tables'
import { createApp } from '../../server/http/app'
import { openDatabase } from '../../server/node/database'
import { argon2Passwords } from '../../server/node/passwords'
import { createPorts } from '../../server/node/ports'
import { readSchemaFiles } from '../../server/node/schema-files'
import { readSettings } from '../../server/node/settings/settings'
import { noMetrics } from '../../server/ports'
import { projectFacts, readPortalSchemas } from '../portal-schemas'
import { fillDatabase } from '../seed/fill'
import { type BenchSizes, type Measurement, medianTime, medianTimesAlternating, withLimit } from './measure'
import { benchSecret, type Engine, onEngines, type PortalEnv, startBareServer, startPortalProcess, withClosing, withDatabase, withFolder } from './process'

/** Measures the time from the start of the process to its first response, on an empty database, with demo data and with many bills. The reference is a minimal HTTP server. */
export const benchStartUp = async ({ bills: billCount }: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> => {
  const bareServerMs = await startDuration(startBareServer)
  return onEngines(withPostgres, (engine, env) => measureStarts(engine, env, { bareServerMs, billCount }))
}

const measureStarts = async (
  engine: Engine,
  env: PortalEnv,
  { bareServerMs, billCount }: { readonly bareServerMs: number; readonly billCount: number },
): Promise<readonly Measurement[]> => {
  const reference = { unit: 'ms', reference: 'a bare node:http server', referenceFigure: bareServerMs }
  const measurementOf = (title: string, portalFigure: number): Measurement => ({ title: `start ${title}, ${engine}`, portalFigure, ...reference })
  const startPortal = (DEMO: '0' | '1') => startDuration(() => startPortalProcess({ ...env, DEMO }))
  const measurements = [
    measurementOf('that creates database and tables', await startPortal('0')),
    measurementOf('on empty tables', await startPortal('0')),
    measurementOf('that creates the demo data', await startPortal('1')),
    measurementOf('with the demo data', await startPortal('1')),
  ]
  const billsPerSecond = await fillBills(env, billCount)
  const billsText = `${billCount.toLocaleString('en-US')} bills`
  return [
    ...measurements,
    { ...measurementOf(`with ${billsText}`, await startPortal('1')), details: `filled at ${Math.round(billsPerSecond).toLocaleString('en-US')} bills/s` },
  ]
}

/** Returns the milliseconds from the start of a server to its first response. */
const startDuration = async (start: typeof startBareServer): Promise<number> => {
  const server = await start()
  await server.close()
  return server.readyAfter
}

/** Fills the database with bills and returns how many were written per second. */
const fillBills = async ({ DATA_DIR, DATABASE_URL }: PortalEnv, billCount: number): Promise<number> =>
  withClosing(openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }), async ({ db }) => {
    await ensureTables(db, readPortalSchemas('schemas').schemas)
    const start = performance.now()
    const created = await fillDatabase({ db, passwords: argon2Passwords, billCount, now: new Date(), progress: () => {} })
    return (created * 1000) / (performance.now() - start)
  })

/** Measures reading and checking `schemaCount` schemas, compared with parsing the same files as JSON. */
export const benchSchemas = async (): Promise<readonly Measurement[]> => {
  const files = readSchemaFiles('schemas').filter(isResourceFile)
  const copies = Array.from({ length: schemaCount }, (_, index) => copyOf(files[index % files.length], index < files.length ? '' : String(index))).filter(
    (file) => file !== undefined,
  )
  const portalFigure = await medianTime(5, () => loadSchemas(copies))
  const referenceFigure = await medianTime(5, () => copies.map(({ text }) => JSON.parse(text) as unknown))
  return [
    {
      title: `${schemaCount} schemas read and checked`,
      portalFigure,
      unit: 'ms',
      reference: 'JSON.parse of the same files',
      referenceFigure,
    },
  ]
}

// Returns the file under a name of its own: a second file of the same name would be a mistake.
const copyOf = (file: { file: string; text: string } | undefined, suffix: string) =>
  file && { file: file.file.replace('.json', `${suffix}.json`), text: file.text }

const schemaCount = 200

/** Measures the time from many schema files to an app that is ready for requests, with existing tables: in a running process on PostgreSQL, and as the start of a process on each engine. */
export const benchAppReady = async (withPostgres: boolean): Promise<readonly Measurement[]> => {
  const files = schemaFilesWithCopies()
  return withFolder(async (folder) => {
    const SCHEMAS_DIR = join(folder, 'schemas')
    for (const name of ['slips', 'layouts']) mkdirSync(join(SCHEMAS_DIR, name), { recursive: true })
    for (const { file, text } of files) writeFileSync(join(folder, file), text)
    const onEmbedded = await measureProcessStart('PGlite', { DATA_DIR: folder, SCHEMAS_DIR })
    if (!withPostgres) return [onEmbedded]
    return withDatabase(async (DATABASE_URL) => [
      await measureAppReady(files, DATABASE_URL, folder),
      await measureProcessStart('PostgreSQL', { DATABASE_URL, DATA_DIR: folder, SCHEMAS_DIR }),
      onEmbedded,
    ])
  })
}

const measureAppReady = async (files: ReturnType<typeof schemaFilesWithCopies>, DATABASE_URL: string, DATA_DIR: string): Promise<Measurement> => {
  const { settings } = readSettings({ NODE_ENV: 'development', DATABASE_URL, DATA_DIR, SESSION_SECRET: benchSecret, LOG_LEVEL: 'silent' })
  return withClosing(openDatabase({ databaseUrl: DATABASE_URL }), async (database) => {
    const { slips, layouts } = loadSchemas(files)
    const ports = createPorts(settings, { ...database, schemas: schemaSet([]), slips, layouts, metrics: noMetrics })
    const startApp = async () => {
      const { schemas } = loadSchemas(files, projectFacts())
      await ensureTables(database.db, schemas)
      createApp(ports, schemas)
    }
    const title = `createApp ready, ${schemaCount} schemas checked and compared with their tables`
    return withLimit({ title, portalFigure: await medianTime(3, startApp), unit: 'ms' }, { max: 1000 })
  })
}

/** Measures the start of a process with many schemas, compared with a start that has only the portal's own. */
const measureProcessStart = async (engine: string, env: Readonly<Record<string, string>>): Promise<Measurement> => {
  const startPortal = (settings: Readonly<Record<string, string>>) => startDuration(() => startPortalProcess({ ...settings, DEMO: '0' }))
  // The first start creates the tables.
  await startPortal(env)
  const times = await medianTimesAlternating(
    { runs: 3, warmUpMs: 0 },
    () => startPortal(env),
    () => startPortal({ ...env, SCHEMAS_DIR: 'schemas' }),
  )
  const title = `start of the process with ${schemaCount} schemas, ${engine}`
  return { title, ...times, unit: 'ms', reference: "with the portal's own" }
}

/** Returns the schema files of the portal, and copies of typical ones until there are `schemaCount` files. */
const schemaFilesWithCopies = () => {
  const files = readSchemaFiles('schemas')
  const typicalFiles = files.filter(({ file }) => /(fee|payerUnit|billCategory|payer)\.json$/.test(file))
  const copies = Array.from({ length: schemaCount - files.length }, (_, index) => {
    const { file = '', text = '' } = typicalFiles[index % typicalFiles.length] ?? {}
    const name = basename(file, '.json')
    // The references of a schema to its own resource become references to the copy. A copy has the default calls, and no related records, because no other schema refers to it.
    const {
      related: _related,
      endpoints: _endpoints,
      ...raw
    } = JSON.parse(text.replaceAll(`"to": "${name}"`, `"to": "${name}Copy${index}"`)) as Record<string, unknown>
    return { file: file.replace(name, `${name}Copy${index}`), text: JSON.stringify(raw, null, 2) }
  })
  return [...files, ...copies]
}
