import type { CompanyData } from '../../contract/session'
import { daysBetween, taipeiToday } from '../../domain/dates'
import { passwordAge } from '../../domain/password'
import type { UserStatus } from '../../domain/portal-user'

/** What is known of how old a user's password is. */
export interface MimaAge {
  readonly user_status: UserStatus
  readonly mima_change_time: string | null
  /** When somebody else gave the password out; null for one that its owner chose. */
  readonly issued_at: string | null
}

/** Why the password must be changed before anything else; null when it need not. */
export const mustChange = (user: MimaAge, at: Date): CompanyData['MustChangeReason'] => {
  if (user.user_status === 'Pending' || user.issued_at !== null) return 'First'
  return daysOld(user, at) >= passwordAge.force ? 'Expired' : null
}

/** Days until the password must be changed, once it is old enough to say so. */
export const daysLeft = (user: MimaAge, at: Date): number | null => {
  const age = daysOld(user, at)
  return age < passwordAge.warn ? null : Math.max(0, passwordAge.force - age)
}

const daysOld = ({ mima_change_time }: MimaAge, at: Date): number =>
  mima_change_time === null ? 0 : daysBetween(taipeiToday(new Date(mima_change_time)), taipeiToday(at))
