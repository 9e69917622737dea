import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Backups that the portal makes by itself, in `backups` of the data folder: some of every night, some from before a change of the tables. */
export type Occasion = 'nightly' | 'before-change'

const kept: Readonly<Record<Occasion, number>> = { nightly: 7, 'before-change': 3 }

/** The file for a backup of that moment. */
export const backupFile = (dataDir: string, occasion: Occasion, moment: string): string => join(folderIn(dataDir), `${occasion}-${moment}.tar.gz`)

/** Files of an occasion, oldest first. */
export const backupsOf = (dataDir: string, occasion: Occasion): readonly string[] =>
  existsSync(folderIn(dataDir))
    ? readdirSync(folderIn(dataDir))
        .filter((name) => name.startsWith(`${occasion}-`) && name.endsWith('.tar.gz'))
        .sort()
        .map((name) => join(folderIn(dataDir), name))
    : []

/** Removes the oldest files of an occasion. */
export const forgetOld = (dataDir: string, occasion: Occasion): void => {
  for (const file of backupsOf(dataDir, occasion).slice(0, -kept[occasion])) rmSync(file, { force: true })
}

const folderIn = (dataDir: string): string => join(dataDir, 'backups')
