import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Environment } from '../../../src/server/node/settings/environment'
import { readSettings, toolSettings } from '../../../src/server/node/settings/settings'
import { runAdmin, terminal } from '../../../src/tools/admin/run'
import { runBackup } from '../../../src/tools/backup/run'
import { runSeed } from '../../../src/tools/seed/run'

const secret = 'a secret that only this test knows'
const channel = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'service@bank.example' }
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portal@db/portal',
  SESSION_SECRET: secret,
  BANK_CODE: '004',
  ...channel,
}

test('without settings the portal is in demo mode on the embedded database', () => {
  const { settings, problems } = readSettings({})
  expect(problems).toEqual([])
  expect(settings).toMatchObject({
    demo: true,
    production: false,
    port: 3000,
    dataDir: 'data',
    databaseUrl: undefined,
    secret: undefined,
  })
})

const url = { DATABASE_URL: production.DATABASE_URL }

test('demo accounts are created on a database server only on request', () => {
  expect(readSettings(url).settings.demo).toBe(false)
  expect(readSettings({ ...url, DEMO: '1' })).toMatchObject({
    problems: [],
    settings: { demo: true, production: false },
  })
  expect(readSettings({ DEMO: '0' }).settings.demo).toBe(false)
})

test('a database server means production, unless NODE_ENV or DEMO=1 says otherwise', () => {
  const { NODE_ENV: _, ...unsaid } = production
  const modeOf = (env: Environment) => {
    const { settings, problems } = readSettings({ ...unsaid, ...env })
    return [settings.production, settings.portal.apiDocs, problems]
  }
  for (const env of [{}, { NODE_ENV: '' }, { DEMO: '0' }, { NODE_ENV: 'production' }])
    expect([env, ...modeOf(env)]).toEqual([env, true, false, []])
  for (const env of [{ NODE_ENV: 'development' }, { NODE_ENV: 'test' }, { DEMO: '1' }, { DATABASE_URL: '' }])
    expect([env, ...modeOf(env)]).toEqual([env, false, true, []])
  for (const env of [{}, { NODE_ENV: 'development' }, { DEMO: '0' }])
    expect(readSettings(env)).toMatchObject({ problems: [], settings: { production: false } })
})

test('inferred production mode is explained before the missing settings are reported', () => {
  const why = expect.stringMatching(
    /^NODE_ENV is not set and DATABASE_URL is, so this is production.*NODE_ENV=development.*DEMO=1/,
  )
  const missing = ['SESSION_SECRET', 'BANK_CODE', 'SMTP_URL'].map((name) =>
    expect.stringMatching(new RegExp(`^${name} .*is missing`)),
  )
  expect(readSettings(url).problems).toEqual([why, ...missing])
  expect(readSettings({ ...url, NODE_ENV: 'production' }).problems).toEqual(missing)
})

test('a demo on a database server is reported to the site, which shows it on every page; a demo on its own database is not', () => {
  const named = (env: Environment) => readSettings(env).settings.site.demoOnServer
  for (const env of [
    { ...url, DEMO: '1' },
    { ...url, DEMO: '1', NODE_ENV: 'development' },
  ])
    expect(named(env)).toBe(true)
  for (const env of [
    {},
    { ...url, NODE_ENV: 'test' },
    production,
    { ...url, DEMO: '1', SITE_BASE_ADDRESS: 'https://api.example.com' },
  ])
    expect(named(env)).toBeUndefined()
})

test.each(['off', 'no', 'false', '0', 'OFF'])(
  'DEMO=%s disables the demo accounts, on the embedded database too',
  (DEMO) => {
    expect(readSettings({ DEMO })).toMatchObject({ problems: [], settings: { demo: false } })
  },
)

test('a switch that is neither on nor off is reported, and so is an unknown mode', () => {
  for (const name of ['DEMO', 'API_DOCS', 'ALLOW_EMBEDDED_DB', 'DATABASE_TLS'])
    expect(readSettings({ [name]: 'none' }).problems).toEqual([`${name} is "none", but must be 1 or 0.`])
  expect(readSettings({ NODE_ENV: 'prod' }).problems).toEqual([
    'NODE_ENV is "prod", but must be one of production, development, test, or be left out.',
  ])
  for (const NODE_ENV of ['', 'development', 'test']) expect(readSettings({ NODE_ENV }).problems).toEqual([])
})

