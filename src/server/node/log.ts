import { join } from 'node:path'
import { destination, multistream, pino } from 'pino'
import type { Log } from '../ports'
import { makeFolder, ownerOnly } from './files/data-folder'
import type { NodeSettings } from './settings/settings'

// A safety net: nobody should log these; if somebody does, the value is redacted.
const secretNames = ['Mima', 'OldMima', 'NewMima', 'password', 'JWTToken', 'token', 'Authorization', 'authorization', 'OTP']

/** Opens the log, structured lines: to standard output in production; elsewhere to a file in the data folder, with errors on the console too. Personal data are redacted by their names. */
export const openLog = ({ production, dataDir, logLevel }: Pick<NodeSettings, 'production' | 'dataDir' | 'logLevel'>, personal: readonly string[]): Log => {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [...secretNames, ...personal].flatMap((name) => [name, `*.${name}`]),
  }
  const lines = production ? pino(options) : pino(options, fileAndConsole(dataDir))
  return {
    info: (event, facts) => lines.info(facts ?? {}, event),
    warn: (event, facts) => lines.warn(facts ?? {}, event),
    error: (event, facts) => lines.error(facts ?? {}, event),
  }
}

const fileAndConsole = (dataDir: string) => {
  makeFolder(dataDir)
  return multistream([
    { level: 'trace', stream: destination({ dest: join(dataDir, 'portal.log'), mode: ownerOnly.file, sync: true }) },
    { level: 'error', stream: destination({ dest: 2, sync: true }) },
  ])
}
