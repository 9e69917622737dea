import type { CompanyLoginAnswer } from '../../contract/session'
import { Refusal } from '../../domain/refusal'
import type { Call } from '../http/call'
import { openCompanySession } from './company-session'
import { readFields } from './fields'
import { clearWrongPasswords, takeTry } from './lockout'
import { ownUser } from './own-user'
import { judgeNewMima, keepMima, newMimaForm, tellMimaChanged } from './passwords'
import { getUser, type PortalUser } from './portal-user'
import { recordEvent } from './security-log'
import { endSessionsOf } from './sessions'

/** Changes the caller's own password. The session goes on under a new token; the old token ends, as a stolen copy of it would. */
export const changeMima = async (call: Call): Promise<CompanyLoginAnswer> => {
  const { ports, caller } = call
  const { OldMima, ...typed } = readFields(call.body, form)
  const user = await ownUser(call)
  await proveOldMima(call, user, OldMima)
  await judgeNewMima(ports, user, typed)
  const hash = await ports.passwords.hash(typed.NewMima)
  const at = ports.clock()
  await ports.db.transaction().execute((trx) => keepMima(trx, user.serial_id, { hash, status: 'Enabled', at }))
  await recordEvent(ports, caller, { event: 'password changed', kind: 'company', uniformNo: user.uniform_no, subject: user.user_id })
  tellMimaChanged(ports, user)
  return openCompanySession(call, (await getUser(ports.db, user.serial_id)) ?? user, { reason: 'changed', lastSignIn: user.lastSignIn })
}

const form = { OldMima: { label: '目前密碼', max: 256, exact: true }, ...newMimaForm } as const

// A wrong old password counts like one at the sign-in: an unattended session is no place to guess at leisure.
const proveOldMima = async ({ ports, caller }: Call, user: PortalUser, typed: string): Promise<void> => {
  const subject = String(user.serial_id)
  if (!(await takeTry(ports.db, user.serial_id, ports.clock()))) {
    await endSessionsOf(ports.db, { kind: 'company', subject }, 'locked', ports.clock())
    throw new Refusal('1002', '密碼連續錯誤多次，帳號已鎖定，請稍後重新登入，或使用「忘記密碼」重新設定。')
  }
  if (await ports.passwords.verify(user.password_hash, typed)) return clearWrongPasswords(ports.db, user.serial_id)
  await recordEvent(ports, caller, { event: 'wrong old password', kind: 'company', uniformNo: user.uniform_no, subject: user.user_id })
  throw new Refusal('1001', '目前密碼錯誤，請重新輸入。', { OldMima: '目前密碼錯誤，請重新輸入。' })
}
