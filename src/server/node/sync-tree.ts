import fs from 'node:fs'
import { join } from 'node:path'

/** Waits until the names within a folder are on the disk. */
export const syncFolder = (folder: string): void => syncFile(folder)

/** Waits until a folder and all that is in it are on the disk, however deep. */
export const syncTree = (folder: string): void => {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncFile(path)
  }
  syncFolder(folder)
}

/** Waits until a file's content is on the disk. */
export const syncFile = (path: string): void => {
  const file = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}
