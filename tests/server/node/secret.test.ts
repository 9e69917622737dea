import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { portalSecret, secretsFromSettings } from '../../../src/server/node/files/secret'
import { OperatorError } from '../../../src/server/node/operator-error'
import { Disk } from '../../long/power-cut/disk'
import { type Recording, record } from '../../long/power-cut/recorder'

const folder = (): string => {
  const made = fs.mkdtempSync(join(tmpdir(), 'secret-'))
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }))
  return made
}

test('a secret is created once, accessible to its owner only, and no other file is left', () => {
  const dataDir = join(folder(), 'data')
  const secret = portalSecret(undefined, dataDir)
  expect(secret.length).toBe(64)
  expect(portalSecret(undefined, dataDir)).toEqual(secret)
  expect(fs.readdirSync(dataDir)).toEqual(['session-secret'])
  expect(fs.statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
})

const bytes = (text: string) => new TextEncoder().encode(text)
const settings = {
  secret: 'the secret of the session tokens',
  certificateSecrets: [],
  bankCreditSecrets: [],
  demo: false,
}

test('certificates use the secret of the portal until they have their own', () => {
  const dataDir = folder()
  const secret = bytes(settings.secret)
  expect(secretsFromSettings({ ...settings, dataDir })).toEqual({
    secret,
    certificateSecrets: [secret],
    bankCreditSecrets: [],
  })
  expect(
    secretsFromSettings({ ...settings, certificateSecrets: ['now', 'before'], dataDir }).certificateSecrets,
  ).toEqual([bytes('now'), bytes('before')])
})

test('the bank of a demo signs with a generated secret; any other bank needs a configured one', () => {
  const dataDir = folder()
  const file = join(dataDir, 'bank-credit-secret')
  expect(secretsFromSettings({ ...settings, dataDir }).bankCreditSecrets).toEqual([])
  expect(fs.existsSync(file)).toBe(false)
  const [generated] = secretsFromSettings({ ...settings, demo: true, dataDir }).bankCreditSecrets
  expect(generated).toEqual(bytes(fs.readFileSync(file, 'utf8')))
  expect(generated).toHaveLength(64)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(
    secretsFromSettings({ ...settings, demo: true, bankCreditSecrets: ['now', 'before'], dataDir }).bankCreditSecrets,
  ).toEqual([bytes('now'), bytes('before')])
})

test.each(['', 'cut off', 'a'.repeat(31)])(
  'a secret with too few bytes ("%s") is refused and left unchanged',
  (content) => {
    const dataDir = folder()
    const file = join(dataDir, 'session-secret')
    fs.writeFileSync(file, content)
    expect(() => portalSecret(undefined, dataDir)).toThrow(OperatorError)
    expect(() => portalSecret(undefined, dataDir)).toThrow(
      `The secret in ${file} is damaged: it has ${content.length} bytes`,
    )
    expect(fs.readFileSync(file, 'utf8')).toBe(content)
  },
)

test('an existing secret that cannot be read is not replaced', () => {
  const dataDir = folder()
  fs.mkdirSync(join(dataDir, 'session-secret'))
  expect(() => portalSecret(undefined, dataDir)).toThrow('cannot be read (EISDIR)')
})

test('two processes that create a secret concurrently both use the one that is stored', () => {
  const dataDir = folder()
  const link = fs.linkSync
  onTestFinished(() => {
    fs.linkSync = link
  })
  let other: Uint8Array | undefined
  fs.linkSync = (...names) => {
    fs.linkSync = link
    other = portalSecret(undefined, dataDir)
    link(...names)
  }
  expect(portalSecret(undefined, dataDir)).toEqual(other)
})

/** The possible contents of a disk after a power cut at each moment, with any subset of the unsynced writes. */
const afterEveryCut = (home: string, { events, files }: Recording): (string | null)[] => {
  const keeps = [() => false, () => true, ...Array.from({ length: 20 }, (_, round) => dice(round))]
  return events.flatMap((_, at) =>
    keeps.map((keep, round) => {
      const target = join(home, `cut-${at}-${round}`)
      const disk = new Disk(join(home, 'live'), join(home, 'base'), files)
      disk.play(events, { at, keep, until: 0 })
      disk.writeTo(target)
      const file = join(target, 'session-secret')
      return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
    }),
  )
}

const dice = (seed: number): (() => boolean) => {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2_147_483_648
    return state > 1_073_741_824
  }
}

test('a power cut while the secret is created leaves the whole secret or none, and loses none that was used', () => {
  const home = folder()
  for (const name of ['live', 'base']) fs.mkdirSync(join(home, name))
  const recording = record(join(home, 'live'))
  const secret = new TextDecoder().decode(portalSecret(undefined, join(home, 'live')))
  recording.stop()
  const found = afterEveryCut(home, recording)
  expect(new Set(found)).toEqual(new Set([null, secret]))
  expect(new Set(found.slice(-22)), 'once it is in use').toEqual(new Set([secret]))
})
