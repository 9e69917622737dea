import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import type { SchemaSet } from '../../../../schema/schema-set'
import { dataVersion } from '../../../store/data-version'
import { systemTables } from '../../../store/system-tables'
import { backupFile, backupsOf, forgetOld } from './folder'

interface Change {
  readonly dataDir: string
  readonly schemas: SchemaSet
  readonly backup: (file: string) => Promise<void>
}

/** Writes a backup when the tables were last made by another program or from other schemas; answers its file. Call `noteTables` once they are made. */
export const backupBeforeChange = async ({ dataDir, schemas, backup }: Change): Promise<string | null> => {
  const known = noted(dataDir)
  if (known === null || known === tablesOf(schemas) || isRecent(backupsOf(dataDir, 'before-change').at(-1))) return null
  const file = backupFile(dataDir, 'before-change', new Date().toISOString().slice(0, 19).replaceAll(':', ''))
  await backup(file)
  forgetOld(dataDir, 'before-change')
  return file
}

/** Notes what the tables were made from. */
export const noteTables = ({ dataDir, schemas }: Pick<Change, 'dataDir' | 'schemas'>): void => {
  if (noted(dataDir) !== tablesOf(schemas)) fs.writeFileSync(noteFile(dataDir), tablesOf(schemas))
}

const noteFile = (dataDir: string): string => join(dataDir, 'tables')

const noted = (dataDir: string): string | null => (fs.existsSync(noteFile(dataDir)) ? fs.readFileSync(noteFile(dataDir), 'utf8') : null)

const tablesOf = ({ resources }: SchemaSet): string =>
  createHash('sha256')
    .update(JSON.stringify([dataVersion, systemTables, resources]))
    .digest('hex')

// Who edits schemas one after the other wants the state from before the first of them.
const isRecent = (file: string | undefined): boolean => file !== undefined && Date.now() - fs.statSync(file).mtimeMs < 3_600_000
