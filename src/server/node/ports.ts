import { personalNames } from '../../schema/personal-names'
import type { SchemaSet } from '../../schema/schema-set'
import { errorFacts } from '../error-facts'
import type { Clock, Ports } from '../ports'
import { endFuture } from '../session/from-the-future'
import { certificatePrinter } from './certificates'
import type { OpenDatabase } from './database'
import { type QueueJobs, queueJobs } from './jobs'
import { openLog } from './log'
import { openNotices } from './notices'
import { argon2Passwords } from './passwords'
import { reportPrinter } from './reports'
import { portalSecret } from './secret'
import type { NodeSettings } from './settings'
import { sheets } from './sheets'
import { slipPrinter } from './slips'
import { steadyClock } from './steady-clock'

/** The ports of a portal that runs in Node, over an open database. */
export const createPorts = (
  settings: NodeSettings,
  { db, backgroundDb, engine, schemas }: Pick<OpenDatabase, 'db' | 'backgroundDb' | 'engine'> & { readonly schemas: SchemaSet },
): Ports & { readonly jobs: QueueJobs } => {
  const log = openLog(settings, personalNames(schemas.resources))
  const clock: Clock = steadyClock(
    log,
    () => void endFuture({ db, clock }).catch((error: unknown) => log.error('ending what is from the future failed', errorFacts(error))),
  )
  return {
    db,
    backgroundDb,
    clock,
    passwords: argon2Passwords,
    slips: slipPrinter(),
    sheets: sheets(),
    jobs: queueJobs({ db, log, alone: engine !== 'postgres' }),
    notices: openNotices(settings.notices, { db, clock, log, demo: settings.demo }),
    certificates: certificatePrinter(),
    reports: reportPrinter(),
    log,
    settings: { ...settings.portal, demo: settings.demo, secret: portalSecret(settings.secret, settings.dataDir) },
  }
}
