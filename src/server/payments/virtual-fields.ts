import { sql } from 'kysely'
import type { VirtualField } from '../records/virtual-field'

/** Whether the account of a line belongs to no agreement, so that only the bank sees the line. */
export const withoutAgreement: VirtualField = { sql: (column) => sql`(${column('apply_code')} is null)` }