test('the command-line tools refuse the same settings as the portal, before they access any data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { NODE_ENV: 'prod', DEMO: 'none', DATA_DIR: join(folder, 'data') }
  const file = join(folder, 'backup')
  writeFileSync(file, '')
  const tools: Readonly<Record<string, (print: (line: string) => void) => Promise<number>>> = {
    admin: (print) => runAdmin(['status'], { ...terminal, env, print }),
    backup: (print) => runBackup(['backup', join(folder, 'new')], { env, print }),
    restore: (print) => runBackup(['restore', file], { env, print }),
    seed: (print) => runSeed(['--bills', '1'], { env, print }),
  }
  for (const [name, run] of Object.entries(tools)) {
    const said: string[] = []
    expect([name, await run((line) => said.push(line)), said.join()]).toEqual([
      name,
      1,
      expect.stringMatching(/ {2}- NODE_ENV is "prod".*\n {2}- DEMO is "none"/),
    ])
  }
  expect(readdirSync(folder)).toEqual(['backup'])
})

test('production reports all missing and invalid settings together', () => {
  const { problems } = readSettings({
    NODE_ENV: 'production',
    PORT: 'many',
    SESSION_IDLE_MINUTES: '0',
    DEMO: '1',
    BANK_CODE: '12',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: 'yes',
  })
  for (const name of [
    'PORT',
    'SESSION_IDLE_MINUTES',
    'DATABASE_URL',
    'SESSION_SECRET',
    'DEMO',
    'BANK_CODE',
    'LOG_LEVEL',
    'TRUST_PROXY',
    'SMTP_URL',
  ]) {
    expect(
      problems.filter((problem) => problem.startsWith(name)),
      name,
    ).toHaveLength(1)
  }
  expect(problems).toHaveLength(9)
})

test('the limits of payer numbers are settings', () => {
  const { settings, problems } = readSettings({ PAYER_NUMBERS_BEFORE_MORE_WORK: '200', PAYER_NUMBERS_PER_HOUR: '0' })
  expect(settings.portal.payerNumbers).toEqual({ beforeMoreWork: 200, perHour: 60 })
  expect(problems).toEqual(['PAYER_NUMBERS_PER_HOUR is "0", but must be a whole number from 1 to 100000.'])
})

test('production without any setting reports each required one, with its purpose', () => {
  expect(readSettings({ NODE_ENV: 'production' }).problems).toEqual([
    expect.stringContaining('DATABASE_URL is missing: production needs PostgreSQL'),
    expect.stringContaining('SESSION_SECRET is missing: the key of the session tokens'),
    expect.stringContaining('BANK_CODE is missing: the three digits of the bank, printed on every slip'),
    expect.stringContaining(
      'SMTP_URL with MAIL_FROM is missing: the mail server that sends initial and one-time passwords',
    ),
  ])
})

test('the portal’s own address must be one that browsers can open, without a path', () => {
  expect(readSettings({}).settings.portal.publicAddress).toBeNull()
  expect(readSettings({ PUBLIC_ADDRESS: 'https://pay.bank.example' }).settings.portal.publicAddress).toBe(
    'https://pay.bank.example',
  )
  for (const PUBLIC_ADDRESS of ['pay.bank.example', 'https://pay.bank.example/portal', 'ftp://pay.bank.example'])
    expect(readSettings({ PUBLIC_ADDRESS }).problems).toEqual([expect.stringContaining('PUBLIC_ADDRESS must be')])
})

test('a telephone number of the bank that nobody could dial is reported', () => {
  for (const BANK_PHONE of ['', '02-2388-1234', '+886 2 2388 1234', '(02)2388-1234#12'])
    expect(readSettings({ BANK_PHONE }).problems).toEqual([])
  for (const BANK_PHONE of ['<b>02-23881234</b>', 'service@bank.example', '0'.repeat(31)])
    expect(readSettings({ BANK_PHONE }).problems).toEqual([
      `BANK_PHONE is "${BANK_PHONE}", but must be a telephone number, such as 02-23881234.`,
    ])
})

test('days are formatted in one of two calendars, and any other setting is reported', () => {
  expect(readSettings({}).settings.site.calendar).toBe('gregorian')
  expect(readSettings({ SITE_CALENDAR: 'roc' })).toMatchObject({
    settings: { site: { calendar: 'roc' } },
    problems: [],
  })
  expect(readSettings({ SITE_CALENDAR: 'ROC' }).problems).toEqual([
    'SITE_CALENDAR is "ROC", but must be roc (115/11/30) or gregorian (2026/11/30).',
  ])
})

