import { sql } from 'kysely'
import { actorOf, companyOf, type Scoped } from '../../access/caller'
import type { Db } from '../../ports'

/** Returns the name of the user who calls. Bank users belong to no company that the session names. */
export const userName = async ({ db, scope }: Scoped & { readonly db: Db }): Promise<string> => {
  const user = actorOf(scope)
  const ofCompany = scope.kind === 'company' ? sql`uniform_no = ${companyOf(scope)}` : sql`role_id like 'Bank%'`
  const { rows } = await sql<{ name: string }>`select user_name as name from portal_user where user_id = ${user} and ${ofCompany}`.execute(db)
  return rows[0]?.name ?? user
}
