import { join } from 'node:path'
import { destination, multistream, pino } from 'pino'
import type { Log } from '../ports'
import { makeFolder, ownerOnly } from './files/data-folder'
import type { NodeSettings } from './settings/settings'

// A precaution: these should never be logged; if they are, their values are redacted.
const secretNames = ['Mima', 'OldMima', 'NewMima', 'password', 'JWTToken', 'token', 'Authorization', 'authorization', 'OTP']

/** Opens the structured log: standard output in production, otherwise a file in the data folder, with errors also on the console. Personal data are redacted by field name. */
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
