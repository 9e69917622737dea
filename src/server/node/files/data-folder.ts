import fs from 'node:fs'
import { join } from 'node:path'
import { codeOf, OperatorError, type Print } from '../operator-error'

/** File modes that give access to the owner only. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const

/** Creates a folder, and the missing ones above it, for its owner only. */
export const makeFolder = (folder: string): void => void fs.mkdirSync(folder, { recursive: true, mode: ownerOnly.folder })

/**
 * Creates the data folder, or removes the access of other users of the machine to it and to the portal's files in it; throws if that fails.
 * Follows no links and keeps the modes of other files, which the closed folder protects.
 */
export const closeDataFolder = (dataDir: string, report: Print = () => {}): void => {
  makeFolder(dataDir)
  // Windows has no modes.
  if (process.platform === 'win32') return
  const names = fs.readdirSync(dataDir).filter((name) => !harmless.has(name))
  const own = names.filter((name) => ownNames.test(name))
  const stats = fs.statSync(dataDir)
  if (isOpen(stats) && names.length > 0 && own.length === 0) throw foreignFolderError(dataDir, names)
  // The folder first: once it is closed, no other user can replace a file by a link.
  const corrected = [close(dataDir, { stats, dataDir }), ...own.map((name) => closeTree(join(dataDir, name), dataDir))]
  const count = corrected.reduce((sum, one) => sum + one, 0)
  if (count > 0) report(`${count} files and folders of ${dataDir} were open to other users of this machine. They are closed to them now.`)
}

/** The names that the portal creates in its data folder, temporary ones included. */
const ownNames = /^(database|backups|session-secret|tables|portal\.log)(\.|$)/

/** The names that an empty volume or a file manager creates. */
const harmless = new Set(['lost+found', '.DS_Store'])

const isOpen = ({ mode }: fs.Stats): boolean => (mode & 0o077) !== 0

/** Returns how many files and folders had to be closed. Another process may delete some of them at the same time. */
const closeTree = (path: string, dataDir: string): number => {
  try {
    const stats = fs.lstatSync(path)
    if (!stats.isFile() && !stats.isDirectory()) return 0
    const closed = close(path, { stats, dataDir })
    const within = stats.isDirectory() ? fs.readdirSync(path) : []
    return within.reduce((sum, name) => sum + closeTree(join(path, name), dataDir), closed)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

interface FolderEntry {
  readonly stats: fs.Stats
  readonly dataDir: string
}

const close = (path: string, { stats, dataDir }: FolderEntry): number => {
  if (!isOpen(stats)) return 0
  try {
    fs.chmodSync(path, stats.isDirectory() ? ownerOnly.folder : ownerOnly.file)
  } catch (error) {
    if (codeOf(error) === 'EPERM') throw cannotCloseError(path, { stats, dataDir })
    throw error
  }
  if (isOpen(fs.statSync(path))) throw cannotCloseError(path, { stats, dataDir })
  return 1
}

const cannotCloseError = (path: string, { stats, dataDir }: FolderEntry): OperatorError => {
  const reason =
    stats.uid === process.geteuid?.()
      ? 'its file system keeps no modes. Mount it with umask=077, or choose another DATA_DIR.'
      : `it belongs to user ${stats.uid}. Give the data folder to the user that runs the portal: chown -R USER ${dataDir}`
  return new OperatorError(`Other users of this machine can use ${path} (mode ${(stats.mode & 0o777).toString(8)}), and this cannot be changed: ${reason}`)
}

/** Returns the error for a folder such as /tmp: closing it would lock out its other users. */
const foreignFolderError = (dataDir: string, names: readonly string[]): OperatorError =>
  new OperatorError(
    `${dataDir} holds files that are not the portal's (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}), and other users of this machine can enter it. Name a folder of its own in DATA_DIR; if this one is meant, close it first: chmod 700 ${dataDir}`,
  )
