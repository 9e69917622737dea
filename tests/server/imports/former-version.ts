import { sql } from 'kysely'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import type { Portal } from '../../support/portal'

/** An import as the previous version left it, which published a few rows at a time and kept the others in a table of bills. */
interface Left {
  readonly importId: number
  /** Bills that it had published. */
  readonly published: number
}

/** Changes an import that has ended into one that the previous version had published in part, and starts the present version on its database. */
export const leftByFormerVersion = async ({ db, schemas }: Pick<Portal, 'db' | 'schemas'>, { importId, published }: Left): Promise<void> => {
  await sql`
    create table bill_import_row (
      import_id bigint not null, row_no integer not null, vac_account text not null, bill jsonb not null, primary key (import_id, row_no)
    )`.execute(db)
  await sql`
    insert into bill_import_row
    select ${importId}, no + 1, vac_account, to_jsonb(b) - 'no' - 'serial_id' - 'bill_no' - 'create_user' - 'create_time' - 'update_user' - 'update_time'
    from (select *, row_number() over (order by bill_no) as no from bill) b
    where no > ${published}`.execute(db)
  await sql`delete from bill where vac_account in (select vac_account from bill_import_row)`.execute(db)
  await sql`
    update bill_import
    set import_status = 'Processing', finish_time = null, fail_count = 0,
      success_count = ${published}, total_amount = (select coalesce(sum(should_pay_amount), 0) from bill)
    where serial_id = ${importId}`.execute(db)
  await sql`update counter set value = ${published} where name like 'bill:%'`.execute(db)
  await sql`update job set state = 'waiting', tries = 1, finish_time = null, due_time = 'infinity' where name = 'billImport'`.execute(db)
  await upgrade({ db, schemas })
}

/** Starts the present version on a database that has no migrations yet. */
export const upgrade = async ({ db, schemas }: Pick<Portal, 'db' | 'schemas'>): Promise<void> => {
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(db)
  await ensureTables(db, schemas)
}
