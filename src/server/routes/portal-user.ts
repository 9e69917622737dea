import { canAssignRole, requireCompany } from '../access/caller'
import { changePassword } from '../accounts/passwords'
import { sessionsOf } from '../accounts/sessions'
import { disableUser, enableUser, endUserSessions, resetUser } from '../accounts/users/actions'
import { createUser, deleteUser, updateUser } from '../accounts/users/changes'
import type { Call, Controller } from '../call'
import { contextOf, keyOf } from '../context'
import { findRecord } from '../records/get'
import { selectList } from '../records/options'

/** Calls for the caller's own password and for the users of a company. */
export const portalUser: Controller = {
  ChangeMima: changePassword,
  create: (call) => createUser(requireCompanyUser(call)),
  update: (call) => updateUser(requireCompanyUser(call)),
  delete: (call) => deleteUser(requireCompanyUser(call)),
  Disabled: (call) => disableUser(requireCompanyUser(call)),
  Enabled: (call) => enableUser(requireCompanyUser(call)),
  ResetMima: (call) => resetUser(requireCompanyUser(call)),
  EndSessions: (call) => endUserSessions(requireCompanyUser(call)),
  GetSessions: async (call) => {
    const resource = call.schemas.get('portalUser')
    const user = await findRecord(contextOf(call), resource, keyOf(resource, call))
    return sessionsOf(call, Number(user.SerialId))
  },
  GetAllSelectList: async (call) => {
    const lists = await selectList(contextOf(call), call.schemas.get('portalUser'))
    return { ...lists, RoleId: lists.RoleId?.filter(({ Value }) => canAssignRole(call, Value)) ?? [] }
  },
}

const requireCompanyUser = (call: Call): Call => requireCompany(call, '使用者由各公司的企業管理者維護。')
