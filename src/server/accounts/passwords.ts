import { sql } from 'kysely'
import { adminMima } from '../../contract/admin-mima'
import type { CompanyLoginResponse } from '../../contract/call-responses'
import { passwordAge, passwordHistoryLength, passwordProblems } from '../../domain/access/password'
import { pendingDays, type UserStatus } from '../../domain/access/portal-user'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import { Refusal } from '../../domain/refusal'
import type { Call } from '../call'
import { asEmail, initialPasswordContent } from '../notices/messages'
import type { Db, Ports } from '../ports'
import { openCompanySession } from './company-session'
import { readFields, type TextFieldRule } from './fields'
import { consumePasswordAttempt, recordPasswordFailure, resetPasswordFailures } from './lockout'
import { getUser, type PortalUser } from './portal-user'
import { recordUserEvent } from './security-log'
import { endAllSessions, userOfSession } from './sessions'
import { enqueueUserNotice } from './user-notices'

/**
 * The new password and its repetition, exactly as the user typed them.
 * `max` only bounds the input; the rules of passwords have their own maximum.
 */
export const newPasswordFields = {
  NewMima: { label: '新密碼', max: 256, isKeptAsTyped: true },
  ConfirmMima: { label: '確認新密碼', max: 256, isKeptAsTyped: true },
} as const satisfies Record<string, TextFieldRule>

/**
 * Throws a refusal if a new password breaks a rule (1008), differs from its repetition (2002) or was used recently
 * (1009).
 */
export const validateNewPassword = async (
  ports: Ports,
  user: PortalUser,
  values: Readonly<Record<keyof typeof newPasswordFields, string>>,
): Promise<void> => {
  const problems = passwordProblems(values.NewMima, { userId: user.user_id, uniformNo: user.uniform_no })
  if (problems.length > 0)
    throw new Refusal('1008', '新密碼不符合密碼規則，請依說明修正。', {
      NewMima: problems.map(({ message }) => message).join(''),
    })
  if (values.NewMima !== values.ConfirmMima)
    throw new Refusal('2002', '兩次輸入的新密碼不同，請重新輸入。', { ConfirmMima: '與新密碼不同，請重新輸入。' })
  const usedMessage = `新密碼不可與最近 ${passwordHistoryLength} 次使用的密碼相同。`
  if (await isRecentlyUsed(ports, user, values.NewMima))
    throw new Refusal('1009', usedMessage, { NewMima: usedMessage })
}

const isRecentlyUsed = async (
  { passwords }: Ports,
  { password_hash, previous_hashes }: PortalUser,
  password: string,
): Promise<boolean> => {
  const hashes = [password_hash, ...previous_hashes].slice(0, passwordHistoryLength)
  return (await Promise.all(hashes.map((hash) => passwords.verify(hash, password)))).includes(true)
}

/**
 * Stores a password that its owner chose, adds the previous one to the history, clears lockouts and failed attempts,
 * and enqueues the notice to the owner.
 * Throws a refusal if the user has been disabled or deleted.
 */
export const storeChosenPassword = async (
  { db: trx, clock, jobs }: Pick<Ports, 'db' | 'clock' | 'jobs'>,
  user: PortalUser,
  { hash, status }: { readonly hash: string; readonly status: UserStatus },
): Promise<void> => {
  const at = clock()
  await replaceHash(trx, user.serial_id, hash, null)
  const { numUpdatedRows } = await trx
    .updateTable('portal_user')
    .set({
      user_status: status,
      login_error_count: 0,
      mima_change_time: at.toISOString(),
      mima_expire_date: addDays(taipeiToday(at), passwordAge.warn),
    })
    .where('serial_id', '=', user.serial_id)
    .where('user_status', '<>', 'Disabled')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('1003', '您的帳號已停用，請洽貴單位的企業管理者。')
  await enqueueUserNotice({ jobs }, trx, user, { kind: 'passwordChanged', at: at.toISOString() })
}

/** The values of the columns of `portal_user_secret` that clear wrong attempts and lockouts. */
export const clearedLockout = {
  wrong_count: 0,
  lock_count: 0,
  locked_until: null,
  other_wrong_count: 0,
  other_lock_count: 0,
  other_locked_until: null,
} as const

/**
 * Replaces the password hash and clears the lockout.
 * `issuedAt` is null for a password that the owner chose; when such a password is replaced, it is added to the history.
 * The hash of a new user is empty.
 * The JSON path truncates the history, which together with the current password has `passwordHistoryLength` entries.
 */
const replaceHash = async (trx: Db, userId: number, hash: string, issuedAt: Date | null): Promise<void> => {
  await trx
    .updateTable('portal_user_secret')
    .set({
      previous_hashes: sql`case
        when issued_at is null and password_hash <> ''
        then jsonb_path_query_array(jsonb_build_array(password_hash) || previous_hashes, '$[0 to ${sql.raw(String(passwordHistoryLength - 2))}]')
        else previous_hashes
      end`,
      password_hash: hash,
      issued_at: issuedAt?.toISOString() ?? null,
      ...clearedLockout,
    })
    .where('user_id', '=', userId)
    .execute()
}

