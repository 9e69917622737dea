import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Writes a backup when the portal starts, before it changes the tables; returns the file of the backup. */
export const backupBeforeChange = async (dataDir: string, backup: (file: string) => Promise<void>): Promise<string> => {
  const file = backupFile(dataDir, 'before-change', new Date().toISOString().slice(0, 19).replaceAll(':', ''))
  await backup(file)
  deleteOldBackups(dataDir, 'before-change', file)
  return file
}

/** The occasions of automatic backups, which are written to `backups` in the data folder. */
export type BackupOccasion = 'nightly' | 'before-change'

const maxBackups: Readonly<Record<BackupOccasion, number>> = { nightly: 7, 'before-change': 5 }

/** Returns the path of a backup. */
export const backupFile = (dataDir: string, occasion: BackupOccasion, time: string): string =>
  join(folderIn(dataDir), `${occasion}-${time}.tar.gz`)

/** Returns the files of an occasion, oldest first. */
export const backupsOf = (dataDir: string, occasion: BackupOccasion): readonly string[] =>
  filesOf(dataDir, occasion, '.tar.gz')

/**
 * Deletes the backups of an occasion that are no longer needed once `latest` is written: the oldest, all but the first
 * of each hour, and incomplete ones.
 */
export const deleteOldBackups = (dataDir: string, occasion: BackupOccasion, latest: string): void => {
  // After a clock rollback, the latest file would be sorted as the oldest, so it is excluded.
  const others = backupsOf(dataDir, occasion).filter((file) => file !== latest)
  const firstOfEachHour = others.filter(
    (file, index) => index === 0 || hourOf(file) !== hourOf(others[index - 1] ?? ''),
  )
  // With `latest`, this retains the maximum number of backups.
  const retained = new Set(firstOfEachHour.slice(1 - maxBackups[occasion]))
  for (const file of [...others.filter((oldFile) => !retained.has(oldFile)), ...filesOf(dataDir, occasion, '.part')])
    rmSync(file, { force: true })
}

/** Returns the day and the hour of a backup; only the day of a nightly one. */
const hourOf = (file: string): string => /\d{4}-\d\d-\d\d(T\d\d)?/.exec(basename(file))?.[0] ?? ''

const filesOf = (dataDir: string, occasion: BackupOccasion, ending: '.tar.gz' | '.part'): readonly string[] =>
  (existsSync(folderIn(dataDir)) ? readdirSync(folderIn(dataDir)) : [])
    .filter((name) => name.startsWith(`${occasion}-`) && name.endsWith(ending))
    .sort()
    .map((name) => join(folderIn(dataDir), name))

const folderIn = (dataDir: string): string => join(dataDir, 'backups')