test('mail is required because of initial passwords; text messages are optional, and then not offered', () => {
  const { SMTP_URL: _, MAIL_FROM: __, ...silent } = production
  const sms = { SMS_URL: 'https://sms.example.com/send' }
  expect(readSettings({ ...silent, ...sms }).problems).toEqual([expect.stringContaining('SMTP_URL')])
  const offered = (env: Environment) => [readSettings(env).settings.portal.sms, readSettings(env).settings.site.sms]
  expect([offered(production), offered({ ...production, ...sms }), offered({})]).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ])
})

test('production with its settings starts, without demo data', () => {
  const { settings, problems } = readSettings(production)
  expect(problems).toEqual([])
  expect(settings).toMatchObject({ production: true, demo: false })
})

test('a demo listens on this machine only, unless an address is named; a portal for real users listens on all', () => {
  expect(readSettings({}).settings.listenAddress).toBe('127.0.0.1')
  expect(readSettings({ LISTEN_ADDRESS: '0.0.0.0' }).settings.listenAddress).toBe('0.0.0.0')
  expect(readSettings(production).settings.listenAddress).toBeUndefined()
  expect(readSettings({ LISTEN_ADDRESS: 'eth0' }).problems).toEqual([
    expect.stringContaining('LISTEN_ADDRESS is "eth0"'),
  ])
})

test('the operations port listens on this machine only, unless an address is named', () => {
  expect(readSettings(production).settings.operationsAddress).toBe('127.0.0.1')
  expect(readSettings({ ...production, OPERATIONS_ADDRESS: '10.0.0.5' })).toMatchObject({
    settings: { operationsAddress: '10.0.0.5' },
    problems: [],
  })
  expect(readSettings({ OPERATIONS_ADDRESS: 'eth0' }).problems).toEqual([
    expect.stringContaining('OPERATIONS_ADDRESS is "eth0"'),
  ])
})

test('a short secret, a wrong database address and a backend address with a path are refused', () => {
  for (const SESSION_SECRET of ['x'.repeat(32), 'changeme'.repeat(4), '0123456789abcdef'.repeat(2)])
    expect(readSettings({ ...production, SESSION_SECRET }).problems).toEqual([
      expect.stringContaining('SESSION_SECRET repeats few characters'),
    ])
  expect(readSettings({ ...production, PUBLIC_ADDRESS: 'http://pay.bank.example' }).problems).toEqual([
    expect.stringContaining('must begin with https'),
  ])
  expect(readSettings({ PUBLIC_ADDRESS: 'http://localhost:3000' }).problems).toEqual([])
  expect(readSettings({ ...production, SESSION_SECRET: 'only-thirty-one-characters-long' }).problems).toEqual([
    expect.stringContaining('SESSION_SECRET is shorter than 32 bytes'),
  ])
  expect(readSettings({ ...production, CERTIFICATE_SECRET: 'changeme'.repeat(4) }).problems).toEqual([
    expect.stringContaining('CERTIFICATE_SECRET repeats few characters'),
  ])
  expect(readSettings({ ...production, CERTIFICATE_SECRET: 'short' }).problems).toContainEqual(
    expect.stringContaining('CERTIFICATE_SECRET is shorter than 32 bytes'),
  )
  expect(readSettings({ ...production, DATABASE_URL: 'mysql://db/portal' }).problems).toEqual([
    expect.stringContaining('DATABASE_URL must be'),
  ])
  expect(readSettings({ ...production, SITE_BASE_ADDRESS: 'https://api.example.com/v1' }).problems).toEqual([
    expect.stringContaining('SITE_BASE_ADDRESS'),
  ])
})

test.each([
  ['certificates', 'CERTIFICATE_SECRET', 'FORMER_CERTIFICATE_SECRETS', 'certificateSecrets'],
  ['the bank’s system', 'BANK_CREDIT_SECRET', 'FORMER_BANK_CREDIT_SECRETS', 'bankCreditSecrets'],
] as const)('former secrets of %s are listed after the current one', (_, name, formerName, listed) => {
  const [current, former, first] = [
    'k2'.repeat(16),
    'former secret of 32 bytes or more',
    'the very first secret of the portal',
  ]
  const { settings, problems } = readSettings({ [name]: current, [formerName]: `${former}, ${first},` })
  expect([settings[listed], problems]).toEqual([[current, former, first], []])
  expect(readSettings({ [name]: current, [formerName]: `${former},short` }).problems).toEqual([
    `${formerName} has a secret that is shorter than 32 bytes. Separate the secrets by commas.`,
  ])
  expect(readSettings({ [formerName]: former }).problems).toEqual([
    `${formerName} is set without ${name}, the secret that replaced them.`,
  ])
  expect(readSettings({ [name]: 'short' }).problems).toEqual([
    expect.stringContaining(`${name} is shorter than 32 bytes`),
  ])
  expect(readSettings({ ...production, [name]: 'changeme'.repeat(4) }).problems).toEqual([
    expect.stringContaining(`${name} repeats few characters`),
  ])
})

