import { sql } from 'kysely'
import { otpLimits } from '../../contract/one-time-password'
import { waitText } from '../../domain/dates/wait-text'
import { messageChannels, type OtpChannel } from '../../domain/message-channels'
import { HttpRefusal } from '../call'
import type { Row } from '../database/tables'
import type { Ports } from '../ports'
import { macHexOf } from './keys'

/** At most `maxHits` within `minutes`, counted for each key, such as an account or an address. */
interface Limit {
  readonly name: string
  readonly maxHits: number
  readonly minutes: number
  /** Set if the key is an address: its attempts are counted for the networks that it belongs to. */
  readonly per?: 'address'
}

/** Limits of failed sign-ins; `src/server/README.md` lists the same limits. */
export const signInLimits = {
  account: { name: 'sign-in account', maxHits: 20, minutes: 15 },
  address: { name: 'sign-in address', maxHits: 60, minutes: 15, per: 'address' },
} as const satisfies Record<string, Limit>

/**
 * Number of requests whose steps accept the same code.
 * The first one sends it; several may follow, each with attempts of its own, so that one person cannot use up another
 * person's attempts.
 */
export const stepsPerCode = 3

const minutesPerDay = 24 * 60

/**
 * How often one-time passwords may be requested and tried.
 * Each new code allows new attempts, so the number of codes for an account is limited as well, for each day.
 * Addresses that have signed in to the account before are counted separately, so that other people cannot use up the
 * owner's codes.
 */
export const otpRateLimits = {
  pause: { name: 'otp pause', maxHits: 1, minutes: otpLimits.resendSeconds / 60 },
  knownAddresses: { name: 'otp codes, known addresses', maxHits: otpLimits.codesPerDay, minutes: minutesPerDay },
  otherAddresses: { name: 'otp codes, other addresses', maxHits: otpLimits.codesPerDay, minutes: minutesPerDay },
  guesses: { name: 'otp guesses', maxHits: otpLimits.tries * stepsPerCode, minutes: otpLimits.stepSeconds / 60 },
  address: { name: 'otp address', maxHits: 30, minutes: 60, per: 'address' },
  verify: { name: 'otp verify', maxHits: 60, minutes: 15, per: 'address' },
} as const satisfies Record<string, Limit>

/** Returns the limit on one-time passwords to one recipient through a channel. */
export const recipientLimit = (channel: OtpChannel): Limit => {
  const { counter, perDay } = messageChannels[channel].oneTimePassword
  return { name: counter, maxHits: perDay, minutes: minutesPerDay }
}

/** How often an address may ask for the sign-in fields of an account. */
export const loginFieldsLimit: Limit = { name: 'login fields address', maxHits: 300, minutes: 15, per: 'address' }

/** How often an address may check certificates. */
export const certificateLimit: Limit = { name: 'certificate address', maxHits: 60, minutes: 15, per: 'address' }

/** How often an address may use an unsubscribe link with an unknown token. */
export const unsubscribeLinkLimit: Limit = { name: 'notice link address', maxHits: 300, minutes: 15, per: 'address' }

/** How often identification may fail for one link to a bill. */
export const billLinkLimit: Limit = { name: 'bill link', maxHits: 10, minutes: minutesPerDay }

/** How often an address may send calls of the bank's system with a wrong signature. */
export const bankSignatureLimit: Limit = { name: 'bank signature address', maxHits: 60, minutes: 15, per: 'address' }

/** How many credits the bank's system may report. */
export const bankCreditLimit: Limit = { name: 'bank credits', maxHits: 3000, minutes: 1 }

/** How many captchas an address may request and view. */
export const captchaLimits = {
  ticket: { name: 'captcha address', maxHits: 300, minutes: 15, per: 'address' },
  picture: { name: 'captcha picture', maxHits: 300, minutes: 15, per: 'address' },
} as const satisfies Record<string, Limit>

/**
 * Returns the limit on the different numbers (account numbers, ids, payer codes or mobile numbers) that one address may
 * try where a number alone is enough to sign in as a payer.
 * A limit for each account would not stop somebody who tries a different number each time.
 */
const payerNumberLimit = (maxHits: number): Limit => ({ name: 'payer numbers', maxHits, minutes: 60, per: 'address' })
/** Each number counts only once an hour. */
const sameNumberLimit = { name: 'payer number', maxHits: 1, minutes: 60 } as const satisfies Limit

/**
 * Counts the only value of a payer's claim, such as an account number, once for each address and hour; throws 429 after
 * too many different values.
 */
export const countSingleValueClaim = async (ports: Ports, address: string, onlyValue: string): Promise<void> => {
  const key = `${networksOf(address)[0].name} ${onlyValue}`
  if (await isLimitReached(ports, sameNumberLimit, key)) return
  await countAttempt(ports, payerNumberLimit(ports.settings.payerNumbers.perHour), address)
  await countHit(ports, sameNumberLimit, key)
}

/**
 * Returns whether an address has tried so many different values in {@link countSingleValueClaim} that it must solve a
 * longer proof of work for further values.
 */
export const hasTriedManyPayerNumbers = (ports: Ports, address: string): Promise<boolean> =>
  isLimitReached(ports, payerNumberLimit(ports.settings.payerNumbers.beforeMoreWork), address)

/** Counts one attempt and throws 429 beyond the limit. The database stores the count with a digest of the key. */
export const countAttempt = async (ports: Ports, limit: Limit, key: string): Promise<void> => {
  const seconds = await countAndReturnWait(ports, limit, key)
  if (seconds > 0) throw new HttpRefusal(429, `嘗試次數過多，請於 ${waitText(seconds)}後再試。`, seconds)
}

