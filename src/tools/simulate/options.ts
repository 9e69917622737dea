import { OperatorError } from '../../server/node/operator-error'
import { parseCommandLine, wholeNumberOption } from '../command-line'

/** The parsed command line. */
export interface SimulateOptions {
  readonly days: number
  /** The layouts of the files to write. */
  readonly layouts: readonly string[]
  readonly seed: number
  /** The folder of the files; null = the folder from which the portal takes files. */
  readonly folder: string | null
}

/** The values of `--channel` besides `all`: the layouts of the files that can be written. */
const channels = ['store', 'bank', 'post', 'cashFlow'] as const

const maxDays = 31

/** The usage of the command. */
export const usage = `npm run simulate [-- --days 5] [--channel all] [--seed 1] [--folder DIR]
  Writes the files that the bank, stores and the post office would send about payments of the portal's bills, and about remittances.
  Most payments are normal; the others are reversals, repeated lines and exceptions of each kind.
  --days     number of days, up to ${maxDays}; the last one is yesterday. Default: 5
  --channel  all, ${channels.join(', ')}. Default: all
  --seed     number that varies the payments; the same number gives the same files for the same bills. Default: 1
  --folder   folder of the files; default: the one from which the portal takes them

The bills are those of the portal's database: DATABASE_URL, or the embedded one in DATA_DIR while the portal is stopped.
The portal books the files when it runs. The command refuses a database without demo data, because its payments would be booked as real ones.`

/** Parses the command line. Throws on unknown options and invalid values. */
export const readSimulateOptions = (args: readonly string[]): SimulateOptions => {
  const { values } = parseCommandLine({ args: [...args], options }, `\n\n${usage}`)
  const layouts = values.channel === 'all' ? channels : channels.filter((channel) => channel === values.channel)
  if (layouts.length === 0)
    throw new OperatorError(`--channel is "${values.channel}", but must be all, ${channels.join(', ')}.`)
  return {
    days: wholeNumberOption('days', values.days, { from: 1, to: maxDays }),
    layouts,
    seed: wholeNumberOption('seed', values.seed, { from: 0, to: 1_000_000 }),
    folder: values.folder ?? null,
  }
}

const options = {
  days: { type: 'string', default: '5' },
  channel: { type: 'string', default: 'all' },
  seed: { type: 'string', default: '1' },
  folder: { type: 'string' },
} as const
