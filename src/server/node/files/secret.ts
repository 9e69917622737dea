import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { codeOf, OperatorError } from '../operator-error'
import { createFile, readIfExists } from './atomic-write'
import { makeFolder } from './data-folder'

/** Minimum length of a key in bytes; shorter ones could be guessed. */
export const minSecretBytes = 32

/** Returns the portal's secret: the configured one, else the one in the data folder, which is created on first use and readable by its owner only. */
export const portalSecret = (configured: string | undefined, dataDir: string): Uint8Array => {
  if (configured !== undefined) return new TextEncoder().encode(configured)
  const file = secretFile(dataDir)
  const secret = new TextEncoder().encode(readSecret(file) ?? createSecret(file))
  if (secret.length >= minSecretBytes) return secret
  throw new OperatorError(
    `The secret in ${file} is damaged: it has ${secret.length} bytes, and below ${minSecretBytes} sign-ins could be forged. Put its copy back; without one, remove the file, and a new secret is made: everybody signs in again, and certificates printed so far can no longer be checked.`,
  )
}

/** Returns the path of a generated secret. */
export const secretFile = (dataDir: string): string => join(dataDir, 'session-secret')

/** Creates the secret; if another process has created it at the same time, returns that one. */
const createSecret = (file: string): string => {
  const secret = randomBytes(48).toString('base64')
  makeFolder(dirname(file))
  return createFile(file, secret) ? secret : (readSecret(file) ?? '')
}

/** Returns null only if the file does not exist: an unreadable secret must not be replaced by a new one. */
const readSecret = (file: string): string | null => {
  try {
    return readIfExists(file)
  } catch (error) {
    throw new OperatorError(`The secret in ${file} cannot be read (${codeOf(error)}). Let the user that runs the portal read it.`)
  }
}
