import { sql } from 'kysely'
import { authorizedFields, endsAuthorization } from '../../../domain/debits/authorization'
import { columnName } from '../../../schema/load/names'
import type { RecordOf } from '../../database/records'
import type { OwnImportRules } from '../../imports/records/own-rules'
import type { RecordChange } from '../../record-context'

/** Returns the status of a payer whose authorization ends with a change; undefined if nothing ends. */
export const statusAfterChange = ({
  before,
  record,
}: RecordChange<RecordOf<'payer'>>): Pick<RecordOf<'payer'>, 'DebitAuthStatus'> | undefined =>
  before && endsAuthorization(before, record) ? { DebitAuthStatus: 'None' } : undefined

/** Ends the authorizations of the payers whose authorized values the rows of a file change. */
export const payerImport: OwnImportRules = {
  beforeWrite: async ({ db }, { stage }) => {
    const isChanged = authorizedFields.map((name) => {
      const column = sql.id(columnName(name))
      return sql`r.${column} is distinct from p.${column}`
    })
    await sql`
      update staged_row s
      set record = s.record || '{"debit_auth_status":"None"}', after = s.after || '{"DebitAuthStatus":"None"}'
      from (
        select c.row_no
        from staged_row c
        join payer p on p.serial_id = (c.record ->> 'serial_id')::bigint
        cross join lateral jsonb_populate_record(p, c.record) as r
        where c.stage = ${stage} and c.action = 'Update' and (${sql.join(isChanged, sql` or `)})
      ) as changed
      where s.stage = ${stage} and s.row_no = changed.row_no`.execute(db)
    return true
  },
}
