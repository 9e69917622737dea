import { isBankRole } from '../../domain/access/roles'
import { changePassword } from '../accounts/passwords'
import { sessionsOf } from '../accounts/sessions'
import { disableUser, enableUser, endUserSessions, resetUser } from '../accounts/users/actions'
import { createUser, deleteUser, updateUser } from '../accounts/users/changes'
import { type Call, type Controller, HttpRefusal } from '../http/call'
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
  create: (call) => createUser(requireCompany(call)),
  update: (call) => updateUser(requireCompany(call)),
  delete: (call) => deleteUser(requireCompany(call)),
  Disabled: (call) => disableUser(requireCompany(call)),
  Enabled: (call) => enableUser(requireCompany(call)),
  ResetMima: (call) => resetUser(requireCompany(call)),
  EndSessions: (call) => endUserSessions(requireCompany(call)),
  GetSessions: async (call) => {
    const resource = call.schemas.get('portalUser')
    const user = await findRecord(contextOf(call), resource, keyOf(resource, call))
    return sessionsOf(call, Number(user.SerialId))
  },
  // A company's administrator assigns the company's own roles only.
  GetAllSelectList: async (call) => {
    const lists = await selectList(contextOf(call), call.schemas.get('portalUser'))
    return { ...lists, RoleId: lists.RoleId?.filter(({ Value }) => !isBankRole(Value)) ?? [] }
  },
}

const requireCompany = (call: Call): Call => {
  if (call.scope.kind !== 'company') throw new HttpRefusal(403, '使用者由各公司的企業管理者維護。')
  return call
}
