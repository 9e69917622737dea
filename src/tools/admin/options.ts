import { parseArgs } from 'node:util'
import { AdminRefusal } from './refusal'

/** The command line, taken apart. */
export interface Options {
  readonly command: string
  /** What follows the command without a name. */
  readonly rest: readonly string[]
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

/** Reads the command line; refuses flags that do not exist. */
export const readOptions = (args: readonly string[]): Options => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
    const [command = 'help', ...rest] = positionals
    return { command, rest, flags: values }
  } catch (error) {
    throw new AdminRefusal(`${error instanceof Error ? error.message : String(error)}\nAll commands: npm run admin -- help`)
  }
}

/** The values of flags that a command cannot do without; every missing one is named. */
export const need = <K extends keyof typeof flags>({ command, flags: given }: Options, names: readonly K[]): Record<K, string> => {
  const missing = names.filter((name) => typeof given[name] !== 'string' || given[name] === '')
  if (missing.length > 0) throw new AdminRefusal(`${command} needs ${missing.map((name) => `--${name}`).join(', ')}.`)
  return Object.fromEntries(names.map((name) => [name, String(given[name])])) as Record<K, string>
}
