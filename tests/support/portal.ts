import { afterAll, onTestFinished } from 'vitest'
import { isBankRole } from '../../src/domain/access/roles'
import { modules as ownModules } from '../../src/modules'
import type { RecordValues } from '../../src/schema/language/language'
import { hasTable } from '../../src/schema/language/resource'
import type { Layouts } from '../../src/schema/layouts/layout'
import type { SchemaSet } from '../../src/schema/load/schema-set'
import { ensureTables } from '../../src/server/database/ensure-tables'
import { tableOf } from '../../src/server/database/table-definition'
import type { AnyTables } from '../../src/server/database/transaction'
import { type App, createApp } from '../../src/server/http/app'
import { type Modules, moduleSet, type NamedModule } from '../../src/server/module'
import type { Db, Ports } from '../../src/server/ports'
import { adapters } from './adapters'
import { companies, type Given, givenIn } from './builders'
import { type Client, clientOf, type Send, sender } from './client'
import { type TestClock, testClock } from './clock'
import { portalDatabase, throughPooler } from './database/database'
import { reusedDatabase, type TestDatabase } from './database/reused-database'
import { documented } from './documented'
import { type TestLog, testLog, testPorts } from './ports'
import { testSchemas } from './schemas/schemas'
import { companyToken, payerToken, testReason } from './sign-in'

/** A complete portal with its own database. It is closed after the test, or after the file if opened at its top. */
export interface Portal {
  readonly app: App
  readonly db: AnyTables
  readonly ports: Ports
  readonly log: TestLog
  readonly clock: TestClock
  /** Ends the background work, for tests that count statements. */
  readonly stopJobs: () => Promise<void>
  /** Lets every job that starts from now on wait until the returned function is called. */
  readonly holdJobs: () => () => void
  readonly schemas: SchemaSet
  readonly modules: Modules
  /** Sends a request without a session, or with the token of its options. */
  readonly request: Send
  readonly given: Given
  /**
   * Signs in a user: a role name creates a new user of that role, by default of the committee with ApplyCode 77001; a
   * record is a user that a builder created. A new bank user has given a reason for looking at personal data.
   */
  as(who: string | RecordValues, user?: RecordValues): Promise<Client>
  /** Signs in a payer with access to these payers and bills. */
  asPayer(grants: {
    payers?: { ApplyCode: string; PayerId: string }[]
    billIds?: number[]
    twoFactors?: boolean
  }): Promise<Client>
}

interface PortalOptions {
  /** Schemas in addition to the portal's own, by name. */
  readonly schemas?: Readonly<Record<string, object>>
  /** Modules in addition to the portal's own, such as `defineResource('coupon', …)`. */
  readonly modules?: readonly NamedModule[]
  /** Layouts of bank files in addition to the portal's own, by name. */
  readonly layouts?: Layouts
  /** Address of another server than that of the run. */
  readonly databaseUrl?: string
  /** For tests that leave more than rows: work that continues after the test, or changed tables. */
  readonly ownDatabase?: true
}

/** Returns the portal's own modules and those that a test adds; an added module replaces the one of its name. */
export const withModules = (added: readonly NamedModule[]): Modules =>
  moduleSet([
    ...ownModules.all.filter(({ name }) => !added.some((one) => one.name === name)),
    ...added.map((module) => ({ ...module, file: `resources/${module.name}/server.ts` })),
  ])

