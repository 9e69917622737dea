import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from '../files/atomic-write'
import { restrictDataFolder } from '../files/data-folder'
import { codeOf, OperatorError } from '../operator-error'
import { writeBackup } from './backup/write'
import { type ClientOptions, startPGlite } from './client'
import { embeddedConnections } from './connections'
import { lockFile } from './lock'

/** Returns whether the data folder has a database; if not, opening it creates one. */
export const hasDatabase = (dataDir: string): boolean =>
  fs.existsSync(databaseFolder(dataDir)) || isRestorePending(databaseFolder(dataDir))

/** Returns the folder of the database within the data folder. */
const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

/** Locks the data folder and opens its database; throws an `OperatorError` if that fails. */
export const openEmbedded = (dataDir: string, options: ClientOptions) =>
  withDataFolder(dataDir, options.report, async ({ folder, unlock, lockLost }) => {
    const client = await startPGlite(folder, options)
    // Two engines on one folder would destroy the data, so only the holder of the lock may continue.
    lockLost.addEventListener('abort', () => client.abandon('another process has locked the data folder'))
    const { openSession, reportLackOfResources: onLackOfResources, setStatementTimeout } = client
    const { close: closeConnections, ...connections } = embeddedConnections({ openSession, onLackOfResources })
    const backup = (file: string) => writeBackup(client, folder, file)
    const close = async () => {
      await closeConnections()
      await client.close().finally(unlock)
    }
    return { ...connections, setStatementTimeout, backup, close }
  })

interface LockedDataFolder {
  /** The folder of the database within the data folder. */
  readonly folder: string
  readonly unlock: () => void
  /** Aborted when another process takes the lock. */
  readonly lockLost: AbortSignal
}

/**
 * Locks the data folder and runs the work.
 * The work calls `unlock` when it no longer needs the folder; if it fails, this function unlocks the folder.
 */
export const withDataFolder = async <T>(
  dataDir: string,
  report: (message: string) => void,
  work: (locked: LockedDataFolder) => Promise<T>,
): Promise<T> => {
  const folder = databaseFolder(dataDir)
  const lockLoss = new AbortController()
  let unlock = () => {}
  try {
    restrictDataFolder(dataDir, report)
    unlock = await lockFile(`${folder}.lock`, { report, onLost: () => lockLoss.abort() })
    if (isRestorePending(folder)) {
      const previousFolder = finishRestore(folder)
      report(
        `An interrupted restore has been completed.${previousFolder ? ` The previous database is in ${previousFolder}.` : ''}`,
      )
    }
    return await work({ folder, unlock, lockLost: lockLoss.signal })
  } catch (error) {
    unlock()
    throw dataFolderError(error, folder)
  }
}

/**
 * Returns the error for the operator.
 * It says why the data folder cannot be used, and what to do.
 * An `OperatorError` is returned unchanged.
 */
const dataFolderError = (error: unknown, folder: string): OperatorError => {
  if (error instanceof OperatorError) return error
  const text = errorText(error)
  const [, messageFor] = causes.find(([pattern]) => pattern.test(text)) ?? [null, unknownCause(text)]
  return new OperatorError(messageFor(folder), { cause: error })
}

/** The messages for known causes, by a pattern of the error's text. */
const causes: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [
    /ENOSPC|EDQUOT|no space left/i,
    (folder) =>
      `The disk of the data folder is full, so the database in ${folder} cannot be opened. Free about 200 MB and start again; no acknowledged data are lost.`,
  ],
  [
    /EROFS|EACCES|EPERM|read-only file system|permission denied/i,
    (folder) =>
      `The data folder cannot be written, so the database in ${folder} cannot be opened. Give the user that runs the portal write access to it, or choose another DATA_DIR.`,
  ],
]

const unknownCause = (text: string) => (folder: string) =>
  `The database in ${folder} cannot be opened: ${text}. Nothing was deleted. Restore a backup with "npm run restore -- FILE", or move the folder to another place to start with an empty database.`

const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  return error.message.includes(code) ? error.message : `${error.message} (${code})`
}

/**
 * Marks a restored database as complete.
 * Even if this process is then killed, the server replaces the current database with it when it starts next.
 */
export const markRestored = (partialFolder: string, folder: string): void => {
  fs.renameSync(partialFolder, restoredFolder(folder))
  syncPath(dirname(folder))
}

/** Returns whether a restored database is ready to replace the current one. */
const isRestorePending = (folder: string): boolean => fs.existsSync(restoredFolder(folder))

/**
 * Replaces the current database with the restored one and returns the path to which the current one was moved; null if
 * there was none.
 * After a crash at any step, it can be called again.
 */
export const finishRestore = (folder: string): string | null => {
  const previousFolder = moveAway(folder)
  fs.renameSync(restoredFolder(folder), folder)
  syncPath(dirname(folder))
  return previousFolder
}

const restoredFolder = (folder: string): string => `${folder}.restored`

const moveAway = (folder: string): string | null => {
  if (!fs.existsSync(folder)) return null
  const previousFolder = `${folder}.before-restore-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`
  fs.renameSync(folder, previousFolder)
  return previousFolder
}
