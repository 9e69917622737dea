import type { DemoHints, SiteConfig } from '../../contract/headers'
import { answerDemoBank, answerOutbox, demoBankPath, outboxPath } from '../demo/pages'
import { seedDemo } from '../demo/seed'
import { demoHints } from '../demo/users'
import { type Connection, createApp } from '../http/app'
import type { JobRunner } from '../jobs/runner'
import type { Notices } from '../ports'
import { demoWarning } from './console-text'
import { restrictDataFolder } from './files/data-folder'
import { schemasPath } from './http/backend-paths'
import { servedSchemas } from './http/static-files'
import { openStore } from './open-store'
import type { Print } from './operator-error'
import { scheduleDisabling, scheduleRecomputation, scheduleRetention } from './periodic-work'
import { scheduleMaintenance } from './pglite/maintenance'
import { createPorts } from './ports'
import type { NodeSettings } from './settings/settings'

/** The portal without its site: used by the server, the dev server and tests. */
export interface Backend {
  /** Answers requests for the paths of `http/backend-paths.ts`. */
  answer(request: Request, connection?: Connection): Promise<Response>
  /** The demo accounts; null outside demo mode. */
  readonly demo: DemoHints | null
  close(): Promise<void>
}

/** Opens schemas and database and starts the background work; in demo mode the first start creates the demo data. */
export const openBackend = async (settings: NodeSettings, print: Print = () => {}): Promise<Backend> => {
  // The embedded database restricts its folder itself; in production with a database server the folder is not used.
  if (settings.databaseUrl && !settings.production) restrictDataFolder(settings.dataDir, print)
  const { db, backgroundDb, engine, schemas, close, backup } = await openStore(settings, print)
  try {
    const ports = createPorts(settings, { db, backgroundDb, engine, schemas })
    if (settings.demo && (await seedDemo(ports))) print('Demo data has been created: 3 companies, 400 payers, 2,500 bills.')
    if (settings.demo && settings.databaseUrl) print(demoWarning(settings.databaseUrl))
    if (!settings.demo && settings.gateways.Email === null) print('E-mail is off, so no one-time or initial passwords are sent: set SMTP_URL and MAIL_FROM.')
    const app = createApp(ports, schemas)
    const compiledSchemas = servedSchemas(schemas)
    scheduleRetention(ports.jobs, { ...ports, db: backgroundDb })
    scheduleDisabling(ports.jobs, { ...ports, db: backgroundDb })
    scheduleRecomputation(ports.jobs, { ...ports, db: backgroundDb, schemas })
    if (backup) scheduleMaintenance(ports.jobs, { ...ports, db: backgroundDb, backup, dataDir: settings.dataDir })
    await ports.jobs.start()
    const demo = async () => (settings.demo ? await demoHints(db) : null)
    // Without SITE_CLIENT_IP, the site sends the address of its user.
    const siteConfig = async (callerIp: string): Promise<SiteConfig> => ({
      ...settings.site,
      schemas: compiledSchemas.address,
      clientIP: settings.site.clientIP || callerIp,
      demo: await demo(),
    })
    const answer = async (request: Request, connection: Connection = { ip: '' }): Promise<Response> => {
      const url = new URL(request.url)
      const { pathname } = url
      if (pathname === '/config.json') return Response.json(await siteConfig(connection.ip))
      if (pathname.startsWith(`${schemasPath}/`)) return compiledSchemas.answer(request)
      if (settings.demo && pathname.startsWith(outboxPath)) return answerOutbox(db, pathname)
      if (settings.demo && pathname === demoBankPath) return answerDemoBank(db, url)
      return app.fetch(request, connection)
    }
    return { answer, demo: await demo(), close: () => closeAll(ports, close) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Closes everything. Jobs that do not stop soon run again after the next start. */
const closeAll = async ({ jobs, notices }: { jobs: JobRunner; notices: Notices }, close: () => Promise<void>): Promise<void> => {
  const results = await Promise.allSettled([jobs.stop(), notices.idle()])
  // The database is closed cleanly even if something else failed.
  await close()
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
