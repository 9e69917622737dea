import fs from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../../sync-tree'
import { forgetTables } from './automatic'

/** Declares a restored database whole. From this rename on it takes the place of the present one, whatever cuts the work off. */
export const setReady = (half: string, folder: string): void => {
  fs.renameSync(half, readyFor(folder))
  syncFolder(dirname(folder))
}

/** Whether a restored database waits for its place. */
export const isReady = (folder: string): boolean => fs.existsSync(readyFor(folder))

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
