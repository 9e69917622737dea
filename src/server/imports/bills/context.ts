import { sql } from 'kysely'
import type { ImportMode } from '../../../contract/imports'
import type { AccountRule } from '../../../domain/accounts/virtual-account'
import type { MarketItem } from '../../../domain/bills/bill-codes'
import { foldFullWidth } from '../../../domain/full-width'
import type { Currency } from '../../../domain/money/money'
import { marketItem } from '../../bills/tables'
import type { Db } from '../../ports'

/** The fields of an import that its bills depend on. */
export interface Import {
  readonly SerialId: number
  readonly ApplyCode: string
  readonly ImportBatchNo: string
  readonly BillTermId: string | null
  readonly BillCategoryCode: string | null
  readonly CurrencyType: Currency
  readonly PaymentStartDate: string | null
  readonly PaymentEndDate: string | null
  readonly Notices: string | null
  readonly ImportMode: ImportMode | null
  /** Bills that the former version has published. */
  readonly SuccessCount: number
  readonly File: string
  readonly UploadUser: string
}

export interface Term {
  readonly BillTermId: string
  readonly BillTermNo: string | null
  readonly BillCategoryCode: string
  readonly BillChineseName: string
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
  readonly MarketEndDate: string | null
  readonly FeeItems: readonly { readonly FeeCode: string; readonly Amount: number }[] | null
  readonly TermStatus: string
}

export interface Category {
  readonly BillCategoryCode: string
  readonly BillCategoryName: string
  readonly Channels: readonly string[]
  readonly marketItem: MarketItem | null
}

export interface Fee {
  readonly FeeCode: string
  readonly FeeName: string
  readonly SortNo: number
  readonly FeeStatus: string
}

/** The rules of an agreement for its bills. */
interface Agreement {
  readonly UniformNo: string
  readonly rule: AccountRule
  readonly TermNoLen: number
  readonly PayerNoLen: number
  readonly AllowOwnVAC: boolean
  readonly Channels: readonly string[]
  readonly PostGiroAccount: string | null
}

/** The data that all rows of a file are validated against. */
export interface ImportContext {
  readonly form: Import
  readonly today: string
  readonly agreement: Agreement
  readonly terms: ReadonlyMap<string, Term>
  readonly categories: ReadonlyMap<string, Category>
  readonly units: ReadonlySet<string>
  /** By code and by name, also in their plain form; includes inactive ones, which terms may still propose. */
  readonly fees: ReadonlyMap<string, Fee>
}

/** Returns the code or name of a fee without differences of width and capitals. */
export const plainFee = (text: string): string => foldFullWidth(text).trim().toUpperCase()

/** Returns the records to which the rows of an agreement may refer. */
export const importContext = async (db: Db, form: Import, today: string): Promise<ImportContext> => {
  const [agreement, terms, categories, units, fees] = [
    await findAgreement(db, form.ApplyCode),
    await findTerms(db, form.ApplyCode),
    await findCategories(db, form.ApplyCode),
    await findUnits(db, form.ApplyCode),
    await findFees(db, form.ApplyCode),
  ]
  return {
    form,
    today,
    agreement,
    terms: new Map(terms.map((term) => [term.BillTermId, term])),
    categories: new Map(categories.map((category) => [category.BillCategoryCode, category])),
    units: new Set(units),
    // Later entries win: of two fees of one name the active one, and a code before a name that looks like it.
    fees: new Map(
      [plainFee, String].flatMap((form) => (['FeeName', 'FeeCode'] as const).flatMap((name) => fees.map((fee) => [form(fee[name]), fee] as const))),
    ),
  }
}

const findAgreement = async (db: Db, applyCode: string): Promise<Agreement> => {
  const { rows } = await sql<Agreement>`
    select
      uniform_no as "UniformNo",
      jsonb_build_object('applyCode', apply_code, 'checkType', vac_check_type, 'scheme', vac_check_scheme, 'length', vac_length) as rule,
      term_no_len as "TermNoLen", payer_no_len as "PayerNoLen", coalesce(allow_own_vac, false) as "AllowOwnVAC",
      coalesce(channels, '[]') as "Channels", post_giro_account as "PostGiroAccount"
    from agreement
    where apply_code = ${applyCode}`.execute(db)
  if (!rows[0]) throw new Error(`There is no agreement ${applyCode}.`)
  return rows[0]
}

const findTerms = async (db: Db, applyCode: string): Promise<readonly Term[]> => {
  const { rows } = await sql<Term>`
    select
      bill_term_id as "BillTermId", bill_term_no as "BillTermNo", bill_category_code as "BillCategoryCode", bill_chinese_name as "BillChineseName",
      payment_start_date as "PaymentStartDate", payment_end_date as "PaymentEndDate", market_end_date as "MarketEndDate",
      fee_items as "FeeItems", term_status as "TermStatus"
    from bill_term
    where apply_code = ${applyCode}`.execute(db)
  return rows
}

const findCategories = async (db: Db, applyCode: string): Promise<readonly Category[]> => {
  const { rows } = await sql<Category>`
    select
      c.bill_category_code as "BillCategoryCode", c.bill_category_name as "BillCategoryName",
      (select coalesce(jsonb_agg(x), '[]') from jsonb_array_elements_text(c.channels) x where a.channels ? x) as "Channels",
      ${marketItem} as "marketItem"
    from bill_category c
    join agreement a on a.apply_code = c.apply_code
    left join market_item m on m.market_item_code = c.market_item_code
    where c.apply_code = ${applyCode} and c.category_status = 'Active'`.execute(db)
  return rows
}

const findUnits = async (db: Db, applyCode: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`select payer_unit_id as id from payer_unit where apply_code = ${applyCode} and unit_status = 'Active'`.execute(db)
  return rows.map(({ id }) => id)
}

const findFees = async (db: Db, applyCode: string): Promise<readonly Fee[]> => {
  const { rows } = await sql<Fee>`
    select fee_code as "FeeCode", fee_name as "FeeName", sort_no as "SortNo", fee_status as "FeeStatus"
    from fee
    where apply_code = ${applyCode}
    order by (fee_status = 'Active'), fee_code`.execute(db)
  return rows
}