/** Opens a portal on an empty database. */
export const portal = async (options: PortalOptions = {}): Promise<Portal> => {
  const { layouts = {} } = options
  const layoutFiles = Object.entries(layouts).map(([name, layout]) => [`layouts/${name}`, layout])
  const schemas = testSchemas({ ...options.schemas, ...Object.fromEntries(layoutFiles) })
  const modules = options.modules ? withModules(options.modules) : ownModules
  const prepare = () => preparedDatabase(schemas, options)
  const alone = options.databaseUrl || options.ownDatabase
  const { db, backgroundDb, close } = await (alone ? prepare() : reusedDatabase(tablesOf(schemas), prepare))
  const clock = testClock()
  const log = testLog()
  const own = adapters(db, log, clock)
  const ports = testPorts({ db, backgroundDb }, clock, { ...own, log, layouts: { ...own.layouts, ...layouts } })
  const app = createApp(ports, schemas, modules)
  await own.jobs.start()
  // A message that is still being sent would appear in the next test on this database.
  whenDone(() => own.jobs.runUntilIdle().then(ports.notices.waitUntilIdle).then(own.jobs.stop).finally(close))
  const request = sender(documented(app, schemas))
  const given = givenIn(ports, schemas, modules)
  const signIn = async (who: string | RecordValues, user: RecordValues) => {
    const account = typeof who === 'string' ? await userOf(db, given, { RoleId: who, ...user }) : who
    // A new bank user has given a reason, so that only tests of reasons need to.
    const grants = typeof who === 'string' && isBankRole(who) ? { reason: testReason } : {}
    return clientOf(request, await companyToken(ports, Number(account.SerialId), grants))
  }
  return {
    app,
    db,
    ports,
    log: ports.log,
    clock,
    stopJobs: own.jobs.stop,
    holdJobs: own.jobs.hold,
    schemas,
    modules,
    request,
    given,
    as: (who, user = {}) => signIn(who, user),
    asPayer: async (grants) => clientOf(request, await payerToken(ports, grants)),
  }
}

/**
 * Creates two companies with one agreement each, 77001 of the committee and 77003 of the insurer, and the records that
 * others refer to; returns those of the committee by resource.
 */
export const twoCompanies = async ({
  given,
}: Pick<Portal, 'given'>): Promise<Readonly<Record<string, RecordValues>>> => {
  const Customer = await given.customer()
  await given.customer({ UniformNo: companies.insurer, CustomerName: '示範人壽' })
  const MarketItem = await given.marketItem()
  const Agreement = await given.agreement()
  await given.agreement({ ApplyCode: '77003', AgreementName: '示範保費', UniformNo: companies.insurer })
  const billCategory = await given.billCategory()
  await given.billCategory({ ApplyCode: '77003' })
  return { Customer, MarketItem, Agreement, billCategory }
}

/** The values that make a user one of the insurer: `as('CustomerMaker', insurer)`. */
export const insurer = { UniformNo: companies.insurer, ApplyCodes: ['77003'] }

/** Returns a text that is the same for schemas with the same tables. */
const tablesOf = (schemas: SchemaSet): string => {
  const tables =
    tablesOfSchemas.get(schemas) ??
    JSON.stringify(schemas.resources.filter(hasTable).map((resource) => tableOf(resource, schemas)))
  tablesOfSchemas.set(schemas, tables)
  return tables
}

const tablesOfSchemas = new WeakMap<SchemaSet, string>()

/** Opens an empty database with the tables of the schemas. */
const preparedDatabase = async (schemas: SchemaSet, { databaseUrl }: PortalOptions): Promise<TestDatabase> => {
  const database = await portalDatabase(databaseUrl)
  const unapplied = await ensureTables(database.db, schemas)
  if (unapplied.length) throw new Error(`The tables do not fit their schemas:\n${unapplied.join('\n')}`)
  return throughPooler(database)
}

const userOf = async (db: Db, given: Given, user: RecordValues): Promise<RecordValues> => {
  const uniformNo = String(user.UniformNo ?? companies.committee)
  const company = await db
    .selectFrom('customer')
    .select('uniform_no')
    .where('uniform_no', '=', uniformNo)
    .executeTakeFirst()
  if (!company) await given.customer({ UniformNo: uniformNo })
  return given.user(user)
}

const whenDone = (close: () => Promise<void>): void => {
  try {
    onTestFinished(close)
  } catch {
    afterAll(close)
  }
}
