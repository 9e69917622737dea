import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorDetails } from '../../database/errors'
import { receiveBankFile } from '../../payments/bank-files/receive'
import type { Ports } from '../../ports'
import { makeFolder } from './data-folder'

/** A file that has not changed for this many seconds counts as complete. */
const settleSeconds = 10

/** Maximum size of a file: somewhat more than a million lines. */
const maxFileBytes = 150 * 1024 * 1024

/**
 * Receives the complete files of a folder: stores each one in the database, then moves it to the folder `done`.
 * Moves a file to `refused` if its content is already stored under another name or from a user's upload, if its name is
 * too long, if it is too large, or if it is not a regular file.
 * If the process ends after storing a file, the next call recognizes the file by its name and content and moves it to
 * `done`.
 * Several processes may do this at the same time.
 * Skips files that are still being written: hidden ones, those whose names end in .part or .tmp, and those that changed
 * in the last `settleSeconds`.
 */
export const receiveBankFiles = async (ports: Ports, folder: string): Promise<void> => {
  makeFolder(folder)
  // Who may access the folder may access these, too.
  const { mode } = await stat(folder)
  for (const name of ['done', 'refused']) await mkdir(join(folder, name), { recursive: true, mode })
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => !entry.isDirectory() && !/^\.|\.(part|tmp)$/i.test(entry.name))
    .map(({ name }) => name)
  for (const name of names.sort()) {
    try {
      await receiveFile(ports, folder, name)
    } catch (error) {
      // The name may contain anything, so it is not logged.
      ports.log.warn('bank file not received', errorDetails(error))
    }
  }
}

const receiveFile = async (ports: Ports, folder: string, name: string): Promise<void> => {
  const refuse = (reason: string) => moveToRefused(ports, { folder, name, reason })
  const status = await lstat(join(folder, name)).catch(undefinedIfGone)
  if (!status) return
  if (!status.isFile()) return refuse('it is not a regular file')
  if (Buffer.byteLength(name) > maxNameBytes) return refuse('its name is too long')
  if (status.size > maxFileBytes) return refuse('it is too large')
  if (!isComplete(status, ports.clock())) return
  // Another process may have replaced the file with a link in the meantime, so links are not followed.
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(undefinedIfGone)
  if (!file) return
  try {
    const { serialId, hasOtherOrigin } = await receiveBankFile(ports, {
      name: name.slice(0, maxStoredNameLength),
      content: unchangedContent(file),
    })
    if (hasOtherOrigin) await refuse(`its content is already stored as bank file ${serialId}`)
    else await move(join(folder, name), join(folder, 'done', `${serialId}-${name}`))
  } finally {
    await file.close()
  }
}

/** Returns the content of a file; throws if the file changes while it is read. */
const unchangedContent = async function* (file: FileHandle): AsyncGenerator<Uint8Array> {
  const before = await file.stat()
  yield* file.createReadStream({ autoClose: false })
  const { size, mtimeMs } = await file.stat()
  if (size !== before.size || mtimeMs !== before.mtimeMs) throw new Error('A bank file changed while it was read.')
}

/** Maximum length of a file name in bytes: file systems allow 255, and the name is prefixed with a number. */
const maxNameBytes = 200

/** Maximum length of a name in the database, in characters. */
const maxStoredNameLength = 120

/**
 * Returns whether the file has not changed for `settleSeconds`.
 * A file whose change time is that many seconds in the future also counts as complete, because another clock set the
 * time.
 */
const isComplete = ({ mtimeMs }: { readonly mtimeMs: number }, now: Date): boolean =>
  Math.abs(now.getTime() - mtimeMs) >= settleSeconds * 1000

const moveToRefused = async (
  { log, metrics, clock }: Ports,
  { folder, name, reason }: { readonly folder: string; readonly name: string; readonly reason: string },
) => {
  const newPath = join(
    folder,
    'refused',
    `${clock().toISOString().replaceAll(/\D/g, '')}-${shortenToBytes(name, maxNameBytes)}`,
  )
  if (!(await move(join(folder, name), newPath))) return
  log.warn('bank file refused', { reason })
  metrics.recordRefusedBankFile()
}

/** Moves a file; returns false if it is gone, because another process has moved it. */
const move = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    (error) => undefinedIfGone(error) ?? false,
  )

const undefinedIfGone = (error: unknown): undefined => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** Shortens a name to a number of bytes; removes characters at its start, so that the extension remains. */
const shortenToBytes = (name: string, bytes: number): string => {
  const characters = [...name]
  while (Buffer.byteLength(characters.join('')) > bytes) characters.shift()
  return characters.join('')
}
