import { sql } from 'kysely'
import type { Db } from '../../ports'
import { StartRefusal } from '../operator-error'

interface Rights {
  readonly role: string
  readonly name: string
  readonly tables: boolean | null
}

/** Since version 15 PostgreSQL lets nobody but a database's owner make tables in it: told before the first one is tried. */
export const refuseWithoutRights = async (db: Db): Promise<void> => {
  const { rows } = await sql<Rights>`
    select current_user::text as role, current_database()::text as name, has_schema_privilege(current_schema(), 'create') as tables`.execute(db)
  const [rights] = rows
  if (!rights || rights.tables) return
  const { role, name } = rights
  throw new StartRefusal(
    `The role ${role} of DATABASE_URL may not make tables in the database ${name}. Make it the owner: alter database "${name}" owner to "${role}";`,
  )
}