/**
 * Counts one attempt and returns whether it is within the limit, for limits that an outsider must not be able to
 * observe.
 */
export const countAndCheckLimit = async (ports: Ports, limit: Limit, key: string): Promise<boolean> =>
  (await countAndReturnWait(ports, limit, key)) === 0

/** Counts one attempt and returns the seconds until attempts are allowed again; 0 within the limit. */
const countAndReturnWait = async (ports: Ports, limit: Limit, key: string): Promise<number> => {
  for (const counter of countersOf(limit, key)) {
    const { hits, end } = await countHit(ports, counter, counter.key)
    if (hits > counter.maxHits) return Math.max(1, Math.ceil((end.getTime() - ports.clock().getTime()) / 1000))
  }
  return 0
}

/** Returns whether no attempts are left, without counting an attempt. */
const isLimitReached = async (ports: Ports, limit: Limit, key: string): Promise<boolean> => {
  for (const counter of countersOf(limit, key)) if ((await hitsOf(ports, counter)) >= counter.maxHits) return true
  return false
}

const hitsOf = async (ports: Ports, counter: Counter): Promise<number> => {
  const row = await ports.db
    .selectFrom('rate_limit')
    .select('hits')
    .where('limit_key', '=', await digestOf(ports, counter, counter.key))
    .where('window_end', '>', ports.clock().toISOString())
    .executeTakeFirst()
  return row?.hits ?? 0
}

/** A limit with the key for which it is counted. */
type Counter = Omit<Limit, 'per'> & { readonly key: string }

// The narrowest network comes first: once its limit is reached, further attempts do not count for the wider network,
// which other people share.
const countersOf = ({ name, maxHits, minutes, per }: Limit, key: string): readonly Counter[] =>
  per === 'address'
    ? networksOf(key).map((network) => ({ name, maxHits: maxHits * network.limitFactor, minutes, key: network.name }))
    : [{ name, maxHits, minutes, key }]

/**
 * Counts one hit; returns the number of hits and when the count restarts.
 * Limits per address are excluded, because {@link countAttempt} counts them for each network.
 */
export const countHit = async (
  ports: Ports,
  limit: Pick<Limit, 'name' | 'minutes'> & { readonly per?: never },
  key: string,
): Promise<{ readonly hits: number; readonly end: Date }> => {
  const now = ports.clock()
  const end = new Date(now.getTime() + limit.minutes * 60_000).toISOString()
  const { rows } = await sql<Pick<Row<'rate_limit'>, 'hits' | 'window_end'>>`
    insert into rate_limit as r (limit_key, window_end, hits)
    values (${await digestOf(ports, limit, key)}, ${end}::timestamptz, 1)
    on conflict (limit_key) do update set
      hits = case when r.window_end <= ${now.toISOString()}::timestamptz then 1 else r.hits + 1 end,
      window_end = case when r.window_end <= ${now.toISOString()}::timestamptz then excluded.window_end else r.window_end end
    returning hits, window_end`.execute(ports.db)
  const row = rows[0] ?? { hits: 1, window_end: end }
  return { hits: row.hits, end: new Date(row.window_end) }
}

/** Reverses the count of an attempt, such as a successful sign-in, so that only failed attempts are limited. */
export const refundAttempt = async (ports: Ports, limit: Limit, key: string): Promise<void> => {
  const keys = await Promise.all(countersOf(limit, key).map((counter) => digestOf(ports, counter, counter.key)))
  await ports.db
    .updateTable('rate_limit')
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where('limit_key', 'in', keys)
    .execute()
}

const digestOf = ({ settings }: Ports, limit: Pick<Limit, 'name'>, key: string): Promise<string> =>
  macHexOf(settings.secret, 'limit key', `${limit.name} ${key}`)

/**
 * A network for which the attempts of an address are counted.
 * `limitFactor` is its limit divided by the limit of an address.
 */
interface Network {
  readonly name: string
  readonly limitFactor: number
}

/**
 * Returns the networks for which the attempts of an address are counted, the narrowest first.
 * An IPv4 address is its own network.
 * An IPv6 connection may use every address of its /64 network, and a provider gives one customer up to a /48 network.
 */
export const networksOf = (address: string): readonly [Network, ...Network[]] => {
  const groups = ipv6Groups(address)
  if (groups === undefined) return [{ name: address, limitFactor: 1 }]
  // An IPv4 address that is mapped into IPv6.
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return [{ name: ipv4Of(groups), limitFactor: 1 }]
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, limitFactor: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, limitFactor: 16 },
  ]
}

/** Returns the network that is logged in place of an address: a /24 of IPv4, a /48 of IPv6; empty for anything else. */
export const loggedNetworkOf = (address: string): string => {
  const [narrow, wide] = networksOf(address)
  if (wide !== undefined) return wide.name
  return /^(\d{1,3}\.){3}\d{1,3}$/.test(narrow.name) ? narrow.name.replace(/\d+$/, '0/24') : ''
}

/** Returns whether both addresses have the same narrowest network. */
export const isSameNetwork = (a: string, b: string): boolean => networksOf(a)[0].name === networksOf(b)[0].name

/** Returns the eight groups of an IPv6 address in hexadecimal digits; undefined for any other text. */
const ipv6Groups = (address: string): readonly string[] | undefined => {
  // The text after % is a zone index. A URL normalizes the notation of an address.
  const url = `http://[${address.split('%')[0]}]`
  if (!URL.canParse(url)) return undefined
  const [front = [], back = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter((group) => group !== ''))
  return [...front, ...new Array<string>(8 - front.length - back.length).fill('0'), ...back]
}

const ipv4Of = (groups: readonly string[]): string =>
  groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
