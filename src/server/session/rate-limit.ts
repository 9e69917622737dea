import { sql } from 'kysely'
import { otpLimits } from '../../contract/one-time-password'
import { HttpRefusal } from '../call'
import type { Ports } from '../ports'
import { macHexOf } from './keys'

/** At most `hits` within `minutes`, counted for one key such as an account or an address. */
export interface Limit {
  readonly name: string
  readonly hits: number
  readonly minutes: number
}

/** How often somebody may try to sign in without success; the portal's document of limits reads these numbers. */
export const signInLimits = {
  account: { name: 'sign-in account', hits: 20, minutes: 15 },
  address: { name: 'sign-in address', hits: 60, minutes: 15 },
} as const satisfies Record<string, Limit>

/**
 * How often one-time passwords may be asked for and tried. A new code is a new set of tries, so codes are counted by day, for an
 * account and the address that asks: strangers elsewhere cannot use up what its owner needs. What reaches the owner is bounded by number and mailbox.
 */
export const otpRateLimits = {
  pause: { name: 'otp pause', hits: 1, minutes: otpLimits.resendSeconds / 60 },
  account: { name: 'otp account', hits: otpLimits.codesPerDay, minutes: 24 * 60 },
  address: { name: 'otp address', hits: 30, minutes: 60 },
  verify: { name: 'otp verify', hits: 60, minutes: 15 },
  smsNumber: { name: 'sms number', hits: 10, minutes: 24 * 60 },
  mailbox: { name: 'mailbox', hits: 20, minutes: 24 * 60 },
} as const satisfies Record<string, Limit>

/** How often an address may check certificates. */
export const certificateLimit: Limit = { name: 'certificate address', hits: 60, minutes: 15 }

/** How many captchas an address may ask for, and look at. A question in words is easier to program than a picture, so there are fewer of them. */
export const captchaLimits = {
  ticket: { name: 'captcha address', hits: 300, minutes: 15 },
  picture: { name: 'captcha picture', hits: 300, minutes: 15 },
  question: { name: 'captcha question', hits: 30, minutes: 15 },
} as const satisfies Record<string, Limit>

/** Counts one try and refuses with 429 beyond the limit. The count outlives a restart, and the key is stored as a digest only. */
export const countTry = async (ports: Ports, limit: Limit, key: string): Promise<void> => {
  const seconds = await secondsToWait(ports, limit, key)
  if (seconds > 0) throw new HttpRefusal(429, `嘗試次數過多，請於 ${waitText(seconds)}後再試。`, seconds)
}

/** Counts one try and tells whether it is within the limit, for limits that nobody outside should notice. */
export const isWithin = async (ports: Ports, limit: Limit, key: string): Promise<boolean> => (await secondsToWait(ports, limit, key)) === 0

const waitText = (seconds: number): string => (seconds > 7200 ? `${Math.ceil(seconds / 3600)} 小時` : `${Math.ceil(seconds / 60)} 分鐘`)

const secondsToWait = async (ports: Ports, limit: Limit, key: string): Promise<number> => {
  const now = ports.clock()
  const end = new Date(now.getTime() + limit.minutes * 60_000).toISOString()
  const { rows } = await sql<{ hits: number; window_end: string }>`
    insert into rate_limit as r (limit_key, window_end, hits)
    values (${await digest(ports, limit, key)}, ${end}::timestamptz, 1)
    on conflict (limit_key) do update set
      hits = case when r.window_end <= ${now.toISOString()}::timestamptz then 1 else r.hits + 1 end,
      window_end = case when r.window_end <= ${now.toISOString()}::timestamptz then excluded.window_end else r.window_end end
    returning hits, window_end`.execute(ports.db)
  const row = rows[0]
  if (row === undefined || row.hits <= limit.hits) return 0
  return Math.max(1, Math.ceil((Date.parse(row.window_end) - now.getTime()) / 1000))
}

/** Takes a counted try back, because it succeeded: only failures wear a limit down. */
export const forgiveTry = async (ports: Ports, limit: Limit, key: string): Promise<void> => {
  await sql`update rate_limit set hits = greatest(hits - 1, 0) where limit_key = ${await digest(ports, limit, key)}`.execute(ports.db)
}

const digest = ({ settings }: Ports, limit: Limit, key: string): Promise<string> => macHexOf(settings.secret, 'limit key', `${limit.name} ${key}`)
