import type { Layouts } from '../../schema/layouts/layout'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { SlipTemplates } from '../../schema/slips/template'
import { personalFieldNames } from '../access/masks'
import { type JobRunner, jobRunner } from '../jobs/runner'
import type { Clock, Metrics, Ports } from '../ports'
import { bankFileTools } from './bank-file-tools'
import type { OpenDatabase } from './database'
import { secretsFromSettings } from './files/secret'
import { zipChunks } from './files/zip'
import { openLog } from './log'
import { openNotices } from './message-gateways'
import { argon2Passwords } from './passwords'
import { documentPorts } from './pdf'
import { httpsPush } from './push/push'
import type { NodeSettings } from './settings/settings'
import { sheets } from './sheets'

interface PortSources extends Pick<OpenDatabase, 'db' | 'backgroundDb' | 'engine'> {
  readonly schemas: SchemaSet
  readonly slips: SlipTemplates
  readonly layouts: Layouts
  readonly metrics: Metrics
}

/** Returns the ports of a portal that runs in Node, over an open database. */
export const createPorts = (
  settings: NodeSettings,
  { db, backgroundDb, engine, schemas, slips, layouts, metrics }: PortSources,
): Ports & { readonly jobs: JobRunner } => {
  const log = openLog(settings, personalFieldNames(schemas.resources))
  const clock: Clock = () => new Date()
  return {
    db,
    backgroundDb,
    clock,
    passwords: argon2Passwords,
    ...documentPorts(slips),
    zip: zipChunks,
    sheets: sheets(),
    layouts,
    bankFileTools,
    jobs: jobRunner({ db, log, clock, isOnlyProcess: engine !== 'postgres' }),
    notices: openNotices(settings.gateways, { db, clock, log, demo: settings.demo }),
    push: httpsPush({ toLoopback: settings.pushToLoopback }),
    log,
    metrics,
    settings: { ...settings.portal, demo: settings.demo, ...secretsFromSettings(settings) },
  }
}
