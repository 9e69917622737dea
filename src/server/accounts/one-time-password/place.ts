import type { Call } from '../../http/call'
import type { PortalUser } from '../portal-user'
import { count, forgiveTry, isWithin, otpRateLimits, stepsPerCode } from '../rate-limit'
import { hasSignedInFrom } from '../security-log'
import type { Step } from './steps'

/** The place of a request among those that share a code: the first has one sent, some wait for the same one, and the others get none. */
export interface Place {
  readonly gets: 'new code' | 'sent code' | 'none'
  /** When the code was sent, or would have been: the same for users who do not exist. */
  readonly sentAt: Date
}

/** Finds the place of a request. Nothing is refused here, so that nobody outside notices the limits of another's account. */
export const takePlace = async ({ ports, caller }: Call, step: Step, user: PortalUser | undefined): Promise<Place> => {
  const name = accountName(step)
  const known = await hasSignedInFrom(ports.db, { uniformNo: step.uniform_no, subject: step.typed_user_id }, caller.ip)
  const limit = known ? otpRateLimits.knownAddresses : otpRateLimits.otherAddresses
  // A new password has another hash, so that each reset clears the count.
  const key = `${name} ${user?.password_hash ?? ''}`
  if (!(await isWithin(ports, limit, key))) {
    ports.log.warn('one-time password limit reached', { limit: limit.name })
    return { gets: 'none', sentAt: ports.clock() }
  }
  const { hits, end } = await count(ports, otpRateLimits.pause, `${step.flow} ${name}`)
  // Only codes count, not requests.
  if (hits > 1) await forgiveTry(ports, limit, key)
  return { gets: hits === 1 ? 'new code' : hits <= stepsPerCode ? 'sent code' : 'none', sentAt: new Date(end.getTime() - otpRateLimits.pause.minutes * 60_000) }
}

/** The name by which an account is counted, whether it exists or not. */
export const accountName = ({ uniform_no, typed_user_id }: Pick<Step, 'uniform_no' | 'typed_user_id'>): string => `${uniform_no} ${typed_user_id}`
