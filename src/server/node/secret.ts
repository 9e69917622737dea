import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The portal's secret: the given one, else the one kept in the data folder, made on first use and readable by its owner alone. */
export const portalSecret = (given: string | undefined, dataDir: string): Uint8Array => new TextEncoder().encode(given ?? keptSecret(dataDir))

const keptSecret = (dataDir: string): string => {
  const file = join(dataDir, 'session-secret')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    mkdirSync(dataDir, { recursive: true })
    return newSecret(file)
  }
}

/** Of two processes that start together the quicker one makes the secret, and the other takes it. */
const newSecret = (file: string): string => {
  const made = randomBytes(48).toString('base64')
  try {
    writeFileSync(file, made, { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFileSync(file, 'utf8')
    throw error
  }
}
