import { text } from 'node:stream/consumers'
import { Refusal } from '../../domain/refusal'
import { modules } from '../../modules'
import { DatabaseUnavailable } from '../../server/database/errors'
import type { Modules } from '../../server/module'
import { openStore, type PortalStore } from '../../server/node/open-store'
import { messageOf, OperatorError, type Terminal } from '../../server/node/operator-error'
import { argon2Passwords } from '../../server/node/passwords'
import { toolSettings } from '../../server/node/settings/settings'
import { runCommand } from '../command-line'
import { commands, preparingCommands } from './commands'
import { type AdminOptions, help, readAdminOptions } from './options'

/** The terminal, its standard input, and the function that opens the database of the portal. */
export interface AdminTerminal extends Terminal {
  readonly stdin: () => Promise<string>
  readonly modules: Modules
  readonly open: (...args: Parameters<typeof openStore>) => Promise<Omit<PortalStore, 'pools'>>
}

/** The terminal of this process. Tests pass another one. */
export const terminal: AdminTerminal = {
  env: process.env,
  stdin: () => text(process.stdin),
  print: (line) => console.log(line),
  open: openStore,
  modules,
}

/** Runs one command and returns the exit code. Prints failures as messages without a stack trace. */
export const runAdmin = (args: readonly string[], adminTerminal: AdminTerminal = terminal): Promise<number> => {
  const run = async (): Promise<void> => {
    const options = readAdminOptions(args)
    if (options.command === 'help') adminTerminal.print(help)
    else await runAdminCommand(options, adminTerminal)
  }
  return runCommand(adminTerminal.print, run, failureText)
}

const runAdminCommand = async (
  options: AdminOptions,
  { env, stdin, print, open, modules }: AdminTerminal,
): Promise<void> => {
  const command = commands[options.command]
  if (!command) throw new OperatorError(`There is no command ${options.command}.\n\n${help}`)
  const settings = toolSettings(env)
  const password = options.flags['password-stdin']
    ? (await stdin()).replace(/\r?\n$/, '')
    : env.ADMIN_INITIAL_PASSWORD || undefined
  // Some commands prepare the tables for changed schemas, so opening the database must not change the tables.
  const store = await open(settings, print, { modules, keepTables: preparingCommands.includes(options.command) })
  try {
    await command({ ...store, passwords: argon2Passwords, now: () => new Date(), print }, options, password)
  } finally {
    await store.close()
  }
}

const failureText = (error: unknown): string => {
  if (error instanceof Refusal)
    return [
      `Refused: ${error.message}`,
      ...Object.entries(error.fields).map(([field, message]) => `  ${field}: ${message}`),
    ].join('\n')
  if (error instanceof OperatorError) return error.message
  if (error instanceof DatabaseUnavailable)
    return `The connection to the database was lost: ${error.message}. Repeat the command; completed steps are skipped.`
  return `Something went wrong: ${messageOf(error)}`
}
