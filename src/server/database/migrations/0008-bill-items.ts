import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Gives each bill whose items do not add up to its amount another item, with the difference. From this version on, the amount of a bill is the sum of its items, which was not always true for data from other systems. */
export const billItems = async (db: Db): Promise<void> => {
  await sql
    .raw(
      `do $$
        begin
          if to_regclass('bill') is not null then
            update bill b
            set fee_items = d.items || jsonb_build_array(
              jsonb_build_object('SortNo', jsonb_array_length(d.items) + 1, 'FeeCode', null, 'FeeName', '其他', 'Amount', b.should_pay_amount - d.total))
            from (
              select serial_id, coalesce(fee_items, '[]') as items,
                (select coalesce(sum((item ->> 'Amount')::bigint), 0)::bigint from jsonb_array_elements(coalesce(fee_items, '[]')) item) as total
              from bill
            ) d
            where d.serial_id = b.serial_id and b.should_pay_amount <> d.total;
          end if;
        end $$`,
    )
    .execute(db)
}
