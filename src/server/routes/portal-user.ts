import { requireCompany } from '../access/caller'
import { canAssignRole } from '../access/roles'
import { changePassword } from '../accounts/passwords'
import { sessionsOf } from '../accounts/sessions'
import { disableUser, enableUser, endUserSessions, resetUser } from '../accounts/users/actions'
import { createUser, deleteUser, updateUser } from '../accounts/users/changes'
import type { Call, Controller } from '../http/call'
import { contextOf, keyOf } from '../records/context'
import { findRecord } from '../records/get'
import { listRecords } from '../records/list'
import { listPlan } from '../records/list-plan'
import { selectList } from '../records/options'

/** Calls that change the caller's own password or maintain the users of a company. */
export const portalUser: Controller = {
  ChangeMima: changePassword,
  list: (call) => {
    const context = contextOf(call)
    return listRecords(context, listPlan(context, call.schemas.get('portalUser')), call.query)
  },
  create: (call) => createUser(ofCompany(call)),
  update: (call) => updateUser(ofCompany(call)),
  delete: (call) => deleteUser(ofCompany(call)),
  Disabled: (call) => disableUser(ofCompany(call)),
  Enabled: (call) => enableUser(ofCompany(call)),
  ResetMima: (call) => resetUser(ofCompany(call)),
  EndSessions: (call) => endUserSessions(ofCompany(call)),
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

const ofCompany = (call: Call): Call => requireCompany(call, '使用者由各公司的企業管理者維護。')
