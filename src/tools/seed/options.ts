import { parseArgs } from 'node:util'

/** What the command line asks for. */
export interface SeedOptions {
  readonly bills: number
  /** Said by who knows that the database is a real one. */
  readonly yes: boolean
}

const mostBills = 20_000_000

/** How the command is used. */
export const usage = `npm run seed [-- --bills COUNT] [--yes]
  Fills the database of DATABASE_URL, or the embedded one in DATA_DIR, with a company of that many bills, for scale tests. Asked for again, it adds what is missing.
  --bills  how many bills the company shall have, up to ${mostBills}; 1000000 when absent
  --yes    also where the database looks like a real portal's`

/** Reads `--bills 1000000 --yes`; a sentence where that cannot be done. */
export const readOptions = (args: readonly string[]): SeedOptions | string => {
  try {
    const { values } = parseArgs({ args: [...args], options: { bills: { type: 'string', default: '1000000' }, yes: { type: 'boolean', default: false } } })
    const bills = Number(values.bills)
    if (Number.isInteger(bills) && bills >= 1 && bills <= mostBills) return { bills, yes: values.yes }
    return `--bills is "${values.bills}", but must be a whole number from 1 to ${mostBills}.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
