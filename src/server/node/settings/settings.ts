import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { channelSettings } from '../../../contract/channel-settings'
import type { SiteConfig } from '../../../contract/site-config'
import type { Settings } from '../../ports'
import { minSecretBytes } from '../files/secret'
import { readTrustedProxy } from '../http/caller-ip'
import { readGatewaySettings } from '../message-gateways'
import { OperatorError } from '../operator-error'
import type { DatabaseTls } from '../postgres'
import { readBrand } from './brand'
import {
  type Environment,
  failedChecks,
  isHttps,
  isOff,
  isOn,
  isProduction,
  productionProblems,
  switchProblems,
} from './environment'
import { readExpectedBankFiles } from './expected-bank-files'
import { readSiteTexts } from './site-texts'

/** All settings of the environment, parsed once at start. */
export type NodeSettings = ReturnType<typeof parseSettings>

/** Reads the settings; returns all problems, so that they can be fixed at once. */
export const readSettings = (
  env: Environment,
): { readonly settings: NodeSettings; readonly problems: readonly string[] } => {
  const problems: string[] = []
  const modes = ['production', 'development', 'test']
  if (env.NODE_ENV && !modes.includes(env.NODE_ENV))
    problems.push(`NODE_ENV is "${env.NODE_ENV}", but must be one of ${modes.join(', ')}, or be left out.`)
  problems.push(...switchProblems(env))
  const settings = parseSettings(env, problems)
  return {
    settings,
    problems: [...problems, ...valueProblems(settings, env), ...(settings.production ? productionProblems(env) : [])],
  }
}

