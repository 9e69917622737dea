import type { CompanyLoginAnswer } from '../../contract/session'
import { Refusal } from '../../domain/refusal'
import type { Call } from '../http/call'
import type { Ports } from '../ports'
import { openCompanySession, recordSignIn } from './company-session'
import { clearWrongPasswords, lockMinutesLeft, takeTry } from './lockout'
import { disableUnused, dummyHash, findUser, isCompanyClosed, type PortalUser } from './portal-user'
import { countTry, signInLimits, uncountTry } from './rate-limit'
import { recordEvent, type SecurityEvent } from './security-log'

/** What a company user enters. */
interface Credentials {
  readonly UniformNo: string
  readonly UserId: string
  readonly Mima: string
}

/** Signs a company or bank user in; every wrong combination gets the same refusal. */
export const loginCompany = async (call: Call, typed: Credentials): Promise<CompanyLoginAnswer> => {
  const { ports, caller } = call
  const account = `${typed.UniformNo} ${typed.UserId.toLowerCase()}`
  await countTry(ports, signInLimits.address, caller.ip)
  await countTry(ports, signInLimits.account, account)
  await disableUnused(ports)
  const user = await findUser(ports.db, typed.UniformNo, typed.UserId)
  const free = await takeTry(ports.db, user?.serial_id ?? 0, ports.clock())
  const right = await ports.passwords.verify(user?.password_hash ?? (await dummyHash(ports)), typed.Mima)
  if (user === undefined || !right) throw await refused(call, 'wrong login', typed, wrongLogin())
  if (!free) throw await refused(call, 'refused while locked', typed, await locked(ports, user))
  await clearWrongPasswords(ports.db, user.serial_id)
  if (user.user_status === 'Disabled' || isCompanyClosed(user)) throw await refused(call, 'refused while disabled', typed, disabled())
  await uncountTry(ports, signInLimits.address, caller.ip)
  await uncountTry(ports, signInLimits.account, account)
  const session = await openCompanySession(call, user, { reason: 'superseded', lastSignIn: { time: user.last_login_time, ip: user.last_login_ip } })
  await recordSignIn(call, user)
  await recordEvent(ports, caller, { event: 'login', kind: 'company', uniformNo: user.uniform_no, subject: user.user_id })
  return session
}

const wrongLogin = (): Refusal => new Refusal('1001', '統一編號、使用者代號或密碼錯誤')

const locked = async ({ db, clock }: Ports, user: PortalUser): Promise<Refusal> =>
  new Refusal(
    '1002',
    `密碼連續錯誤多次，帳號已鎖定，請於 ${Math.max(1, await lockMinutesLeft(db, user.serial_id, clock()))} 分鐘後再登入，或使用「忘記密碼」重新設定。`,
  )

const disabled = (): Refusal => new Refusal('1003', '您的帳號已停用，請洽貴單位的企業管理者。')

const refused = async ({ ports, caller }: Call, event: SecurityEvent['event'], typed: Credentials, refusal: Refusal): Promise<Refusal> => {
  await recordEvent(ports, caller, { event, kind: 'company', uniformNo: typed.UniformNo, subject: typed.UserId })
  return refusal
}
