import type { CompanyLoginResponse } from '../../contract/call-responses'
import { hasUserIdFormat } from '../../domain/identifiers/user-id'
import { Refusal } from '../../domain/refusal'
import type { Call } from '../call'
import type { Ports } from '../ports'
import { countAttempt, refundAttempt, signInLimits } from '../security/rate-limit'
import { openCompanySession, recordSignIn } from './company-session'
import {
  consumePasswordAttempt,
  lockMinutesLeftAtKnownOrigin,
  recordPasswordFailure,
  resetPasswordFailures,
} from './lockout'
import {
  disableUsersWithExpiredInitialPassword,
  dummyHash,
  findUser,
  isCompanyClosed,
  type PortalUser,
} from './portal-user'
import { hasSignedInFrom, recordUserEvent, type SecurityEvent } from './security-log'

/** The data that a company user enters to sign in. */
interface Credentials {
  readonly UniformNo: string
  readonly UserId: string
  readonly Mima: string
}

/**
 * Signs in a user of a company or of the bank; a wrong uniform number, user id or password always gets the same
 * refusal.
 */
export const loginCompany = async (call: Call, credentials: Credentials): Promise<CompanyLoginResponse> => {
  const { ports, client } = call
  const { UniformNo, UserId } = credentials
  await countAttempt(ports, signInLimits.address, client.ip)
  // Attempts are counted for each user id in lower case. lower() of PostgreSQL and toLowerCase() differ for letters
  // such as İ, so a text that cannot be a user id is refused before it is counted.
  if (!hasUserIdFormat(UserId)) throw await recordRefusal(call, 'wrong login', credentials, failedLoginRefusal())
  const origin = (await hasSignedInFrom(ports.db, { uniformNo: UniformNo, subject: UserId }, client.ip))
    ? 'known'
    : 'other'
  const attemptKey = `${origin} ${UniformNo} ${UserId.toLowerCase()}`
  await countAttempt(ports, signInLimits.account, attemptKey)
  await disableUsersWithExpiredInitialPassword(ports)
  const user = await findUser(ports, UniformNo, UserId)
  const at = ports.clock()
  // For an unknown user, `consumePasswordAttempt` runs with an id that no user has, so that the response time does not
  // reveal whether the user exists.
  const passwordAttempt = await consumePasswordAttempt(ports.db, user?.serial_id ?? 0, { origin, at })
  const isCorrect = await ports.passwords.verify(user?.password_hash ?? (await dummyHash(ports)), credentials.Mima)
  if (user === undefined || !isCorrect) {
    await recordPasswordFailure(call, {
      event: 'wrong login',
      enteredAccount: { uniform_no: UniformNo, user_id: UserId },
      user,
      passwordAttempt,
    })
    throw failedLoginRefusal()
  }
  // At an address from which the user has not signed in before, the refusal must not reveal that the password is
  // correct.
  if (passwordAttempt.isRefused)
    throw await recordRefusal(
      call,
      'refused while locked',
      credentials,
      origin === 'known' ? await lockoutRefusal(ports, user) : failedLoginRefusal(),
    )
  await resetPasswordFailures(ports.db, user.serial_id, { origin, at })
  if (user.user_status === 'Disabled' || isCompanyClosed(user))
    throw await recordRefusal(call, 'refused while disabled', credentials, disabledRefusal())
  await refundAttempt(ports, signInLimits.address, client.ip)
  await refundAttempt(ports, signInLimits.account, attemptKey)
  const session = await openCompanySession(call, user, {
    reason: 'superseded',
    lastSignIn: { time: user.last_login_time, ip: user.last_login_ip },
  })
  await recordSignIn(call, user)
  await recordUserEvent(call, 'login', user)
  return session
}

const failedLoginRefusal = (): Refusal => new Refusal('1001', '統一編號、使用者代號或密碼錯誤')

const lockoutRefusal = async ({ db, clock }: Ports, user: PortalUser): Promise<Refusal> =>
  new Refusal(
    '1002',
    `密碼連續錯誤多次，帳號已鎖定，請於 ${Math.max(1, await lockMinutesLeftAtKnownOrigin(db, user.serial_id, clock()))} 分鐘後再登入，或使用「忘記密碼」重新設定。`,
  )

const disabledRefusal = (): Refusal => new Refusal('1003', '您的帳號已停用，請洽貴單位的企業管理者。')

/** Records the refused sign-in and returns the refusal. */
const recordRefusal = async (
  call: Call,
  event: SecurityEvent['event'],
  { UniformNo, UserId }: Credentials,
  refusal: Refusal,
): Promise<Refusal> => {
  await recordUserEvent(call, event, { uniform_no: UniformNo, user_id: UserId })
  return refusal
}
