import type { DemoHints } from '../../contract/headers'
import { type Connection, createApp } from '../app'
import { answerDemoBank, demoBankPath } from '../demo/bank'
import { demoHints } from '../demo/hints'
import { answerOutbox, outboxPath } from '../demo/outbox'
import { seedDemo } from '../demo/seed'
import type { Notices } from '../ports'
import { endFuture } from '../session/from-the-future'
import { siteConfig } from './config-json'
import type { QueueJobs } from './jobs'
import { openStore } from './open-store'
import { startUpkeep } from './pglite/upkeep'
import { createPorts } from './ports'
import { startRecompute } from './recompute-round'
import { startRetention } from './retention-round'
import type { NodeSettings } from './settings'
import type { Say } from './start-refusal'

/** The portal without its site: what the dev server, the tests and the real server all run. */
export interface Backend {
  /** Answers the paths of `backend-paths.ts`. */
  answer(request: Request, connection?: Connection): Promise<Response>
  /** The demo accounts; null outside demo mode. */
  readonly demo: DemoHints | null
  close(): Promise<void>
}

/** Opens schemas and database and begins to work; in demo mode the first data is made. */
export const openBackend = async (settings: NodeSettings, say: Say = () => {}): Promise<Backend> => {
  const { db, backgroundDb, engine, schemas, close, backup } = await openStore(settings, say)
  try {
    const ports = createPorts(settings, { db, backgroundDb, engine, schemas })
    if (settings.demo && (await seedDemo(ports))) say('Demo data has been made: 3 companies, 400 payers, 2,500 bills.')
    if (!settings.demo && settings.notices.smtp === null) say('E-mail is off, so nobody gets a one-time or initial password: set SMTP_URL and MAIL_FROM.')
    const app = createApp(ports, schemas)
    await endFuture(ports)
    await ports.jobs.start()
    const rounds = [
      startRetention({ ...ports, db: backgroundDb }),
      startRecompute({ ...ports, db: backgroundDb, schemas }),
      ...(backup ? [startUpkeep({ ...ports, db: backgroundDb, backup, dataDir: settings.dataDir })] : []),
    ]
    const answer = async (request: Request, connection: Connection = { ip: '' }): Promise<Response> => {
      const url = new URL(request.url)
      const { pathname } = url
      if (pathname === '/config.json') return Response.json(await siteConfig(settings, db, connection.ip))
      if (settings.demo && pathname.startsWith(outboxPath)) return answerOutbox(db, pathname)
      if (settings.demo && pathname === demoBankPath) return answerDemoBank(db, url)
      return app.fetch(request, connection)
    }
    return { answer, demo: settings.demo ? await demoHints(db) : null, close: () => closeAll({ ...ports, rounds }, close) }
  } catch (error) {
    await close()
    throw error
  }
}

interface Workers {
  readonly jobs: QueueJobs
  readonly notices: Notices
  readonly rounds: readonly { stop(): Promise<void> }[]
}

/** Jobs that do not end soon run again after the next start. */
const closeAll = async ({ jobs, notices, rounds }: Workers, close: () => Promise<void>): Promise<void> => {
  const ends = await Promise.allSettled([jobs.stop(), notices.idle(), ...rounds.map((round) => round.stop())])
  // Whatever else failed, the database is left cleanly.
  await close()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
