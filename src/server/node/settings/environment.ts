import { deflateRawSync } from 'node:zlib'

/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>

const onValues: readonly string[] = ['1', 'true', 'yes', 'on']
const offValues: readonly string[] = ['0', 'false', 'no', 'off']

/** Returns the messages of the failed checks. */
export const failedChecks = (checks: readonly (readonly [isWrong: boolean, message: string])[]): readonly string[] =>
  checks.flatMap(([isWrong, message]) => (isWrong ? [message] : []))

/** Returns whether a setting is switched on. */
export const isOn = (value: string | undefined): boolean => onValues.includes(normalize(value))

/** Returns whether a setting is switched off; an absent setting is neither on nor off. */
export const isOff = (value: string | undefined): boolean => offValues.includes(normalize(value))

/** The settings that are switches. */
export const switches = ['DEMO', 'API_DOCS', 'ALLOW_EMBEDDED_DB', 'DATABASE_TLS', 'PUSH_TO_LOOPBACK'] as const

/**
 * Returns the problems of switches with an invalid value.
 * An invalid value is not replaced by the default, which could be the opposite of what the operator meant.
 */
export const switchProblems = (env: Environment): readonly string[] =>
  failedChecks(
    switches.map((name) => [
      normalize(env[name]) !== '' && !isOn(env[name]) && !isOff(env[name]),
      `${name} is "${env[name]}", but must be 1 or 0.`,
    ]),
  )

const normalize = (value = ''): string => value.trim().toLowerCase()

/**
 * Returns whether the portal runs in production: NODE_ENV decides; without it, a database server outside demo mode
 * means production.
 */
export const isProduction = (env: Environment): boolean =>
  env.NODE_ENV ? env.NODE_ENV === 'production' : Boolean(env.DATABASE_URL) && !isOn(env.DEMO)

/** Returns the missing or unsafe production settings, each with its purpose. */
export const productionProblems = (env: Environment): readonly string[] => {
  const problems = failedChecks([
    [
      !env.DATABASE_URL && !isOn(env.ALLOW_EMBEDDED_DB),
      'DATABASE_URL is missing: production needs PostgreSQL. Set ALLOW_EMBEDDED_DB=1 to use the embedded database nevertheless.',
    ],
    [!env.SESSION_SECRET, 'SESSION_SECRET is missing: the key of the session tokens, at least 32 bytes.'],
    [isRepetitive(env.SESSION_SECRET), repetitiveMessage('SESSION_SECRET')],
    [isRepetitive(env.CERTIFICATE_SECRET), repetitiveMessage('CERTIFICATE_SECRET')],
    [isRepetitive(env.BANK_CREDIT_SECRET), repetitiveMessage('BANK_CREDIT_SECRET')],
    [
      env.PUBLIC_ADDRESS?.startsWith('http:') === true,
      'PUBLIC_ADDRESS must begin with https: the address is printed on certificates, and a page without encryption could be replaced.',
    ],
    // A slip with another bank's code would look valid, and payments would go to that bank.
    [
      !env.BANK_CODE,
      'BANK_CODE is missing: the three digits of the bank, printed on every slip as the bank to transfer to.',
    ],
    // Without SMTP_URL, users would not receive their initial passwords.
    [
      !env.SMTP_URL,
      'SMTP_URL with MAIL_FROM is missing: the mail server that sends initial and one-time passwords. SMS_URL can be set in addition, but does not replace it.',
    ],
    [
      isOn(env.PUSH_TO_LOOPBACK),
      'PUSH_TO_LOOPBACK=1 is not allowed: production pushes credits only to public https addresses.',
    ],
    [isOn(env.DEMO), 'DEMO=1 is not allowed: production must have no demo data and demo accounts.'],
  ])
  return env.NODE_ENV || problems.length === 0 ? problems : [inferredProductionMessage, ...problems]
}

/**
 * Returns whether a secret compresses to less than 24 bytes, as "changeme" repeated four times does; 32 random
 * characters do not.
 */
const isRepetitive = (secret = ''): boolean => secret !== '' && deflateRawSync(secret).length < 24

const repetitiveMessage = (name: string): string =>
  `${name} repeats few characters, so it could be guessed. Generate one with: node -p "require('crypto').randomBytes(48).toString('base64')".`

const inferredProductionMessage =
  'NODE_ENV is not set and DATABASE_URL is, so this is production, which needs the settings below. Set NODE_ENV=development to work on the portal, or DEMO=1 for a demo on that database.'

/** Returns whether a value is an https address. */
export const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'
