import { sql } from 'kysely'
import type { BillAgreement, BillCategory, BillFee, BillReferences, BillTerm } from '../../domain/bills/entered-bill'
import { foldText } from '../../domain/text-folding'
import type { Db } from '../ports'
import { accountRule, marketItem } from './bill-sql'

/** Returns the code or name of a fee in half-width capitals, for comparison. */
export const normalizeFee = (text: string): string => foldText(text).toUpperCase()

/**
 * Returns the records to which the bills of an agreement may refer.
 * Fees are found by code and by name, each as stored and normalized.
 * Throws if there is no such agreement.
 */
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
    // Later entries replace earlier ones: a stored text takes precedence over a normalized one, then a code over a
    // name, then an active fee over an inactive one.
    fees: new Map(
      [normalizeFee, String].flatMap((keyOf) =>
        (['FeeName', 'FeeCode'] as const).flatMap((name) => fees.map((fee) => [keyOf(fee[name]), fee] as const)),
      ),
    ),
  }
}

const findAgreement = async (db: Db, applyCode: string): Promise<BillAgreement> => {
  const agreement = await db
    .selectFrom('agreement')
    .select([
      'uniform_no as UniformNo',
      'term_no_len as TermNoLen',
      'payer_no_len as PayerNoLen',
      'agreement_status as AgreementStatus',
    ])
    .select((eb) => [accountRule.as('rule'), eb.fn.coalesce('allow_own_vac', sql.lit(false)).as('AllowOwnVAC')])
    .where('apply_code', '=', applyCode)
    .$narrowType<{ UniformNo: string; TermNoLen: number; PayerNoLen: number }>()
    .executeTakeFirst()
  if (!agreement) throw new Error(`There is no agreement ${applyCode}.`)
  return agreement
}

const findTerms = (db: Db, applyCode: string): Promise<readonly BillTerm[]> =>
  db
    .selectFrom('bill_term')
    .select([
      'bill_term_id as BillTermId',
      'bill_term_no as BillTermNo',
      'bill_category_code as BillCategoryCode',
      'term_status as TermStatus',
    ])
    .select([
      'payment_start_date as PaymentStartDate',
      'payment_end_date as PaymentEndDate',
      'market_end_date as MarketEndDate',
    ])
    .select('fee_items as FeeItems')
    .where('apply_code', '=', applyCode)
    .$narrowType<Pick<BillTerm, 'FeeItems'>>()
    .execute()

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
  const units = await db
    .selectFrom('payer_unit')
    .select('payer_unit_id')
    .where('apply_code', '=', applyCode)
    .where('unit_status', '=', 'Active')
    .execute()
  return units.map(({ payer_unit_id }) => payer_unit_id)
}

const findFees = (db: Db, applyCode: string): Promise<readonly BillFee[]> =>
  db
    .selectFrom('fee')
    .select(['fee_code as FeeCode', 'fee_name as FeeName', 'fee_status as FeeStatus'])
    .where('apply_code', '=', applyCode)
    .orderBy((eb) => eb('fee_status', '=', 'Active'))
    .orderBy('fee_code')
    .execute()
