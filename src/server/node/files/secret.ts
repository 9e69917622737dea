import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../operator-error'
import { createFile } from './atomic-write'
import { makeFolder } from './data-folder'

/** Length in bytes below which a key could be guessed. */
export const minSecretBytes = 32

/** Returns the portal's secret: the configured one, else the one in the data folder, which is created on first use and readable by its owner only. */
export const portalSecret = (given: string | undefined, dataDir: string): Uint8Array => {
  if (given !== undefined) return new TextEncoder().encode(given)
  const file = secretFile(dataDir)
  const kept = new TextEncoder().encode(read(file) ?? made(file))
  if (kept.length >= minSecretBytes) return kept
  throw new OperatorError(
    `The secret in ${file} is damaged: it has ${kept.length} bytes, and below ${minSecretBytes} sign-ins could be forged. Put its copy back; without one, remove the file, and a new secret is made: everybody signs in again, and certificates printed so far can no longer be checked.`,
  )
}

/** Returns the path of a generated secret. */
export const secretFile = (dataDir: string): string => join(dataDir, 'session-secret')

/** Creates the secret. Of two processes that start together, the first one does, and the other reads it. */
const made = (file: string): string => {
  const secret = randomBytes(48).toString('base64')
  makeFolder(dirname(file))
  return createFile(file, secret) ? secret : (read(file) ?? '')
}

/** Returns null if there is no such file. One that cannot be read is no reason to create another. */
const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return null
    throw new OperatorError(`The secret in ${file} cannot be read (${code}). Let the user that runs the portal read it.`)
  }
}
