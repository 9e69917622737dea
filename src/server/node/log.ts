import { openSync } from 'node:fs'
import { join } from 'node:path'
import { multistream, pino } from 'pino'
import { errorDetails } from '../database/errors'
import type { Log } from '../ports'
import { makeFolder, ownerOnly } from './files/data-folder'
import { type LineOutput, lineOutput } from './line-output'
import type { Print } from './operator-error'
import { type Environment, isProduction } from './settings/environment'
import type { NodeSettings } from './settings/settings'

// These fields should never be logged; if they are nevertheless, their values are redacted.
const secretNames = [
  'Mima',
  'OldMima',
  'NewMima',
  'password',
  'JWTToken',
  'token',
  'Authorization',
  'authorization',
  'OTP',
]

/**
 * Opens the structured log: standard output in production, otherwise a file in the data folder, with errors also on the
 * console.
 * Personal data are redacted by field name.
 */
export const openLog = (
  { production, dataDir, logLevel }: Pick<NodeSettings, 'production' | 'dataDir' | 'logLevel'>,
  personalFieldNames: readonly string[],
): Log => {
  const redact = [...secretNames, ...personalFieldNames].flatMap((name) => [name, `*.${name}`])
  const [all, errors]: readonly [LineOutput, LineOutput?] = production ? [lineOutput(1)] : fileAndConsole(dataDir)
  const unredacted = pino(
    { ...lineFormat, level: logLevel },
    errors
      ? multistream([
          { level: 'trace', stream: all },
          { level: 'error', stream: errors },
        ])
      : all,
  )
  const logger = unredacted.child({}, { redact })
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, facts) => logger.error(facts ?? {}, event),
    answered: (request) => unredacted.info(request, 'answered'),
    problem: () => all.problem() ?? errors?.problem(),
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

/**
 * Returns the output for a server's messages to the operator.
 * In production these are log lines, so that all output has one format; in a terminal, or outside production, plain
 * text.
 */
export const operatorOutput = (env: Environment, isTerminal: boolean): OperatorOutput => {
  const isDebug = env.LOG_LEVEL === 'debug'
  if (isTerminal || !isProduction(env)) {
    const printFailure = (message: string, error: unknown) => {
      console.error(message)
      if (isDebug) console.error(error)
    }
    return { print: (line) => console.log(line), printFailure }
  }
  const logger = pino(lineFormat, lineOutput(1))
  return {
    print: (line) => logger.info(line.trim()),
    printFailure: (message, error) => logger.fatal(isDebug ? errorDetails(error) : {}, message),
  }
}

/** Returns the outputs outside production: the file for all lines, and the console for errors. */
const fileAndConsole = (dataDir: string): readonly [LineOutput, LineOutput] => {
  makeFolder(dataDir)
  return [lineOutput(openSync(join(dataDir, 'portal.log'), 'a', ownerOnly.file)), lineOutput(2)]
}
