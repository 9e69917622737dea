import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Creates the staging table that all imports share, moves the unpublished rows of partly published uploads to it, and adds a result to jobs. */
export const stagedRows = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  // Stores the valid rows of a file as complete records until one transaction publishes all of them.
  `create table if not exists staged_row (
    stage text not null,
    row_no integer not null,
    staged_at timestamptz not null default now(),
    action text not null default 'Create',
    record jsonb not null,
    before jsonb,
    after jsonb,
    primary key (stage, row_no)
  )`,
  // Earlier versions published bills in steps. The remaining rows of an upload that was partly published never expire. All other uploads are read again from their files.
  `do $$
    begin
      if to_regclass('bill_import') is not null then
        insert into staged_row (stage, row_no, staged_at, record)
        select 'bill/' || r.import_id, r.row_no, 'infinity', r.bill
        from bill_import_row r
        join bill_import i on i.serial_id = r.import_id
        where i.import_status = 'Processing' and i.success_count > 0
        on conflict do nothing;
      end if;
    end $$`,
  'drop table bill_import_row',
  // Each declared import had its own staging table.
  `do $$
    declare stage text;
    begin
      for stage in
        select table_name
        from information_schema.columns
        where table_schema = current_schema() and column_name in ('staged_import', 'staged_row', 'staged_seen', 'staged_before', 'staged_after')
        group by table_name
        having count(*) = 5
      loop
        execute format('drop table %I', stage);
      end loop;
    end $$`,
  // The result of a job, which its owner can read.
  'alter table job add column if not exists result jsonb',
]
