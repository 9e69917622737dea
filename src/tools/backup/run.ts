import { existsSync } from 'node:fs'
import { openDatabase } from '../../server/node/database'
import { secretFile } from '../../server/node/files/secret'
import { messageOf, OperatorError, type Print, type Terminal } from '../../server/node/operator-error'
import { restoreBackup } from '../../server/node/pglite/backup/restore'
import { hasDatabase } from '../../server/node/pglite/embedded'
import { type NodeSettings, toolSettings } from '../../server/node/settings/settings'
import { dumpServer, refuseWhileUsed, restoreServer } from './postgres'

const help = `npm run backup -- FILE    writes all data to a file: of the server of DATABASE_URL, or of the embedded database in DATA_DIR
npm run restore -- FILE   puts the data of such a file in the place of the present ones

Stop the portal before a restore, and before a backup where the database is the embedded one; while it runs it writes that one a backup of its own every night, to DATA_DIR/backups.`

/** Runs "backup FILE" or "restore FILE" and returns the exit code; failures are printed as sentences. */
export const runBackup = async ([command = '', file, ...rest]: readonly string[], { env, print }: Terminal): Promise<number> => {
  const work = commands[command]
  if (!work || !file || file.startsWith('-') || rest.length > 0) {
    print(help)
    return file === '--help' || file === 'help' ? 0 : 1
  }
  try {
    print(await work(file, toolSettings(env), print))
    return 0
  } catch (error) {
    print(messageOf(error))
    return 1
  }
}

const backup = async (file: string, { databaseUrl, dataDir, secret }: NodeSettings, print: Print): Promise<string> => {
  if (existsSync(file)) throw new OperatorError(`${file} exists already. Choose another name, so that no backup is lost.`)
  if (databaseUrl) await dumpServer(databaseUrl, file)
  else await backupFolder(file, dataDir, print)
  return `All data are in ${file}. It holds personal data: keep it where only the bank's staff can read it. The secret is not in it: keep a copy of ${secret ? 'SESSION_SECRET' : secretFile(dataDir)} apart.`
}

const backupFolder = async (file: string, dataDir: string, report: Print): Promise<void> => {
  // Opening it would create an empty database.
  if (!hasDatabase(dataDir))
    throw new OperatorError(`There is no database in the data folder ${dataDir}. Name the right folder in DATA_DIR, or the server in DATABASE_URL.`)
  const database = await openDatabase({ dataDir, report })
  try {
    await database.backup?.(file)
  } finally {
    await database.close()
  }
}

const restore = async (file: string, { databaseUrl, dataDir }: NodeSettings, print: Print): Promise<string> => {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
  if (databaseUrl) {
    await refuseWhileUsed(databaseUrl)
    await restoreServer(databaseUrl, file)
    return `The data of ${file} are in the database of DATABASE_URL.`
  }
  const kept = await restoreBackup(dataDir, file, print)
  return `The data of ${file} are in ${dataDir}.${kept ? ` Those from before are in ${kept}; remove that folder when they are no longer wanted.` : ''}`
}

const commands: Readonly<Record<string, (file: string, settings: NodeSettings, print: Print) => Promise<string>>> = { backup, restore }
