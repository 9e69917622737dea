import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SchemaSet } from '../../../../schema/load/schema-set'
import { existingColumns } from '../../../database/ensure-tables'
import { migrations } from '../../../database/migrations/index'
import type { Db } from '../../../ports'
import { readIfExists, replaceFile } from '../../files/atomic-write'

interface TableChange {
  readonly dataDir: string
  readonly schemas: SchemaSet
  readonly db: Db
  readonly backup: (file: string) => Promise<void>
}

/** Writes a backup if the tables were created by another version of the program, or from other or unknown schemas; returns its file. Call `recordTables` once the tables are created. */
export const backupBeforeChange = async ({ dataDir, schemas, db, backup }: TableChange): Promise<string | null> => {
  if (recordedTables(dataDir) === tablesHash(schemas) || (await isEmpty(db))) return null
  const file = backupFile(dataDir, 'before-change', new Date().toISOString().slice(0, 19).replaceAll(':', ''))
  await backup(file)
  deleteOldBackups(dataDir, 'before-change', file)
  return file
}

/** Records what the tables were created from. */
export const recordTables = ({ dataDir, schemas }: Pick<TableChange, 'dataDir' | 'schemas'>): void => {
  if (recordedTables(dataDir) !== tablesHash(schemas)) replaceFile(recordFile(dataDir), tablesHash(schemas))
}

/** Deletes the record of `recordTables`, because another database replaces the present one. */
export const clearTablesRecord = (dataDir: string): void => rmSync(recordFile(dataDir), { force: true })

const isEmpty = async (db: Db): Promise<boolean> => (await existingColumns(db)).size === 0

const recordFile = (dataDir: string): string => join(dataDir, 'tables')

const recordedTables = (dataDir: string): string | null => readIfExists(recordFile(dataDir))

const tablesHash = ({ resources }: SchemaSet): string =>
  createHash('sha256')
    .update(JSON.stringify([Object.keys(migrations), resources]))
    .digest('hex')

/** The occasions of automatic backups, which are written to `backups` in the data folder. */
export type Occasion = 'nightly' | 'before-change'

const maxBackups: Readonly<Record<Occasion, number>> = { nightly: 7, 'before-change': 5 }

/** Returns the path of a backup. */
export const backupFile = (dataDir: string, occasion: Occasion, time: string): string => join(folderIn(dataDir), `${occasion}-${time}.tar.gz`)

/** Returns the files of an occasion, oldest first. */
export const backupsOf = (dataDir: string, occasion: Occasion): readonly string[] => filesOf(dataDir, occasion, '.tar.gz')

/** Deletes the backups of an occasion that are no longer needed once `latest` is written: the oldest, those between two of the same hour, and incomplete ones. */
export const deleteOldBackups = (dataDir: string, occasion: Occasion, latest: string): void => {
  // After a clock rollback the latest file looks like the oldest.
  const others = backupsOf(dataDir, occasion).filter((file) => file !== latest)
  const spaced = others.filter((file, index) => index === 0 || hourOf(file) !== hourOf(others[index - 1] ?? ''))
  const retained = new Set(spaced.slice(1 - maxBackups[occasion]))
  for (const file of [...others.filter((other) => !retained.has(other)), ...filesOf(dataDir, occasion, '.part')]) rmSync(file, { force: true })
}

/** Returns the hour of a backup; of several backups within an hour, the first and the last are kept. */
const hourOf = (file: string): string => /\d{4}-\d\d-\d\d(T\d\d)?/.exec(basename(file))?.[0] ?? ''

const filesOf = (dataDir: string, occasion: Occasion, ending: '.tar.gz' | '.part'): readonly string[] =>
  (existsSync(folderIn(dataDir)) ? readdirSync(folderIn(dataDir)) : [])
    .filter((name) => name.startsWith(`${occasion}-`) && name.endsWith(ending))
    .sort()
    .map((name) => join(folderIn(dataDir), name))

const folderIn = (dataDir: string): string => join(dataDir, 'backups')
