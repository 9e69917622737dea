import {
  type Call,
  canAssignRole,
  changePassword,
  contextOf,
  createUser,
  defineResource,
  deleteUser,
  disableUser,
  enableUser,
  endUserSessions,
  findRecord,
  isOneself,
  keyOf,
  requireCompany,
  resetUser,
  sessionsOf,
  updateUser,
  userNoticeJob,
  userNotices,
} from '../../src/server'

export default defineResource('portalUser', {
  calls: {
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
  },
  options: (context, lists) => ({
    ...lists,
    RoleId: lists.RoleId?.filter(({ Value }) => canAssignRole(context, Value)) ?? [],
  }),
  jobs: { [userNoticeJob]: userNotices },
  virtualFields: { IsOneself: { sql: isOneself } },
})

const requireCompanyUser = (call: Call): Call => requireCompany(call, '使用者由各公司的企業管理者維護。')
