import { nextUserStatus } from '../../../domain/portal-user'
import { Refusal } from '../../../domain/refusal'
import type { Call } from '../../http/call'
import { readFields } from '../fields'
import { judgeNewMima, keepMima, newMimaForm, tellMimaChanged } from '../passwords'
import { getUser, isClosed } from '../portal-user'
import { recordEvent } from '../security-log'
import { endSessionsOf } from '../sessions'
import { events } from './request'
import { endStep, findPassedStep } from './steps'

/** Sets the password of the user who proved to be one by a one-time password, and ends every session of theirs. */
export const resetMima = async (call: Call): Promise<null> => {
  const { ports, caller } = call
  const { IdentifyCode, ...typed } = readFields(call.body, form)
  const step = await findPassedStep(ports, IdentifyCode)
  const user = step?.user_id == null ? undefined : await getUser(ports.db, step.user_id)
  const status = step && user && !isClosed(user) ? nextUserStatus(user.user_status, events[step.flow]) : null
  if (user === undefined || status === null) throw expired()
  await judgeNewMima(ports, user, typed)
  const hash = await ports.passwords.hash(typed.NewMima)
  const at = ports.clock()
  await ports.db.transaction().execute(async (trx) => {
    if (!(await endStep(ports, trx, IdentifyCode))) throw expired()
    await keepMima(trx, user.serial_id, { hash, status, at })
    await endSessionsOf(trx, { kind: 'company', subject: String(user.serial_id) }, 'reset', at)
  })
  await recordEvent(ports, caller, { event: 'password reset by one-time password', kind: 'company', uniformNo: user.uniform_no, subject: user.user_id })
  tellMimaChanged(ports, user)
  return null
}

const form = { IdentifyCode: { label: '識別碼', max: 64, exact: true }, ...newMimaForm } as const

const expired = (): Refusal => new Refusal('1006', '設定密碼的時間已過或已設定完成，請重新申請一次性密碼。')
