import { PGlite } from '@electric-sql/pglite'
import Papa from 'papaparse'
import { inject } from 'vitest'
import { modules } from '../../../src/modules'
import type { RecordValues } from '../../../src/schema/language/language'
import { loadSchemas } from '../../../src/schema/load/load'
import type { SchemaSet } from '../../../src/schema/load/schema-set'
import { captchaLetters } from '../../../src/server/accounts/captcha/captcha'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { type AnyTables, anyTables } from '../../../src/server/database/transaction'
import { type App, createApp } from '../../../src/server/http/app'
import { jobRunner } from '../../../src/server/jobs/runner'
import type { Modules } from '../../../src/server/module'
import { virtualFieldNames } from '../../../src/server/node/schemas/schema-names'
import { writeSheet } from '../../../src/server/node/sheets/write'
import type { Passwords, Ports, Sheets, Zip } from '../../../src/server/ports'
import { type Given, givenIn } from '../builders'
import { type TestClock, testClock } from '../clock'
import { reusedDatabase, type TestDatabase } from '../database/reused-database'
import { testLog, testPorts } from '../ports'
import { companyToken, payerToken } from '../sign-in'
import { browserBankFileTools } from './browser-bank-file-tools'
import { layoutFiles, schemaFiles } from './browser-schema-files'
import { databasesInPage } from './pglite-dialect'

/**
 * The real backend in the browser of a component test, on a PGlite in this page.
 * Adapters that need Node are replaced by simple ones.
 */
export interface BrowserPortal {
  readonly app: App
  readonly db: AnyTables
  readonly ports: Ports
  readonly clock: TestClock
  readonly schemas: SchemaSet
  readonly modules: Modules
  readonly given: Given
  /** Sets a password for a user that `given.user` has created. */
  setPassword(user: RecordValues, password: string): Promise<void>
  /** Returns the letters of the captcha with this ticket. */
  solveCaptcha(ticket: string): Promise<string>
  /** Returns a token as a sign-in returns it, for tests that start signed in. */
  companyToken(user: RecordValues): Promise<string>
  payerToken(grants: Parameters<typeof payerToken>[1]): Promise<string>
}

/**
 * Opens a portal for a test file; `clock` is the time at which its clock stands still, `schemas` are additional schemas
 * by name.
 */
export const browserPortal = async (
  options: { readonly clock?: string; readonly schemas?: Readonly<Record<string, object>> } = {},
): Promise<BrowserPortal> => {
  await closeLast()
  const schemas = browserSchemas(options.schemas)
  const { db, backgroundDb, close } = await reusedDatabase(JSON.stringify(options.schemas ?? {}), () =>
    preparedDatabase(schemas),
  )
  const clock = testClock(options.clock)
  const log = testLog()
  const jobs = jobRunner({ db, log, clock, isOnlyProcess: true, pollMs: 50 })
  const ports = testPorts({ db, backgroundDb }, clock, {
    passwords,
    slips: { print: async () => onePage },
    certificates: { print: async () => onePage },
    receipts: { print: async () => onePage },
    feeReceipts: { print: async () => onePage },
    reports: {
      print: async function* () {
        yield onePage
      },
    },
    unprintableCharacters: async (text) => [...text].filter((character) => character === '𠮷'),
    sheets: csvSheets,
    layouts: loadSchemas(layoutFiles).layouts,
    bankFileTools: browserBankFileTools,
    zip: joinedParts,
    push: { post: async () => ({ status: 200, text: '{"ReturnCode":"0000","ReturnMsg":"OK"}' }) },
    jobs,
    log,
  })
  const app = createApp(ports, schemas, modules)
  await jobs.start()
  closeLast = () => jobs.runUntilIdle().then(jobs.stop).then(close)
  return {
    app,
    db,
    ports,
    clock,
    schemas,
    modules,
    given: givenIn(ports, schemas, modules),
    setPassword: async (user, password) => {
      const password_hash = await passwords.hash(password)
      await db
        .updateTable('portal_user_secret')
        .set({ password_hash })
        .where('user_id', '=', Number(user.SerialId))
        .execute()
    },
    solveCaptcha: (ticket) => captchaLetters(ports, ticket),
    companyToken: (user) => companyToken(ports, Number(user.SerialId)),
    payerToken: (grants) => payerToken(ports, grants),
  }
}

/** Closes the portal of the previous test file, which has ended: the files of one page run one after the other. */
let closeLast = async (): Promise<void> => {}

const preparedDatabase = async (schemas: SchemaSet): Promise<TestDatabase> => {
  const image = await fetch(`/${inject('databaseImages').portal}`)
  const pglite = await PGlite.create({ loadDataDir: await image.blob() })
  const { db, backgroundDb } = databasesInPage(pglite)
  await ensureTables(db, schemas)
  return { db: anyTables(db), backgroundDb, close: () => pglite.close() }
}

/** Returns the portal's own schemas with those that a test adds; one of the same name is replaced. */
export const browserSchemas = (extra: Readonly<Record<string, object>> = {}): SchemaSet => {
  const key = JSON.stringify(extra)
  const schemas = loadedSchemas.get(key) ?? loaded(extra)
  loadedSchemas.set(key, schemas)
  return schemas
}

/** Loaded schemas by the added ones, because checking them takes longer than most tests. */
const loadedSchemas = new Map<string, SchemaSet>()

const loaded = (extra: Readonly<Record<string, object>>): SchemaSet => {
  const added = Object.entries(extra).map(([name, schema]) => ({
    file: `schemas/${name}.json`,
    text: JSON.stringify(schema),
  }))
  const own = schemaFiles.filter(({ file }) => !added.some((one) => one.file.toLowerCase() === file.toLowerCase()))
  const { schemas, problems } = loadSchemas([...own, ...layoutFiles, ...added], {
    virtualFields: virtualFieldNames(modules),
  })
  const mistakes = problems.filter(({ id }) => !id.startsWith('W'))
  if (mistakes.length)
    throw new Error(mistakes.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return schemas
}

/** Hashes passwords with a salt as in the portal, but with PBKDF2, which browsers support. */
const passwords: Passwords = {
  hash: async (password) => {
    const salt = crypto.randomUUID()
    return `${salt}$${await derive(password, salt)}`
  },
  verify: async (hash, password) => {
    const [salt = '', derived = ''] = hash.split('$')
    return derived !== '' && (await derive(password, salt)) === derived
  },
}

const derive = async (password: string, salt: string) => {
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', bytes.encode(password), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes.encode(salt), iterations: 1000 },
    key,
    256,
  )
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The shortest text that starts and ends like a PDF; the real printer needs Node and has its own tests. */
const onePage = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')

/** Joins the parts; the real archive needs Node and has its own tests. */
const joinedParts: Zip = async function* (parts) {
  for await (const { content } of parts) yield* content
}

/** Reads a csv in UTF-8; the real reader needs Node and has its own tests. */
const csvSheets: Sheets = {
  async *read({ bytes }) {
    for (const [index, cells] of Papa.parse<string[]>(new TextDecoder().decode(bytes), {
      skipEmptyLines: true,
    }).data.entries())
      yield { rowNo: index + 1, cells }
  },
  write: writeSheet,
  async *stream({ firstRows, moreRows, ...sheet }) {
    const rows = [...firstRows]
    for await (const more of moreRows) rows.push(...more)
    yield await writeSheet({ ...sheet, rows })
  },
}
