import type { EnumCode } from '../enums'

/** The status of a portal user. */
export type UserStatus = EnumCode<'UserStatus'>

/**
 * An event that changes the status of a portal user.
 * `unused`: the initial password expired before it was used.
 * `reset`: another user has reset the password.
 * `ownReset`: the user has reset their own password.
 */
export type UserEvent =
  | 'firstLogin'
  | 'unused'
  | 'lockout'
  | 'disable'
  | 'enable'
  | 'lockExpired'
  | 'reset'
  | 'ownReset'

/** Number of consecutive wrong passwords after which a user is locked out. */
export const maxLoginErrors = 5

/** Number of days after which an unused initial password expires. */
export const pendingDays = 30

/**
 * Hours of the cooling-off period after a user was created or a protected field was changed.
 * During this time the owner of an account can object to a takeover.
 */
export const coolingOffHours = 24

/**
 * The fields of a user whose change could give another person control of the account, or could give the user the rights
 * of a checker.
 */
export const protectedFields = ['Email', 'Mobile', 'RoleId'] as const

/** Returns the time after which a change is still in its cooling-off period. */
export const coolingOffStart = (now: Date): Date => new Date(now.getTime() - coolingOffHours * 3_600_000)

/** Returns the end of the cooling-off period that a change starts. */
export const coolingOffEnd = (changedAt: Date): Date => new Date(changedAt.getTime() + coolingOffHours * 3_600_000)

/** The creation of a user, or a change of a protected field. */
export interface AccountChange {
  readonly kind: 'created' | 'role' | 'contact'
  readonly at: Date
  /** Whether the operator has created the user with `npm run admin`. */
  readonly byOperator: boolean
}

/**
 * Checks whether a user may approve what another user has prepared, or take back a recorded payment.
 * `changedAt` is the time at which the user was created or their protected fields last changed, whichever is later.
 */
export const canApprove = (changedAt: Date, now: Date): boolean => changedAt <= coolingOffStart(now)

/** Returns the latest change because of which a user may not approve yet; undefined if they may. */
export const changeBeforeApproval = (changes: readonly AccountChange[], now: Date): AccountChange | undefined =>
  changes.filter(({ at }) => !canApprove(at, now)).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]

/**
 * Returns the latest change because of which an administrator may not manage other users yet; undefined if they may.
 * Administrators from the operator, such as the first one of a company, may do so at once.
 */
export const changeBeforeManagingUsers = (changes: readonly AccountChange[], now: Date): AccountChange | undefined =>
  changeBeforeApproval(
    changes.filter(({ kind, byOperator }) => kind === 'role' || (kind === 'created' && !byOperator)),
    now,
  )

/**
 * Duration of the first and of the longest lockout, in minutes.
 * Each consecutive lockout is twice as long as the previous one.
 */
export const lockMinutes = { first: 15, longest: 24 * 60 } as const

/**
 * Returns the status after an event, or null if the event cannot happen in this status.
 * A user who is enabled again but still has an initial password becomes pending.
 */
export const nextUserStatus = (status: UserStatus, event: UserEvent, hasOwnPassword = true): UserStatus | null => {
  const next = transitions[status][event] ?? null
  return event === 'enable' && next !== null && !hasOwnPassword ? 'Pending' : next
}

/** Returns the duration, in minutes, of the n-th consecutive lockout, counted from 1. */
export const lockDurationInMinutes = (consecutiveLockouts: number): number =>
  Math.min(lockMinutes.first * 2 ** (consecutiveLockouts - 1), lockMinutes.longest)

/** Number of consecutive lockouts at which the longest duration is reached. */
export const lockoutsUntilLongestLock = Math.ceil(Math.log2(lockMinutes.longest / lockMinutes.first)) + 1

const transitions: Readonly<Record<UserStatus, Partial<Record<UserEvent, UserStatus>>>> = {
  Pending: { firstLogin: 'Enabled', unused: 'Disabled', disable: 'Disabled' },
  Enabled: { lockout: 'Locked', disable: 'Disabled', reset: 'Pending', ownReset: 'Enabled' },
  Locked: { disable: 'Disabled', lockExpired: 'Enabled', reset: 'Pending', ownReset: 'Enabled' },
  Disabled: { enable: 'Enabled' },
}
