import { text } from 'node:stream/consumers'
import { Refusal } from '../../domain/refusal'
import { DatabaseUnavailable } from '../../server/database/errors'
import { openStore } from '../../server/node/open-store'
import { messageOf, OperatorError, type Terminal } from '../../server/node/operator-error'
import { argon2Passwords } from '../../server/node/passwords'
import { toolSettings } from '../../server/node/settings/settings'
import { commands } from './commands'
import { type AdminOptions, help, readOptions } from './options'

/** The terminal and the function that opens the portal's data. */
export interface AdminTerminal extends Terminal {
  readonly stdin: () => Promise<string>
  readonly open: typeof openStore
}

export const terminal: AdminTerminal = { env: process.env, stdin: () => text(process.stdin), print: (line) => console.log(line), open: openStore }

/** Runs one command and returns the exit code; failures are printed as sentences. */
export const runAdmin = async (args: readonly string[], io: AdminTerminal = terminal): Promise<number> => {
  try {
    const options = readOptions(args)
    if (options.command === 'help') io.print(help)
    else await runCommand(options, io)
    return 0
  } catch (error) {
    io.print(failureText(error))
    return 1
  }
}

const runCommand = async (options: AdminOptions, { env, stdin, print, open }: AdminTerminal): Promise<void> => {
  const command = commands[options.command]
  if (!command) throw new OperatorError(`There is no command ${options.command}.\n\n${help}`)
  const settings = toolSettings(env)
  const password = options.flags['password-stdin'] ? (await stdin()).replace(/\r?\n$/, '') : env.ADMIN_INITIAL_PASSWORD || undefined
  const store = await open(settings, print)
  try {
    await command({ ...store, passwords: argon2Passwords, now: () => new Date(), print }, options, password)
  } finally {
    await store.close()
  }
}

const failureText = (error: unknown): string => {
  if (error instanceof Refusal)
    return [`Refused: ${error.message}`, ...Object.entries(error.fields).map(([field, sentence]) => `  ${field}: ${sentence}`)].join('\n')
  if (error instanceof OperatorError) return error.message
  if (error instanceof DatabaseUnavailable) return `The connection to the database was lost: ${error.message}. Repeat the command; completed steps are skipped.`
  return `Something went wrong: ${messageOf(error)}`
}