/** Parses the settings. Adds a problem for each value that cannot be parsed. */
const parseSettings = (env: Environment, problems: string[]) => {
  /** Returns a setting as a whole number. If it is invalid, adds a problem and returns the default. */
  const wholeNumber = (name: string, fallback: number, min: number, max: number): number => {
    const value = Number(env[name] || fallback)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    problems.push(`${name} is "${env[name]}", but must be a whole number from ${min} to ${max}.`)
    return fallback
  }
  const production = isProduction(env)
  // Demo mode is never the default on a database server, because the accounts and passwords of a demo are public.
  const demo = !production && (isOn(env.DEMO) || (!env.DATABASE_URL && !isOff(env.DEMO)))
  const { gateways, links, problems: gatewayProblems } = readGatewaysAndLinks(env, demo)
  const siteTexts = readSiteTexts(env.SITE_TEXTS_DIR || undefined)
  problems.push(...siteTexts.problems, ...gatewayProblems)
  const channels = channelSettings((channel) => demo || gateways[channel] !== null)
  const trustedProxy = readTrustedProxy(env.TRUST_PROXY)
  if (trustedProxy === undefined)
    problems.push(
      `TRUST_PROXY is "${env.TRUST_PROXY}", but must be a number of proxies up to 9 or their addresses, such as 10.0.0.0/8,192.0.2.1.`,
    )
  const { brand, logo, problems: brandProblems } = readBrand(env)
  problems.push(...brandProblems)
  const expected = readExpectedBankFiles(env.EXPECTED_BANK_FILES ?? (demo ? demoBankFiles : ''))
  problems.push(...expected.problems)
  const phone = env.BANK_PHONE || (demo ? '02-23881234' : '')
  const dataDir = env.DATA_DIR || 'data'
  return {
    production,
    demo,
    port: wholeNumber('PORT', 3000, 0, 65_535),
    /**
     * The address to listen on; undefined = all addresses of the machine.
     * The accounts of a demo are public, so other machines can reach it only if LISTEN_ADDRESS allows that.
     */
    listenAddress: env.LISTEN_ADDRESS || (demo ? '127.0.0.1' : undefined),
    /** Port of `/readyz` and `/metrics`; undefined = they are not served. */
    operationsPort: env.OPERATIONS_PORT ? wholeNumber('OPERATIONS_PORT', 0, 0, 65_535) : undefined,
    operationsAddress: env.OPERATIONS_ADDRESS || '127.0.0.1',
    dataDir,
    /** Folder from which bank files are received; undefined = bank files can only be uploaded. */
    bankFilesDir: env.BANK_FILES_DIR || (demo ? join(dataDir, 'bank-files') : undefined),
    databaseUrl: env.DATABASE_URL || undefined,
    /**
     * Address of PostgreSQL itself, for work that needs a session: `databaseUrl`, unless that is the address of a
     * pooler.
     */
    databaseDirectUrl: env.DATABASE_DIRECT_URL || env.DATABASE_URL || undefined,
    /**
     * Whether `databaseUrl` is the address of a pooler that gives each transaction another connection to PostgreSQL.
     */
    isDatabasePooled: Boolean(env.DATABASE_DIRECT_URL),
    /** Undefined = DATABASE_URL decides; without `sslmode`, the connection is not encrypted. */
    databaseTls:
      isOn(env.DATABASE_TLS) || env.DATABASE_CA_FILE ? { caFile: env.DATABASE_CA_FILE || undefined } : undefined,
    pool: {
      requests: wholeNumber('DATABASE_CONNECTIONS', 10, 1, 1000),
      background: wholeNumber('DATABASE_BACKGROUND_CONNECTIONS', 4, 1, 1000),
    },
    /** Maximum duration of a statement in milliseconds; 0 = no limit, for tools. */
    statementMs: wholeNumber('DATABASE_STATEMENT_SECONDS', 60, 1, 3600) * 1000,
    schemasDir: env.SCHEMAS_DIR || 'schemas',
    siteDir: env.SITE_DIR || 'dist/site',
    /**
     * Secret from which the keys of session tokens, captchas and rate limits are derived; undefined = generated and
     * stored in the data folder.
     */
    secret: env.SESSION_SECRET || undefined,
    /** Keys of the check codes on certificates, the current one first; empty = `secret` is used. */
    certificateSecrets: secretsOf(env, certificateSecretSettings),
    /**
     * Keys with which the bank's system signs its calls, the current one first; empty = generated for a demo, otherwise
     * the calls are not served.
     */
    bankCreditSecrets: secretsOf(env, bankCreditSecretSettings),
    logLevel: env.LOG_LEVEL || 'info',
    trustProxy: trustedProxy ?? 0,
    gateways,
    /** The logo of the bank; undefined = the portal's own sign. */
    logo,
    /** Whether credits may be pushed to this machine, which the demo does. */
    pushToLoopback: !production && (isOn(env.PUSH_TO_LOOPBACK) || (demo && !isOff(env.PUSH_TO_LOOPBACK))),
    /** The settings that the app receives through its ports. */
    portal: {
      ...channels,
      links,
      portalName: brand.name,
      bankCode: env.BANK_CODE || '999',
      publicAddress: env.PUBLIC_ADDRESS || null,
      sessionIdleMinutes: wholeNumber('SESSION_IDLE_MINUTES', 30, 1, 1440),
      payerNumbers: {
        beforeMoreWork: wholeNumber('PAYER_NUMBERS_BEFORE_MORE_WORK', 20, 1, 100_000),
        perHour: wholeNumber('PAYER_NUMBERS_PER_HOUR', 60, 1, 100_000),
      },
      expectedBankFiles: expected.files,
      releasesUploads: isOn(env.RELEASE_UPLOADED_BANK_FILES) || (!demo && !isOff(env.RELEASE_UPLOADED_BANK_FILES)),
      maxBodyBytes: wholeNumber('MAX_BODY_KB', 1024, 16, 65_536) * 1024,
      maxUploadBytes: wholeNumber('MAX_UPLOAD_MB', 50, 1, 50) * 1024 * 1024,
      // The API description contains no secret, but a production portal should not reveal which calls exist.
      apiDocs: isOn(env.API_DOCS) || (!production && !isOff(env.API_DOCS)),
    } satisfies Omit<Settings, 'secret' | 'certificateSecrets' | 'bankCreditSecrets' | 'demo'>,
    /** The settings for the browser, served as `/config.json`. */
    site: {
      baseAddress: env.SITE_BASE_ADDRESS ?? '',
      source: env.SITE_SOURCE || 'Web',
      clientIP: env.SITE_CLIENT_IP ?? '',
      serviceType: env.SITE_SERVICE_TYPE || 'Portal',
      idleMinutes: wholeNumber('SITE_IDLE_MINUTES', 10, 1, 1440),
      calendar: env.SITE_CALENDAR === 'roc' ? 'roc' : 'gregorian',
      brand,
      ...(phone && { phone }),
      ...channels,
      ...(production && !env.DATABASE_URL && !env.SITE_BASE_ADDRESS ? { embeddedInProduction: true } : {}),
      ...(demo && env.DATABASE_URL && !env.SITE_BASE_ADDRESS ? { demoOnServer: true } : {}),
      texts: siteTexts.texts,
    } satisfies Omit<SiteConfig, 'demo' | 'schemas'>,
  }
}

