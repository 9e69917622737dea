import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portal } from '../../../support/portal'
import { uploader } from '../support/uploaded-files'
import { debitBill, debitsOf, givenDebits, storedBill } from './debits'
import { r01 } from './replies'

test('a reply changes records only while it holds the lock of their agreement, as an export does', async () => {
  const here = await portal({ ownDatabase: true })
  await givenDebits(here)
  const bill = await debitBill(here)
  const file = await debitsOf(await here.as('CustomerMaker')).export()
  await sql`
    create function require_lock_of_debits() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from pg_locks
          where locktype = 'advisory' and pid = pg_backend_pid() and granted
            and (classid::bigint << 32 | objid::bigint) = hashtextextended('debits ' || old.apply_code, 0)
        ) then
          raise exception 'The files of % are not locked.', old.apply_code;
        end if;
        return new;
      end
    $$`.execute(here.db)
  await sql`
    create trigger require_lock_of_debits before update on internal_debit_record
    for each row execute function require_lock_of_debits()`.execute(here.db)
  expect(await uploader(here, await here.as('BankOperator'))(r01(file, ['01']))).toMatchObject({
    ImportStatus: 'Succeeded',
  })
  expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: null })
})
