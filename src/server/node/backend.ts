import { pageMatcher } from '../../contract/pages'
import type { DemoHints, SiteConfig } from '../../contract/site-config'
import type { Connection, RequestLogEntry } from '../call'
import { demoBankPath, demoBankResponse } from '../demo/bank'
import { outboxPath, outboxResponse } from '../demo/pages'
import { pushReceiverPath, pushReceiverResponse, redirectDemoPushes } from '../demo/push-receiver'
import { seedDemo } from '../demo/seed'
import { demoHints } from '../demo/users'
import { createApp } from '../http/app'
import { logRequest } from '../http/request-log'
import type { JobRunner } from '../jobs/runner'
import type { Modules } from '../module'
import { scheduleNightlyJobs } from '../payments/nightly-jobs'
import { type Db, type Notices, noMetrics } from '../ports'
import { demoWarning } from './console-text'
import { checkDemoMark } from './demo-guard'
import { restrictDataFolder } from './files/data-folder'
import { brandPath, isBackendPath, schemasPath } from './http/backend-paths'
import { logoResponse } from './http/brand-page'
import { schemasHandler, siteHandler } from './http/static-files'
import { openStore } from './open-store'
import { type PortalMetrics, portalMetrics } from './operations/metrics'
import { openMonitorDatabase } from './operations/monitor-database'
import type { Print } from './operator-error'
import { schedulePeriodicWork } from './periodic-work'
import { scheduleMaintenance } from './pglite/maintenance'
import { createPorts } from './ports'
import type { NodeSettings } from './settings/settings'

/**
 * The portal as a function.
 * The server passes all requests to `fetch`, the dev server only those for the paths of `http/backend-paths.ts`.
 */
export interface Backend {
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** The database connection and the metrics of the operations port; undefined without OPERATIONS_PORT. */
  readonly operations: { readonly db: Db; readonly metrics: PortalMetrics } | undefined
  /** The demo accounts; null outside demo mode. */
  readonly demo: DemoHints | null
  /** Tells the backend the address at which it is served, such as http://localhost:3000. */
  servedAt(url: string): Promise<void>
  close(): Promise<void>
}

/** Opens schemas and database and starts the background work; in demo mode the first start creates the demo data. */
export const openBackend = async (
  settings: NodeSettings,
  modules: Modules,
  print: Print = () => {},
): Promise<Backend> => {
  // The code that opens the embedded database restricts access to the folder.
  // With a database server, only demo and development use the folder, for the log and for secrets.
  if (settings.databaseUrl && !settings.production) restrictDataFolder(settings.dataDir, print)
  const { schemas, slips, layouts, close, backup, ...database } = await openStore(settings, print, { modules })
  const { db, backgroundDb } = database
  // Only the operations port needs this connection and the metrics.
  const monitorDatabase =
    settings.operationsPort === undefined ? undefined : await openMonitorDatabase(database, settings)
  const closeStore = () => Promise.resolve(monitorDatabase?.close()).finally(close)
  try {
    const operations = monitorDatabase && {
      db: monitorDatabase.db,
      metrics: portalMetrics({ db: monitorDatabase.db, pools: database.pools }),
    }
    const ports = createPorts(settings, {
      ...database,
      schemas,
      slips,
      layouts,
      metrics: operations?.metrics ?? noMetrics,
    })
    // The app registers the jobs that the demo data need.
    const app = createApp(ports, schemas, modules)
    if (settings.demo && (await seedDemo({ ports, schemas, modules })))
      print('Demo data has been created: 3 companies, 400 payers, 2,500 bills.')
    await checkDemoMark(db, settings, print)
    if (settings.demo && settings.databaseUrl) print(demoWarning(settings.databaseUrl))
    if (!settings.demo && settings.gateways.Email === null)
      print('E-mail is off, so no one-time or initial passwords are sent: set SMTP_URL and MAIL_FROM.')
    const compiledSchemas = schemasHandler(schemas)
    const site = siteHandler(settings, pageMatcher(schemas), compiledSchemas.address)
    schedulePeriodicWork(ports, { schemas, modules, bankFilesDir: settings.bankFilesDir })
    scheduleNightlyJobs(ports.jobs, ports)
    if (backup) scheduleMaintenance(ports.jobs, { ...ports, db: backgroundDb, backup, dataDir: settings.dataDir })
    await ports.jobs.start()
    const demoAccounts = async () => (settings.demo ? await demoHints(db) : null)
    // Without SITE_CLIENT_IP, each browser gets its own address for the header ClientIP of its calls.
    const siteConfig = async (callerIp: string): Promise<SiteConfig> => ({
      ...settings.site,
      schemas: compiledSchemas.address,
      clientIP: settings.site.clientIP || callerIp,
      demo: await demoAccounts(),
    })
    const siteResponse = async (request: Request, logEntry: RequestLogEntry): Promise<Response> => {
      const response = await site(request)
      // The log and the metrics count pages and other files separately.
      if (!response.headers.get('Content-Type')?.startsWith('text/html')) logEntry.call = 'file'
      return response
    }
    const fetch = async (request: Request, connection: Connection = { ip: '' }): Promise<Response> => {
      const { pathname } = new URL(request.url)
      const loggedResponse = (call: string, work: (logEntry: RequestLogEntry) => Promise<Response>) =>
        logRequest(ports, { request, connection, call }, work)
      if (pathname === '/config.json')
        return loggedResponse('config', async () => Response.json(await siteConfig(connection.ip)))
      if (pathname.startsWith(`${brandPath}/`))
        return loggedResponse('file', async () => logoResponse(settings.logo, pathname))
      if (pathname.startsWith(`${schemasPath}/`))
        return loggedResponse('schemas', () => compiledSchemas.respond(request))
      if (settings.demo && pathname.startsWith(outboxPath))
        return loggedResponse('demo', () => outboxResponse(db, pathname))
      if (settings.demo && pathname === demoBankPath)
        return loggedResponse('demo', () => demoBankResponse({ ports, app }, request))
      if (settings.demo && pathname === pushReceiverPath)
        return loggedResponse('demo', () => pushReceiverResponse(ports, request))
      return isBackendPath(pathname) || isUnsubscription(request, pathname)
        ? app.fetch(request, connection)
        : loggedResponse('page', (logEntry) => siteResponse(request, logEntry))
    }
    return {
      fetch,
      operations,
      demo: await demoAccounts(),
      servedAt: async (url) => (settings.demo ? redirectDemoPushes(db, url) : undefined),
      close: () => closeAll(ports, closeStore),
    }
  } catch (error) {
    await closeStore()
    throw error
  }
}

/**
 * Returns whether a mail program requests that its user be unsubscribed (RFC 8058); browsers open the same path as a
 * page.
 */
const isUnsubscription = ({ method }: Request, pathname: string): boolean =>
  method === 'POST' && pathname.startsWith('/unsubscribe/')

/**
 * Stops the jobs, waits until the messages in progress are sent, and closes the database.
 * Jobs that do not stop in time run again after the next start.
 */
const closeAll = async (
  { jobs, notices }: { jobs: JobRunner; notices: Notices },
  close: () => Promise<void>,
): Promise<void> => {
  const results = await Promise.allSettled([jobs.stop(), notices.waitUntilIdle()])
  // The database is closed cleanly even if something else failed.
  await close()
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
