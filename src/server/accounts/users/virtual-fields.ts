import { sql } from 'kysely'
import type { SqlExpression } from '../../records/virtual-field'

/** Whether the record is the caller's own: users cannot disable or delete themselves. Only company users can list users, only those of their own company, and user codes are unique in a company. */
export const isOneself: SqlExpression = (column, { actor }) => sql`lower(${column('user_id')}) = lower(${actor})`