// Letters and digits that look alike are omitted, because users copy the password by typing.
const passwordCharacters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
const initialPasswordLength = 12

/** Returns a random password that satisfies the rules. */
export const newInitialPassword = (user: Pick<PortalUser, 'uniform_no' | 'user_id'>): string => {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(initialPasswordLength))
    const password = Array.from(bytes, (byte) => passwordCharacters[byte % passwordCharacters.length]).join('')
    if (passwordProblems(password, { userId: user.user_id, uniformNo: user.uniform_no }).length === 0) return password
  }
}

/** Stores the hash of an initial password, which the user must replace at the first sign-in, within `pendingDays`. */
export const storeInitialPassword = async (trx: Db, serialId: number, hash: string, at: Date): Promise<void> => {
  await replaceHash(trx, serialId, hash, at)
  await trx
    .updateTable('portal_user')
    .set({ user_status: 'Pending', login_error_count: 0, mima_expire_date: initialPasswordExpiry(at) })
    .where('serial_id', '=', serialId)
    .execute()
}

/** Returns the day on which an initial password that is issued now expires. */
export const initialPasswordExpiry = (now: Date): string => addDays(taipeiToday(now), pendingDays)

/** An initial password that is stored and must still be sent to its user. */
export interface IssuedPassword {
  readonly user: PortalUser
  readonly password: string
}

/** Generates and stores a new initial password for a user; the caller sends it. */
export const issuePassword = async (ports: Ports, trx: Db, serialId: number): Promise<IssuedPassword> => {
  const user = await getUser({ ...ports, db: trx }, serialId)
  if (user === undefined)
    throw new Error(`User ${serialId} does not exist, or has no company or no row in portal_user_secret.`)
  const password = newInitialPassword(user)
  await storeInitialPassword(trx, serialId, await ports.passwords.hash(password), ports.clock())
  return { user, password }
}

/** Sends an initial password to its user. */
export const sendInitialPassword = ({ notices, settings }: Ports, { user, password }: IssuedPassword): void =>
  notices.post(asEmail(user.email, initialPasswordContent(password, user), settings))

/**
 * Changes the caller's own password and opens a new session, so that a stolen token of the previous session becomes
 * invalid.
 */
export const changePassword = async (call: Call): Promise<CompanyLoginResponse> => {
  const { ports } = call
  const { OldMima, ...values } = readFields(call.body, changeFields)
  const user = await userOfSession(call)
  await requireOwnPassword(call, user, { field: 'OldMima', password: OldMima })
  await validateNewPassword(ports, user, values)
  const hash = await ports.passwords.hash(values.NewMima)
  await ports.db.transaction().execute((db) => storeChosenPassword({ ...ports, db }, user, { hash, status: 'Enabled' }))
  await recordUserEvent(call, 'password changed', user)
  return openCompanySession(call, (await getUser(ports, user.serial_id)) ?? user, {
    reason: 'changed',
    lastSignIn: user.lastSignIn,
  })
}

const changeFields = { OldMima: { label: '目前密碼', max: 256, isKeptAsTyped: true }, ...newPasswordFields } as const

/** The fields in which a signed-in user enters their own password. */
const ownPasswordFields = {
  OldMima: { event: 'wrong old password', message: '目前密碼錯誤，請重新輸入。' },
  [adminMima]: { event: 'wrong confirming password', message: '您的密碼錯誤，資料尚未變更，請重新輸入。' },
} as const

/**
 * Throws a refusal if the password that the caller entered is wrong, or if the account is locked; a locked account also
 * loses its sessions.
 * The attempt counts like a sign-in from a known address, so that the password cannot be guessed in an unattended
 * session.
 */
export const requireOwnPassword = async (
  call: Call,
  user: PortalUser,
  { field, password }: { readonly field: keyof typeof ownPasswordFields; readonly password: string },
): Promise<void> => {
  const { ports } = call
  const at = ports.clock()
  const origin = 'known'
  const passwordAttempt = await consumePasswordAttempt(ports.db, user.serial_id, { origin, at })
  if (passwordAttempt.isRefused) {
    await endAllSessions(ports.db, user.serial_id, 'locked', at)
    throw new Refusal('1002', '密碼連續錯誤多次，帳號已鎖定，請稍後重新登入，或使用「忘記密碼」重新設定。')
  }
  if (await ports.passwords.verify(user.password_hash, password))
    return resetPasswordFailures(ports.db, user.serial_id, { origin, at })
  const { event, message } = ownPasswordFields[field]
  await recordPasswordFailure(call, { event, enteredAccount: user, user, passwordAttempt })
  throw new Refusal('1001', message, { [field]: message })
}
