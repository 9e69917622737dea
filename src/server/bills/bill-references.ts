import { sql } from 'kysely'
import type { BillAgreement, BillCategory, BillFee, BillReferences, BillTerm } from '../../domain/bills/entered-bill'
import { foldFullWidth } from '../../domain/full-width'
import type { Db } from '../ports'
import { marketItem } from './tables'

/** Returns the code or name of a fee in half-width capitals, for comparison. */
export const normalizeFee = (text: string): string => foldFullWidth(text).trim().toUpperCase()

/** Returns the records to which the bills of an agreement may refer. Fees are found by code and by name, each as stored and normalized. Throws if there is no such agreement. */
export const billReferences = async (db: Db, applyCode: string, today: string): Promise<BillReferences> => {
  const [agreement, terms, categories, units, fees] = [
    await findAgreement(db, applyCode),
    await findTerms(db, applyCode),
    await findCategories(db, applyCode),
    await findUnits(db, applyCode),
    await findFees(db, applyCode),
  ]
  return {
    today,
    agreement,
    terms: new Map(terms.map((term) => [term.BillTermId, term])),
    categories: new Map(categories.map((category) => [category.BillCategoryCode, category])),
    units: new Set(units),
    // Later entries replace earlier ones: an active fee takes precedence over an inactive one of the same name, and a code over a name that looks like it.
    fees: new Map(
      [normalizeFee, String].flatMap((keyOf) => (['FeeName', 'FeeCode'] as const).flatMap((name) => fees.map((fee) => [keyOf(fee[name]), fee] as const))),
    ),
  }
}

const findAgreement = async (db: Db, applyCode: string): Promise<BillAgreement> => {
  const { rows } = await sql<BillAgreement>`
    select
      uniform_no as "UniformNo",
      jsonb_build_object('applyCode', apply_code, 'checkType', vac_check_type, 'scheme', vac_check_scheme, 'length', vac_length) as rule,
      term_no_len as "TermNoLen", payer_no_len as "PayerNoLen", coalesce(allow_own_vac, false) as "AllowOwnVAC",
      agreement_status as "AgreementStatus"
    from agreement
    where apply_code = ${applyCode}`.execute(db)
  if (!rows[0]) throw new Error(`There is no agreement ${applyCode}.`)
  return rows[0]
}

const findTerms = async (db: Db, applyCode: string): Promise<readonly BillTerm[]> => {
  const { rows } = await sql<BillTerm>`
    select
      bill_term_id as "BillTermId", bill_term_no as "BillTermNo", bill_category_code as "BillCategoryCode",
      payment_start_date as "PaymentStartDate", payment_end_date as "PaymentEndDate", market_end_date as "MarketEndDate",
      fee_items as "FeeItems", term_status as "TermStatus"
    from bill_term
    where apply_code = ${applyCode}`.execute(db)
  return rows
}

const findCategories = async (db: Db, applyCode: string): Promise<readonly BillCategory[]> => {
  const { rows } = await sql<BillCategory>`
    select
      c.bill_category_code as "BillCategoryCode", c.bill_category_name as "BillCategoryName", c.category_status as "CategoryStatus",
      (select coalesce(jsonb_agg(x), '[]') from jsonb_array_elements_text(c.channels) x where a.channels ? x) as "Channels",
      ${marketItem} as "marketItem"
    from bill_category c
    join agreement a on a.apply_code = c.apply_code
    left join market_item m on m.market_item_code = c.market_item_code
    where c.apply_code = ${applyCode}`.execute(db)
  return rows
}

const findUnits = async (db: Db, applyCode: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`select payer_unit_id as id from payer_unit where apply_code = ${applyCode} and unit_status = 'Active'`.execute(db)
  return rows.map(({ id }) => id)
}

const findFees = async (db: Db, applyCode: string): Promise<readonly BillFee[]> => {
  const { rows } = await sql<BillFee>`
    select fee_code as "FeeCode", fee_name as "FeeName", fee_status as "FeeStatus"
    from fee
    where apply_code = ${applyCode}
    order by (fee_status = 'Active'), fee_code`.execute(db)
  return rows
}
