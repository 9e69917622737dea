import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SchemaSet } from '../../../../schema/load/schema-set'
import { existingColumns } from '../../../database/ensure-tables'
import { migrations } from '../../../database/migrations/index'
import type { Db } from '../../../ports'
import { replaceFile } from '../../files/atomic-write'
import { backupFile, forgetOld } from './folder'

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
