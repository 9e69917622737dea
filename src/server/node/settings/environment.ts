/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>

const on: readonly string[] = ['1', 'true', 'yes', 'on']
const off: readonly string[] = ['0', 'false', 'no', 'off']

/** A setting that is switched on. */
export const isOn = (value: string | undefined): boolean => on.includes(plain(value))

/** A setting that is switched off; one that is absent is neither. */
export const isOff = (value: string | undefined): boolean => off.includes(plain(value))

/** The settings that are switches. */
export const switches = ['DEMO', 'API_DOCS', 'ALLOW_EMBEDDED_DB'] as const

/** Switches that say neither: to take one for its default would do what nobody wanted. */
export const switchProblems = (env: Environment): readonly string[] =>
  switches.flatMap((name) => (plain(env[name]) === '' || isOn(env[name]) || isOff(env[name]) ? [] : [`${name} is "${env[name]}", but must be 1 or 0.`]))

const plain = (value = ''): string => value.trim().toLowerCase()

/** Whether it is a bank's portal: NODE_ENV says so, or else a server's database, which nobody sets up to look around. */
export const isProduction = (env: Environment): boolean => (env.NODE_ENV ? env.NODE_ENV === 'production' : Boolean(env.DATABASE_URL) && !isOn(env.DEMO))

/** What a bank's portal cannot do without: each with what it is for, so that nobody who installs it has to look it up. */
export const productionProblems = (env: Environment): string[] => {
  const problems = demands.filter(({ met }) => !met(env)).map(({ otherwise }) => otherwise)
  return env.NODE_ENV || problems.length === 0 ? problems : [unnamed, ...problems]
}

const unnamed =
  'NODE_ENV is not set and DATABASE_URL is, so this is production, which needs what is missing below. Set NODE_ENV=development to work on the portal, or DEMO=1 for a demo on that database.'

interface Demand {
  met(env: Environment): boolean
  readonly otherwise: string
}

const demands: readonly Demand[] = [
  {
    met: (env) => Boolean(env.DATABASE_URL) || isOn(env.ALLOW_EMBEDDED_DB),
    otherwise: 'DATABASE_URL is missing: production needs PostgreSQL. Set ALLOW_EMBEDDED_DB=1 if the embedded database is really wanted.',
  },
  {
    met: (env) => Boolean(env.SESSION_SECRET),
    otherwise: 'SESSION_SECRET is missing: the key of the session tokens, at least 32 bytes.',
  },
  {
    // A slip with another bank's code would look right and lead the money astray.
    met: (env) => Boolean(env.BANK_CODE),
    otherwise: 'BANK_CODE is missing: the three digits of the bank, printed on every slip as the bank to transfer to.',
  },
  {
    // Without it nobody would ever learn an initial password, and the log alone would know.
    met: (env) => Boolean(env.SMTP_URL),
    otherwise:
      'SMTP_URL with MAIL_FROM is missing: the mail server that initial and one-time passwords go out by. SMS_URL may stand beside it, not in its place.',
  },
  {
    met: (env) => !isOn(env.DEMO),
    otherwise: 'DEMO=1 is refused: demo data and demo accounts have no place in production.',
  },
]

/** Returns whether a setting is an https address. */
export const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'
