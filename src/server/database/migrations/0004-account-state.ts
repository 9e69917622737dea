import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds to each bill the state of its account: `Released` for bills of closed terms, which the unique index of accounts then excludes. */
export const accountState = async (db: Db): Promise<void> => {
  await sql
    .raw(
      `do $$
        begin
          if to_regclass('bill') is not null then
            -- A default gives existing rows their value without writing them again.
            alter table bill add column if not exists account_state text default 'InUse';
            alter table bill alter column account_state drop default;
            update bill b set account_state = 'Released'
            from bill_term t
            where t.apply_code = b.apply_code and t.bill_term_id = b.bill_term_id and t.term_status = 'Closed';
            -- The new index contains fewer bills, so its creation cannot fail where the former index existed. If there was no index, the server creates it when it starts, or reports why it cannot.
            if to_regclass('bill_vac_account_key') is not null then
              drop index bill_vac_account_key;
              create unique index bill_vac_account_key on bill (vac_account) where bill_state in ('Active') and account_state in ('InUse');
            end if;
          end if;
        end $$`,
    )
    .execute(db)
}
