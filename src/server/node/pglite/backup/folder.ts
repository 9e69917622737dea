import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Backups that the portal makes by itself, in `backups` of the data folder: some of every night, some from before a change of the tables. */
export type Occasion = 'nightly' | 'before-change'

const kept: Readonly<Record<Occasion, number>> = { nightly: 7, 'before-change': 5 }

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

/** Removes what an occasion need not keep once `latest` is written: the oldest files, those between two of the same hour, and what was cut off. */
export const forgetOld = (dataDir: string, occasion: Occasion, latest: string): void => {
  // A clock that was set back makes the latest look like the oldest.
  const others = backupsOf(dataDir, occasion).filter((file) => file !== latest)
  const spaced = others.filter((file, index) => index === 0 || hourOf(file) !== hourOf(others[index - 1] ?? ''))
  const wanted = new Set(spaced.slice(1 - kept[occasion]))
  for (const file of [...others.filter((other) => !wanted.has(other)), ...cutOff(dataDir, occasion)]) rmSync(file, { force: true })
}

/** Who edits schemas one after the other wants the state from before the first of them, and the one from before the last. */
const hourOf = (file: string): string => /\d{4}-\d\d-\d\d(T\d\d)?/.exec(basename(file))?.[0] ?? ''

const cutOff = (dataDir: string, occasion: Occasion): readonly string[] =>
  readdirSync(folderIn(dataDir))
    .filter((name) => name.startsWith(`${occasion}-`) && name.endsWith('.part'))
    .map((name) => join(folderIn(dataDir), name))

const folderIn = (dataDir: string): string => join(dataDir, 'backups')
