import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { pgliteDatabase } from '../../database/pglite-database'
import { syncFolder } from '../files/atomic-write'
import { closeDataFolder } from '../files/data-folder'
import { codeOf, OperatorError } from '../operator-error'
import { clearTablesRecord } from './backup/automatic'
import { writeBackup } from './backup/write'
import { type ClientOptions, startPGlite } from './client'
import { lockFile } from './lock'

/** Returns whether the data folder has a database; opening it creates one. */
export const hasDatabase = (dataDir: string): boolean => fs.existsSync(databaseFolder(dataDir)) || isRestorePending(databaseFolder(dataDir))

/** Returns the folder of the database within the data folder. */
const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

/** Locks the data folder and opens its database; failures are explained in a sentence. */
export const openEmbedded = (dataDir: string, options: ClientOptions) =>
  withDataFolder(dataDir, options.report, async ({ folder, unlock, lost }) => {
    const client = await startPGlite(folder, options)
    // Two engines on one folder would destroy it: only the holder of the lock may go on.
    lost.addEventListener('abort', () => client.abandon('another process has taken the data folder'))
    return { ...pgliteDatabase(client), backup: (file: string) => writeBackup(client, folder, file), close: () => client.close().finally(unlock) }
  })

interface DataFolder {
  readonly folder: string
  readonly unlock: () => void
  /** Aborted when another process took the lock. */
  readonly lost: AbortSignal
}

/** Locks the data folder for the work, which unlocks it at its end; if the work fails, it is unlocked here. */
export const withDataFolder = async <T>(dataDir: string, report: (sentence: string) => void, work: (locked: DataFolder) => Promise<T>): Promise<T> => {
  const folder = databaseFolder(dataDir)
  const lockLoss = new AbortController()
  let unlock = () => {}
  try {
    closeDataFolder(dataDir, report)
    unlock = await lockFile(`${folder}.lock`, { report, onLost: () => lockLoss.abort() })
    if (isRestorePending(folder)) {
      const kept = finishRestore(folder)
      report(`A restore that was cut off is finished.${kept ? ` The data from before it are in ${kept}.` : ''}`)
    }
    return await work({ folder, unlock, lost: lockLoss.signal })
  } catch (error) {
    unlock()
    throw openError(error, folder)
  }
}

/** Returns the error that says why the data folder cannot be used, and what to do about it. */
const openError = (error: unknown, folder: string): OperatorError => {
  if (error instanceof OperatorError) return error
  const facts = factsOf(error)
  const [, sentence] = causes.find(([pattern]) => pattern.test(facts)) ?? [null, unknownCause(facts)]
  return new OperatorError(sentence(folder), { cause: error })
}

const causes: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [
    /ENOSPC|EDQUOT|no space left/i,
    (folder) =>
      `The disk of the data folder is full, so the database in ${folder} cannot be opened. Free about 200 MB and start again; nothing that was acknowledged is lost.`,
  ],
  [
    /EROFS|EACCES|EPERM|read-only file system|permission denied/i,
    (folder) =>
      `The data folder cannot be written, so the database in ${folder} cannot be opened. Let the user that runs the portal write there, or choose another DATA_DIR.`,
  ],
]

const unknownCause = (facts: string) => (folder: string) =>
  `The database in ${folder} cannot be opened: ${facts}. Nothing was changed. Restore a backup with "npm run restore -- FILE", or move the folder away to begin with an empty one.`

const factsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  return error.message.includes(code) ? error.message : `${error.message} (${code})`
}

/** Marks a restored database as complete. From this rename on it replaces the present one, even if the process is killed. */
export const markRestored = (partial: string, folder: string): void => {
  fs.renameSync(partial, restoredFolder(folder))
  syncFolder(dirname(folder))
}

/** Returns whether a restored database is ready to replace the present one. */
const isRestorePending = (folder: string): boolean => fs.existsSync(restoredFolder(folder))

/** Replaces the present database by the restored one and returns the path of the former one. Can be repeated after a crash at any step. */
export const finishRestore = (folder: string): string | null => {
  clearTablesRecord(dirname(folder))
  const kept = setAside(folder)
  fs.renameSync(restoredFolder(folder), folder)
  syncFolder(dirname(folder))
  return kept
}

const restoredFolder = (folder: string): string => `${folder}.restored`

const setAside = (folder: string): string | null => {
  if (!fs.existsSync(folder)) return null
  const kept = `${folder}.before-restore-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`
  fs.renameSync(folder, kept)
  return kept
}
