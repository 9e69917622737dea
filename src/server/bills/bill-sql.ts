import { sql } from 'kysely'
import type { AccountRule } from '../../domain/accounts/virtual-account'
import type { BillCodesSource, MarketItem } from '../../domain/bills/bill-codes'
import type { Ports } from '../ports'

/** The tables that describe a bill `b`: its agreement `a`, the agreement's company `c` and the bill's term `t`. */
export const billTables = sql`
    join agreement a on a.apply_code = b.apply_code
    join customer c on c.uniform_no = a.uniform_no
    left join bill_term t on t.apply_code = b.apply_code and t.bill_term_id = b.bill_term_id`

/**
 * The tables of {@link billTables}, and those that decide how the bill is collected: its category `g` and the
 * category's market item `m`.
 */
export const billAndCategoryTables = sql`${billTables}
    left join bill_category g on g.apply_code = b.apply_code and g.bill_category_code = b.bill_category_code
    left join market_item m on m.market_item_code = g.market_item_code`

/** The upload `i` of a bill, for a query that has the tables of {@link billTables}. */
export const billUpload = sql`left join bill_import i on i.apply_code = b.apply_code and i.import_batch_no = b.import_batch_no`

/** The company's telephone number on a bill: that of its upload, otherwise the company's own. */
export const companyPhone = sql<string>`coalesce(nullif(i.customer_phone, ''), c.customer_phone)`

/**
 * The channels open for a bill: those of its category that its agreement also allows; none for a bill whose account was
 * released.
 */
export const openChannels = sql<readonly string[]>`(
        select coalesce(jsonb_agg(channel), '[]')
        from jsonb_array_elements_text(coalesce(g.channels, a.channels)) channel
        where a.channels ? channel and b.account_state is distinct from 'Released'
      )`

/** The rule by which an agreement's accounts are built. */
export const accountRule = sql<AccountRule>`jsonb_build_object('applyCode', apply_code, 'checkType', vac_check_type, 'scheme', vac_check_scheme, 'length', vac_length)`

/** The settings of a bill's agreement that determine the payment codes of the bill, such as barcodes. */
export const billAgreement = sql<BillCodesSource['agreement']>`jsonb_build_object(
        'Channels', ${openChannels}, 'PostGiroAccount', a.post_giro_account,
        'CvsThirdSegmentDate', a.cvs_third_segment_date, 'CvsAccountPadding', a.cvs_account_padding
      )`

/** Whether the category of a bill still accepts payments after the deadline. */
export const allowOverdue = sql<boolean>`coalesce(g.allow_overdue, false)`

/** The name of the bank with this code; empty if the table of banks does not contain it. */
export const bankName = (bankCode: string) =>
  sql<string>`coalesce((select bank_name from bank where bank_code = ${bankCode}), '')`

/** Returns the name of the bank, followed by the name of the company whose figures a document shows. */
export const issuerName = async (
  { db, settings }: Pick<Ports, 'db' | 'settings'>,
  uniformNo: string,
): Promise<string> => {
  const company = sql`(select customer_name from customer where uniform_no = ${uniformNo})`
  const { rows } = await sql<{
    name: string
  }>`select concat_ws('　', nullif(${bankName(settings.bankCode)}, ''), ${company}) as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** The market item of a bill's category, with its range of amounts and its fee; null if the category has none. */
export const marketItem = sql<MarketItem | null>`case when m.market_item_code is not null then jsonb_build_object(
        'MarketItemCode', m.market_item_code, 'MinAmount', m.min_amount, 'MaxAmount', m.max_amount, 'FeeBearType', m.fee_bear_type, 'ChannelFee', m.channel_fee
      ) end`
