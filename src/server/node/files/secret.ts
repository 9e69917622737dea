import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Settings } from '../../ports'
import { codeOf, OperatorError } from '../operator-error'
import { createFile, readIfExists } from './atomic-write'
import { makeFolder } from './data-folder'

/** Minimum length of a key in bytes; shorter ones could be guessed. */
export const minSecretBytes = 32

/**
 * Returns the portal's secrets.
 * Certificates use the portal's secret unless a separate one is configured; in demo mode, the bank signs with a
 * generated secret if none is configured.
 */
export const secretsFromSettings = (settings: {
  readonly secret: string | undefined
  readonly certificateSecrets: readonly string[]
  readonly bankCreditSecrets: readonly string[]
  readonly demo: boolean
  readonly dataDir: string
}): Pick<Settings, 'secret' | 'certificateSecrets' | 'bankCreditSecrets'> => {
  const secret = portalSecret(settings.secret, settings.dataDir)
  const [current = secret, ...former] = settings.certificateSecrets.map(bytesOf)
  const bankCreditSecrets = settings.bankCreditSecrets.map(bytesOf)
  return {
    secret,
    certificateSecrets: [current, ...former],
    bankCreditSecrets:
      settings.demo && bankCreditSecrets.length === 0 ? [demoBankSecret(settings.dataDir)] : bankCreditSecrets,
  }
}

/**
 * Returns the portal's secret, from which the keys of session tokens, captchas and rate limits are derived: the
 * configured one, else the one in the data folder.
 */
export const portalSecret = (configured: string | undefined, dataDir: string): Uint8Array =>
  configured === undefined
    ? secretInFile(
        secretFile(dataDir),
        'because sign-ins could be forged with a shorter one. Restore it from a copy. Without a copy, delete the file and a new secret is created: all users must sign in again, and existing certificates can no longer be verified.',
      )
    : bytesOf(configured)

const demoBankSecret = (dataDir: string): Uint8Array<ArrayBuffer> =>
  secretInFile(
    join(dataDir, 'bank-credit-secret'),
    'because payments could be forged with a shorter one. Delete the file and a new secret is created.',
  )

/**
 * Returns the secret in a file that only its owner can read; creates the file if it does not exist.
 * Throws if the secret is too short; `ending` ends the message of that error with the reason and the remedy.
 */
const secretInFile = (file: string, ending: string): Uint8Array<ArrayBuffer> => {
  const secret = bytesOf(readSecret(file) ?? createSecret(file))
  if (secret.length >= minSecretBytes) return secret
  throw new OperatorError(
    `The secret in ${file} is damaged: it has ${secret.length} bytes, but needs ${minSecretBytes}, ${ending}`,
  )
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Returns the path of the portal's secret in the data folder. */
export const secretFile = (dataDir: string): string => join(dataDir, 'session-secret')

/**
 * Creates a secret and returns it; if another process creates the file at the same time, returns the secret of that
 * process.
 */
const createSecret = (file: string): string => {
  const secret = randomBytes(48).toString('base64')
  makeFolder(dirname(file))
  return createFile(file, secret) ? secret : (readSecret(file) ?? '')
}

/**
 * Reads the secret; returns null if the file does not exist.
 * Throws if it cannot be read, because a new secret must not replace it.
 */
const readSecret = (file: string): string | null => {
  try {
    return readIfExists(file)
  } catch (error) {
    throw new OperatorError(
      `The secret in ${file} cannot be read (${codeOf(error)}). Give the user that runs the portal access to it.`,
    )
  }
}