test('the embedded database in production must be requested', () => {
  const { DATABASE_URL: _, ...embedded } = production
  expect(readSettings(embedded).problems).toEqual([expect.stringContaining('DATABASE_URL')])
  const allowed = readSettings({ ...embedded, ALLOW_EMBEDDED_DB: '1' })
  expect(allowed.problems).toEqual([])
  // The admin area then shows it on every page; otherwise it shows nothing.
  expect(allowed.settings.site.embeddedInProduction).toBe(true)
  for (const env of [production, {}, { ...embedded, SITE_BASE_ADDRESS: 'https://api.example.com' }])
    expect(readSettings(env).settings.site.embeddedInProduction).toBeUndefined()
})

test('connections, time limit and encryption of the database are settings; an address with its own TLS settings is refused', () => {
  const { settings } = readSettings({
    ...production,
    DATABASE_CONNECTIONS: '30',
    DATABASE_BACKGROUND_CONNECTIONS: '2',
    DATABASE_STATEMENT_SECONDS: '90',
  })
  expect(settings).toMatchObject({ pool: { requests: 30, background: 2 }, statementMs: 90_000, databaseTls: undefined })
  expect(readSettings({ ...production, DATABASE_TLS: '1' }).settings.databaseTls).toEqual({ caFile: undefined })
  expect(readSettings({ ...production, DATABASE_CA_FILE: 'package.json' })).toMatchObject({
    problems: [],
    settings: { databaseTls: { caFile: 'package.json' } },
  })
  expect(readSettings({ ...production, DATABASE_CA_FILE: 'no/such.pem' }).problems).toEqual([
    expect.stringContaining('DATABASE_CA_FILE is "no/such.pem"'),
  ])
  const url = { ...production, DATABASE_URL: `${production.DATABASE_URL}?sslmode=disable` }
  expect(readSettings(url).problems).toEqual([])
  expect(readSettings({ ...url, DATABASE_TLS: '1' }).problems).toEqual([
    expect.stringContaining('DATABASE_URL contains its own TLS settings'),
  ])
  for (const name of ['DATABASE_CONNECTIONS', 'DATABASE_BACKGROUND_CONNECTIONS', 'DATABASE_STATEMENT_SECONDS'])
    expect(readSettings({ ...production, [name]: '0' }).problems).toEqual([expect.stringContaining(`${name} is "0"`)])
})

test('the expected bank files are layouts, with the store for files of stores', () => {
  const read = (EXPECTED_BANK_FILES: string) => {
    const { settings, problems } = readSettings({ ...production, EXPECTED_BANK_FILES })
    return { files: settings.portal.expectedBankFiles, problems }
  }
  expect(read('store:01, bank,')).toEqual({
    files: [
      { layout: 'store', channel: '01' },
      { layout: 'bank', channel: null },
    ],
    problems: [],
  })
  for (const wrong of ['store:99', 'store:06', 'bank:01', 'store:01:02', 'bank post'])
    expect(read(wrong).problems).toEqual([
      expect.stringMatching(`EXPECTED_BANK_FILES contains "${wrong}", but must be`),
    ])
  expect(read('bank,bank').problems).toEqual([expect.stringContaining('contains "bank" twice')])
  expect(read('').files).toEqual([])
  expect(readSettings({}).settings.portal.expectedBankFiles.length, 'a demo').toBeGreaterThan(3)
})

test('tools have no time limit', () => {
  expect(toolSettings({ DATABASE_STATEMENT_SECONDS: '1' }).statementMs).toBe(0)
})

test('the handbook of the server lists exactly the settings that are read', () => {
  const read = new Set<string>()
  const given: Readonly<Record<string, string>> = { EBILL_URL: 'https://pay.bank.example/{Account}' }
  const spy = (_: object, name: string) => {
    read.add(name)
    return given[name]
  }
  readSettings(new Proxy({}, { get: spy }))
  const rows =
    readFileSync('src/server/README.md', 'utf8')
      .split('## Settings')[1]
      ?.split('\n## ')[0]
      ?.match(/^\| `.*?` \|/gm) ?? []
  expect(rows.flatMap((row) => row.match(/[A-Z_]{4,}/g) ?? []).sort()).toEqual([...read].sort())
})
