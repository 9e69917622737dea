import { realCompanyIn } from '../../server/demo/demo-mark'
import { openStore } from '../../server/node/open-store'
import { OperatorError, type Terminal } from '../../server/node/operator-error'
import { argon2Passwords } from '../../server/node/passwords'
import { checkedSettings } from '../../server/node/settings/settings'
import { parseCommandLine, runCommand, wholeNumberOption } from '../command-line'
import { loadModules } from '../module-files'
import { fillDatabase } from './fill'

/**
 * Fills the database of DATABASE_URL, or the embedded one in DATA_DIR, for scale tests, and returns the exit code.
 * Prints failures as messages without a stack trace.
 */
export const runSeed = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(terminal.print, async () => {
    if (args.includes('--help')) terminal.print(usage)
    else await seed(readSeedOptions(args).billCount, terminal)
  })

const seed = async (billCount: number, { env, print }: Terminal): Promise<void> => {
  const settings = { ...checkedSettings(env), statementMs: 0 }
  if (settings.production)
    throw new OperatorError(
      'Nothing was written: these are the settings of production, and the password of the test user is published. For a test database, set NODE_ENV=development.',
    )
  // Prepares the tables while they are empty, so that the next start of the portal does not read all bills.
  const { db, close } = await openStore(settings, () => {}, { modules: await loadModules() })
  try {
    const company = await realCompanyIn(db)
    if (company !== undefined)
      throw new OperatorError(
        `Nothing was written: this is the database of a real portal, because it has the company ${company}.`,
      )
    const start = performance.now()
    const rate = (rows: number) => Math.round((rows * 1000) / (performance.now() - start)).toLocaleString('en-US')
    const progress = (done: number) => {
      if (done % 100_000 === 0) print(`${done.toLocaleString('en-US')} bills, ${rate(done)} rows/s`)
    }
    const created = await fillDatabase({ db, passwords: argon2Passwords, billCount, now: new Date(), progress })
    print(
      `${created.toLocaleString('en-US')} new bills in ${Math.round((performance.now() - start) / 1000)} s (${rate(created)} rows/s).`,
    )
    print('Company 90000038, agreement 88001; sign in as scale01 with the password of the demo users.')
  } finally {
    await close()
  }
}

const maxBills = 20_000_000

/** The usage of the command. */
const usage = `npm run seed [-- --bills COUNT]
  Fills the database of DATABASE_URL, or the embedded one in DATA_DIR, with a company for scale tests. A second run adds only what is missing.
  --bills  number of bills of the company, up to ${maxBills}; default: 1000000
The command refuses the settings of production and databases with companies that it did not create. Production does not start on a database that it has filled.`

/** Parses options such as `--bills 1000000`. Throws an error for the operator if they are invalid. */
export const readSeedOptions = (args: readonly string[]): { readonly billCount: number } => {
  const { values } = parseCommandLine({ args: [...args], options: { bills: { type: 'string', default: '1000000' } } })
  return { billCount: wholeNumberOption('bills', values.bills, { from: 1, to: maxBills }) }
}
