import type { CompanyLoginResponse, CompanySessionResponse, MenuInfo } from '../../contract/call-responses'
import { isBankRole } from '../../domain/access/roles'
import { enumText } from '../../domain/enums'
import { Refusal } from '../../domain/refusal'
import { type MenuGroup, menuGroups, type Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { pageRights } from '../access/operations'
import type { Call } from '../call'
import { toTaipei } from '../database/times'
import type { Db } from '../ports'
import { signToken } from '../security/token'
import { type PortalUser, passwordChangeReason, passwordDaysLeft } from './portal-user'
import type { SignIn } from './security-log'
import { type EndReason, endAllSessions, openSession } from './sessions'

/**
 * Opens a session of the user and ends all their other sessions for the given reason.
 * The new session stores `lastSignIn`, the previous sign-in, which is shown to the user.
 */
export const openCompanySession = async (
  { ports, client, schemas }: Call,
  user: PortalUser,
  { reason, lastSignIn }: { readonly reason: EndReason; readonly lastSignIn: SignIn },
): Promise<CompanyLoginResponse> => {
  const at = ports.clock()
  const sessionId = await ports.db.transaction().execute(async (trx) => {
    await lockVerifiedPassword(trx, user)
    await endAllSessions(trx, user.serial_id, reason, at)
    return openSession(trx, {
      kind: 'company',
      subject: String(user.serial_id),
      grants: { lastSignIn },
      ip: client.ip,
      at,
    })
  })
  return {
    JWTToken: await signToken(ports, 'company', sessionId, at),
    ...companySessionResponse(user, schemas, { at, lastSignIn }),
  }
}

// Locks the user's password, so that two sign-ins of a user wait for each other and the later one ends the session of
// the earlier one.
// Throws a refusal if the password was replaced after it had been verified.
const lockVerifiedPassword = async (trx: Db, { serial_id, password_hash }: PortalUser): Promise<void> => {
  const row = await trx
    .selectFrom('portal_user_secret')
    .select('user_id')
    .where('user_id', '=', serial_id)
    .where('password_hash', '=', password_hash)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('1001', '密碼剛剛已變更，請以新密碼重新登入。')
}

/** Writes the sign-in into the user's record. */
export const recordSignIn = async ({ ports, client }: Call, { serial_id }: PortalUser): Promise<void> => {
  await ports.db
    .updateTable('portal_user')
    .set({ last_login_time: ports.clock().toISOString(), last_login_ip: client.ip })
    .where('serial_id', '=', serial_id)
    .execute()
}

/** Returns the user's data and menu for the browser. */
export const companySessionResponse = (
  user: PortalUser,
  schemas: SchemaSet,
  { at, lastSignIn }: { readonly at: Date; readonly lastSignIn: SignIn },
): CompanySessionResponse => {
  const changeReason = passwordChangeReason(user, at)
  const menu = menuOf(user.role_id, schemas)
  return {
    data: {
      UniformNo: user.uniform_no,
      CustomerName: user.customer_name,
      UserId: user.user_id,
      UserName: user.user_name,
      RoleId: user.role_id,
      RoleName: enumText('PortalRole', user.role_id),
      ApplyCodes: isBankRole(user.role_id) ? [] : user.apply_codes,
      LastLoginTime: lastSignIn.time && toTaipei(lastSignIn.time),
      LastLoginIP: lastSignIn.ip,
      MustChangeMima: changeReason !== null,
      MustChangeReason: changeReason,
      MimaDaysLeft: passwordDaysLeft(user, at),
    },
    MenuInfos: changeReason === null ? menu : restrictToPasswordPage(menu),
    UniformNo: user.uniform_no,
  }
}

/** Returns the menu with only the page for changing the password, and its group. */
const restrictToPasswordPage = (menu: CompanySessionResponse['MenuInfos']): CompanySessionResponse['MenuInfos'] => {
  const page = menu.find(({ MenuId }) => MenuId === 'changeMima')
  return menu.filter((entry) => entry === page || entry.MenuId === page?.ParentId)
}

/** Returns the admin menu of a role: the pages on which it has any right, and their groups. */
export const menuOf = (role: string, schemas: SchemaSet): readonly MenuInfo[] => {
  const pages = schemas.resources.flatMap((resource) => pageEntry(role, resource))
  const usedGroups = new Set(pages.map((page) => page.ParentId))
  const groups = Object.keys(menuGroups).filter((group): group is MenuGroup => usedGroups.has(group))
  return [...groups.map(groupEntry), ...pages.toSorted((a, b) => a.Sort - b.Sort)]
}

const groupOrder = Object.keys(menuGroups)

const groupEntry = (group: MenuGroup): MenuInfo => ({
  MenuId: group,
  MenuName: menuGroups[group],
  Path: '',
  ParentId: '',
  Sort: sortOf(group, 0),
  Rights: [],
})

const pageEntry = (role: string, resource: Resource): readonly MenuInfo[] => {
  const { page, menu, name, label } = resource
  const rights = pageRights(role, resource)
  if (!page || menu === undefined || rights.length === 0) return []
  return [
    {
      MenuId: name,
      MenuName: label,
      Path: `/admin/${name}`,
      ParentId: menu.group,
      Sort: sortOf(menu.group, menu.order),
      Rights: rights,
    },
  ]
}

// The pages of a group are sorted after the group itself and before the next group.
const sortOf = (group: MenuGroup, order: number): number => (groupOrder.indexOf(group) + 1) * 1000 + order
