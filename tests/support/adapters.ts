import { jobRunner } from '../../src/server/jobs/runner'
import { bankFileTools } from '../../src/server/node/bank-file-tools'
import { zipChunks } from '../../src/server/node/files/zip'
import { argon2Passwords } from '../../src/server/node/passwords'
import { documentPorts } from '../../src/server/node/pdf'
import { httpsPush } from '../../src/server/node/push/push'
import { sheets } from '../../src/server/node/sheets'
import type { Clock, Db, Log } from '../../src/server/ports'
import { type HoldableJobs, holdable } from './jobs'
import { layouts } from './payments/bank-files'
import type { Adapters } from './ports'
import { slips } from './slips/slip-templates'

/** The adapters that the portal runs with. */
export const adapters = (db: Db, log: Log, clock: Clock): Omit<Adapters, 'log'> & { readonly jobs: HoldableJobs } => ({
  passwords: argon2Passwords,
  ...documentPorts(slips),
  zip: zipChunks,
  sheets: sheets(),
  layouts,
  bankFileTools,
  push: httpsPush({ toLoopback: true, timeoutMs: 3000 }),
  jobs: holdable(jobRunner({ db, log, clock, isOnlyProcess: true, retry: { limit: 5, seconds: 3600 } })),
})
