import fs, { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pgliteDatabase } from '../../database/pglite-database'
import { syncFolder } from '../files/atomic-write'
import { closeDataFolder } from '../files/data-folder'
import { OperatorError } from '../operator-error'
import { forgetTables } from './backup/automatic'
import { writeBackup } from './backup/write'
import { type ClientOptions, startPGlite } from './client'
import { lockFile } from './lock'

/** Whether the data folder has a database; opening it makes one. */
export const hasDatabase = (dataDir: string): boolean => existsSync(databaseFolder(dataDir)) || isReady(databaseFolder(dataDir))

/** The folder of the database within the data folder. */
const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

/** Takes the data folder and opens its database; whatever forbids it is a sentence. */
export const openEmbedded = (dataDir: string, options: ClientOptions) =>
  inDataFolder(dataDir, options.report, async ({ folder, unlock, lost }) => {
    const client = await startPGlite(folder, options)
    // Two engines on one folder would destroy it: whoever has the lock now is the one.
    lost.addEventListener('abort', () => client.abandon('another process has taken the data folder'))
    return { ...pgliteDatabase(client), backup: (file: string) => writeBackup(client, folder, file), close: () => client.close().finally(unlock) }
  })

interface DataFolder {
  readonly folder: string
  readonly unlock: () => void
  /** Aborted when somebody took the folder away. */
  readonly lost: AbortSignal
}

/** Takes the data folder for the work, which gives it back; gives it back itself when the work fails. */
export const inDataFolder = async <T>(dataDir: string, report: (sentence: string) => void, work: (taken: DataFolder) => Promise<T>): Promise<T> => {
  const folder = databaseFolder(dataDir)
  const loss = new AbortController()
  let unlock = () => {}
  try {
    closeDataFolder(dataDir, report)
    unlock = await lockFile(`${folder}.lock`, { report, onLost: () => loss.abort() })
    if (isReady(folder)) {
      const kept = finishRestore(folder)
      report(`A restore that was cut off is finished.${kept ? ` The data from before it are in ${kept}.` : ''}`)
    }
    return await work({ folder, unlock, lost: loss.signal })
  } catch (error) {
    unlock()
    throw openRefusal(error, folder)
  }
}

/** Why the data folder cannot be used, and what to do about it. */
const openRefusal = (error: unknown, folder: string): OperatorError => {
  if (error instanceof OperatorError) return error
  const facts = factsOf(error)
  const [, sentence] = causes.find(([pattern]) => pattern.test(facts)) ?? [null, otherwise(facts)]
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

const otherwise = (facts: string) => (folder: string) =>
  `The database in ${folder} cannot be opened: ${facts}. Nothing was changed. Restore a backup with "npm run restore -- FILE", or move the folder away to begin with an empty one.`

const factsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return error.message.includes(code) ? error.message : `${error.message} (${code})`
}

/** Declares a restored database whole. From this rename on it takes the place of the present one, whatever cuts the work off. */
export const setReady = (half: string, folder: string): void => {
  fs.renameSync(half, readyFor(folder))
  syncFolder(dirname(folder))
}

/** Whether a restored database waits for its place. */
const isReady = (folder: string): boolean => fs.existsSync(readyFor(folder))

/** Puts the restored database in its place and keeps the present one beside it; answers where. May be done again at every step at which it was cut off. */
export const finishRestore = (folder: string): string | null => {
  forgetTables(dirname(folder))
  const kept = setAside(folder)
  fs.renameSync(readyFor(folder), folder)
  syncFolder(dirname(folder))
  return kept
}

const readyFor = (folder: string): string => `${folder}.restored`

const setAside = (folder: string): string | null => {
  if (!fs.existsSync(folder)) return null
  const kept = `${folder}.before-restore-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`
  fs.renameSync(folder, kept)
  return kept
}
