import { join } from 'node:path'
import { destination, multistream, pino } from 'pino'
import { errorDetails } from '../database/errors'
import type { Log } from '../ports'
import { makeFolder, ownerOnly } from './files/data-folder'
import type { Print } from './operator-error'
import { type Environment, isProduction } from './settings/environment'
import type { NodeSettings } from './settings/settings'

// These fields should never be logged; if they are nevertheless, their values are redacted.
const secretNames = ['Mima', 'OldMima', 'NewMima', 'password', 'JWTToken', 'token', 'Authorization', 'authorization', 'OTP']

/** Opens the structured log: standard output in production, otherwise a file in the data folder, with errors also on the console. Personal data are redacted by field name. */
export const openLog = (
  { production, dataDir, logLevel }: Pick<NodeSettings, 'production' | 'dataDir' | 'logLevel'>,
  personalFieldNames: readonly string[],
): Log => {
  const options = { ...lineFormat, level: logLevel, redact: [...secretNames, ...personalFieldNames].flatMap((name) => [name, `*.${name}`]) }
  const logger = production ? pino(options) : pino(options, fileAndConsole(dataDir))
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, facts) => logger.error(facts ?? {}, event),
  }
}

/** The format of a line: time, level and event. */
const lineFormat = {
  base: null,
  messageKey: 'event',
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level: string) => ({ level }) },
}

/** The output for messages about start and shutdown. */
export interface OperatorOutput {
  readonly print: Print
  /** Prints why the portal could not start or had to stop. */
  readonly printFailure: (message: string, error: unknown) => void
}

/** Returns the output for a server's messages to the operator. In production these are log lines, so that all output has one format; in a terminal, or outside production, plain text. */
export const operatorOutput = (env: Environment, isTerminal: boolean): OperatorOutput => {
  const isDebug = env.LOG_LEVEL === 'debug'
  if (isTerminal || !isProduction(env)) {
    const printFailure = (message: string, error: unknown) => {
      console.error(message)
      if (isDebug) console.error(error)
    }
    return { print: (line) => console.log(line), printFailure }
  }
  const logger = pino(lineFormat)
  return { print: (line) => logger.info(line.trim()), printFailure: (message, error) => logger.fatal(isDebug ? errorDetails(error) : {}, message) }
}

const fileAndConsole = (dataDir: string) => {
  makeFolder(dataDir)
  return multistream([
    { level: 'trace', stream: destination({ dest: join(dataDir, 'portal.log'), mode: ownerOnly.file, sync: true }) },
    { level: 'error', stream: destination({ dest: 2, sync: true }) },
  ])
}
