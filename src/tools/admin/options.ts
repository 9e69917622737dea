import { OperatorError } from '../../server/node/operator-error'
import { parseCommandLine } from '../command-line'

/** The parsed command line. */
export interface AdminOptions {
  readonly command: string
  /** Arguments after the command. */
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

const flags = {
  'uniform-no': { type: 'string' },
  'company-name': { type: 'string' },
  'user-id': { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  mobile: { type: 'string' },
  role: { type: 'string', default: 'BankOperator' },
  'password-stdin': { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
} as const

/** Parses the command line. Throws on unknown flags. */
export const readAdminOptions = (argv: readonly string[]): AdminOptions => {
  const { values, positionals } = parseCommandLine(
    { args: [...argv], options: flags, allowPositionals: true },
    '\nAll commands: npm run admin -- help',
  )
  const [command = 'help', ...args] = positionals
  return { command, args, flags: values }
}

/** Returns the values of required flags. Throws an error that lists all missing flags. */
export const requireFlags = <K extends keyof typeof flags>(
  { command, flags: values }: AdminOptions,
  names: readonly K[],
): Record<K, string> => {
  const missing = names.filter((name) => typeof values[name] !== 'string' || values[name] === '')
  if (missing.length > 0) throw new OperatorError(`${command} needs ${missing.map((name) => `--${name}`).join(', ')}.`)
  return Object.fromEntries(names.map((name) => [name, String(values[name])])) as Record<K, string>
}

/** The usage of `npm run admin`. */
export const help = `npm run admin -- <command>

  bank-user --uniform-no 04595257 --company-name 示範商業銀行 --user-id bankop01 --name 吳俊傑
            --email ops@bank.example --mobile 0912345678 [--role BankOperator|BankViewer] [--password-stdin]
        Creates the bank's company if it is missing, and a user of the bank.
  reset-password --uniform-no 04595257 --user-id bankop01 [--password-stdin]
        Gives a user a new initial password and ends the user's sessions.
  load <folder or file>... [--update]
        Loads customers, agreements, market-items, bank-codes, payer-login-fields, holidays and users from files of these names, .csv or .json.
        Missing records are created. Existing ones are changed only with --update.
        Sample files: src/tools/admin/sample
  status
        Prints which database is used, whether it has demo data, the number of records of each kind, and up to 50 users.
  jobs
        Lists background work: the latest 50 jobs with state, progress and last error.
  cancel-job <number>
        Cancels a job.
  sql <file>
        Runs the statements of a file, all or none, such as those that the portal printed when it started with a changed schema.
  convert <schema file> <field>
        Converts the column of a field to the present type of the field, unless a stored value would change.
        A field of list items is written with its list, such as FeeItems.Amount.
  ledger-verify
        Checks whether lines, entries and bills agree, and prints the differences: up to 100 records of each kind, with serial ids and amounts.
        Changes nothing. The portal can be running, unless its database is the embedded one.
  confirm-time
        Confirms the clock of this machine, after the log reported that nothing is deleted because the clock may be wrong.

The database is that of the portal: DATABASE_URL, or the embedded one in DATA_DIR while the portal is stopped.
Initial passwords are random and printed once. To choose one, send it through --password-stdin or ADMIN_INITIAL_PASSWORD.
bank-user, load and convert can be repeated: completed steps are reported and skipped.`
