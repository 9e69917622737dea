import { sql } from 'kysely'
import type { SqlExpression } from '../../records/virtual-field'

/** Whether the record is that of the caller: users cannot disable or delete their own one. */
export const isOneself: SqlExpression = (column, { actor }) => sql`lower(${column('user_id')}) = ${actor.toLowerCase()}`
