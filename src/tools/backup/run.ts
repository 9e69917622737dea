import { existsSync } from 'node:fs'
import { openDatabase } from '../../server/node/database'
import { secretFile } from '../../server/node/files/secret'
import { OperatorError, type Print, type Terminal } from '../../server/node/operator-error'
import { restoreBackup } from '../../server/node/pglite/backup/restore'
import { hasDatabase } from '../../server/node/pglite/embedded'
import { type NodeSettings, toolSettings } from '../../server/node/settings/settings'
import { runCommand } from '../command-line'
import { dumpServer, restoreServer, throwIfInUse } from './postgres'

const help = `npm run backup -- FILE    writes all data to a file: those of the database in DATABASE_URL, or of the embedded database in DATA_DIR
npm run restore -- FILE   replaces all data with those of a backup

Stop the portal before a restore, and before a backup of the embedded database. While the portal runs, it backs the embedded database up every night, to DATA_DIR/backups.`

/**
 * Runs "backup FILE" or "restore FILE" and returns the exit code.
 * Prints failures as messages without a stack trace.
 */
export const runBackup = async (
  [command = '', file, ...rest]: readonly string[],
  { env, print }: Terminal,
): Promise<number> => {
  const run = commands[command]
  if (!run || !file || file.startsWith('-') || rest.length > 0) {
    print(help)
    return file === '--help' || file === 'help' ? 0 : 1
  }
  return runCommand(print, async () => print(await run(file, toolSettings(env), print)))
}

const backup = async (
  file: string,
  { databaseUrl, databaseTls, dataDir, secret, certificateSecrets, bankCreditSecrets }: NodeSettings,
  print: Print,
): Promise<string> => {
  if (existsSync(file))
    throw new OperatorError(`${file} already exists. Choose another name, so that no backup is lost.`)
  if (databaseUrl) await dumpServer({ url: databaseUrl, tls: databaseTls }, file)
  else await backupEmbeddedDatabase(file, dataDir, print)
  const secrets = [
    secret ? 'SESSION_SECRET' : secretFile(dataDir),
    ...(certificateSecrets.length > 0 ? ['CERTIFICATE_SECRET'] : []),
    ...(bankCreditSecrets.length > 0 ? ['BANK_CREDIT_SECRET'] : []),
  ].join(' and ')
  return `All data are in ${file}. It contains personal data: keep it where only the bank's staff can read it. It does not contain the secrets: keep a copy of ${secrets} in another place.`
}

const backupEmbeddedDatabase = async (file: string, dataDir: string, print: Print): Promise<void> => {
  // Otherwise `openDatabase` would create an empty database.
  if (!hasDatabase(dataDir))
    throw new OperatorError(
      `There is no database in the data folder ${dataDir}. Name the right folder in DATA_DIR, or the server in DATABASE_URL.`,
    )
  const database = await openDatabase({ dataDir, report: print })
  try {
    await database.backup?.(file)
  } finally {
    await database.close()
  }
}

const restore = async (
  file: string,
  { databaseUrl, databaseTls, dataDir }: NodeSettings,
  print: Print,
): Promise<string> => {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
  if (databaseUrl) {
    const server = { url: databaseUrl, tls: databaseTls }
    await throwIfInUse(server)
    await restoreServer(server, file)
    return `The data of ${file} are in the database of DATABASE_URL.`
  }
  const previousFolder = await restoreBackup(dataDir, file, print)
  return `The data of ${file} are in ${dataDir}.${previousFolder ? ` The previous data are in ${previousFolder}; delete that folder when it is no longer needed.` : ''}`
}

const commands: Readonly<Record<string, (file: string, settings: NodeSettings, print: Print) => Promise<string>>> = {
  backup,
  restore,
}
