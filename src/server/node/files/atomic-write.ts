import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '../operator-error'
import { makeFolder, ownerOnly } from './data-folder'

/**
 * Creates a file that only its owner can read; returns false if the file exists.
 * The content is written under another name first, so the file is never empty or incomplete, not even after a power
 * cut.
 * If several processes create the file at the same time, only one succeeds.
 */
export const createFile = (path: string, content: string): boolean => {
  const partialPath = writePartialFile(path, content)
  try {
    // Unlike a rename, a link fails if the file exists.
    fs.linkSync(partialPath, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    fs.unlinkSync(partialPath)
  }
  syncPath(dirname(path))
  return true
}

/**
 * Creates or replaces a file that only its owner can read.
 * `write` writes the content under another name; once the content is on the disk, that file is renamed.
 * A failure leaves the existing file unchanged.
 */
export const replaceFileUsing = async (path: string, write: (partialPath: string) => Promise<void>): Promise<void> => {
  const partialPath = `${path}.part`
  makeFolder(dirname(path))
  try {
    // The permissions are set before anything is written.
    fs.closeSync(fs.openSync(partialPath, 'w', ownerOnly.file))
    fs.chmodSync(partialPath, ownerOnly.file)
    await write(partialPath)
    syncPath(partialPath)
    fs.renameSync(partialPath, path)
    syncPath(dirname(path))
  } finally {
    fs.rmSync(partialPath, { force: true })
  }
}

/** Returns the text of a file; null if it does not exist. */
export const readIfExists = (path: string): string | null => {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Creates or replaces a file that only its owner can read; after a power cut it has either the old or the new content.
 */
export const replaceFile = (path: string, content: string): void => {
  fs.renameSync(writePartialFile(path, content), path)
  syncPath(dirname(path))
}

const writePartialFile = (path: string, content: string): string => {
  const partialPath = `${path}.${randomUUID()}.part`
  const file = fs.openSync(partialPath, 'wx', ownerOnly.file)
  try {
    const bytes = Buffer.from(content)
    fs.writeSync(file, bytes, 0, bytes.length, 0)
    fs.fsyncSync(file)
  } catch (error) {
    fs.unlinkSync(partialPath)
    throw error
  } finally {
    fs.closeSync(file)
  }
  return partialPath
}

/** Waits until a folder and everything below it are on the disk. */
export const syncTree = (folder: string): void => {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(folder)
}

/** Waits until the content of a file, or the names in a folder, are on the disk. */
export const syncPath = (path: string): void => {
  const file = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}
