import type { CompanyData, CompanyLoginAnswer, CompanySession } from '../../contract/session'
import { enums } from '../../domain/enums'
import { Refusal } from '../../domain/refusal'
import { isBankRole } from '../../domain/roles'
import type { SchemaSet } from '../../schema/schema-set'
import { toTaipei } from '../database/times'
import type { Call } from '../http/call'
import type { Db } from '../ports'
import { menuOf } from './menu'
import { daysLeft, mustChange } from './mima-age'
import type { PortalUser } from './portal-user'
import { type EndReason, endSessionsOf, openSession, type SignIn } from './sessions'
import { signToken } from './token'

/** Opens a session of the user in place of every other one, which ends for the reason given. It remembers the sign-in before its own, which its user is shown. */
export const openCompanySession = async (
  { ports, caller, schemas }: Call,
  user: PortalUser,
  { reason, lastSignIn }: { readonly reason: EndReason; readonly lastSignIn: SignIn },
): Promise<CompanyLoginAnswer> => {
  const at = ports.clock()
  const subject = String(user.serial_id)
  const sessionId = await ports.db.transaction().execute(async (trx) => {
    await holdPassword(trx, user)
    await endSessionsOf(trx, { kind: 'company', subject }, reason, at)
    return openSession(trx, { kind: 'company', subject, grants: { lastSignIn }, ip: caller.ip, at })
  })
  return { JWTToken: await signToken(ports, 'company', sessionId, at), ...companySession(user, schemas, { at, lastSignIn }) }
}

// Sign-ins of one user take turns, so that each ends the one before; a password that was replaced since it was looked at opens nothing.
const holdPassword = async (trx: Db, { serial_id, password_hash }: PortalUser): Promise<void> => {
  const held = await trx
    .selectFrom('portal_user_secret')
    .select('user_id')
    .where('user_id', '=', serial_id)
    .where('password_hash', '=', password_hash)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new Refusal('1001', '密碼剛剛已變更，請以新密碼重新登入。')
}

/** Writes the sign-in into the user's record. */
export const noteSignIn = async ({ ports, caller }: Call, { serial_id }: PortalUser): Promise<void> => {
  await ports.db
    .updateTable('portal_user')
    .set({ last_login_time: ports.clock().toISOString(), last_login_ip: caller.ip })
    .where('serial_id', '=', serial_id)
    .execute()
}

/** What the browser is told about the user. */
export const companySession = (
  user: PortalUser,
  schemas: SchemaSet,
  { at, lastSignIn }: { readonly at: Date; readonly lastSignIn: SignIn },
): CompanySession => {
  const reason = mustChange(user, at)
  const menu = menuOf(user.role_id, schemas)
  return {
    data: { ...companyData(user), ...lastLogin(lastSignIn), MustChangeMima: reason !== null, MustChangeReason: reason, MimaDaysLeft: daysLeft(user, at) },
    MenuInfos: reason === null ? menu : onlyChangeMima(menu),
    UniformNo: user.uniform_no,
  }
}

type Facts = Omit<CompanyData, 'LastLoginTime' | 'LastLoginIP' | 'MustChangeMima' | 'MustChangeReason' | 'MimaDaysLeft'>

const companyData = (user: PortalUser): Facts => ({
  UniformNo: user.uniform_no,
  CustomerName: user.customer_name,
  UserId: user.user_id,
  UserName: user.user_name,
  RoleId: user.role_id,
  RoleName: Object.entries(enums.PortalRole).find(([role]) => role === user.role_id)?.[1] ?? user.role_id,
  ApplyCodes: isBankRole(user.role_id) ? [] : user.apply_codes,
})

const lastLogin = ({ time, ip }: SignIn): Pick<CompanyData, 'LastLoginTime' | 'LastLoginIP'> => ({
  LastLoginTime: time === null ? null : toTaipei(time),
  LastLoginIP: ip,
})

const onlyChangeMima = (menu: CompanySession['MenuInfos']): CompanySession['MenuInfos'] => {
  const page = menu.find(({ MenuId }) => MenuId === 'changeMima')
  return menu.filter((entry) => entry === page || entry.MenuId === page?.ParentId)
}
