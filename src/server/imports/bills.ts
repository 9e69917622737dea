import { sql } from 'kysely'
import { columnsOf } from '../store/columns'
import type { BillNumbers } from './bill-numbers'
import type { Publishing } from './publish'
import type { StagedSpan } from './staging'

/** One statement for some staged rows, in the order of their accounts, so that two imports wait for each other instead of locking each other. */
export const insertBills = async ({ db, schemas, now, context }: Publishing, span: StagedSpan, { prefix, last }: BillNumbers): Promise<void> => {
  const made = ['serial_id', 'bill_no']
  const columns = columnsOf(schemas.get('bills'), schemas).filter(({ name }) => !made.includes(name))
  const user = context.form.UploadUser
  await sql`
    insert into bill (bill_no, ${sql.join(columns.map(({ name }) => sql.id(name)))}, create_user, create_time, update_user, update_time)
    select s.bill_no, ${sql.join(columns.map(({ name }) => sql.ref(`r.${name}`)))}, ${user}, ${now.toISOString()}::timestamptz, ${user}, ${now.toISOString()}::timestamptz
    from (
      select bill, vac_account, ${prefix} || lpad(no, greatest(6, length(no)), '0') as bill_no
      from (
        select bill, vac_account, (${last}::bigint + row_number() over (order by row_no))::text as no
        from bill_import_row
        where import_id = ${context.form.SerialId} and row_no between ${span.from} and ${span.to}
      ) n
    ) s
    cross join lateral jsonb_to_record(s.bill) as r (${sql.join(columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`))})
    order by s.vac_account`.execute(db)
}
