import fs from 'node:fs'
import { join } from 'node:path'
import { codeOf, OperatorError, type Print } from '../operator-error'

/** File modes that give access to the owner only. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const

/** Creates a folder and its missing parents, accessible to the owner only. */
export const makeFolder = (folder: string): void =>
  void fs.mkdirSync(folder, { recursive: true, mode: ownerOnly.folder })

/**
 * Creates the data folder.
 * If it exists, denies other users of the machine access to it and to the portal's files in it; throws if that fails.
 * Follows no links.
 * Leaves the modes of other files unchanged, because the mode of the folder protects them.
 */
export const restrictDataFolder = (dataDir: string, report: Print = () => {}): void => {
  makeFolder(dataDir)
  // Windows has no file modes.
  if (process.platform === 'win32') return
  const names = fs.readdirSync(dataDir).filter((name) => !ignoredFileNames.has(name))
  const portalFiles = names.filter((name) => portalFilePattern.test(name))
  const stats = fs.statSync(dataDir)
  if (isAccessible(stats) && names.length > 0 && portalFiles.length === 0) throw foreignFolderError(dataDir, names)
  // The folder is restricted first: from then on, no other user can replace a file with a link.
  const counts = [
    restrict(dataDir, { stats, dataDir }),
    ...portalFiles.map((name) => restrictTree(join(dataDir, name), dataDir)),
  ]
  const count = counts.reduce((sum, restricted) => sum + restricted, 0)
  if (count > 0)
    report(
      `${count} files and folders of ${dataDir} were accessible to other users of this machine. Now only their owner can access them.`,
    )
}

/** Matches the names that the portal creates in its data folder, including temporary ones. */
const portalFilePattern = /^(database|backups|bank-files|session-secret|bank-credit-secret|portal\.log)(\.|$)/

/** The names that an empty volume or a file manager creates. */
const ignoredFileNames = new Set(['lost+found', '.DS_Store'])

const isAccessible = ({ mode }: fs.Stats): boolean => (mode & 0o077) !== 0

/**
 * Restricts a file, or a folder and everything in it; returns how many entries were changed.
 * Another process may delete some of them at the same time.
 */
const restrictTree = (path: string, dataDir: string): number => {
  try {
    const stats = fs.lstatSync(path)
    if (!stats.isFile() && !stats.isDirectory()) return 0
    const count = restrict(path, { stats, dataDir })
    const names = stats.isDirectory() ? fs.readdirSync(path) : []
    return names.reduce((sum, name) => sum + restrictTree(join(path, name), dataDir), count)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

interface FolderEntry {
  readonly stats: fs.Stats
  readonly dataDir: string
}

/** Restricts one entry; returns 1 if its mode was changed, else 0. */
const restrict = (path: string, { stats, dataDir }: FolderEntry): number => {
  if (!isAccessible(stats)) return 0
  try {
    fs.chmodSync(path, stats.isDirectory() ? ownerOnly.folder : ownerOnly.file)
  } catch (error) {
    if (codeOf(error) === 'EPERM') throw cannotRestrictError(path, { stats, dataDir })
    throw error
  }
  if (isAccessible(fs.statSync(path))) throw cannotRestrictError(path, { stats, dataDir })
  return 1
}

const cannotRestrictError = (path: string, { stats, dataDir }: FolderEntry): OperatorError => {
  const reason =
    stats.uid === process.geteuid?.()
      ? 'its file system has no file modes. Mount it with umask=077, or choose another DATA_DIR.'
      : `it belongs to user ${stats.uid}. Give the data folder to the user that runs the portal: chown -R USER ${dataDir}`
  return new OperatorError(
    `Other users of this machine can use ${path} (mode ${(stats.mode & 0o777).toString(8)}), and this cannot be changed: ${reason}`,
  )
}

/** Returns the error for a folder such as /tmp, to which other users would lose their access. */
const foreignFolderError = (dataDir: string, names: readonly string[]): OperatorError =>
  new OperatorError(
    `${dataDir} contains files of other programs (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}), and other users of this machine can access it. Set DATA_DIR to a folder of its own; to use this one nevertheless, restrict it first: chmod 700 ${dataDir}`,
  )
