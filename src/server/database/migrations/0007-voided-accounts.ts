import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Releases the accounts of bills that were voided by a former version, which did not change their account state. */
export const voidedAccounts = async (db: Db): Promise<void> => {
  await sql
    .raw(
      `do $$
        begin
          if to_regclass('bill') is not null then
            update bill set account_state = 'Released' where bill_state = 'Void' and account_state is distinct from 'Released';
          end if;
        end $$`,
    )
    .execute(db)
}
