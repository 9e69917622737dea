import { sql } from 'kysely'
import type { Db } from '../ports'
import type { TableChange } from './table-changes'

/** The name of the unique index of user ids regardless of case, which the schema language cannot declare. */
export const userIdIndex = 'portal_user_code'

/** Returns the change that creates this index; none if it exists. */
export const missingUserIdIndex = async (db: Db): Promise<readonly TableChange[]> => {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('portal_user') is not null and to_regclass(${userIdIndex}) is null as "isMissing"`.execute(db)
  return rows[0]?.isMissing
    ? [
        {
          statement: `create unique index ${userIdIndex} on portal_user (uniform_no, lower(user_id))`,
          creates: 'index',
        },
      ]
    : []
}
