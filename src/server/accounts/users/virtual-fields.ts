import { sql } from 'kysely'
import type { SqlExpression } from '../../records/virtual-field'

/**
 * Whether the record is the caller's own: users cannot disable or delete themselves.
 * Comparing the user ids is enough: a list contains only users of the caller's company, in which user ids are unique.
 */
export const isOneself: SqlExpression = (column, { actor }) => sql`lower(${column('user_id')}) = lower(${actor})`
