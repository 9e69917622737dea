import { type JobRunner, jobRunner } from '../../src/server/jobs/runner'
import { argon2Passwords } from '../../src/server/node/passwords'
import { certificatePrinter } from '../../src/server/node/pdf/certificate'
import { unprintableCharacters } from '../../src/server/node/pdf/document'
import { reportPrinter } from '../../src/server/node/pdf/report'
import { slipPrinter } from '../../src/server/node/pdf/slip'
import { sheets } from '../../src/server/node/sheets'
import type { Db, Log } from '../../src/server/ports'
import type { Adapters } from './ports'
import { slips } from './slip-templates'

/** The adapters that the portal runs with. */
export const adapters = (db: Db, log: Log): Omit<Adapters, 'log'> & { readonly jobs: JobRunner } => ({
  passwords: argon2Passwords,
  slips: slipPrinter(slips),
  certificates: certificatePrinter(),
  reports: reportPrinter(),
  unprintableCharacters,
  sheets: sheets(),
  jobs: jobRunner({ db, log, isOnlyProcess: true, retry: { limit: 5, seconds: 3600 } }),
})
