import { personalNames } from '../../schema/access/record-view'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type JobRunner, jobRunner } from '../jobs/runner'
import type { Clock, Ports } from '../ports'
import type { OpenDatabase } from './database'
import { portalSecret } from './files/secret'
import { openLog } from './log'
import { openNotices } from './message-gateways'
import { argon2Passwords } from './passwords'
import { certificatePrinter } from './pdf/certificate'
import { reportPrinter } from './pdf/report'
import { slipPrinter } from './pdf/slip'
import type { NodeSettings } from './settings/settings'
import { sheets } from './sheets'

/** Returns the ports of a portal that runs in Node, over an open database. */
export const createPorts = (
  settings: NodeSettings,
  { db, backgroundDb, engine, schemas }: Pick<OpenDatabase, 'db' | 'backgroundDb' | 'engine'> & { readonly schemas: SchemaSet },
): Ports & { readonly jobs: JobRunner } => {
  const log = openLog(settings, personalNames(schemas.resources))
  const clock: Clock = () => new Date()
  return {
    db,
    backgroundDb,
    clock,
    passwords: argon2Passwords,
    slips: slipPrinter(),
    sheets: sheets(),
    jobs: jobRunner({ db, log, isOnlyProcess: engine !== 'postgres' }),
    notices: openNotices(settings.gateways, { db, clock, log, demo: settings.demo }),
    certificates: certificatePrinter(),
    reports: reportPrinter(),
    log,
    settings: { ...settings.portal, demo: settings.demo, secret: portalSecret(settings.secret, settings.dataDir) },
  }
}
