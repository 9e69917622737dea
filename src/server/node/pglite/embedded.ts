import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../ports'
import { pgliteDatabase } from '../../store/pglite-database'
import { writeBackup } from './backup/write'
import { type ClientOptions, startPGlite } from './client'
import { lockFile } from './lock'
import { openRefusal } from './open-refusal'

/** The database of a data folder, this process its only user. */
export interface Embedded {
  readonly db: Db
  readonly backgroundDb: Db
  backup(file: string): Promise<void>
  close(): Promise<void>
}

/** The folder of the database within the data folder. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

/** Takes the data folder and opens its database; whatever forbids it is a sentence. */
export const openEmbedded = (dataDir: string, options: ClientOptions): Promise<Embedded> =>
  inDataFolder(dataDir, async (folder, unlock) => {
    const client = await startPGlite(folder, options)
    return { ...pgliteDatabase(client), backup: (file) => writeBackup(client, folder, file), close: () => client.close().finally(unlock) }
  })

/** Takes the data folder for the work, which gives it back; gives it back itself when the work fails. */
export const inDataFolder = async <T>(dataDir: string, work: (folder: string, unlock: () => void) => Promise<T>): Promise<T> => {
  const folder = databaseFolder(dataDir)
  let unlock = () => {}
  try {
    mkdirSync(dataDir, { recursive: true })
    unlock = await lockFile(`${folder}.lock`)
    return await work(folder, unlock)
  } catch (error) {
    unlock()
    throw openRefusal(error, folder)
  }
}