/** The files that the simulated payments of a demo arrive in. */
const demoBankFiles = 'store:01,store:02,store:03,store:04,bank,post,cashFlow'

const addressChecks = (
  name: string,
  address: string | undefined,
  tls: DatabaseTls | undefined,
): Parameters<typeof failedChecks>[0] => [
  [
    address !== undefined && !/^postgres(ql)?:\/\/./.test(address),
    `${name} must be the address of a PostgreSQL server, such as postgres://user:password@host:5432/portal.`,
  ],
  [
    tls !== undefined && /[?&]ssl/.test(address ?? ''),
    `${name} contains its own TLS settings, which would override DATABASE_TLS and DATABASE_CA_FILE. Remove them from the address.`,
  ],
]

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const valueProblems = (
  {
    databaseUrl,
    databaseDirectUrl,
    isDatabasePooled,
    databaseTls,
    site,
    secret,
    logLevel,
    portal,
    listenAddress,
    operationsAddress,
  }: NodeSettings,
  env: Environment,
): readonly string[] => {
  const calendar = env.SITE_CALENDAR ?? ''
  return failedChecks([
    [
      !/^[\d\s()#+-]{0,30}$/.test(site.phone ?? ''),
      `BANK_PHONE is "${site.phone}", but must be a telephone number, such as 02-23881234.`,
    ],
    [
      !['', 'roc', 'gregorian'].includes(calendar),
      `SITE_CALENDAR is "${calendar}", but must be roc (115/11/30) or gregorian (2026/11/30).`,
    ],
    ...addressChecks('DATABASE_URL', databaseUrl, databaseTls),
    ...(isDatabasePooled ? addressChecks('DATABASE_DIRECT_URL', databaseDirectUrl, databaseTls) : []),
    [
      isDatabasePooled && databaseUrl === undefined,
      'DATABASE_DIRECT_URL is set without DATABASE_URL, which must be the address of the pooler.',
    ],
    [
      databaseTls?.caFile !== undefined && !isReadable(databaseTls.caFile),
      `DATABASE_CA_FILE is "${databaseTls?.caFile}", but this file cannot be read. It must hold the certificate of the authority in PEM format.`,
    ],
    [
      site.baseAddress !== '' && !isOrigin(site.baseAddress),
      'SITE_BASE_ADDRESS must be the address of a backend without a path, such as https://api.example.com, or empty for this server.',
    ],
    [
      portal.publicAddress !== null && !isOrigin(portal.publicAddress),
      'PUBLIC_ADDRESS must be the address of this portal without a path, such as https://pay.bank.example.',
    ],
    [isShort(secret), tooShortMessage('SESSION_SECRET')],
    ...secretChecks(env, certificateSecretSettings),
    ...secretChecks(env, bankCreditSecretSettings),
    [
      !/^\d{3}$/.test(portal.bankCode),
      `BANK_CODE is "${portal.bankCode}", but must be the three digits of the bank, such as 004.`,
    ],
    [
      listenAddress !== undefined && !isIP(listenAddress),
      `LISTEN_ADDRESS is "${listenAddress}", but must be an IP address of this machine, such as 0.0.0.0 for all of them.`,
    ],
    [
      !isIP(operationsAddress),
      `OPERATIONS_ADDRESS is "${operationsAddress}", but must be an IP address of this machine, such as that of its internal network.`,
    ],
    [!logLevels.includes(logLevel), `LOG_LEVEL is "${logLevel}", but must be one of ${logLevels.join(', ')}.`],
  ])
}

/** The names of two settings: a secret, and the secrets that it has replaced. */
interface SecretSettings {
  readonly current: string
  readonly former: string
}

const certificateSecretSettings: SecretSettings = {
  current: 'CERTIFICATE_SECRET',
  former: 'FORMER_CERTIFICATE_SECRETS',
}
const bankCreditSecretSettings: SecretSettings = { current: 'BANK_CREDIT_SECRET', former: 'FORMER_BANK_CREDIT_SECRETS' }

/** Returns a secret and the secrets that it replaced; an empty list if the secret is not set. */
const secretsOf = (env: Environment, { current, former }: SecretSettings): readonly string[] => {
  const secret = env[current]
  return secret ? [secret, ...listedSecrets(env[former])] : []
}

const secretChecks = (
  env: Environment,
  { current, former }: SecretSettings,
): readonly (readonly [boolean, string])[] => {
  const replaced = listedSecrets(env[former])
  return [
    [isShort(env[current] || undefined), tooShortMessage(current)],
    [replaced.some(isShort), `${former} has a secret that is shorter than 32 bytes. Separate the secrets by commas.`],
    [replaced.length > 0 && !env[current], `${former} is set without ${current}, the secret that replaced them.`],
  ]
}

const listedSecrets = (list = ''): readonly string[] =>
  list
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')

const isShort = (secret: string | undefined): boolean =>
  secret !== undefined && new TextEncoder().encode(secret).length < minSecretBytes

const tooShortMessage = (name: string): string =>
  `${name} is shorter than 32 bytes. Generate one with: node -p "require('crypto').randomBytes(48).toString('base64')".`

const isReadable = (file: string): boolean => {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const isOrigin = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && new URL(address).origin === address

/**
 * Reads the settings of mail, text messages and online payment; in demo mode, payment links lead to the portal's demo
 * bank.
 */
const readGatewaysAndLinks = (env: Environment, demo: boolean) => {
  const { gateways, problems } = readGatewaySettings(env)
  const links: Settings['links'] = {
    eBill: env.EBILL_URL || (demo ? demoLink('eBill') : null),
    bankMobile: env.BANK_MOBILE_URL || (demo ? demoLink('bankMobile') : null),
  }
  return {
    gateways,
    links,
    problems: [...problems, ...linkProblems('EBILL_URL', env), ...linkProblems('BANK_MOBILE_URL', env)],
  }
}

const demoLink = (channel: string): string => `/demo/bank?Channel=${channel}&Account={Account}`

/** Returns the problems of a payment link, which may lead only to hosts in LINK_HOSTS. */
const linkProblems = (name: string, env: Environment): string[] => {
  const url = env[name]
  if (!url) return []
  if (!isHttps(url) || !url.includes('{Account}'))
    return [`${name} must be an https address that contains {Account} and optionally {Amount}.`]
  const { host } = new URL(url)
  const allowedHosts = (env.LINK_HOSTS ?? '').split(',').map((allowedHost) => allowedHost.trim())
  if (/[{}]/.test(host) || !allowedHosts.includes(host))
    return [`${name} leads to ${host}, which is not in LINK_HOSTS.`]
  return []
}

/** Returns the settings; throws with a list of all problems. */
export const checkedSettings = (env: Environment): NodeSettings => {
  const { settings, problems } = readSettings(env)
  if (problems.length > 0)
    throw new OperatorError(
      ['These settings are missing or wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'),
    )
  return settings
}

/**
 * Returns the settings for a tool that uses a database but is not a server, such as a backup.
 * Production settings are required only if NODE_ENV is production, so that a scheduled backup needs only DATABASE_URL.
 * A tool connects to PostgreSQL itself.
 */
export const toolSettings = (env: Environment): NodeSettings => {
  const settings = checkedSettings(env.NODE_ENV ? env : { ...env, NODE_ENV: 'development' })
  return { ...settings, databaseUrl: settings.databaseDirectUrl, isDatabasePooled: false, statementMs: 0 }
}
