import { sql } from 'kysely'
import type { SqlExpression } from '../records/virtual-field'

/**
 * The status of an account in the white list, by the same rules as `whiteListStatus` in
 * `domain/accounts/white-list.ts`.
 */
export const whiteListStatus: SqlExpression = (column, { today }) => sql`case
    when ${column('white_list_state')} = 'Disabled' then 'Disabled'
    when ${column('used_times')} >= ${column('max_times')} then 'Used'
    when ${column('end_date')} < ${today}::date then 'Expired'
    else 'Active' end`
