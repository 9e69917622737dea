import { actorOf, companyOf, type Scoped } from '../access/caller'
import type { Db } from '../ports'

/** Returns the name of the calling user. A user id is unique only in its company. The scope of a bank user has no company, so the bank's users are found by their roles. */
export const callerName = async ({ db, scope }: Scoped & { readonly db: Db }): Promise<string> => {
  const user = actorOf(scope)
  const usersWithId = db.selectFrom('portal_user').select('user_name').where('user_id', '=', user)
  const callingUser =
    scope.kind === 'company' ? usersWithId.where('uniform_no', '=', companyOf(scope)) : usersWithId.where('role_id', 'in', ['BankOperator', 'BankViewer'])
  return (await callingUser.executeTakeFirst())?.user_name ?? user
}
