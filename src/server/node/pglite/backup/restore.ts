import fs from 'node:fs'
import { type Say, StartRefusal } from '../../start-refusal'
import { syncTree } from '../../sync-tree'
import { startPGlite } from '../client'
import { inDataFolder } from '../embedded'
import { readBackup } from './read'
import { finishRestore, setReady } from './take-place'

/** Puts the database of a backup in the place of the present one, which is kept beside it; answers where, or null where there was none. */
export const restoreBackup = (dataDir: string, file: string, say: Say = () => {}): Promise<string | null> =>
  inDataFolder(dataDir, say, async ({ folder, unlock }) => {
    try {
      const half = `${folder}.half`
      fs.rmSync(half, { recursive: true, force: true })
      await unpackWhole(file, half)
      setReady(half, folder)
      return finishRestore(folder)
    } finally {
      unlock()
    }
  })

/** Unpacks the backup and opens it once, so that only what opens takes the place of what there is. */
const unpackWhole = async (file: string, half: string): Promise<void> => {
  try {
    await readBackup(file, half)
    await (await startPGlite(half, { patience: 0, report: () => {} })).close()
    syncTree(half)
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefusal(`${file} cannot be restored: ${reason}. Nothing was changed.`, { cause: error })
  }
}
