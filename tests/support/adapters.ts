import { type JobRunner, jobRunner } from '../../src/server/jobs/runner'
import { certificatePrinter } from '../../src/server/node/certificates'
import { argon2Passwords } from '../../src/server/node/passwords'
import { reportPrinter } from '../../src/server/node/reports'
import { sheets } from '../../src/server/node/sheets'
import { slipPrinter } from '../../src/server/node/slips'
import type { Db, Log } from '../../src/server/ports'
import type { Adapters } from './ports'

/** The adapters that the portal runs with. */
export const adapters = (db: Db, log: Log): Omit<Adapters, 'log'> & { readonly jobs: JobRunner } => ({
  passwords: argon2Passwords,
  slips: slipPrinter(),
  certificates: certificatePrinter(),
  reports: reportPrinter(),
  sheets: sheets(),
  jobs: jobRunner({ db, log, alone: true, retry: { limit: 5, seconds: 3600 } }),
})
