import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SchemaSet } from '../../../../schema/load/schema-set'
import { existingColumns } from '../../../database/ensure-tables'
import { migrations } from '../../../database/migrations/index'
import type { Db } from '../../../ports'
import { replaceFile } from '../../files/atomic-write'

interface Change {
  readonly dataDir: string
  readonly schemas: SchemaSet
  readonly db: Db
  readonly backup: (file: string) => Promise<void>
}

/** Writes a backup when the tables were last made by another program or from other schemas, or nobody knows from which; answers its file. Call `noteTables` once they are made. */
export const backupBeforeChange = async ({ dataDir, schemas, db, backup }: Change): Promise<string | null> => {
  if (noted(dataDir) === tablesOf(schemas) || (await isEmpty(db))) return null
  const file = backupFile(dataDir, 'before-change', new Date().toISOString().slice(0, 19).replaceAll(':', ''))
  await backup(file)
  forgetOld(dataDir, 'before-change', file)
  return file
}

/** Notes what the tables were made from. */
export const noteTables = ({ dataDir, schemas }: Pick<Change, 'dataDir' | 'schemas'>): void => {
  if (noted(dataDir) !== tablesOf(schemas)) replaceFile(noteFile(dataDir), tablesOf(schemas))
}

/** Forgets it, for another database takes the place of the present one. */
export const forgetTables = (dataDir: string): void => rmSync(noteFile(dataDir), { force: true })

const isEmpty = async (db: Db): Promise<boolean> => (await existingColumns(db)).size === 0

const noteFile = (dataDir: string): string => join(dataDir, 'tables')

const noted = (dataDir: string): string | null => (existsSync(noteFile(dataDir)) ? readFileSync(noteFile(dataDir), 'utf8') : null)

const tablesOf = ({ resources }: SchemaSet): string =>
  createHash('sha256')
    .update(JSON.stringify([Object.keys(migrations), resources]))
    .digest('hex')

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
